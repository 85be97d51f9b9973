public import ApusMigration
import ApusSchema
import Foundation

/// A model's classes, its versions, and what leads from each to the next. Generated code makes it.
public protocol SchemaMigrationPlan: SendableMetatype {
    /// The model's name.
    static var modelName: String { get }

    /// What the runtime knows of the newest schema's entities.
    static var entities: [EntityDescription] { get }

    /// The released schemas, oldest first.
    static var versions: [FrozenSchema] { get }

    /// The schema being edited, where it is not released yet.
    static var head: FrozenSchema? { get }

    /// What was written about the stages between them.
    static var mappings: [StageMapping] { get }
}

extension SchemaMigrationPlan {
    /// The classes of the newest schema's entities.
    public static var models: [any PersistentModel.Type] { entities.map(\.type) }

    /// The released schemas up to one of them. Generated code calls it.
    @_spi(Generated)
    public static func versions(through version: String) -> [FrozenSchema] {
        versions.firstIndex { $0.version == version }.map { Array(versions[...$0]) } ?? []
    }

    /// What was written about the stages between the released schemas up to one of them. Generated code calls it.
    @_spi(Generated)
    public static func mappings(through version: String) -> [StageMapping] {
        let known: Set<String> = Set(versions(through: version).map(\.version))
        return mappings.filter { known.contains($0.from) && known.contains($0.to) }
    }

    /// The planner of this model's migrations: the same one that the command line uses.
    ///
    /// - Returns: The planner.
    /// - Throws: ``ModelError`` where the generated text was damaged.
    public static func planner() throws -> Planner {
        let entries: [History.Entry] = try versions.map { frozen in
            History.Entry(try version(frozen.version), try schema(frozen), digest: frozen.digest)
        }
        let history = History(model: modelName, entries: entries, head: try head.map { try schema($0) })
        return Planner(history: history, mappings: try mappings.map { try mapping($0) })
    }

    private static func mapping(_ written: StageMapping) throws -> Mapping {
        func path(_ text: some StringProtocol) throws -> ElementPath {
            guard let path = ElementPath(parsing: String(text)) else {
                throw damaged("\(written.from)-\(written.to)", "'\(text)' names no element")
            }
            return path
        }
        return Mapping(
            from: try version(written.from),
            to: written.to == "head" ? nil : try version(written.to),
            accept: try written.accept.map { text in
                let isWildcard: Bool = text.hasSuffix(wildcard)
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
        guard let version = Schema.Version(text) else { throw damaged(text, "that is no version") }
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
