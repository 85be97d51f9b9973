import ApusMigration
import ApusSchema
import Testing

@testable import ApusStore

/// References that a changed relationship keeps, or gives up where the mapping says so.
@Suite struct KeptReferenceTests {
    private func mapping(_ lines: Mapping.Line...) -> [Mapping] {
        [Mapping(from: Schema.Version(1), to: Schema.Version(2), lines)]
    }

    private func schema(_ entities: Entity...) -> Schema { Schema(model: "M", entities: entities) }

    @Test("Of two columns that come from one, each has an index")
    func copiedColumn() throws {
        func before(_ relationships: Relationship...) -> Entity { Entity("B", relationships: relationships) }
        let trial = try Trial(
            [
                schema(
                    Entity("A", relationships: [.toMany("b", "B", inverse: "a")]),
                    before(.toOne("a", "A", isOptional: true, inverse: "b"))
                ),
                schema(
                    Entity("A", relationships: [.toMany("b", "B", inverse: "c")]),
                    before(
                        .toOne("a", "A", isOptional: true),
                        .toOne("c", "A", isOptional: true, inverse: "b")
                    )
                ),
            ],
            "INSERT INTO A VALUES (1), (2); INSERT INTO B (_id, a) VALUES (1, 2), (2, NULL), (3, 1)"
        )
        try trial.migrate()
        #expect(try trial.rows("SELECT _id, a, c FROM B") == ["1|2|2", "2|NULL|NULL", "3|1|1"])
        let indexes = "SELECT name FROM pragma_index_list('B') ORDER BY name"
        #expect(try trial.rows(indexes) == ["apus_index_B_a", "apus_index_B_c"])
        #expect(try Verifier.verify(trial.url).isSound)
    }

    @Test("A line that accepts references to some entities gives up no others, and the rest is chosen from")
    func narrowedAndChosen() throws {
        let schemas = [
            schema(
                Entity("A", relationships: [.toOne("b", "B", isOptional: true)]),
                Entity("B"),
                Entity("S", parent: "B")
            ),
            schema(
                Entity("A", relationships: [.toOne("b", "S", isOptional: true, inverse: "a")]),
                Entity("B"),
                Entity("S", parent: "B", relationships: [.toOne("a", "A", isOptional: true, inverse: "b")])
            ),
        ]
        let rows = """
            INSERT INTO B (_id, _entity) VALUES (1, 'B'), (2, 'S'), (3, 'S');
            INSERT INTO A (_id, b) VALUES (1, 1), (2, 2), (3, 3), (4, 3)
            """
        let (b, a) = (ElementPath("A", "b"), ElementPath("S", "a"))
        let unsettled = try Trial(schemas, mappings: mapping(.accept(b)), rows)
        #expect(throws: StoreError.self) { try unsettled.migrate() }
        #expect(throws: StoreError.self) { try unsettled.migrator().plan(unsettled.url) }
        let trial = try Trial(schemas, mappings: mapping(.accept(b), .duplicates(a, .newest)), rows)
        try trial.migrate()
        #expect(try trial.rows("SELECT _id, b FROM A") == ["1|NULL", "2|2", "3|NULL", "4|3"])
        #expect(try Verifier.verify(trial.url).isSound)
    }

    @Test("Entities that choose from different older relationships, one of them ordered")
    func unlikeGroups() throws {
        var list = Relationship.toMany("x", "X")
        list.isOrdered = true
        let trial = try Trial(
            [
                schema(
                    Entity("X"),
                    Entity("Y"),
                    Entity("Y1", parent: "Y", relationships: [list]),
                    Entity("Y2", parent: "Y", relationships: [.toOne("x", "X", isOptional: true)])
                ),
                schema(
                    Entity("X", relationships: [.toOne("y", "Y", isOptional: true, inverse: "x", holdsKey: true)]),
                    Entity("Y", relationships: [.toOne("x", "X", isOptional: true, inverse: "y")]),
                    Entity("Y1", parent: "Y"),
                    Entity("Y2", parent: "Y")
                ),
            ],
            mappings: mapping(.duplicates(ElementPath("Y", "x"), .first), .duplicates(ElementPath("X", "y"), .first)),
            """
            INSERT INTO X VALUES (1), (2), (3);
            INSERT INTO Y (_id, _entity, "Y2.x") VALUES (1, 'Y1', NULL), (2, 'Y2', 3), (3, 'Y2', 3);
            INSERT INTO Y1_x (source, target, target_place) VALUES (1, 2, 10), (1, 1, 20)
            """
        )
        try trial.migrate()
        #expect(try trial.rows("SELECT _id, y FROM X") == ["1|NULL", "2|1", "3|2"])
        #expect(try Verifier.verify(trial.url).isSound)
    }

    @Test("A required end is checked after both ends have chosen", arguments: [true, false])
    func requiredEnd(holdsKey: Bool) throws {
        let trial = try Trial(
            [
                schema(Entity("A", relationships: [.toMany("b", "B")]), Entity("B")),
                schema(
                    Entity(
                        "A",
                        relationships: [.toOne("b", "B", isOptional: true, inverse: "a", holdsKey: holdsKey)]
                    ),
                    Entity("B", relationships: [.toOne("a", "A", inverse: "b", holdsKey: !holdsKey)])
                ),
            ],
            mappings: mapping(.require(ElementPath("B", "a")), .duplicates(ElementPath("A", "b"), .first)),
            "INSERT INTO A VALUES (1), (2); INSERT INTO B VALUES (1), (2); INSERT INTO A_b VALUES (1, 1), (1, 2)"
        )
        // The first object takes 1, so 2 would have none.
        #expect(throws: StoreError.self) { try trial.migrate() }
        #expect(throws: StoreError.self) { try trial.migrator().plan(trial.url) }
        try trial.run("INSERT INTO A_b VALUES (2, 2); DELETE FROM A_b WHERE source = 1 AND target = 2")
        try trial.migrate()
        let pairs = holdsKey ? "SELECT b, _id FROM A" : "SELECT _id, a FROM B"
        #expect(try trial.rows(pairs) == ["1|1", "2|2"])
        #expect(try Verifier.verify(trial.url).isSound)
    }
}
