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
        let mappings = Set(model.files.mappings.map(\.path))
        let tampering: [Diagnostic] = lock.check().filter { finding in
            finding.location.map { !mappings.contains($0.file) } ?? true
        }
        let errors: [Diagnostic] = (read.diagnostics + tampering).filter { $0.severity == .error }
        guard errors.isEmpty else { throw DiagnosticsError(errors) }
        let history: History = read.history ?? History(model: name, entries: [])
        let (start, index): (Int, Int) = try (history.requiredIndex(of: from), history.requiredIndex(of: to))
        guard start < index, index < read.lock.lines.count else {
            throw DiagnosticsError(
                .error(
                    "there is no frozen stage from \(from) to \(to)",
                    help: ["run 'apus check' to see the newest version"]
                )
            )
        }
        let isDirect = index - start > 1
        let hasMapping = read.mappings.contains { $0.from == from && $0.to == to }
        guard !isDirect || hasMapping || read.lock.lines[index].direct.contains(where: { $0.from == from }) else {
            throw DiagnosticsError(
                .error(
                    "there is no mapping '\(file)'",
                    help: ["'apus mapping new \(from) \(to)' writes one to start with"]
                )
            )
        }
        let planner = Planner(
            history: history,
            mappings: read.mappings,
            mappingsFolder: model.shownMigrations
        )
        let ways: Ways = try planner.ways(from: start, to: index)
        let stages: [Stage] = (ways.steps + ways.direct).filter { $0.from.version == from && $0.to.version == to }
        if stages.contains(where: { !$0.refusals.isEmpty }) { throw PlanningError.refused(stages) }
        // What a released mapping may do in silence, one that is locked now must not.
        let edited: [Stage] = try stagesBeforeFreeze(from: from, to: to, history, read).filter { stage in
            stage.refusals.contains { if case .unusableOrigin = $0.reason { true } else { false } }
        }
        if !edited.isEmpty { throw PlanningError.refused(edited) }
        let old: LockFile.Line = read.lock.lines[index]
        let new = LockFile.Line(
            to,
            schema: old.schema,
            mapping: isDirect ? old.mapping : Digest.of(read.mappings.first { $0.from == from && $0.to == to }),
            direct: isDirect
                ? old.direct.filter { $0.from != from }
                    + read.mappings.directMappings(to: to, in: Array(history.versions[..<index])).filter {
                        $0.from == from
                    }
                : old.direct,
            chain: ""
        )
        guard old.mapping != new.mapping || old.direct != new.direct else {
            throw DiagnosticsError(
                .error("the mapping has not changed since it was locked", at: SourceLocation(file: file))
            )
        }
        var lines: [LockFile.Line] = read.lock.lines
        lines[index] = new
        try disk.write(LockFile(lines: Digest.chained(lines)).write(), to: model.lock)
        return file
    }

    /// Returns the stage of a mapping, with its refusals when the newer version was the head.
    private func stagesBeforeFreeze(
        from: Schema.Version,
        to: Schema.Version,
        _ history: History,
        _ read: HistoryFiles.Contents
    ) throws -> [Stage] {
        let entries: [History.Entry] = history.versions.prefix { $0 != to }.compactMap { version in
            read.schemas[version].map { History.Entry(version, $0) }
        }
        let mappings: [Mapping] = read.mappings.filter { $0.from == from && $0.to == to }.map {
            Mapping(from: from, to: nil, $0.lines, file: $0.file)
        }
        let before = History(model: history.model, entries: entries, head: read.schemas[to])
        guard let start = before.index(of: from) else { return [] }
        let ways: Ways = try Planner(history: before, mappings: mappings).ways(from: start, to: entries.count)
        return (ways.steps + ways.direct).filter { $0.from.version == from && $0.to == .unreleased }
    }
}
