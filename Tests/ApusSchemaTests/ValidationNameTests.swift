import ApusDiagnostics
import ApusSchema
import Testing

/// Which names an element can have.
@Suite struct ValidationNameTests {
    @Test(arguments: cases) func findings(_ test: ValidationCase) {
        #expect(test.schema.findings() == test.expected)
    }

    /// Words that Swift and SQL reserve are fine: both can escape them.
    @Test(arguments: [
        "order", "group", "internal", "deleted", "class", "select", "default", "from", "in", "Größe", "日程",
    ])
    func namesThatBothCarry(name: String) {
        let schema = with(
            Schema(
                model: "M",
                entities: [
                    with(
                        Entity(
                            name,
                            attributes: [Attribute(name, .named("E")), Attribute("c", .named("C"))],
                            relationships: [.toMany("r", name)]
                        )
                    ) { $0.indexes = [.init(name, [.init(.property([name]))])] }
                ]
            )
        ) {
            $0.enumerations = [Enumeration("E", cases: [.init(name, .string(name))])]
            $0.composites = [Composite("C", attributes: [Attribute(name, .bool)])]
            $0.fetchRequests = [FetchRequest(name, name)]
            $0.configurations = [Configuration(name, entities: [name])]
        }
        #expect(schema.findings() == "")
    }

    @Test(arguments: ["1a", "a b", "a-b", "a.b", "a\"b", "$a", "a\u{0}", "🏔", "_", "a\n"])
    func namesThatSwiftCannotCarry(name: String) {
        let schema = with(Schema(model: "M", entities: [Entity(name, attributes: [Attribute(name, .named("E"))])])) {
            $0.enumerations = [Enumeration("E", cases: [.init(name, .string(name))])]
            $0.fetchRequests = [FetchRequest(name, name)]
        }
        let carriers: [String] = ["type", "property", "case", "function"]
        #expect(schema.validate().map(\.message) == carriers.map { "'\(name)' cannot name a Swift \($0)" })
    }

    private static let cases: [ValidationCase] = [
        ValidationCase(
            "names that are taken",
            Entity("Trip", attributes: [Attribute("name", .string), Attribute("Name", .string)]),
            Entity("trip"),
            Entity("Tag", attributes: [Attribute("x", .bool)], relationships: [.toOne("x", "Tag")]),
            Entity("Tag"),
            expected: """
                entities/trip: error: 'Trip' and 'trip' differ only in case, which SQLite does not distinguish
                  help: rename one of them
                entities/Tag: error: the entity 'Tag' is defined twice
                  help: rename one of them
                entities/Trip/attributes/Name: error: 'name' and 'Name' differ only in case, which SQLite does not distinguish
                  help: rename one of them
                entities/Tag/relationships/x: error: the property 'x' is defined twice
                  help: rename one of them
                """
        ),
        ValidationCase(
            "names that are kept",
            Entity("sqlite_a"),
            Entity("Apus_b"),
            Entity(
                "A",
                attributes: [
                    Attribute("apus_x", .bool), Attribute("_ID", .bool), Attribute("sqlite_x", .bool),
                    Attribute("modelContext", .bool),
                ]
            ),
            expected: """
                entities/sqlite_a: error: 'sqlite_a' begins with 'sqlite_', which is reserved for the store
                  help: choose another name
                entities/Apus_b: error: 'Apus_b' begins with 'apus_', which is reserved for the store
                  help: choose another name
                entities/A/attributes/apus_x: error: 'apus_x' begins with 'apus_', which is reserved for the store
                  help: choose another name
                entities/A/attributes/_ID: error: '_ID' is the name of the primary key column
                  help: choose another name
                entities/A/attributes/modelContext: error: 'modelContext' is a property that every model class already has
                  help: choose another name, such as 'modelContextValue'
                """
        ),
        ValidationCase(
            "empty names",
            with(
                Schema(
                    model: "M",
                    entities: [
                        Entity("", originalName: ""),
                        Entity("A", attributes: [Attribute("", .named("E"), originalName: "")]),
                    ]
                )
            ) {
                $0.enumerations = [Enumeration("E", originalName: "", cases: [.init("", .string(""))])]
                $0.composites = [Composite("C", attributes: [Attribute("", .named("C"))])]
                $0.fetchRequests = [FetchRequest("", "A")]
                $0.configurations = [Configuration("", entities: [])]
            },
            """
            entities/: error: the name of an entity cannot be empty
            entities//originalName: error: an original name cannot be empty
            enums/E/originalName: error: an original name cannot be empty
            composites/C: error: 'C' is a part of itself: C → C
              help: give one of the parts another type
            entities/A/attributes/: error: the name of a property cannot be empty
            entities/A/attributes//originalName: error: an original name cannot be empty
            composites/C/attributes/: error: the name of a part of a composite cannot be empty
            enums/E/cases/: error: the name of a case cannot be empty
            fetchRequests/: error: the name of a fetch request cannot be empty
            configurations/: error: the name of a configuration cannot be empty
            """
        ),
        ValidationCase(
            "types of one name",
            with(
                Schema(
                    model: "M",
                    entities: [
                        Entity(
                            "Place",
                            attributes: [Attribute("a", .named("Place")), Attribute("b", .named("place"))]
                        ),
                        Entity("data", attributes: [Attribute("c", .named("Kind"))]),
                        with(Entity("Other")) { $0.className = "Kind" },
                    ]
                )
            ) {
                $0.composites = [Composite("Place", attributes: [Attribute("x", .bool)])]
                $0.enumerations = [
                    Enumeration("place", cases: [.init("x", .string("x"))]),
                    Enumeration("Kind", cases: [.init("x", .string("x"))]),
                ]
            },
            """
            entities/data: error: 'data' is a type in every model, so it cannot name an entity
              help: choose another name
            composites/Place: error: 'Place' is the name of both an entity and a composite
              help: rename one of them
            enums/place: error: 'Place' and 'place' differ only in case, which not every file system distinguishes
              note: 'Place' is a composite
              help: rename one of them
            entities/Other/class: error: the class 'Kind' of 'Other' has the name of the enum 'Kind'
              help: choose another name
            """
        ),
        ValidationCase(
            "names of another form",
            Entity("A", attributes: [Attribute("cafe\u{301}", .bool)]),
            expected: """
                entities/A/attributes/café: error: 'café' contains a decomposed character, which SQLite distinguishes from the composed one
                  help: retype the name with composed characters (Unicode normalization form C)
                """
        ),
        ValidationCase(
            "tables of pairs that clash",
            Entity("Trip", relationships: [.toMany("tags", "Tag")]),
            Entity("Tag"),
            Entity("trip_TAGS"),
            Entity("A", relationships: [.toMany("b_c", "Tag")]),
            Entity("A_b", relationships: [.toMany("c", "Tag")]),
            expected: """
                entities/Trip/relationships/tags: error: 'Trip.tags' needs a table 'Trip_tags', which is also that of entity 'trip_TAGS'
                  help: rename the entity or the relationship
                entities/A_b/relationships/c: error: 'A_b.c' needs a table 'A_b_c', which is also that of relationship 'A.b_c'
                  help: rename the entity or the relationship
                """
        ),
        // Of two sides only the owner has a table, whose name alone counts.
        ValidationCase(
            "tables of pairs that do not clash",
            Entity("Trip", relationships: [.toMany("tags", "Tag", inverse: "trips")]),
            Entity("Tag", relationships: [.toMany("trips", "Trip", inverse: "tags")]),
            Entity("Trip_tags"),
            Entity("Tag_trip", parent: "Tag", relationships: [.toMany("s", "Tag")]),
            expected: ""
        ),
        ValidationCase(
            "tables that are named",
            with(Entity("A")) { $0.table = "B" },
            Entity("B"),
            with(Entity("C")) { $0.table = "" },
            with(Entity("D")) { $0.table = "Sqlite_x" },
            with(Entity("E")) { $0.table = "a\u{0}" },
            with(Entity("F", relationships: [with(.toMany("g", "F")) { $0.table = "order items" }])) {
                $0.table = "Order Items"
            },
            expected: """
                entities/B: error: 'B' has the table 'B', which is also that of entity 'A'
                  help: write another 'table'
                entities/C/table: error: the 'table' of 'C' is empty
                  help: write a name, or remove the line
                entities/D/table: error: the 'table' of 'D' begins with 'sqlite_', which is reserved for the store
                  help: choose another name
                entities/E/table: error: the 'table' of 'E' contains a NUL
                  help: choose another name
                entities/F/relationships/g/table: error: 'F.g' needs a table 'order items', which is also that of entity 'F'
                  help: write another 'table'
                """
        ),
        ValidationCase(
            "columns that are named",
            with(
                Entity(
                    "A",
                    attributes: [
                        with(Attribute("a", .bool)) { $0.column = "_ID" },
                        with(Attribute("b", .bool)) { $0.column = "C" },
                        Attribute("c", .bool), with(Attribute("d", .bool)) { $0.column = "" },
                        with(Attribute("e", .bool)) { $0.column = "apus_x" },
                        with(Attribute("f", .bool)) { ($0.column, $0.isTransient) = (nil, true) },
                        with(Attribute("g", .bool)) { $0.column = "f" },
                    ],
                    relationships: [with(.toOne("h", "A", isOptional: true)) { $0.column = "F" }]
                )
            ) { $0.indexes = [] },
            Entity(
                "B",
                parent: "A",
                attributes: [Attribute("x", .bool), with(Attribute("y", .bool)) { $0.column = "c" }]
            ),
            with(Entity("C", attributes: [Attribute("id", .bool), Attribute("_id", .bool)])) { $0.primaryKey = "id" },
            Entity("D", attributes: [with(Attribute("x", .bool)) { $0.column = "order by" }]),
            expected: """
                entities/A/attributes/a/column: error: 'A.a' and the primary key have the same column '_ID'
                  help: write another 'column'
                entities/A/attributes/c: error: 'A.c' and 'A.b' have the same column 'c'
                  help: write another 'column'
                entities/A/attributes/d/column: error: the 'column' of 'A.d' is empty
                  help: write a name, or remove the line
                entities/A/attributes/e/column: error: the 'column' of 'A.e' begins with 'apus_', which is reserved for the store
                  help: choose another name
                entities/A/relationships/h/column: error: 'A.h' and 'A.g' have the same column 'F'
                  help: write another 'column'
                entities/B/attributes/y/column: error: 'B.y' and 'A.b' have the same column 'c'
                  help: write another 'column'
                entities/C/attributes/id: error: 'C.id' and the primary key have the same column 'id'
                  help: write another 'column'
                """
        ),
    ]
}

/// What is too long, or too deep.
@Suite struct ValidationLimitTests {
    @Test func aHierarchyHasAtMost100Levels() {
        func chain(_ count: Int) -> Schema {
            Schema(
                model: "M",
                entities: (0..<count).reversed().map { Entity("E\($0)", parent: $0 == 0 ? nil : "E\($0 - 1)") }
            )
        }
        #expect(chain(101).findings().isEmpty)
        #expect(
            chain(5000).findings() == """
                entities/E101/parent: error: the hierarchy of 'E101' is deeper than 100 entities
                  help: let it inherit from an entity nearer to the root
                """
        )
    }

    @Test func aLongCircleIsShownByItsBeginning() {
        let entities: [Entity] = (0..<3000).map { Entity("E\($0)", parent: "E\(($0 + 1) % 3000)") }
        #expect(
            Schema(model: "M", entities: entities).findings() == """
                entities/E0/parent: error: 'E0' inherits from itself: E0 → E1 → E2 → E3 → E4 → … 2995 more … → E0
                  help: remove 'parent' from one of them
                """
        )
    }

    @Test func wordsThatSwiftCannotEscape() {
        let schema = with(Schema(model: "M", entities: [Entity("A", attributes: [Attribute("x", .named("P"))])])) {
            $0.composites = [Composite("P", attributes: [Attribute("Protocol", .named("E"))])]
            $0.enumerations = [Enumeration("E", cases: [.init("AllCases", .string("a"))])]
        }
        #expect(
            schema.findings() == """
                composites/P/attributes/Protocol: error: 'Protocol' cannot name a Swift property
                  help: choose another name
                enums/E/cases/AllCases: error: 'AllCases' cannot name a Swift case
                  help: choose another name
                """
        )
    }

    @Test func aNameHasAtMost200Bytes() {
        let long = String(repeating: "é", count: 100)
        var named = Entity("A")
        named.className = long + "x"
        #expect(Schema(model: "M", entities: [named]).findings().hasPrefix("entities/A/class: error: the name 'ééé"))
        #expect(Schema(model: "M", entities: [Entity(long)]).findings().isEmpty)
        #expect(
            Schema(model: "M", entities: [Entity(long + "x")]).findings().hasSuffix(
                """
                error: the name 'éééééééééééééééééééé…' has 201 bytes (expected at most 200)
                  help: choose a shorter name, because files are named after it
                """
            )
        )
    }
}
