import ApusDiagnostics
public import ApusMigration
import ApusSchema
import Foundation

/// A model's classes, its released versions and the mappings between them. Generated code conforms to it.
public protocol SchemaMigrationPlan: SendableMetatype {
    /// The model's name.
    static var modelName: String { get }

    /// The descriptions of the newest schema's entities.
    static var entities: [EntityDescription] { get }

    /// The released versions whose schemas were removed, oldest first. Their stores cannot be opened.
    static var retired: [RetiredVersion] { get }

    /// The released schemas, oldest first.
    static var versions: [FrozenSchema] { get }

    /// The schema being edited, if it differs from the newest version.
    static var head: FrozenSchema? { get }

    /// The mappings of the stages between the versions.
    static var mappings: [StageMapping] { get }
}

extension SchemaMigrationPlan {
    /// The classes of the newest schema's entities.
    public static var models: [any PersistentModel.Type] { entities.map(\.type) }

    /// No version: none was retired.
    public static var retired: [RetiredVersion] { [] }

    /// The released schemas up to and including a version. Generated code calls it.
    @_spi(Generated)
    public static func versions(through version: String) -> [FrozenSchema] {
        versions.firstIndex { $0.version == version }.map { Array(versions[...$0]) } ?? []
    }

    /// The mappings of the stages between the released schemas up to and including a version. Generated code calls it.
    @_spi(Generated)
    public static func mappings(through version: String) -> [StageMapping] {
        let known = Set(versions(through: version).map(\.version))
        return mappings.filter { known.contains($0.from) && known.contains($0.to) }
    }

    /// Creates the planner of this model's migrations: the same one that the command line uses.
    ///
    /// - Throws: ``ModelError/unreadableSchema(model:version:reason:)`` if the generated text of the newest version or the
    ///   head was edited. Older versions are read when a migration needs them, which throws then.
    public static func planner() throws -> Planner {
        let newest = try versions.last.map { frozen in
            History.Entry(try version(frozen.version), try schema(frozen), digest: frozen.digest)
        }
        let older = try versions.dropLast().map { frozen in
            // Most stores are of the newest version or the one before, and an app starts with this.
            History.Release(try version(frozen.version), digest: frozen.digest) {
                Result { () throws(ModelError) in try schema(frozen) }.mapError { DiagnosticsError($0.diagnostics) }
            }
        }
        let retired = try retired.map { retired in
            History.RetiredVersion(
                try version(retired.version),
                digest: retired.digest,
                History.Retirement(newest: try version(retired.newest), release: retired.release)
            )
        }
        let history = History(
            model: modelName,
            retired: retired,
            before: older,
            newest: newest,
            head: try head.map { try schema($0) }
        )
        return Planner(history: history, mappings: try mappings.map { try mapping($0) })
    }

    private static func mapping(_ written: StageMapping) throws -> Mapping {
        let from: Schema.Version = try version(written.from)
        let to: Schema.Version? = written.to == "head" ? nil : try version(written.to)
        do {
            return try Mapping(from: from, to: to, json: written.json)
        } catch {
            throw ModelError.unreadableMapping(model: modelName, from: written.from, to: written.to, reason: "\(error)")
        }
    }

    private static func version(_ text: String) throws -> Schema.Version {
        guard let version = Schema.Version(text) else { throw damaged(text, "it is not a version") }
        return version
    }

    private static func schema(_ frozen: FrozenSchema) throws(ModelError) -> Schema {
        do {
            return try Schema(json: Data(frozen.json.utf8))
        } catch {
            throw damaged(frozen.version, "\(error)")
        }
    }

    private static func damaged(_ version: String, _ reason: String) -> ModelError {
        .unreadableSchema(model: modelName, version: version, reason: reason)
    }
}
