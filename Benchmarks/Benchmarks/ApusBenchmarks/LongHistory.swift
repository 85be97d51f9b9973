import ApusMigration
import ApusSchema

/// A history in which every version renames, adds and widens something.
enum LongHistory {
    static func planner(versions: Int, entities: Int) -> Planner {
        let entries = (1...versions).map { History.Entry(Schema.Version($0), schema($0, entities: entities)) }
        return Planner(history: History(model: "Long", entries: entries), mappings: [])
    }

    /// A version of the schema.
    static func schema(_ version: Int, entities: Int) -> Schema {
        Schema(model: "Long", entities: (0..<entities).map { entity($0, version) })
    }

    private static func entity(_ number: Int, _ version: Int) -> Entity {
        let previous: String? = version == 1 ? nil : "name\(version - 1)"
        let added: [Attribute] = (0..<min(version, 20)).map { Attribute("note\($0)", .string, isOptional: true) }
        return Entity(
            "Entity\(number)",
            attributes: [
                Attribute("name\(version)", .string, originalName: previous),
                Attribute("count", version < 50 ? .int16 : .int64, default: .int(Int64(version))),
            ] + added
        )
    }
}
