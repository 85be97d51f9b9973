public import ApusMigration
import ApusSchema
import Foundation

/// A model's classes, its released versions and the mappings between them. Generated code conforms to it.
public protocol SchemaMigrationPlan: SendableMetatype {
    /// The model's name.
    static var modelName: String { get }

    /// The descriptions of the newest schema's entities.
    static var entities: [EntityDescription] { get }

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
    /// - Throws: ``ModelError/unreadableSchema(model:version:reason:)`` if the generated text was edited.
    public static func planner() throws -> Planner {
        let entries = try versions.map { frozen in
            History.Entry(try version(frozen.version), try schema(frozen), digest: frozen.digest)
        }
        let history = History(model: modelName, entries: entries, head: try head.map { try schema($0) })
        return Planner(history: history, mappings: try mappings.map { try mapping($0) })
    }

    private static func mapping(_ written: StageMapping) throws -> Mapping {
        func path(_ text: some StringProtocol) throws -> ElementPath {
            guard let path = ElementPath(parsing: String(text)) else {
                throw damaged("\(written.from)-\(written.to)", "'\(text)' is not an element's path")
            }
            return path
        }
        return Mapping(
            from: try version(written.from),
            to: written.to == "head" ? nil : try version(written.to),
            accept: try written.accept.map { text in
                let isWildcard = text.hasSuffix(wildcard)
                return Mapping.Acceptance(
                    try path(isWildcard ? text.dropLast(wildcard.count) : text[...]),
                    isWildcard: isWildcard
                )
            },
            fill: try written.fill.map { Mapping.Filling(try path($0.key), fill($0.value)) },
            convert: try written.convert.map { Mapping.NamedConversion(try path($0.key), $0.value) },
            require: try written.require.map { Mapping.Requirement(try path($0)) }
        )
    }

    private static var wildcard: String { ".*" }

    private static func fill(_ written: StageMapping.Fill) -> Fill {
        switch written {
        case .literal(let text): .literal(text)
        case .uuid: .generated(.uuid)
        case .now: .generated(.now)
        case .rowNumber: .generated(.rowNumber)
        }
    }

    private static func version(_ text: String) throws -> Schema.Version {
        guard let version = Schema.Version(text) else { throw damaged(text, "it is not a version") }
        return version
    }

    private static func schema(_ frozen: FrozenSchema) throws -> Schema {
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
