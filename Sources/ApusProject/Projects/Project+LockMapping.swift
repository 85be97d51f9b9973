import ApusDiagnostics
import ApusFiles
import ApusMigration
package import ApusSchema
import Foundation

extension Project {
    /// Locks the mapping of a frozen stage as it is now: an imported one, after its review.
    ///
    /// This changes the digests of that version and all later ones, so no store may have been migrated with it yet.
    ///
    /// - Parameters:
    ///   - name: The model.
    ///   - from: The older version of the stage.
    ///   - to: The newer version.
    /// - Returns: The mapping's file, as messages show it.
    /// - Throws: `DiagnosticsError` if there is no such stage, its mapping has not changed, the model has other errors,
    ///   or the lock cannot be written; `PlanningError` if the stage is not settled.
    package func lockMapping(of name: String, from: Schema.Version, to: Schema.Version) throws -> String {
        let contents: Contents = load()
        guard let model = contents.models.first(where: { $0.name == name }) else {
            throw DiagnosticsError(.error("the project has no model '\(name)'"))
        }
        let file: String = disk.shown(model.mappingFile(from: from, to: to))
        let read: HistoryFiles.Contents = model.files.read()
        var lock = LockCheck(model.files, read)
        // Other mappings that were edited are locked by calls of their own.
        let mappings: Set<String> = Set(model.files.mappings.map(\.path))
        let tampering: [Diagnostic] = lock.check().filter { finding in
            finding.location.map { !mappings.contains($0.file) } ?? true
        }
        let errors: [Diagnostic] = (read.diagnostics + tampering).filter { $0.severity == .error }
        guard errors.isEmpty else { throw DiagnosticsError(errors) }
        guard let history = read.history,
            let index = history.index(of: to), index > 0, history.versions[index - 1] == from
        else {
            throw DiagnosticsError(
                .error(
                    "there is no frozen stage from \(from) to \(to)",
                    help: ["run 'apus check' to see the newest version"]
                )
            )
        }
        let entries = try history.entries(index - 1..<index + 1)
        let stage: Stage = Planner(history: history, mappings: read.mappings).stage(from: entries[0], to: entries[1])
        if !stage.refusals.isEmpty { throw PlanningError.refused([stage]) }
        let digest: String? = Digest.of(read.mappings.first { $0.from == from && $0.to == to })
        guard let index = read.lock.lines.firstIndex(where: { $0.version == to }),
            read.lock.lines[index].mapping != digest
        else {
            throw DiagnosticsError(
                .error("the mapping has not changed since it was locked", at: SourceLocation(file: file))
            )
        }
        var lines: [LockFile.Line] = read.lock.lines
        lines[index].mapping = digest
        try disk.write(LockFile(lines: Digest.chained(lines)).write(), to: model.lock)
        return file
    }
}
