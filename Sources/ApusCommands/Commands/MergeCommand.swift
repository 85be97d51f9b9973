import ApusDiagnostics
import ApusFiles
import ApusMerging
import ApusProject
import ApusSchema
import ArgumentParser
import Foundation

struct MergeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "merge",
        abstract: "Merge what two branches did to a model, change by change.",
        discussion: """
            Without files, it finishes a merge, rebase or cherry-pick that git has stopped in, or a merge that was \
            just committed. If both branches froze a version, one of them is renumbered to follow the other; its \
            mapping and the lock are updated. A head mapping that starts at an older version now starts at the newest \
            one. The head follows the changes of all versions, which git's merge driver cannot see. A hotfix (3.1 after 3, \
            while the other branch has 4) stays as it is, and 4 then follows it. Otherwise, versions on the \
            shared branch keep their numbers, or else those of our side; --keep decides it.

            With three files, it merges the changes of both sides into the second file: renames as renames, settings \
            one by one, with comments kept. Conflicts are marked in the file and reported. 'apus init --git' makes git \
            use this.

            EXAMPLES
              apus merge
              apus merge --keep theirs
              apus merge base.yaml ours.yaml theirs.yaml
              apus merge --print base.yaml ours.yaml theirs.yaml

            Ends with 1 if a conflict is left to decide.
            """
    )

    @Option(
        name: .long,
        help: "The project's folder; the nearest one upwards that has apus.yaml by default.",
        completion: .directory
    )
    var project: String?

    /// A side of a merge, in git's terms.
    enum Side: String, ExpressibleByArgument, CaseIterable {
        case ours, theirs
    }

    @Option(name: .long, help: "The side whose frozen versions keep their numbers: ours or theirs.")
    var keep: Side?

    @Argument(
        help: ArgumentHelp("The common ancestor, our file, and theirs.", valueName: "base ours theirs"),
        completion: .file(extensions: ["yaml"])
    )
    var files: [String] = []

    @Option(
        name: .long,
        help: "The file's path in the project, which determines its kind; by default that of our file."
    )
    var path: String?

    @Flag(name: .long, help: "Print the result instead of writing it.")
    var print: Bool = false

    @Option(name: .long, help: "The output format: text or json.")
    var format: OutputFormat = .text

    @OptionGroup var globals: GlobalOptions

    func validate() throws {
        if ![0, 3].contains(files.count) {
            throw ValidationError("expected three files (base, ours, theirs) or none, found \(files.count)")
        }
        if !files.isEmpty, keep != nil { throw ValidationError("--keep decides about versions: use it without files") }
        if files.isEmpty, print || path != nil { throw ValidationError("--print and --path require three files") }
    }

    func run() throws {
        if files.isEmpty { return try finish() }
        let merged = try merge()
        if let merged {
            if print {
                if format == .text { Console.printSource(merged.text) }
            } else {
                _ = try failing { try FileWriting.write(merged.text, to: URL(fileURLWithPath: files[1])) }
            }
        }
        Console.report(merged?.findings ?? [])
        try printJSON(
            MergeRecord([], merged?.findings ?? [], isMerged: merged != nil, contents: print ? merged?.text : nil)
        )
        if merged?.findings.contains(where: { $0.severity == .error }) != false {
            throw CommandFailure([], code: CommandFailure.Codes.difference)
        }
    }

    /// The merged file, or `nil` if only its lines could be merged, which is reported.
    private func merge() throws -> MergedFile? {
        let shown = path ?? files[1]
        let kinds = files.map { PathKind($0) }
        let missing: [Diagnostic] = zip(files, kinds).filter { $1 == .nothing }.map { file, _ in
            .error("the file does not exist", at: SourceLocation(file: file), help: ["check the path"])
        }
        if !missing.isEmpty { throw CommandFailure(missing, code: CommandFailure.Codes.invalid) }
        var findings = DiagnosticCollector()
        let read = files.compactMap { FileReading.read($0, into: &findings) }
            .map { SourceFile(path: shown, text: $0.text) }
        let isRead = read.count == 3 && !findings.hasErrors
        if isRead, let merged = FileMerge.merge(base: read[0], ours: read[1], theirs: read[2]) { return merged }
        let reason = isRead ? reason(read) : findings.diagnostics.first?.message ?? "a file cannot be read"
        if print { throw CommandFailure([mergedByLines(shown, reason: reason)], code: CommandFailure.Codes.difference) }
        let urls = files.map { URL(fileURLWithPath: $0) }
        try failing { try GitLines.merge(base: urls[0], ours: urls[1], theirs: urls[2]) }
        Console.report([mergedByLines(shown, reason: reason)])
        return nil
    }

    private func mergedByLines(_ file: String, reason: String) -> Diagnostic {
        .error(
            "the two sides could only be merged line by line",
            at: SourceLocation(file: file),
            notes: [reason],
            help: ["review the file, then run 'apus check'"]
        )
    }

    /// Why the files can only be merged line by line.
    private func reason(_ files: [SourceFile]) -> String {
        for (file, side) in zip(files, ["base", "ours", "theirs"]) {
            let findings: [Diagnostic] =
                if case .mapping = FileMerge.Kind(path: file.path) {
                    MappingFile.read(file, from: Schema.Version(1), to: nil).diagnostics
                } else {
                    ModelFile.read([file]).diagnostics
                }
            if let error = findings.first(where: { $0.severity == .error }) { return "\(side): \(error.message)" }
        }
        return "one side renamed or removed what the other side uses or moved, or the file is written in flow style "
            + "(brackets)"
    }

    private func printJSON(_ record: MergeRecord) throws {
        if format == .json { try Console.printJSON(record) }
    }

    private func finish() throws {
        let found = try failing { try Project.find(explicit: project.map { URL(fileURLWithPath: $0) }) }
        guard let merged = try failing({ try found.finishMerge(keepingTheirs: keep.map { $0 == .theirs }) }) else {
            throw CommandFailure.invalid(
                "there is no merge to finish: git is not in one, and the newest commit is not one",
                help:
                    "run it after 'git merge', or when 'git rebase' or 'git cherry-pick' has stopped; or give three files"
            )
        }
        for line in merged.done { Console.note(line) }
        Console.report(merged.findings)
        try printJSON(MergeRecord(merged.done, merged.findings))
        let isOpen = merged.findings.contains { $0.severity == .error }
        if isOpen { throw CommandFailure([], code: CommandFailure.Codes.difference) }
        if let keep, merged.done.isEmpty {
            // The files do not say which side's versions were changed.
            Console.report([
                .warning(
                    "'--keep \(keep.rawValue)' changes nothing: the models have nothing left to merge",
                    help: [
                        "if the other side's versions were kept, undo the merge, and repeat it with '--keep \(keep.rawValue)'"
                    ]
                )
            ])
            return
        }
        Console.note(
            merged.done.isEmpty
                ? "the models have nothing left to merge"
                : "the models are merged: run 'apus check', then continue with git"
        )
    }
}
