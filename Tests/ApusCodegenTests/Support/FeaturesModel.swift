import ApusMigration
import ApusSchema
import Foundation

/// A model that uses every feature. Its generated classes are committed in the tests of the runtime, which run them.
enum FeaturesModel {
    static let history = History(
        model: "Features",
        entries: [
            History.Entry(Schema.Version(1), first, digest: "d1"), History.Entry(Schema.Version(1, 1), second),
        ],
        head: head
    )

    static let mappings: [Mapping] = [
        Mapping(
            from: Schema.Version(1),
            to: Schema.Version(1, 1),
            [
                .accept(ElementPath("Trip", "legacyCode")),
                .accept(ElementPath("Old")),
                .fill(ElementPath("Trip", "code"), .literal("none \"yet\"\n")),
                .fill(ElementPath("Trip", "token"), .generated(.uuid)),
                .fill(ElementPath("Trip", "made"), .generated(.now)),
                .fill(ElementPath("Trip", "number"), .generated(.rowNumber)),
                .convert(ElementPath("Trip", "weight"), "rounded"),
                .require(ElementPath("Trip", "note")),
            ]
        ),
        Mapping(
            from: Schema.Version(1, 1),
            to: nil,
            [.accept(ElementPath("Trip"), isWildcard: true)]
        ),
    ]

    private static let first = Schema(
        model: "Features",
        entities: [
            Entity(
                "Trip",
                attributes: [
                    Attribute("title", .string, default: .string("a \"quoted\" \\ \\#(text)\n#")),
                    Attribute("legacyCode", .string, isOptional: true), Attribute("weight", .double),
                    Attribute("note", .string, isOptional: true),
                ]
            ), Entity("Old"),
        ]
    )

    private static let second: Schema = {
        let trip = Entity(
            "Trip",
            attributes: [
                Attribute("title", .string), Attribute("rank", .int16, default: .int(1)),
                Attribute("code", .string), Attribute("token", .uuid), Attribute("made", .date),
                Attribute("number", .int64), Attribute("weight", .int32), Attribute("note", .string),
                Attribute("season", .named("Season"), isOptional: true),
            ]
        )
        var schema = Schema(model: "Features", entities: [trip])
        schema.enumerations = [ModelTypes.nested("Season", in: "Trip", ["summer", "winter"])]
        return schema
    }()

    static let head: Schema = {
        var schema = Schema(
            model: "Features",
            entities: [everything, trip, item, accommodation, tag, person, photo, keywords] + shadows
                + ModelTypes.entities + Animals.entities + lists + sums + samples + Records.entities
        )
        schema.enumerations = ModelTypes.enumerations
        schema.composites = ModelTypes.composites
        schema.fetchRequests = Fetches.requests
        for index in schema.entities.indices {
            schema.entities[index].hasValueType = [
                "Trip", "Animal", "Dog", "GuideDog", "Contact", "Document", "class", "Everything", "Shelter", "Member",
                "Medal", "Club",
            ].contains(schema.entities[index].name)
            if schema.entities[index].name == "Trip" {
                schema.entities[index].fetchedProperties = [Fetches.longer, Fetches.namesake]
            } else if schema.entities[index].name == "Person" {
                schema.entities[index].fetchedProperties = [Fetches.longerThan]
            }
        }
        return schema
    }()

    private static let everything = Entity(
        "Everything",
        attributes: required + optional + withDefaults
    )

    /// Attributes of the types whose rows a fetch packs, in a hierarchy of which one entity is not packed.
    private static let samples: [Entity] = {
        let types = ["int16", "int32", "int64", "int", "double", "float", "string", "bool", "date", "data", "uuid"]
        return [
            Entity(
                "Sample",
                attributes: types.flatMap {
                    [
                        Attribute("\($0)Value", typeName: $0),
                        Attribute("\($0)OrNil", typeName: $0, isOptional: true),
                    ]
                },
                relationships: [.toOne("next", "Sample", isOptional: true)]
            ),
            Entity(
                "LabelledSample",
                parent: "Sample",
                codegen: .extension,
                attributes: [Attribute("label", .string)]
                    + (0..<12).map { Attribute("extra\($0)", .int16, default: .int(Int64($0))) }
            ),
            Entity("PricedSample", parent: "Sample", attributes: [Attribute("price", .decimal)]),
        ]
    }()

    private static let required: [Attribute] = ScalarType.allCases.map { type in
        Attribute("\(type.rawValue)Value", .scalar(type))
    }

    private static let optional: [Attribute] = ScalarType.allCases.map { type in
        Attribute("\(type.rawValue)OrNil", .scalar(type), isOptional: true)
    }

    private static let withDefaults: [Attribute] = ScalarType.allCases.flatMap { type -> [Attribute] in
        defaults[type, default: []].enumerated().map { index, value in
            Attribute("\(type.rawValue)Default\(index)", .scalar(type), isOptional: index == 1, default: value)
        }
    }

    private static let defaults: [ScalarType: [Value]] = [
        .int16: [.int(-32768), .int(7)],
        .int32: [.int(1)],
        .int64: [.int(.min), .int(.max)],
        .decimal: [.decimal(Decimal(string: "-12345678901234567890.123456789012345678") ?? 0), .decimal(0)],
        .double: [.double(.leastNonzeroMagnitude), .double(-.infinity), .double(-0.0)],
        .float: [.double(Double(Float(0.1))), .double(.infinity)],
        .string: [.string(""), .string("tab\t \"quoted\" \\(no) \u{202E}é🧳\0\r\n")],
        .bool: [.bool(true), .bool(false)],
        .date: [.date(0.1), .date(-1e300)],
        .data: [.data(Data()), .data(Data([0, 255, 1]))],
        .uuid: [.uuid(UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 255)))],
        .url: [.url("https://example.com/a?b=c#d"), .url("relative/path")],
    ]

    private static let trip = Entity(
        "Trip",
        codegen: .extension,
        attributes: [
            Attribute("name", .string, originalName: "title"), Attribute("destination", .string, isOptional: true),
            Attribute("nights", .int32, default: .int(1)),
            Attribute("id", .uuid, isOptional: true, originalName: "token"),
        ],
        relationships: [
            .toOne(
                "accommodation",
                "LivingAccommodation",
                isOptional: true,
                inverse: "trip",
                deleteRule: .cascade
            ),
            .toMany("bucketList", "BucketListItem", inverse: "trip", deleteRule: .cascade),
            .toMany("tags", "Tag", inverse: "trips"),
            .toOne("leader", "Person", isOptional: true, inverse: "leads", deleteRule: .nullify),
            .toOne("sponsor", "Person", isOptional: true),
            .toMany("photos", "Photo"),
        ]
    )

    private static let item = Entity(
        "BucketListItem",
        attributes: [Attribute("title", .string), Attribute("isDone", .bool, default: .bool(false))],
        relationships: [.toOne("trip", "Trip", inverse: "bucketList")]
    )

    private static let accommodation = Entity(
        "LivingAccommodation",
        attributes: [Attribute("name", .string)],
        relationships: [.toOne("trip", "Trip", isOptional: true, inverse: "accommodation", holdsKey: true)]
    )

    private static let tag = Entity(
        "Tag",
        attributes: [Attribute("name", .string)],
        relationships: [.toMany("trips", "Trip", inverse: "tags", deleteRule: .noAction)]
    )

    private static let person = Entity(
        "Person",
        attributes: [Attribute("name", .string)],
        relationships: [
            .toMany("leads", "Trip", inverse: "leader", deleteRule: .deny),
            .toMany("friends", "Person", inverse: "friends"),
            .toOne("spouse", "Person", isOptional: true, inverse: "spouse"),
            .toOne("parent", "Person", isOptional: true, inverse: "children"),
            .toMany("children", "Person", inverse: "parent", deleteRule: .cascade),
            .toOne("manager", "Person", isOptional: true, inverse: "reports"),
            .toMany("reports", "Person", inverse: "manager", deleteRule: .noAction),
        ]
    )

    private static let photo = Entity(
        "Photo",
        attributes: [Attribute("bytes", .data), Attribute("order", .int64, default: .int(0))]
    )

    /// Ordered relationships: one to many, many to many with order on both sides, one way, and to themselves.
    private static let lists: [Entity] = [
        Entity(
            "Playlist",
            attributes: [Attribute("name", .string)],
            relationships: [
                ordered("tracks", "Track", inverse: "playlist"), ordered("queue", "Track"),
                ordered("guests", "Guest", inverse: "lists"), ordered("similar", "Playlist", inverse: "similar"),
            ]
        ),
        Entity(
            "Track",
            attributes: [Attribute("title", .string)],
            relationships: [.toOne("playlist", "Playlist", isOptional: true, inverse: "tracks")]
        ),
        Entity(
            "Guest",
            attributes: [Attribute("name", .string)],
            relationships: [ordered("lists", "Playlist", inverse: "guests")]
        ),
        Entity(
            "Carriage",
            attributes: [Attribute("name", .string)],
            relationships: [ordered("seats", "Seat", inverse: "carriage")]
        ),
        seat,
    ]

    /// Sums that can be too large: for 64 bits on the way, and for the attribute's type.
    private static let sums: [Entity] = {
        var total = Attribute("total", .int64, isOptional: true)
        total.derivation = Derivation("readings.@sum.amount")
        var steps = Attribute("steps", .int16, isOptional: true)
        steps.derivation = Derivation("readings.@sum.steps")
        return [
            Entity(
                "Meter",
                attributes: [Attribute("name", .string), total, steps],
                relationships: [.toMany("readings", "Reading", inverse: "meter")]
            ),
            Entity(
                "Reading",
                attributes: [Attribute("amount", .int64), Attribute("steps", .int16, default: .int(0))],
                relationships: [.toOne("meter", "Meter", isOptional: true, inverse: "readings")]
            ),
        ]
    }()

    /// An entity with two unique constraints, in an ordered list, and with a value that is not encoded alike twice.
    private static let seat: Entity = {
        var marks = Attribute("marks", .codable)
        (marks.swiftType, marks.defaultExpression) = ("Set<String>", "[]")
        var seat = Entity(
            "Seat",
            attributes: [Attribute("code", .string), Attribute("number", .int64, isOptional: true), marks],
            relationships: [.toOne("carriage", "Carriage", isOptional: true, inverse: "seats")]
        )
        seat.uniquenessConstraints = [["code"], ["number"]]
        return seat
    }()

    private static func ordered(_ name: String, _ destination: String, inverse: String? = nil) -> Relationship {
        var relationship: Relationship = .toMany(name, destination, inverse: inverse)
        relationship.isOrdered = true
        return relationship
    }

    /// Every word that Swift knows, as the name of a property.
    private static let keywords: Entity = {
        var entity = allWords
        entity.relationships[2].isTransient = true
        return entity
    }()

    private static let allWords = Entity(
        "Keywords",
        attributes: words.map { Attribute($0, .string, isOptional: true) },
        relationships: [
            .toOne("operator", "order", isOptional: true, inverse: "subscript"), .toMany("catch", "Photo"),
            .toMany("picks", "Tag"),
        ]
    )

    /// Entities whose names are Swift's own words, or types that generated code uses.
    private static let shadows: [Entity] = [
        Entity(
            "order",
            attributes: [Attribute("text", .string), Attribute("amount", .decimal, default: .decimal(1))],
            relationships: [.toMany("subscript", "Keywords", inverse: "operator")]
        ),
        Entity("class", attributes: [Attribute("name", .string)]), Entity("internal"), Entity("actor"),
        Entity("ModelValue", attributes: [Attribute("decimal", .decimal, default: .decimal(2))]),
        Entity("RelationshipEnd"), Entity("Property"), Entity("Value"), Entity("async"), Entity("row"),
    ]

    /// Entities that take the names of types that nearly every line of a program uses.
    static let borrowedNames = Schema(
        model: "Borrowed",
        entities: [
            Entity(
                "String",
                attributes: ScalarType.allCases.map {
                    Attribute("\($0.rawValue)Value", .scalar($0), isOptional: true, default: defaults[$0]?.first)
                },
                relationships: [.toOne("date", "Date", inverse: "strings")]
            ),
            Entity(
                "Date",
                attributes: ScalarType.allCases.map { Attribute("\($0.rawValue)Value", .scalar($0)) },
                relationships: [.toMany("strings", "String", inverse: "date")]
            ),
        ]
            + [
                "Data", "Int", "Int16", "Int32", "Int64", "Double", "Float", "Bool", "Decimal", "UUID", "URL",
                "Sequence", "Optional", "Array", "Set", "Schema", "Error", "Codable", "Equatable", "Hashable",
                "Identifiable", "ModelObject", "ModelBacking", "PersistentModel", "RowReader", "RowWriter",
                "EntityDescription", "FrozenSchema", "StageMapping", "SchemaMigrationPlan", "ModelContext",
            ].map { Entity($0) }
    )

    static let words: [String] = [
        "associatedtype", "class", "deinit", "enum", "extension", "fileprivate", "func", "import", "inout", "internal",
        "let", "open", "precedencegroup", "private", "protocol", "public", "rethrows", "static", "struct", "typealias",
        "var", "break", "case", "continue", "default", "defer", "do", "else", "fallthrough", "for", "guard", "if", "in",
        "repeat", "return", "switch", "throw", "where", "while", "Any", "as", "await", "false", "is", "nil", "Self",
        "super", "throws", "true", "try", "_a", "actor", "associativity", "async", "borrowing",
        "consuming", "convenience", "didSet", "discard", "distributed", "dynamic", "each", "final", "get", "indirect",
        "infix", "isolated", "lazy", "left", "macro", "mutating", "none", "nonisolated", "nonmutating", "optional",
        "override", "package", "postfix", "precedence", "prefix", "required", "right", "sending", "set", "some", "then",
        "unowned", "weak", "willSet", "yield", "newValue", "oldValue", "value", "object", "objects", "row", "position",
        "statement", "backing", "context", "state", "standing", "changes", "isFault", "description",
        "debugDescription", "hash", "copy", "id", "name", "register", "load", "one", "many", "add", "remove",
        "group", "deleted", "values", "column", "columns", "obstacles", "entity", "table", "transaction", "é", "日付",
        "leave", "related", "insert", "unlink", "join",
    ]
}
