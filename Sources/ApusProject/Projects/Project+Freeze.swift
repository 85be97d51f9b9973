import ApusDiagnostics
import ApusFiles
import ApusMigration
package import ApusSchema
import Foundation

extension Project {
    /// The result of freezing a head.
    package struct Frozen: Hashable, Sendable {
        /// The new version.
        package let version: Schema.Version
        /// The file of the frozen schema, as messages show it.
        package let file: String
        /// The renamed files of the head's mappings, as messages show them.
        package let mappings: [String]
    }

    /// Freezes a model's head as a version.
    ///
    /// Writes `versions/<version>.yaml`, renames the head's mappings after the version, and adds the version's line to
    /// the lock. If one of these fails, the others are undone. The caller must check that the stage is settled.
    ///
    /// - Parameters:
    ///   - model: The model, as just loaded.
    ///   - version: The version, or `nil` for the next whole number.
    /// - Returns: The version and its files.
    /// - Throws: `DiagnosticsError` if the model has errors, nothing has changed since the newest version, the version
    ///   does not come after it, or a file cannot be written.
    package func freeze(_ model: ProjectModel, as version: Schema.Version? = nil) throws -> Frozen {
        guard let history = model.history, let head = history.head else {
            throw DiagnosticsError(.error("the model '\(model.name)' has errors", help: ["run 'apus check'"]))
        }
        let newest: History.Entry? = history.newest
        let version: Schema.Version = try version ?? .next(after: newest?.version)
        try check(version, head, history)
        let text: String = ModelFile.write(head)
        // A frozen version is read for ever, so one that does not read back as it was is refused.
        guard ModelFile.read([SourceFile(path: "\(version).yaml", text: text)]).schema == head else {
            throw DiagnosticsError(
                .error(
                    "the frozen schema would not read back unchanged",
                    help: ["this is a bug in Apus: please report it with the model's file"]
                )
            )
        }
        let mappings: [Mapping] = model.mappings.filter { $0.to == nil }
        let schemaDigest: String = Digest.of(head)
        let mappingDigest: String? = Digest.of(mappings.first { $0.from == newest?.version })
        let direct: [LockFile.DirectMapping] = mappings.directMappings(to: nil, in: history.versions)
        let chain: String = Digest.chain(
            after: newest?.digest,
            version,
            schema: schemaDigest,
            mapping: mappingDigest,
            direct: direct
        )
        let line = LockFile.Line(
            version,
            schema: schemaDigest,
            mapping: mappingDigest,
            direct: direct,
            chain: chain
        )
        let lock = LockFile(lines: model.contents.lock.lines + [line])
        var change = FileChange(disk: disk)
        let files: [URL] = mappings.map { model.mappingFile(from: $0.from, to: version) }
        do {
            try change.create(model.file(of: version), text)
            for (mapping, file) in zip(mappings, files) {
                try change.move(model.mappingFile(from: mapping.from, to: nil), to: file)
            }
            try disk.write(lock.write(), to: model.lock)
        } catch {
            change.undo()
            throw error
        }
        return Frozen(
            version: version,
            file: disk.shown(model.file(of: version)),
            mappings: files.map(disk.shown)
        )
    }

    private func check(_ version: Schema.Version, _ head: Schema, _ history: History) throws {
        guard let newest = history.newest else { return }
        if history.index(of: version) != nil {
            throw DiagnosticsError(
                .error("version \(version) is already frozen", help: ["choose one after \(newest.version)"])
            )
        }
        if version < newest.version {
            throw DiagnosticsError(
                .error(
                    "version \(version) does not come after version \(newest.version)",
                    help: ["choose a later one, such as \(try Schema.Version.next(after: newest.version))"]
                )
            )
        }
        if !history.hasUnreleasedHead {
            throw DiagnosticsError(
                .error(
                    "nothing has changed since version \(newest.version)",
                    help: [
                        "change the model first, or set 'hashModifier' of an entity for a version whose mapping changes only data"
                    ]
                )
            )
        }
    }
}
