import ApusSchema
import Testing

/// Where a schema's values and references are kept.
@Suite struct LayoutTests {
    private func text(_ entities: Entity...) -> String {
        let schema = Schema(model: "M", entities: entities)
        #expect(schema.validate().isEmpty)
        return Layout(schema).text
    }

    @Test func attributes() {
        let types: [Attribute] = ScalarType.allCases.map { Attribute("a_\($0.rawValue)", .scalar($0)) }
        #expect(
            text(Entity("A", attributes: types), Entity("B", attributes: [Attribute("x", .url, isOptional: true)]))
                == """
                A(#, a_int16 int16, a_int32 int32, a_int64 int64, a_decimal decimal, a_double double, a_float float, \
                a_string string, a_bool bool, a_date date, a_data data, a_uuid uuid, a_url url)
                B(#, x url?)
                """
        )
        let storage: [StorageType] = [
            .integer, .integer, .integer, .text, .real, .real, .text, .integer, .real, .blob, .blob, .text,
        ]
        #expect(ScalarType.allCases.map(\.storage) == storage)
        #expect(Column.identityName == "_id")
    }

    @Test func toOneWithoutInverse() {
        #expect(
            text(Entity("A", relationships: [.toOne("b", "B"), .toOne("c", "B", isOptional: true)]), Entity("B")) == """
                A(#, b → B?, c → B?) index(b) index(c)
                B(#)
                """
        )
    }

    @Test func toManyWithoutInverse() {
        #expect(
            text(Entity("A", relationships: [.toMany("bs", "B")]), Entity("B")) == """
                A(#)
                B(#)
                A_bs(source → A, target → B) index(target, source)
                """
        )
    }

    @Test func oneToMany() {
        #expect(
            text(
                Entity("A", relationships: [.toMany("bs", "B", inverse: "a")]),
                Entity("B", relationships: [.toOne("a", "A", isOptional: true, inverse: "bs")])
            ) == """
                A(#)
                B(#, a → A?) index(a)
                """
        )
    }

    @Test func oneToOne() {
        #expect(
            text(
                Entity("A", relationships: [.toOne("b", "B", isOptional: true, inverse: "a")]),
                Entity("B", relationships: [.toOne("a", "A", isOptional: true, inverse: "b")])
            ) == """
                A(#, b → B?) unique(b)
                B(#)
                """
        )
        // The only required side keeps the key, whatever the alphabet says.
        #expect(
            text(
                Entity("A", relationships: [.toOne("b", "B", isOptional: true, inverse: "a")]),
                Entity("B", relationships: [.toOne("a", "A", inverse: "b")])
            ) == """
                A(#)
                B(#, a → A?) unique(a)
                """
        )
    }

    @Test func manyToMany() {
        #expect(
            text(
                Entity("B", relationships: [.toMany("tags", "A", inverse: "trips")]),
                Entity("A", relationships: [.toMany("trips", "B", inverse: "tags")])
            ) == """
                B(#)
                A(#)
                A_trips(source → A, target → B) index(target, source)
                """
        )
        #expect(
            text(
                Entity("B", relationships: [.toMany("tags", "A", inverse: "trips", holdsKey: true)]),
                Entity("A", relationships: [.toMany("trips", "B", inverse: "tags")])
            ) == """
                B(#)
                A(#)
                B_tags(source → B, target → A) index(target, source)
                """
        )
    }

    @Test func ofOneEntityWithItself() {
        #expect(
            text(
                Entity(
                    "Person",
                    relationships: [
                        .toOne("boss", "Person", isOptional: true, inverse: "staff"),
                        .toMany("staff", "Person", inverse: "boss"),
                        .toOne("spouse", "Person", isOptional: true, inverse: "spouse"),
                        .toMany("friends", "Person", inverse: "friends"),
                        .toMany("likes", "Person"),
                    ]
                )
            ) == """
                Person(#, boss → Person?, spouse → Person?) index(boss) unique(spouse)
                Person_friends(source → Person, target → Person) index(target, source)
                Person_likes(source → Person, target → Person) index(target, source)
                """
        )
    }

    /// A relationship `x` of `A` and `y` of `B`; what is said of it, and which side keeps the references.
    @Test(arguments: [
        // To-one and to-many: always the to-one side.
        ("1?", "n", "x"), ("n", "1?", "y"), ("1", "n", "x"), ("n", "1", "y"),
        // One-to-one: who says so, else the only required one, else the first in the alphabet.
        ("1?", "1?", "x"), ("1", "1", "x"), ("1", "1?", "x"), ("1?", "1", "y"),
        ("1?+", "1", "x"), ("1?", "1+", "y"), ("1+", "1?", "x"), ("1", "1?+", "y"),
        ("1?-", "1?", "y"), ("1?", "1?-", "x"), ("1-", "1?", "y"), ("1?+", "1?-", "x"), ("1?-", "1?+", "y"),
        // Many-to-many: who says so, else the first in the alphabet.
        ("n", "n", "x"), ("n+", "n", "x"), ("n", "n+", "y"), ("n-", "n", "y"), ("n", "n-", "x"), ("n-", "n+", "y"),
    ])
    func theSideThatKeepsTheReferences(one: String, other: String, expected: String) {
        func side(_ name: String, _ form: String, _ far: String, _ inverse: String) -> Relationship {
            let holdsKey: Bool? = form.hasSuffix("+") ? true : form.hasSuffix("-") ? false : nil
            return form.hasPrefix("n")
                ? .toMany(name, far, inverse: inverse, holdsKey: holdsKey)
                : .toOne(name, far, isOptional: form.contains("?"), inverse: inverse, holdsKey: holdsKey)
        }
        let (x, y): (Relationship, Relationship) = (side("x", one, "B", "y"), side("y", other, "A", "x"))
        let (a, b) = (Entity("A", relationships: [x]), Entity("B", relationships: [y]))
        for entities in [[a, b], [b, a]] {
            let schema = Schema(model: "M", entities: entities)
            #expect(schema.validate().isEmpty)
            let storage: [RelationshipStorage] = [schema.storage(of: x, in: a), schema.storage(of: y, in: b)]
            let owner: ElementPath = expected == "x" ? ElementPath("A", "x") : ElementPath("B", "y")
            switch (x.isToMany && y.isToMany, expected) {
            case (false, "x"): #expect(storage == [.ownKey, .inverseKey])
            case (false, _): #expect(storage == [.inverseKey, .ownKey])
            case (true, _):
                #expect(
                    storage == [
                        .link(owner: owner, isOwner: expected == "x"), .link(owner: owner, isOwner: expected == "y"),
                    ]
                )
            }
        }
    }

    @Test func onlyTheLineThatCountsDecides() {
        // A to-many relationship is always optional: a flag that says otherwise must not move the pairs, since the
        // JSON form does not hold it.
        var schema = Schema(
            model: "M",
            entities: [
                Entity("A", relationships: [.toMany("bs", "B", inverse: "cs")]),
                Entity("B", relationships: [.toMany("cs", "A", inverse: "bs")]),
            ]
        )
        let before = Layout(schema)
        schema.entities[1].relationships[0].isOptional = false
        #expect(Layout(schema) == before)
    }

    @Test func findingTablesAndColumns() throws {
        let layout = Layout(
            Schema(
                model: "M",
                entities: [
                    Entity("A", attributes: [Attribute("x", .bool)], relationships: [.toMany("bs", "B")]), Entity("B"),
                ]
            )
        )
        let table: Table = try #require(layout.table("A"))
        #expect(layout.table("a") == nil && layout.table(of: .hierarchy("B"))?.name == "B")
        #expect(layout.table(of: .joinTable(ElementPath("A", "bs")))?.name == "A_bs")
        #expect(table.column("x") == table.column(of: .attribute(["x"])) && table.column(of: .key("x")) == nil)
        #expect(table.column("_id")?.field == .identity)
    }
}
