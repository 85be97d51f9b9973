import ApusDiagnostics
import ApusFiles
import ApusMigration
import Foundation

extension Project {
    /// Begins to resolve the decisions of a model.
    ///
    /// - Parameters:
    ///   - model: The model, as just loaded.
    ///   - scope: The stages.
    /// - Returns: The resolution, without any answers.
    /// - Throws: As ``Resolution``.
    package func resolution(of model: ProjectModel, _ scope: Resolution.Scope) throws -> Resolution {
        try Resolution(model.files, migrations: disk.shown(model.migrations), scope)
    }

    /// Writes what answers changed: all files, or none.
    ///
    /// - Parameter edits: The changes.
    /// - Throws: `DiagnosticsError` if a file is not as it was when it was read, or cannot be written. No file is changed then.
    package func write(_ edits: [Resolution.Edit]) throws {
        try check(edits)
        var change = FileChange(disk: disk)
        do {
            for edit in edits {
                let url = URL(fileURLWithPath: edit.path)
                if edit.before == nil {
                    try change.create(url, edit.after)
                } else {
                    try change.replace(url, mark(of: url) + edit.after)
                }
            }
        } catch {
            change.undo()
            throw error
        }
    }

    private func check(_ edits: [Resolution.Edit]) throws {
        var findings: [Diagnostic] = []
        for edit in edits {
            let url = URL(fileURLWithPath: edit.path)
            let location = SourceLocation(file: edit.path)
            let again = "nothing was written; run 'apus resolve' again"
            guard let before = edit.before else {
                if disk.kind(of: url) != .nothing {
                    findings.append(.error("the file was made meanwhile", at: location, help: [again]))
                }
                continue
            }
            var problems = DiagnosticCollector()
            let now = disk.read(url, into: &problems)
            if now?.text.isSame(as: before) != true {
                findings.append(.error("the file was changed meanwhile", at: location, help: [again]))
            } else if !FileManager.default.isWritableFile(atPath: url.path) {
                // Writing replaces the file, which would bypass write protection.
                findings.append(
                    .error(
                        "the file is write-protected, so nothing was written",
                        at: location,
                        help: ["make it writable"]
                    )
                )
            }
        }
        if !findings.isEmpty { throw DiagnosticsError(findings) }
    }

    /// The byte order mark that some editors write, if the file has it. It is not part of the text.
    private func mark(of url: URL) -> String {
        let bytes = try? Data(contentsOf: url, options: .alwaysMapped)
        return bytes?.starts(with: [0xEF, 0xBB, 0xBF]) == true ? "\u{FEFF}" : ""
    }
}
