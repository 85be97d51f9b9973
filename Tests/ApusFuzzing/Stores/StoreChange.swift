import ApusMigration
import ApusSchema
import ApusStore

/// A step between two versions of a small model, with what happens to the rows of its entity `Note`.
struct StoreChange {
    /// The older and the newer version.
    let schemas: [Schema]

    /// What its mapping says.
    let lines: [Mapping.Line]

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
        let flag = { Attribute($0, .bool, default: .bool(true)) }
        let path = { ElementPath("Note", $0) }
        let part = Relationship.toOne("part", "Part", isOptional: true)
        let parts = [note([text], [part]), Entity("Part", attributes: [size])]
        let ofPart = "(SELECT size FROM Part WHERE Part._id = Note.part)"
        let values = [text, size] + valueTypes.map { Attribute($0, .scalar($1), isOptional: true) }
        let rounded = values.map { $0.name == "ratio" ? Attribute("ratio", .int32, isOptional: true) : $0 }
        let changes: [([Attribute], [Entity], [Mapping.Line], String, String)] = [
            ([text, size], [note([text, Attribute("size", .int64)])], [], "size", "size"),
            ([text, size], [note([text, Attribute("size", .string)])], [], "CAST(size AS TEXT)", "size"),
            ([text, size], [note([text, Attribute("width", .int16, originalName: "size")])], [], "size", "width"),
            ([text, size], [note([text])], [.accept(path("size"))], "0", "0"),
            (
                [text, optional], [note([text, Attribute("size", .int16, default: .int(1))])], [], "coalesce(size, 1)",
                "size"
            ),
            ([text, size], [note([text, size, flag("flag")])], [], "size", "size"),
            // Mapped stages: a computed value, an entity that is split, and values that become objects.
            (
                [text, size], [note([text, Attribute("size", .int32)])], [.value(path("size"), "$source.size + 1")],
                "size + 1", "size"
            ),
            (
                [text, size], parts, [.entity("Part", [Mapping.Origin(["Note"])]), .value(path("part"), "same(Part)")],
                "size", ofPart
            ),
            (
                [text, size], parts,
                [
                    .entity("Part", [Mapping.Origin(["Note"], distinct: ["size"], values: ["size": "$source.size"])]),
                    .value(path("part"), "find(Part, size == $source.size)"),
                ],
                "size", ofPart
            ),
            // Values of all types, kept and converted.
            (values, [note(values + [flag("more")])], [], "size", "size"),
            (values, [note(rounded)], [.convert(path("ratio"), "rounded")], "size", "size"),
        ]
        return changes.map { older, newer, lines, before, after in
            StoreChange(
                schemas: [schema([note(older)]), schema(newer)],
                lines: lines,
                before: before,
                after: after,
                rule: rule
            )
        }
    }

    /// Attributes of types that are stored in different ways, by name.
    private static let valueTypes: [(String, ScalarType)] = [
        ("ratio", .double), ("flag", .bool), ("moment", .date), ("amount", .decimal), ("data", .data),
        ("identifier", .uuid),
    ]

    /// The migration.
    var migrator: Migrator {
        let versions = [Schema.Version(1), Schema.Version(2)]
        let history = History(
            model: schemas[0].model,
            entries: zip(versions, schemas).map { History.Entry($0, $1) }
        )
        let mapping = Mapping(from: versions[0], to: versions[1], lines)
        var migrator = Migrator(planner: Planner(history: history, mappings: [mapping]))
        migrator.rule = rule
        return migrator
    }

    private static func note(_ attributes: [Attribute], _ relationships: [Relationship] = []) -> Entity {
        Entity(
            "Note",
            attributes: attributes,
            relationships: [.toMany("tags", "Tag"), .toOne("next", "Note", isOptional: true)] + relationships
        )
    }

    private static func schema(_ entities: [Entity]) -> Schema {
        var tag = Entity("Tag", attributes: [Attribute("name", .string)])
        tag.uniquenessConstraints = [["name"]]
        return Schema(model: "Notes", entities: entities + [tag])
    }
}
