package import ApusDiagnostics
import ApusFiles
package import Foundation

/// The `.gitignore` of a project: stores and their copies are not source, and keys are secrets.
package enum GitIgnore {
    /// The name of the file.
    package static let name = ".gitignore"

    /// The lines, as `Documentation/Guides/WhatToCommit.md` shows them.
    package static let lines: [String] = [
        "*.sqlite", "*.sqlite-wal", "*.sqlite-shm", "*.sqlite-journal", "*.sqlite-files/", "*.before-*", "*.key",
        "!stores/*.sqlite", "!stores/*.sqlite-files/",
    ]

    /// Writes the file, unless there is one.
    ///
    /// The file is advice, so one that cannot be read keeps nothing else from being written.
    ///
    /// - Parameter folder: The project's folder.
    /// - Returns: The file if it was written, the lines that an existing one, which is not changed, does not have, and a warning if that
    ///   cannot be read.
    /// - Throws: `DiagnosticsError` if the file cannot be written.
    package static func write(in folder: URL) throws -> (written: String?, missing: [String], problem: Diagnostic?) {
        let disk = Disk(base: .currentDirectory())
        let file = folder.appending(path: name)
        if disk.kind(of: file) == .nothing {
            let comment = "# Stores, their copies, and keys. Stores that tests keep are in 'stores'."
            var change = FileChange(disk: disk)
            try change.create(file, ([comment] + lines).map { $0 + "\n" }.joined())
            return (disk.shown(file), [], nil)
        }
        var findings = DiagnosticCollector()
        guard let bytes = disk.bytes(of: file, into: &findings) else {
            let problem = findings.diagnostics.first.map { finding in
                Diagnostic.warning(finding.message, at: finding.location, help: finding.help)
            }
            return (nil, lines, problem)
        }
        // Git compares bytes, and takes files in any encoding.
        let text = String(decoding: bytes, as: UTF8.self)
        let known = Set(text.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) })
        return (nil, lines.filter { !known.contains($0) }, nil)
    }
}
