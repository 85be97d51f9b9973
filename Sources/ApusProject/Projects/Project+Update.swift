package import ApusDiagnostics
import ApusFiles
import ApusMerging
import ApusMigration
package import ApusSchema
import Foundation

extension ProjectModel {
    /// The files of mappings that lead to the head.
    fileprivate var headMappings: [String] {
        files.mappings.filter { $0.name.hasSuffix("-head.yaml") }.map(\.path)
    }
}

extension Project {
    /// What an update did.
    package struct Updated: Sendable {
        /// The versions that were added; none where the model had them all.
        package let added: [Schema.Version]
        /// What the stages to them need.
        package let settlements: [Settlement]
        /// What was left as it is, and why.
        package let findings: [Diagnostic]
    }

    /// Adds the versions to a model that it does not have yet, and leaves alone what people wrote.
    ///
    /// The first versions must be those that the model has: a frozen version is never edited. The head becomes the newest
    /// version, with the comments and the lines that somebody wrote there; where that cannot be it stays as it is, which is
    /// said.
    ///
    /// - Parameters:
    ///   - name: The model.
    ///   - schemas: All versions, oldest first.
    ///   - names: What they are called where they come from.
    ///   - settle: Settles the stage to a version, the number of which in `schemas` it is given.
    /// - Returns: What was done.
    /// - Throws: `DiagnosticsError` where there is no such model, it has errors, a version says otherwise than the frozen
    ///   one, or a file cannot be written; `PlanningError` where no mapping settles a new stage. Nothing is changed then.
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
        guard let first = history.entries.first else {
            throw DiagnosticsError(
                .error(
                    "no version of '\(name)' is frozen, so none says where the bundle goes on",
                    help: ["freeze the head where a version of the bundle says the same, or import under another name"]
                )
            )
        }
        let known: Int? = schemas.firstIndex { $0.means(first.schema) }
        if let known, known > 0 {
            throw DiagnosticsError(
                .error(
                    "version \(first.version) is '\(names[known])', and not the first one of the bundle",
                    help: ["take the versions from there on: '--versions \"\(names[known])..\"'"]
                )
            )
        }
        try check(history, schemas, names)
        let new: [Schema] = Array(schemas.dropFirst(history.entries.count))
        guard !new.isEmpty else { return Updated(added: [], settlements: [], findings: []) }
        if model.mappings.contains(where: { $0.to == nil }) || !model.headMappings.isEmpty {
            throw DiagnosticsError(
                .error(
                    "there is a mapping for the head of '\(name)'",
                    at: model.headMappings.first.map { SourceLocation(file: $0) },
                    help: ["freeze the head, or remove the mapping, before newer versions come in"]
                )
            )
        }
        if history.hasUnreleasedHead {
            throw DiagnosticsError(
                .error(
                    "the head of '\(name)' says other things than version \(history.newest?.version.description ?? "")",
                    help: ["freeze it, or take its changes back, before newer versions come in"]
                )
            )
        }
        let number: Int = (history.newest?.version.major ?? 0) + 1
        let entries: [History.Entry] = new.enumerated().map { History.Entry(Schema.Version(number + $0), $1) }
        let all = History(model: name, entries: history.entries + entries, head: new.last)
        let stages = zip(all.entries, all.entries.dropFirst()).enumerated().suffix(entries.count)
        let settlements: [Settlement] = stages.map { settle($0 + 1, $1.0, $1.1, all) }
        let refused: [Stage] = settlements.map(\.stage).filter { !$0.refusals.isEmpty }
        if !refused.isEmpty { throw PlanningError.refused(refused) }
        // What the import wrote last: the head may say the same in another order.
        let written: Schema = history.newest?.schema ?? head
        let isHeadNew: Bool = try write(model, entries, settlements, head: written, newest: new.last ?? head)
        let finding: Diagnostic = .warning(
            "the head stays as it is: what is new cannot be put into it line by line",
            at: SourceLocation(file: model.files.heads.first?.path ?? disk.shown(model.folder)),
            help: ["take over what 'apus diff head \(entries.last?.version.description ?? "")' shows"]
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

    /// Makes sure that versions which are there already say the same.
    private func check(_ history: History, _ schemas: [Schema], _ names: [String]) throws {
        for (place, (entry, schema)) in zip(history.entries, schemas).enumerated() where !entry.schema.means(schema) {
            let mode: Entity.Codegen? = Entity.Codegen.allCases.first {
                entry.schema.means(schema.generating($0))
            }
            if let mode {
                throw DiagnosticsError(
                    .error(
                        "version \(entry.version) was imported with '--codegen \(mode.rawValue)'",
                        help: ["add '--codegen \(mode.rawValue)', so that newer versions come in the same way"]
                    )
                )
            }
            throw DiagnosticsError(
                .error(
                    "version \(entry.version) says otherwise than '\(names[place])' does now",
                    notes: ["a frozen version is never edited: stores in use hold it"],
                    help: [
                        "undo the change in Xcode and make it in a new version; or, where no store holds the older one, "
                            + "import the bundle under another name with --model"
                    ]
                )
            )
        }
    }

    /// The head's file with another schema, where it is one file that can be taken apart.
    private func headFile(of model: ProjectModel, _ head: Schema, newest: Schema) -> (url: URL, text: String)? {
        guard let file = model.files.heads.first, model.files.heads.count == 1 else { return nil }
        func draft(_ schema: Schema) -> SourceFile { SourceFile(path: file.path, text: Self.text(ofHead: schema)) }
        guard let merged = ModelFile.merge(base: draft(head), ours: file, theirs: draft(newest)),
            ModelFile.read([SourceFile(path: file.path, text: merged.text)]).schema?.means(newest) == true
        else { return nil }
        return (model.folder.appending(path: file.name), merged.text)
    }

    /// Writes the versions, the mappings, the lock and the head; whether the head could be written.
    private func write(
        _ model: ProjectModel,
        _ entries: [History.Entry],
        _ settlements: [Settlement],
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
