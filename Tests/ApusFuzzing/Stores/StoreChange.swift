import ApusMigration
import ApusSchema
import ApusStore

/// A step between two versions of a small model, with what happens to the rows of its entity `Note`.
struct StoreChange {
    /// The older and the newer version.
    let schemas: [Schema]

    /// The losses that its mapping accepts.
    let accept: [ElementPath]

    /// The value of each row of the older version that the newer one has as ``after``, as SQL.
    let before: String

    /// The value of each row of the newer version, as SQL.
    let after: String

    /// How the table is changed.
    let rule: TableStrategy.Rule

    /// Every change with every rule.
    static let all: [StoreChange] = TableStrategy.Rule.allCases.flatMap { rule in
        let (text, size) = (Attribute("text", .string), Attribute("size", .int16))
        let optional = Attribute("size", .int16, isOptional: true)
        let flag = Attribute("flag", .bool, default: .bool(true))
        let changes: [([Attribute], [Attribute], [ElementPath], String, String)] = [
            ([text, size], [text, Attribute("size", .int64)], [], "size", "size"),
            ([text, size], [text, Attribute("size", .string)], [], "CAST(size AS TEXT)", "size"),
            ([text, size], [text, Attribute("width", .int16, originalName: "size")], [], "size", "width"),
            ([text, size], [text], [ElementPath("Note", "size")], "0", "0"),
            ([text, optional], [text, Attribute("size", .int16, default: .int(1))], [], "coalesce(size, 1)", "size"),
            ([text, size], [text, size, flag], [], "size", "size"),
        ]
        return changes.map { older, newer, accept, before, after in
            StoreChange(
                schemas: [schema(older), schema(newer)],
                accept: accept,
                before: before,
                after: after,
                rule: rule
            )
        }
    }

    /// The migration.
    var migrator: Migrator {
        let versions = [Schema.Version(1), Schema.Version(2)]
        let history = History(
            model: schemas[0].model,
            entries: zip(versions, schemas).map { History.Entry($0, $1) }
        )
        let mapping = Mapping(from: versions[0], to: versions[1], accept.map { .accept($0) })
        var migrator = Migrator(planner: Planner(history: history, mappings: [mapping]))
        migrator.rule = rule
        return migrator
    }

    private static func schema(_ attributes: [Attribute]) -> Schema {
        let note = Entity(
            "Note",
            attributes: attributes,
            relationships: [.toMany("tags", "Tag"), .toOne("next", "Note", isOptional: true)]
        )
        var tag = Entity("Tag", attributes: [Attribute("name", .string)])
        tag.uniquenessConstraints = [["name"]]
        return Schema(model: "Notes", entities: [note, tag])
    }
}
