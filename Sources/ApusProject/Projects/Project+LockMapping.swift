import ApusDiagnostics
import ApusFiles
import ApusMigration
package import ApusSchema
import Foundation

extension Project {
    /// Locks the mapping of a frozen stage as it is now: an imported one, after somebody reviewed it.
    ///
    /// Only where no store was migrated by it yet: the digests of that version and all later ones are others then.
    ///
    /// - Parameters:
    ///   - name: The model.
    ///   - from: The older version of the stage.
    ///   - to: The newer version.
    /// - Returns: The mapping's file, as messages show it.
    /// - Throws: `DiagnosticsError` where there is no such stage, its mapping is what it was, something else of the model is
    ///   wrong, or the lock cannot be written; `PlanningError` where the stage is not settled.
    package func lockMapping(of name: String, from: Schema.Version, to: Schema.Version) throws -> String {
        let contents: Contents = load()
        guard let model = contents.models.first(where: { $0.name == name }) else {
            throw DiagnosticsError(.error("the project has no model '\(name)'"))
        }
        let file: String = disk.shown(model.mappingFile(from: from, to: to))
        let read: HistoryFiles.Contents = model.files.read()
        var lock = LockCheck(model.files, read)
        // Mappings that were reviewed as well wait for their own turn.
        let mappings: Set<String> = Set(model.files.mappings.map(\.path))
        let tampering: [Diagnostic] = lock.check().filter { finding in
            finding.location.map { !mappings.contains($0.file) } ?? true
        }
        let errors: [Diagnostic] = read.diagnostics.filter { $0.severity == .error } + tampering
        guard errors.isEmpty else { throw DiagnosticsError(errors) }
        guard let history = read.history,
            let place = history.entries.firstIndex(where: { $0.version == to }), place > 0,
            history.entries[place - 1].version == from
        else {
            throw DiagnosticsError(
                .error(
                    "there is no frozen stage from \(from) to \(to)",
                    help: ["run 'apus check' to see what there is"]
                )
            )
        }
        let stage: Stage = Planner(history: history, mappings: read.mappings)
            .stage(from: history.entries[place - 1], to: history.entries[place])
        if !stage.refusals.isEmpty { throw PlanningError.refused([stage]) }
        let digest: String? = Digest.of(read.mappings.first { $0.from == from && $0.to == to })
        guard read.lock.lines.indices.contains(place), read.lock.lines[place].mapping != digest else {
            throw DiagnosticsError(
                .error("the mapping says what it said when it was locked", at: SourceLocation(file: file))
            )
        }
        var lines: [LockFile.Line] = read.lock.lines
        lines[place] = LockFile.Line(to, schema: lines[place].schema, mapping: digest, chain: "")
        try disk.write(LockFile(lines: Digest.chained(lines)).write(), to: model.lock)
        return file
    }
}
