import ApusDiagnostics
import ApusFiles
import ApusMigration
import ApusProject
import ApusReports
import ApusSchema

/// Two states of a file, from the arguments that git passes to a diff driver (gitdiffcore, `GIT_EXTERNAL_DIFF`): path,
/// old file, its object and mode, new file, its object and mode; for a rename also the new path and git's description
/// of it; for a conflict only the path.
struct GitDiff {
    private let path: String
    private let files: (old: String, new: String)?

    init(arguments: [String]) {
        path = arguments.count > 7 ? arguments[7] : arguments.first ?? ""
        files = arguments.count > 4 ? (arguments[1], arguments[4]) : nil
    }

    /// Prints the changes of the schema. If a file is not a schema, or only comments and layout differ, prints the
    /// lines.
    func show() throws {
        guard let files else { return Console.print("* \(path.shown): unmerged") }
        guard let older = schema(files.old), let newer = schema(files.new), older != nil || newer != nil,
            let model = (newer ?? older)?.model
        else { return try showLines(files) }
        let empty = Schema(model: model)
        let stage = Stage(
            from: older ?? empty,
            to: newer ?? empty,
            from: .named("a/\(path)"),
            to: .named("b/\(path)")
        )
        if stage.changes.isEmpty { return try showLines(files) }
        Console.print(stage.styledText)
    }

    /// The schema in a file: `.some(nil)` if there is no file, `nil` if the file cannot be read by itself.
    private func schema(_ file: String) -> Schema?? {
        if file == "/dev/null" { return .some(nil) }
        var findings = DiagnosticCollector()
        guard let source = FileReading.read(file, into: &findings) else { return nil }
        let files = [SourceFile(path: path, text: source.text)]
        return ModelFile.read(files, as: .alone(files)).schema.map { .some($0) }
    }

    private func showLines(_ files: (old: String, new: String)) throws {
        let text = try failing { try GitLines.difference(files.old, files.new) }
        // Git compares temporary copies, whose names mean nothing to the user.
        let lines: ArraySlice<Substring> = text.split(separator: "\n", omittingEmptySubsequences: false)
            .drop { !$0.hasPrefix("@@") }
        Console.print((["a/\(path) → b/\(path)".shown] + lines.map(String.init)).joined(separator: "\n"))
    }
}
