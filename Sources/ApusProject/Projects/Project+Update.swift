package import ApusDiagnostics
import ApusFiles
import ApusMerging
import ApusMigration
package import ApusSchema
import Foundation

extension ProjectModel {
    /// The files of mappings to the head.
    fileprivate var headMappings: [String] {
        files.mappings.filter { $0.name.hasSuffix("-head.yaml") }.map(\.path)
    }
}

extension Project {
    /// The result of an update.
    package struct Updated: Sendable {
        /// The versions that were added. Empty if the model had them all.
        package let added: [Schema.Version]
        /// The settlements of the stages to them.
        package let settlements: [Settlement]
        /// Warnings about files that were not changed.
        package let findings: [Diagnostic]
    }

    /// Adds new versions to a model and keeps the user's edits.
    ///
    /// The first versions must equal those that the model has, because a frozen version is never edited. The head
    /// becomes the newest version and keeps its comments and additional lines. If that is not possible, it is not
    /// changed, and a warning is returned.
    ///
    /// - Parameters:
    ///   - name: The model.
    ///   - schemas: All versions, oldest first.
    ///   - names: The versions' names in their source.
    ///   - settle: Settles the stage to a version, which is given by its index in `schemas`.
    /// - Returns: The added versions, with settlements and warnings.
    /// - Throws: `DiagnosticsError` if there is no such model, it has errors, a version differs from the frozen one, or
    ///   a file cannot be written; `PlanningError` if no mapping settles a new stage. Nothing is changed then.
    package func update(
        _ name: String,
        with schemas: [Schema],
        names: [String],
        settle: (Int, History.Entry, History.Entry, History) -> Settlement
    ) throws -> Updated {
        let model: ProjectModel = try self.model(name)
        guard let history = model.history, let head = history.head else {
            throw DiagnosticsError(.error("the model '\(name)' has errors", help: ["run 'apus check'"]))
        }
        let frozen = try history.entries()
        guard let first = frozen.first else {
            throw DiagnosticsError(
                .error(
                    "'\(name)' has no frozen version to continue from",
                    help: ["freeze the head if it equals a version of the bundle, or import under another name"]
                )
            )
        }
        let known: Int? = schemas.firstIndex { $0.means(first.schema) }
        if let known, known > 0, history.retired.isEmpty {
            throw DiagnosticsError(
                .error(
                    "version \(first.version) is '\(names[known])', which is not the first version of the bundle",
                    help: ["import the versions from there on: '--versions \"\(names[known])..\"'"]
                )
            )
        }
        // The bundle may still have versions that are retired here.
        let skipped = known ?? 0
        try check(frozen, against: Array(schemas.dropFirst(skipped)), names: Array(names.dropFirst(skipped)))
        let new: [Schema] = Array(schemas.dropFirst(skipped + frozen.count))
        guard !new.isEmpty else { return Updated(added: [], settlements: [], findings: []) }
        if model.mappings.contains(where: { $0.to == nil }) || !model.headMappings.isEmpty {
            throw DiagnosticsError(
                .error(
                    "the head of '\(name)' has a mapping",
                    at: model.headMappings.first.map { SourceLocation(file: $0) },
                    help: ["freeze the head, or remove the mapping, before you import newer versions"]
                )
            )
        }
        if history.hasUnreleasedHead {
            throw DiagnosticsError(
                .error(
                    "the head of '\(name)' differs from version \(history.newest?.version.description ?? "")",
                    help: ["freeze it, or undo its changes, before you import newer versions"]
                )
            )
        }
        var version = history.newest?.version
        let entries: [History.Entry] = try new.map { schema in
            let next = try Schema.Version.next(after: version)
            version = next
            return History.Entry(next, schema)
        }
        let all = History(model: name, entries: frozen + entries, head: new.last)
        let neighbours = zip(frozen + entries, (frozen + entries).dropFirst())
        let stages = neighbours.enumerated().suffix(entries.count)
        let settlements: [Settlement] = stages.map { settle(skipped + $0 + 1, $1.0, $1.1, all) }
        let refused: [Stage] = settlements.filter { !$0.obstacles.isEmpty }.map(\.stage)
        if !refused.isEmpty { throw PlanningError.refused(refused) }
        // The head may say the same in another order, so the merge starts from what the last import wrote.
        let written: Schema = history.newest?.schema ?? head
        let isHeadNew = try write(
            model,
            adding: entries,
            settlements: settlements,
            head: written,
            newest: new.last ?? head
        )
        let finding: Diagnostic = .warning(
            "the head was not changed, because the new lines cannot be merged into it",
            at: SourceLocation(file: model.files.heads.first?.path ?? disk.shown(model.folder)),
            help: ["make the changes that 'apus diff head \(entries.last?.version.description ?? "")' shows"]
        )
        return Updated(added: entries.map(\.version), settlements: settlements, findings: isHeadNew ? [] : [finding])
    }

    private func model(_ name: String) throws -> ProjectModel {
        let contents: Contents = load()
        guard let model = contents.models.first(where: { $0.name == name }) else {
            let near: String? = NearMiss.suggestion(for: name, among: contents.models.map(\.name))
            throw DiagnosticsError(
                .error(
                    "the project has no model '\(name)'",
                    help: [near.map { "did you mean '\($0)'?" } ?? "leave out --into to import it as a new one"]
                )
            )
        }
        let folders: [String] = [model.folder, model.migrations].map { disk.shown($0) + "/" }
        let errors: [Diagnostic] = contents.diagnostics.filter { finding in
            finding.severity == .error && folders.contains { finding.location?.file.hasPrefix($0) ?? false }
        }
        if !errors.isEmpty { throw DiagnosticsError(errors) }
        return model
    }

    /// Checks that existing versions equal the imported ones.
    private func check(_ entries: [History.Entry], against schemas: [Schema], names: [String]) throws {
        for (index, (entry, schema)) in zip(entries, schemas).enumerated() where !entry.schema.means(schema) {
            let mode: Entity.Codegen? = Entity.Codegen.allCases.first {
                entry.schema.means(schema.generating($0))
            }
            if let mode {
                throw DiagnosticsError(
                    .error(
                        "version \(entry.version) was imported with '--codegen \(mode.rawValue)'",
                        help: ["add '--codegen \(mode.rawValue)' to import newer versions in the same way"]
                    )
                )
            }
            throw DiagnosticsError(
                .error(
                    "version \(entry.version) differs from '\(names[index])' as it is now",
                    notes: ["a frozen version is never edited, because stores in use have it"],
                    help: [
                        "undo the change in Xcode and make it in a new version; or, if no store has the older one, "
                            + "import the bundle under another name with --model"
                    ]
                )
            )
        }
    }

    /// The head's file with another schema merged into it, if the head is one file and the merge succeeds.
    private func headFile(of model: ProjectModel, _ head: Schema, newest: Schema) -> (url: URL, text: String)? {
        guard let file = model.files.heads.first, model.files.heads.count == 1 else { return nil }
        func draft(_ schema: Schema) -> SourceFile { SourceFile(path: file.path, text: Self.text(ofHead: schema)) }
        guard let merged = ModelFile.merge(base: draft(head), ours: file, theirs: draft(newest)),
            ModelFile.read([SourceFile(path: file.path, text: merged.text)], as: .head(after: newest))
                .schema?.means(newest) == true
        else { return nil }
        return (model.folder.appending(path: file.name), merged.text)
    }

    /// Writes the versions, the mappings, the lock and the head. Returns whether the head could be written.
    private func write(
        _ model: ProjectModel,
        adding entries: [History.Entry],
        settlements: [Settlement],
        head: Schema,
        newest: Schema
    ) throws -> Bool {
        let made = versions(entries, of: model.name, after: model.contents.lock.lines, settlements)
        let file: (url: URL, text: String)? = headFile(of: model, head, newest: newest)
        var change = FileChange(disk: disk)
        do {
            for file in made.files { try change.create(folder.appending(path: file.path), file.text) }
            if let file { try change.replace(file.url, file.text) }
            try disk.write(LockFile(lines: made.lines).write(), to: model.lock)
        } catch {
            change.undo()
            throw error
        }
        return file != nil
    }
}
