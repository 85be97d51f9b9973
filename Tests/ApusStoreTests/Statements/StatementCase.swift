import ApusMigration
import ApusSchema

/// Typical stages of apps, each with a store to migrate.
struct StatementCase: CustomStringConvertible, Sendable {
    let name: String
    let schemas: [Schema]
    var mappings: [Mapping] = []
    /// The SQL that is run on the store at version 1. Each table whose rows are copied has some.
    var sql: String = "INSERT INTO Note (text) VALUES ('a'), ('b')"

    var description: String { name }

    private static let text = Attribute("text", .string)
    private static let plain: Schema = .note(text)

    private static func note(_ change: (inout Entity) -> Void) -> Schema {
        var entity = Entity("Note", attributes: [text])
        change(&entity)
        return .notes(entity)
    }

    private static func withTag(_ note: [Relationship], _ tag: [Relationship] = []) -> Schema {
        .notes(
            Entity("Note", attributes: [text], relationships: note),
            Entity("Tag", attributes: [Attribute("name", .string)], relationships: tag)
        )
    }

    private static let tagged: String =
        "INSERT INTO Tag (_id, name) VALUES (1, 'x'), (2, 'y'); INSERT INTO Note (text) VALUES ('a'), ('b')"

    private static let loud: Attribute = {
        var attribute = Attribute("loud", .string, isOptional: true)
        attribute.derivation = Derivation("uppercase:(text)")
        return attribute
    }()

    private static func indexed(_ attributes: [Attribute], _ column: String) -> Schema {
        note {
            $0.attributes = attributes
            $0.indexes = [Entity.Index("by", [.init(column)])]
        }
    }

    private static func picture(isExternal: Bool, original: String? = nil) -> Schema {
        var photo = Attribute(original == nil ? "photo" : "image", .data, isOptional: true, originalName: original)
        photo.usesExternalStorage = isExternal
        return .note(text, photo)
    }

    static let all: [StatementCase] = attributes + relationships + entities + plans

    private static let attributes: [StatementCase] = [
        StatementCase(
            name: "add-attributes",
            schemas: [
                plain,
                .note(text, Attribute("size", .int32, default: .int(-1)), Attribute("tag", .string, isOptional: true)),
            ]
        ),
        StatementCase(
            name: "remove-attribute",
            schemas: [.note(text, Attribute("code", .string, isOptional: true)), plain],
            mappings: [.stage(accept: ["Note.code"])]
        ),
        StatementCase(
            name: "rename-attribute",
            schemas: [
                indexed([text], "text"), indexed([Attribute("body", .string, originalName: "text")], "body"),
            ]
        ),
        StatementCase(
            name: "convert-type",
            schemas: [
                indexed([text, Attribute("size", .int16)], "text"),
                indexed(
                    [Attribute("body", .string, originalName: "text"), Attribute("size", .decimal)],
                    "body"
                ),
            ],
            sql: "INSERT INTO Note (text, size) VALUES ('a', 1), ('b', 2)"
        ),
        StatementCase(
            name: "widen-type",
            schemas: [.note(text, Attribute("size", .int16)), .note(text, Attribute("size", .double))],
            sql: "INSERT INTO Note (text, size) VALUES ('a', 1), ('b', 2)"
        ),
        StatementCase(
            name: "required-with-fill",
            schemas: [
                .note(Attribute("text", .string, isOptional: true)),
                .note(Attribute("text", .string, default: .string("?"))),
            ],
            sql: "INSERT INTO Note (text) VALUES ('a'), (NULL)"
        ),
        StatementCase(name: "add-unique", schemas: [plain, note { $0.uniquenessConstraints = [["text"]] }]),
        StatementCase(name: "add-index", schemas: [plain, indexed([text], "text")]),
        StatementCase(
            name: "add-rtree",
            schemas: [
                note { $0.attributes += [Attribute("x", .double), Attribute("y", .double)] },
                note {
                    $0.attributes += [Attribute("x", .double), Attribute("y", .double)]
                    $0.indexes = [Entity.Index("map", [.init("x"), .init("y")], kind: .rtree)]
                },
            ],
            sql: "INSERT INTO Note (text, x, y) VALUES ('a', 1, 2)"
        ),
        StatementCase(name: "add-derived", schemas: [plain, .note(text, loud)]),
        StatementCase(
            name: "add-composite",
            schemas: [
                plain,
                {
                    var schema: Schema = .note(text, Attribute("home", .named("Home"), isOptional: true))
                    schema.composites = [
                        Composite("Home", attributes: [Attribute("street", .string), Attribute("city", .string)])
                    ]
                    return schema
                }(),
            ]
        ),
        StatementCase(
            name: "external-data",
            schemas: [picture(isExternal: false), picture(isExternal: true, original: "photo")],
            sql: "INSERT INTO Note (text, photo) VALUES ('a', x'00')"
        ),
    ]

    private static let relationships: [StatementCase] = [
        StatementCase(
            name: "add-to-one",
            schemas: [withTag([]), withTag([.toOne("tag", "Tag", isOptional: true)])],
            sql: tagged
        ),
        StatementCase(
            name: "add-to-many",
            schemas: [
                withTag([]),
                withTag([.toMany("tags", "Tag", inverse: "notes")], [.toMany("notes", "Note", inverse: "tags")]),
            ],
            sql: tagged
        ),
        StatementCase(
            name: "key-becomes-pairs",
            schemas: [
                withTag([.toOne("tag", "Tag", isOptional: true)]),
                withTag([.toMany("tags", "Tag", originalName: "tag")]),
            ],
            sql: "\(tagged); UPDATE Note SET tag = 1"
        ),
    ]

    private static let entities: [StatementCase] = [
        StatementCase(
            name: "rename-entity",
            schemas: [
                withTag([.toOne("tag", "Tag", isOptional: true)]),
                .notes(
                    Entity("Note", attributes: [text], relationships: [.toOne("tag", "Label", isOptional: true)]),
                    Entity("Label", originalName: "Tag", attributes: [Attribute("name", .string)])
                ),
            ],
            sql: tagged
        ),
        StatementCase(
            name: "remove-entity",
            schemas: [withTag([]), plain],
            mappings: [.stage(accept: ["Tag"])],
            sql: tagged
        ),
        StatementCase(
            name: "split-hierarchy",
            schemas: [
                {
                    var item = Entity("Item", attributes: [text])
                    item.isAbstract = true
                    return .notes(
                        item,
                        Entity("Note", parent: "Item"),
                        Entity("Tag", parent: "Item", attributes: [Attribute("name", .string)])
                    )
                }(),
                .notes(
                    Entity("Note", attributes: [text]),
                    Entity("Tag", attributes: [text, Attribute("name", .string)])
                ),
            ],
            sql: """
                INSERT INTO Item (_entity, text) VALUES ('Note', 'a');
                INSERT INTO Item (_entity, text, "Tag.name") VALUES ('Tag', 'b', 'x')
                """
        ),
    ]

    private static let plans: [StatementCase] = [
        StatementCase(
            name: "three-stages-in-one-pass",
            schemas: [
                .note(text, Attribute("size", .int16)),
                .note(Attribute("body", .string, originalName: "text"), Attribute("size", .int16)),
                .note(Attribute("body", .string), Attribute("size", .string)),
                .note(
                    Attribute("body", .string),
                    Attribute("size", .string),
                    Attribute("id", .uuid, isOptional: true)
                ),
            ],
            sql: "INSERT INTO Note (text, size) VALUES ('a', 1), ('b', 2)"
        ),
        StatementCase(
            name: "two-passes",
            schemas: [
                plain, .note(text, loud), .note(text, Attribute("loud", .string, default: .string("?"))),
            ]
        ),
        StatementCase(
            name: "added-by-hand",
            schemas: [
                .note(text, Attribute("size", .int16, isOptional: true)),
                .notes(
                    Entity(
                        "Memo",
                        originalName: "Note",
                        attributes: [
                            Attribute("body", .string, originalName: "text"),
                            Attribute("size", .int16, default: .int(7)),
                        ]
                    )
                ),
            ],
            sql: """
                INSERT INTO Note (text, size) VALUES ('a', 1), ('b', NULL);
                CREATE TABLE log (what TEXT); CREATE VIEW long AS SELECT text FROM Note WHERE length(text) > 9;
                CREATE INDEX mine ON Note (size, text);
                CREATE TRIGGER logged AFTER UPDATE ON Note BEGIN INSERT INTO log VALUES (new.text); END; ANALYZE
                """
        ),
    ]
}
