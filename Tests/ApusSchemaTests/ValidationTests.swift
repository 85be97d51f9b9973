import ApusDiagnostics
import ApusSchema
import Testing

/// What the parts of a schema must not say about each other, in the words that a person reads.
@Suite struct ValidationTests {
    /// The findings, each with the element and facet that it points at.
    private func findings(_ entities: Entity...) -> String {
        Schema(model: "M", entities: entities)
            .validate { path, facet in ApusDiagnostics.SourceLocation(file: "\(path)/\(facet)") }
            .map(\.description).joined(separator: "\n")
    }

    @Test func nothingIsWrong() {
        let names: [Attribute] = ["default", "größe", "from", "rowid", "_x"].map { Attribute($0, .bool) }
        #expect(
            findings(Entity("class", attributes: names), Entity("日程", relationships: [.toOne("in", "class")])) == ""
        )
        #expect(findings() == "")
        #expect(findings(Entity("select", attributes: [Attribute("order", .bool)]), Entity("Größe")) == "")
    }

    @Test func danglingNames() {
        #expect(
            findings(
                Entity("Trip", relationships: [.toOne("hotel", "Hotell"), .toMany("tags", "Zebra")]),
                Entity("Hotel")
            ) == """
                Trip.hotel/destination: error: 'Trip.hotel' leads to 'Hotell', but there is no such entity
                  help: did you mean 'Hotel'?
                Trip.tags/destination: error: 'Trip.tags' leads to 'Zebra', but there is no such entity
                """
        )
        #expect(
            findings(
                Entity(
                    "Trip",
                    relationships: [
                        .toOne("hotel", "Hotel", inverse: "tripp"), .toOne("inn", "Hotel", inverse: "name"),
                    ]
                ),
                Entity("Hotel", attributes: [Attribute("name", .string)], relationships: [.toOne("trip", "Trip")])
            ) == """
                Trip.hotel/inverse: error: the inverse of 'Trip.hotel' is 'tripp', but in 'Hotel' there is no such relationship
                  help: did you mean 'trip'?
                Trip.inn/inverse: error: the inverse of 'Trip.inn' is 'name', but in 'Hotel' that is an attribute
                """
        )
    }

    @Test func inversesThatDisagree() {
        #expect(
            findings(
                Entity("A", relationships: [.toMany("bs", "B", inverse: "a"), .toMany("cs", "B", inverse: "x")]),
                Entity("B", relationships: [.toOne("a", "A"), .toOne("x", "C", inverse: "y")]),
                Entity("C", relationships: [.toMany("y", "B", inverse: "a")])
            ) == """
                A.bs/inverse: error: 'A.bs' has the inverse 'B.a', but that one names no inverse
                  help: give 'B.a' the line 'inverse: bs', or choose another inverse
                A.cs/inverse: error: 'A.cs' has the inverse 'B.x', but that one leads to 'C'
                  help: 'B.x' must lead to 'A' and say 'inverse: cs'; else choose another inverse
                B.x/inverse: error: 'B.x' has the inverse 'C.y', but that one has 'a' as its inverse
                  help: give 'C.y' the line 'inverse: x', or choose another inverse
                C.y/inverse: error: 'C.y' has the inverse 'B.a', but that one leads to 'A'
                  help: 'B.a' must lead to 'C' and say 'inverse: y'; else choose another inverse
                """
        )
    }

    @Test func namesThatAreTaken() {
        #expect(
            findings(
                Entity("Trip", attributes: [Attribute("name", .string), Attribute("Name", .string)]),
                Entity("trip"),
                Entity("Tag", attributes: [Attribute("x", .bool)], relationships: [.toOne("x", "Tag")]),
                Entity("Tag")
            ) == """
                Trip.Name/name: error: 'name' and 'Name' differ only in case, which SQLite does not tell apart
                  help: rename one of them
                trip/name: error: 'Trip' and 'trip' differ only in case, which SQLite does not tell apart
                  help: rename one of them
                Tag.x/name: error: the property 'x' is defined twice
                  help: rename one of them
                Tag/name: error: the entity 'Tag' is defined twice
                  help: rename one of them
                """
        )
    }

    @Test func namesThatAreKept() {
        #expect(
            findings(
                Entity("sqlite_a"),
                Entity("Apus_b"),
                Entity(
                    "A",
                    attributes: [
                        Attribute("apus_x", .bool), Attribute("_ID", .bool), Attribute("sqlite_x", .bool),
                        Attribute("modelContext", .bool),
                    ]
                )
            ) == """
                sqlite_a/name: error: 'sqlite_a' begins with 'sqlite_', which is kept for the store
                  help: choose another name
                Apus_b/name: error: 'Apus_b' begins with 'apus_', which is kept for the store
                  help: choose another name
                A.apus_x/name: error: 'apus_x' begins with 'apus_', which is kept for the store
                  help: choose another name
                A._ID/name: error: '_ID' is the name of the column that holds a row's identity
                  help: choose another name
                A.modelContext/name: error: 'modelContext' is a property that every model class has already
                  help: choose another name, such as 'modelContextValue'
                """
        )
    }

    @Test(arguments: ["1a", "a b", "a-b", "a.b", "a\"b", "$a", "a\u{0}", "🏔", "_", "a\n"])
    func namesThatSwiftCannotCarry(name: String) {
        let entity = "'\(name)' cannot name a Swift type", property = "'\(name)' cannot name a Swift property"
        let messages: [String] = Schema(model: "M", entities: [Entity(name, attributes: [Attribute(name, .bool)])])
            .validate().map(\.message)
        #expect(messages == [entity, property])
    }

    @Test func emptyNames() {
        #expect(
            findings(Entity("", originalName: ""), Entity("A", attributes: [Attribute("", .bool, originalName: "")]))
                == """
                /name: error: the name of an entity cannot be empty
                /originalName: error: an original name cannot be empty
                A./name: error: the name of a property cannot be empty
                A./originalName: error: an original name cannot be empty
                """
        )
    }

    @Test func defaultsOfAnotherType() {
        let defaults: [(AttributeType, Value)] = [
            (.int16, .int(40_000)), (.float, .double(0.1)), (.bool, .int(1)), (.double, .double(.nan)),
            (.url, .url("")),
        ]
        let attributes: [Attribute] = defaults.enumerated().map { Attribute("a\($0)", $1.0, default: $1.1) }
        #expect(
            findings(Entity("A", attributes: attributes)) == """
                A.a0/defaultValue: error: the default '40000' of 'A.a0' is no int16
                A.a1/defaultValue: error: the default '0.1' of 'A.a1' is no float
                A.a2/defaultValue: error: the default '1' of 'A.a2' is no bool
                A.a3/defaultValue: error: the default 'nan' of 'A.a3' is no double
                A.a4/defaultValue: error: the default '' of 'A.a4' is no url
                """
        )
    }

    @Test func tablesOfPairsThatClash() {
        #expect(
            findings(
                Entity("Trip", relationships: [.toMany("tags", "Tag")]),
                Entity("Tag"),
                Entity("trip_TAGS"),
                Entity("A", relationships: [.toMany("b_c", "Tag")]),
                Entity("A_b", relationships: [.toMany("c", "Tag")])
            ) == """
                Trip.tags/name: error: 'Trip.tags' needs a table 'Trip_tags', which is also that of entity 'trip_TAGS'
                  help: rename the entity or the relationship
                A_b.c/name: error: 'A_b.c' needs a table 'A_b_c', which is also that of relationship 'A.b_c'
                  help: rename the entity or the relationship
                """
        )
        // Of two sides only the owner has a table, whose name alone counts.
        #expect(
            findings(
                Entity("Trip", relationships: [.toMany("tags", "Tag", inverse: "trips")]),
                Entity("Tag", relationships: [.toMany("trips", "Trip", inverse: "tags")]),
                Entity("Trip_tags")
            ) == ""
        )
    }

    @Test func misplacedHoldsKey() {
        #expect(
            findings(
                Entity(
                    "A",
                    relationships: [
                        .toOne("b", "B", inverse: "a", holdsKey: true),
                        .toMany("many", "B", inverse: "one", holdsKey: false),
                        .toMany("free", "B", holdsKey: false), .toMany("fine", "B", holdsKey: true),
                    ]
                ),
                Entity(
                    "B",
                    relationships: [
                        .toOne("a", "A", inverse: "b", holdsKey: true),
                        .toOne("one", "A", inverse: "many", holdsKey: true),
                    ]
                )
            ) == """
                A.b/holdsKey: error: 'A.b' and 'B.a' both say 'holdsKey: true'
                  help: keep it on one side
                A.many/holdsKey: error: 'A.many' and 'B.one' are one-to-many, so the key is always on the to-one side
                  help: remove 'holdsKey'
                A.free/holdsKey: error: 'A.free' has no inverse, so no other side can hold its key
                  help: remove 'holdsKey'
                B.a/holdsKey: error: 'B.a' and 'A.b' both say 'holdsKey: true'
                  help: keep it on one side
                B.one/holdsKey: error: 'B.one' and 'A.many' are one-to-many, so the key is always on the to-one side
                  help: remove 'holdsKey'
                """
        )
        // A relationship that is its own inverse has one side only.
        #expect(
            findings(Entity("A", relationships: [.toOne("a", "A", isOptional: true, inverse: "a", holdsKey: true)]))
                == ""
        )
        #expect(
            findings(Entity("A", relationships: [.toMany("a", "A", inverse: "a", holdsKey: false)])) == """
                A.a/holdsKey: error: 'A.a' is its own inverse, so no other side can hold its key
                  help: remove 'holdsKey'
                """
        )
    }
}
