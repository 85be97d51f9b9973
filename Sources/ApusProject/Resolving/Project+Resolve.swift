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
    /// - Parameter resolution: The resolution with its answers.
    /// - Throws: `DiagnosticsError` if a file is not as it was when it was read, or cannot be written. No file is changed then. All files
    ///   of the model count: a version that was frozen meanwhile, or another head, is not what was asked about.
    package func write(_ resolution: Resolution) throws {
        let edits = resolution.edits
        if edits.isEmpty { return }
        try check(edits)
        try check(resolution.original)
        var change = FileChange(disk: disk)
        do {
            for edit in edits {
                let url = URL(fileURLWithPath: edit.path)
                if edit.before == nil {
                    try change.create(url, edit.after)
                } else {
                    try change.replace(url, mark(of: url) + edit.after) { before in
                        let text = SourceFile.read([UInt8](before), path: edit.path).0?.text
                        guard let read = edit.before, text?.isSame(as: read) == true else {
                            throw DiagnosticsError(Self.changed(edit.path))
                        }
                    }
                }
            }
        } catch {
            change.undo()
            throw error
        }
    }

    private static let again = "nothing was written; run 'apus resolve' again"

    private static func changed(_ path: String) -> Diagnostic {
        .error("the file was changed meanwhile", at: SourceLocation(file: path), help: [again])
    }

    /// Checks that the answers are about the files as they are now, also those that no answer changes.
    private func check(_ original: HistoryFiles) throws {
        var problems = DiagnosticCollector()
        let now = files(of: schemas.appending(path: original.model), into: &problems)
        let names = original.differences(from: now)
        if names.isEmpty, !problems.hasErrors { return }
        let changed = names.map { path in
            let isThere = original.all.contains { $0.path == path }
            let isLeft = now.all.contains { $0.path == path }
            return isThere && isLeft
                ? Self.changed(path)
                : .error(
                    "the file was \(isLeft ? "made" : "removed") meanwhile",
                    at: SourceLocation(file: path),
                    help: [Self.again]
                )
        }
        throw DiagnosticsError(changed.isEmpty ? problems.diagnostics : changed)
    }

    private func check(_ edits: [Resolution.Edit]) throws {
        var findings: [Diagnostic] = []
        for edit in edits {
            let url = URL(fileURLWithPath: edit.path)
            let location = SourceLocation(file: edit.path)
            guard let before = edit.before else {
                if disk.kind(of: url) != .nothing {
                    findings.append(.error("the file was made meanwhile", at: location, help: [Self.again]))
                }
                continue
            }
            var problems = DiagnosticCollector()
            let now = disk.read(url, into: &problems)
            if now?.text.isSame(as: before) != true {
                findings.append(Self.changed(edit.path))
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

extension HistoryFiles {
    /// The files on which a decision may rest.
    fileprivate var all: [SourceFile] { heads + versions + [lock].compactMap(\.self) + mappings }

    /// The paths of files that are not the same, in their order.
    fileprivate func differences(from other: HistoryFiles) -> [String] {
        let others = Dictionary(other.all.map { ($0.path, $0.text) }) { first, _ in first }
        let own = Set(all.map(\.path))
        let changed = all.filter { file in others[file.path].map { !$0.isSame(as: file.text) } ?? true }
        return changed.map(\.path) + other.all.map(\.path).filter { !own.contains($0) }
    }
}
