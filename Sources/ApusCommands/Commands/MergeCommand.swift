import ApusDiagnostics
import ApusFiles
import ApusProject
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
            them all. Versions on the branch that everybody shares keep their numbers, otherwise those of our side; --keep \
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

    @Option(name: .long, help: "The project's folder; the nearest one upwards that has apus.yaml by default.")
    var project: String?

    /// A side of a merge, as git calls it.
    enum Side: String, ExpressibleByArgument, CaseIterable {
        case ours, theirs
    }

    @Option(name: .long, help: "Whose frozen versions keep their numbers: ours or theirs.")
    var keep: Side?

    @Argument(help: ArgumentHelp("What both come from, our file, and theirs.", valueName: "base ours theirs"))
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
        let merged: MergedFile = try failing { try merge() }
        if print {
            Console.print(merged.text.hasSuffix("\n") ? String(merged.text.dropLast()) : merged.text)
        } else {
            let ours = URL(fileURLWithPath: files[1])
            _ = try failing { try FileWriting.write(merged.text, to: ours) }
        }
        Console.report(merged.findings)
        if merged.findings.contains(where: { $0.severity == .error }) {
            throw CommandFailure([], code: CommandFailure.Codes.difference)
        }
    }

    private func merge() throws -> MergedFile {
        var findings = DiagnosticCollector()
        let read: [SourceFile] = files.compactMap { FileReading.read($0, into: &findings) }
        try findings.throwIfErrors()
        let shown: [SourceFile] = read.map { SourceFile(path: path ?? files[1], text: $0.text) }
        if let merged = FileMerge.merge(base: shown[0], ours: shown[1], theirs: shown[2]) { return merged }
        let urls: [URL] = files.map { URL(fileURLWithPath: $0) }
        let finding: Diagnostic = .error(
            "the two sides could not be put together by their changes, only by lines",
            at: SourceLocation(file: path ?? files[1]),
            notes: [reason(shown)],
            help: ["look the file over, then run 'apus check'"]
        )
        return MergedFile(text: try GitLines.merge(base: urls[0], ours: urls[1], theirs: urls[2]), findings: [finding])
    }

    /// Why only lines were put together.
    private func reason(_ files: [SourceFile]) -> String {
        for (file, side) in zip(files, ["base", "ours", "theirs"]) {
            let isMapping: Bool = FileMerge.Kind(path: file.path) == .mapping
            let error: Diagnostic? =
                isMapping ? nil : ModelFile.read([file]).diagnostics.first { $0.severity == .error }
            if let error { return "\(side): \(error.message)" }
        }
        return "two elements would have one name, or one side gave a name away that the other one uses"
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
        if !merged.findings.isEmpty { throw CommandFailure([], code: CommandFailure.Codes.difference) }
        Console.note(
            merged.done.isEmpty
                ? "nothing is left to put together in the models"
                : "the models are put together: run 'apus check', then go on with git"
        )
    }
}
