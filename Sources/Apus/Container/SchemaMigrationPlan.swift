public import ApusMigration
import ApusSchema
import Foundation

/// A model's classes, its versions, and what leads from each to the next. Generated code makes it.
public protocol SchemaMigrationPlan: SendableMetatype {
    /// The model's name.
    static var modelName: String { get }

    /// The classes of the newest schema's entities.
    static var models: [any PersistentModel.Type] { get }

    /// The released schemas, oldest first.
    static var versions: [FrozenSchema] { get }

    /// The schema being edited, where it is not released yet.
    static var head: FrozenSchema? { get }

    /// What stages may lose.
    static var acceptedLosses: [AcceptedLosses] { get }
}

extension SchemaMigrationPlan {
    /// The planner of this model's migrations: the same one that the command line uses.
    ///
    /// - Returns: The planner.
    /// - Throws: ``ModelError`` where the generated text was damaged.
    public static func planner() throws -> Planner {
        let entries: [History.Entry] = try versions.map { frozen in
            History.Entry(try version(frozen.version), try schema(frozen), digest: frozen.digest)
        }
        let history = History(model: modelName, entries: entries, head: try head.map { try schema($0) })
        let mappings: [Mapping] = try acceptedLosses.map { losses in
            Mapping(
                from: try version(losses.from),
                to: losses.to == "head" ? nil : try version(losses.to),
                accept: try losses.elements.map { element in
                    guard let path = ElementPath(parsing: element) else {
                        throw damaged("\(losses.from)-\(losses.to)", "'\(element)' names no element")
                    }
                    return Mapping.Acceptance(path)
                }
            )
        }
        return Planner(history: history, mappings: mappings)
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
