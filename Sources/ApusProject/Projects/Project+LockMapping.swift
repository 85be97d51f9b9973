import ApusDiagnostics
import ApusFiles
import ApusMigration
public import ApusSchema
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
    public func lockMapping(of name: String, from: Schema.Version, to: Schema.Version) throws -> String {
        let contents: Contents = load()
        guard let model = contents.models.first(where: { $0.name == name }) else {
            throw DiagnosticsError(.error("the project has no model '\(name)'"))
        }
        let file: String = disk.shown(model.mappingFile(from: from, to: to))
        let read: HistoryFiles.Contents = model.files.read()
        let unreadable: [Diagnostic] = read.diagnostics.filter { $0.severity == .error }
        if read.history == nil, !unreadable.isEmpty { throw DiagnosticsError(unreadable) }
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
        let folders: [String] = [model.folder, model.migrations].map { disk.shown($0) + "/" }
        let others: [Diagnostic] = contents.diagnostics.filter { finding in
            guard finding.severity == .error, let found = finding.location?.file else { return false }
            // Another mapping that was reviewed waits for its own turn.
            if finding.message.hasPrefix("the mapping was ") { return false }
            return found != file && folders.contains { found.hasPrefix($0) }
        }
        guard others.isEmpty else { throw DiagnosticsError(others) }
        let stage: Stage = Planner(history: history, mappings: read.mappings)
            .stage(from: history.entries[place - 1], to: history.entries[place])
        if !stage.refusals.isEmpty { throw PlanningError.refused([stage]) }
        let digest: String? = Digest.of(read.mappings.first { $0.from == from && $0.to == to })
        guard read.lock.lines.indices.contains(place), read.lock.lines[place].mapping != digest else {
            throw DiagnosticsError(
                .error("the mapping says what it said when it was locked", at: SourceLocation(file: file))
            )
        }
        var lines: [LockFile.Line] = []
        for (number, line) in read.lock.lines.enumerated() {
            let mapping: String? = number == place ? digest : line.mapping
            let chain: String = Digest.chain(
                after: lines.last?.chain,
                line.version,
                schema: line.schema,
                mapping: mapping
            )
            lines.append(LockFile.Line(line.version, schema: line.schema, mapping: mapping, chain: chain))
        }
        try disk.write(LockFile(lines: lines).write(), to: model.lock)
        return file
    }
}
