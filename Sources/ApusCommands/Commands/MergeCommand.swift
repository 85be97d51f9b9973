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
        abstract: "Put together what two branches did to a model, by its changes.",
        discussion: """
            Without files it finishes a merge, rebase or cherry-pick that git has stopped in, or a merge just committed: a \
            mapping for the head that begins at an older version now begins at the newest; where both branches froze a \
            version, one of them gets the next number and goes on from the other, its mapping goes along, and the lock has \
            them all. A head is followed through the versions, which git's driver cannot see. Versions on the branch that everybody shares keep their numbers, otherwise those of our side; --keep \
            says it.

            With three files it writes into the second one what both sides changed: renames as renames, settings one by \
            one, comments kept. What both changed stands between marks, and is said. 'apus init --git' makes git do so.

            EXAMPLES
              apus merge
              apus merge --keep theirs
              apus merge base.yaml ours.yaml theirs.yaml
              apus merge --print base.yaml ours.yaml theirs.yaml

            Exit code 1 where something is left to decide.
            """
    )

    @Option(
        name: .long,
        help: "The project's folder; the nearest one upwards that has apus.yaml by default.",
        completion: .directory
    )
    var project: String?

    /// A side of a merge, as git calls it.
    enum Side: String, ExpressibleByArgument, CaseIterable {
        case ours, theirs
    }

    @Option(name: .long, help: "Whose frozen versions keep their numbers: ours or theirs.")
    var keep: Side?

    @Argument(
        help: ArgumentHelp("What both come from, our file, and theirs.", valueName: "base ours theirs"),
        completion: .file(extensions: ["yaml"])
    )
    var files: [String] = []

    @Option(name: .long, help: "The file's path in the project, which says what it is; that of our file by default.")
    var path: String?

    @Flag(name: .long, help: "Print the result instead of writing it.")
    var print: Bool = false

    func validate() throws {
        if ![0, 3].contains(files.count) { throw ValidationError("name three files: base, ours, theirs; or none") }
        if !files.isEmpty, keep != nil { throw ValidationError("--keep is about versions, not about three files") }
        if files.isEmpty, print || path != nil { throw ValidationError("--print and --path need three files") }
    }

    func run() throws {
        if files.isEmpty { return try finish() }
        let merged: MergedFile? = try merge()
        if let merged {
            if print {
                Console.print(merged.text.hasSuffix("\n") ? String(merged.text.dropLast()) : merged.text)
            } else {
                _ = try failing { try FileWriting.write(merged.text, to: URL(fileURLWithPath: files[1])) }
            }
        }
        Console.report(merged?.findings ?? [])
        if merged?.findings.contains(where: { $0.severity == .error }) != false {
            throw CommandFailure([], code: CommandFailure.Codes.difference)
        }
    }

    /// The merged file; `nil` where the lines are put together, as nothing better can be done, which is said.
    private func merge() throws -> MergedFile? {
        let shown: String = path ?? files[1]
        let kinds: [PathKind] = files.map { PathKind($0) }
        let missing: [Diagnostic] = zip(files, kinds).filter { $1 == .nothing }.map { file, _ in
            .error("there is no such file", at: SourceLocation(file: file), help: ["check the path"])
        }
        if !missing.isEmpty { throw CommandFailure(missing, code: CommandFailure.Codes.invalid) }
        var findings = DiagnosticCollector()
        let read: [SourceFile] = files.compactMap { FileReading.read($0, into: &findings) }
            .map { SourceFile(path: shown, text: $0.text) }
        let isRead: Bool = read.count == 3 && !findings.hasErrors
        if isRead, let merged = FileMerge.merge(base: read[0], ours: read[1], theirs: read[2]) { return merged }
        let reason: String = isRead ? reason(read) : findings.diagnostics.first?.message ?? "a file cannot be read"
        if print { throw CommandFailure([leftToLines(shown, reason)], code: CommandFailure.Codes.difference) }
        let urls: [URL] = files.map { URL(fileURLWithPath: $0) }
        try failing { try GitLines.merge(base: urls[0], ours: urls[1], theirs: urls[2]) }
        Console.report([leftToLines(shown, reason)])
        return nil
    }

    private func leftToLines(_ file: String, _ reason: String) -> Diagnostic {
        .error(
            "the two sides could not be put together by their changes, only by lines",
            at: SourceLocation(file: file),
            notes: [reason],
            help: ["look the file over, then run 'apus check'"]
        )
    }

    /// Why only lines can be put together.
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
        return "one side gave a name away that the other one uses, or removed what the other one moved, or the file is "
            + "written in brackets"
    }

    private func finish() throws {
        let found: Project = try failing { try .find(explicit: project.map { URL(fileURLWithPath: $0) }) }
        guard let merged = try failing({ try found.finishMerge(keepingTheirs: keep.map { $0 == .theirs }) }) else {
            throw CommandFailure.invalid(
                "git is in no merge here, and the newest commit is none",
                help:
                    "run it after 'git merge', or when 'git rebase' or 'git cherry-pick' has stopped; or name three files"
            )
        }
        for line in merged.done { Console.note(line) }
        Console.report(merged.findings)
        let isOpen: Bool = merged.findings.contains { $0.severity == .error }
        if isOpen { throw CommandFailure([], code: CommandFailure.Codes.difference) }
        Console.note(
            merged.done.isEmpty
                ? "nothing is left to put together in the models"
                : "the models are put together: run 'apus check', then go on with git"
        )
    }
}
