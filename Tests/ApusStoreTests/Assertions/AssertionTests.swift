import ApusDiagnostics
import ApusMigration
import ApusSchema
import Testing

@testable import ApusStore

/// What a mapping asserts of the objects before and after a stage is checked before the first write.
@Suite("Assertions") struct AssertionTests {
    private static let contact = Entity(
        "Contact",
        attributes: [
            Attribute("name", .string), Attribute("age", .int32, isOptional: true),
            Attribute("price", .double, isOptional: true), Attribute("cost", .decimal, isOptional: true),
            Attribute("born", .date, isOptional: true), Attribute("total", .int64, isOptional: true),
        ]
    )

    private static let rows = """
        INSERT INTO Contact (_id, name, age, price, cost, born, total) VALUES
        (1, 'Ada', 36, 0.1, '10', 0, 1), (2, 'Bob', 50, 0.2, '9.5', 86400, 2), (3, 'Cy', NULL, 0.3, NULL, NULL, NULL)
        """

    /// The newer version: contacts that are at least 40 become persons, all others guests.
    private static func newer(_ extra: [Attribute] = []) -> [Entity] {
        [
            Entity("Person", attributes: contact.attributes + extra),
            Entity("Guest", attributes: contact.attributes),
        ]
    }

    private static let split: [Mapping.Line] = [
        .entity("Person", [Mapping.Origin(["Contact"], where: "age >= 40")]),
        .entity("Guest", [Mapping.Origin(["Contact"], where: "NOT age >= 40")]),
    ]

    private func trial(_ assertions: [String], _ rows: String = rows) throws -> Trial {
        try trial([[Self.contact], Self.newer()], [Self.split + assertions.map { .assert($0, "m") }], rows)
    }

    private func trial(_ versions: [[Entity]], _ lines: [[Mapping.Line]], _ rows: String) throws -> Trial {
        try Trial(
            versions.map { Schema(model: "M", entities: $0) },
            mappings: lines.enumerated().map { index, lines in
                Mapping(from: Schema.Version(index + 1), to: Schema.Version(index + 2), lines)
            },
            rows
        )
    }

    @Test(
        "What holds does not stop a migration",
        arguments: [
            "Person.count == 1 AND Guest.@count == 2", "Person.count + Guest.count == $old.Contact.count",
            "$old.Contact.@sum.age == 86", "Person.@sum.age == 50", "Guest.@max.age == 36",
            "$old.Contact.@min.born == CAST(0, 'NSDate')", "Person.@max.born == CAST(86400, 'NSDate')",
            "$old.Contact.@max.cost == 10", "$old.Contact.@sum.cost == 19.5", "$old.Contact.@sum.price < 0.61",
            "$old.Contact.@avg.age == 43", "Person.@avg.price == 0.2",
            "SUBQUERY(Guest, $g, $g.age == nil).@count == 1",
            "SUBQUERY($old.Contact, $c, $c.name BEGINSWITH 'A' OR $c.age > 40).@count == 2",
            "SUBQUERY(SUBQUERY($old.Contact, $c, $c.age > 1), $d, $d.age < 40).@sum.age == 36",
            "SUBQUERY(Person, $p, $p.age > 90).@max.age == nil", "SUBQUERY(Person, $p, $p.age > 90).@sum.age == 0",
            "$old.Contact.@max.age BETWEEN {50, $old.Contact.@sum.age}", "NOT Person.count > $old.Contact.count",
            "Person.count IN {1, 2}", "TERNARY(Person.count > 0, Person.@max.age, 0) == 50",
        ]
    )
    func holds(_ condition: String) throws {
        let trial = try trial([condition])
        _ = try trial.migrator().plan(trial.url)
        try trial.migrate()
        #expect(try trial.rows("SELECT name FROM Person") == ["Bob"])
        #expect(try Verifier.verify(trial.url).isSound)
    }

    @Test(
        "What does not hold stops a plan, a rehearsal and a migration before anything is written, with both values",
        arguments: [
            ("Person.count == $old.Contact.count", "Person.count is 1, $old.Contact.count is 3"),
            ("Guest.@max.age > 36", "Guest.@max.age is 36"),
            ("$old.Contact.@max.born == nil", "$old.Contact.@max.born is 2001-01-02T00:00:00Z"),
            ("SUBQUERY(Person, $p, $p.age > 90).@max.age <= 50", "SUBQUERY(Person, $p, $p.age > 90).@max.age is NIL"),
            ("Person.@sum.cost == 9", "Person.@sum.cost is 9.5"),
            ("Person.count > 1 OR Person.count > Guest.count", "Person.count is 1, Guest.count is 2"),
        ]
    )
    func fails(_ condition: String, _ values: String) throws {
        let trial = try trial(["Person.count == 1", condition])
        let before = try trial.rows("SELECT * FROM Contact")
        func check(_ work: () throws -> Void) throws {
            let error = try #require(throws: StoreError.self) { try work() }
            let finding = try #require(error.diagnostics.first)
            #expect(error.diagnostics.count == 1)
            #expect(finding.message == "m: this does not hold: \(values)")
            #expect(finding.notes == ["the mapping from 1 to 2 asserts '\(condition)'"])
            #expect(error.reason.kind == "failedAssertions")
        }
        try check { _ = try trial.migrator().plan(trial.url) }
        try check { _ = try trial.migrator().forecast(trial.url) }
        try check { _ = try trial.migrator().rehearse(trial.url) }
        try check { try trial.migrate() }
        #expect(try trial.rows("SELECT * FROM Contact") == before)
        #expect(try trial.rows("SELECT version FROM apus_model") == ["1"])
    }

    @Test("Sums are exact as long as a 64-bit integer can hold them, and are not compared otherwise")
    func largeSums() throws {
        let rows = """
            INSERT INTO Contact (_id, name, age, total) VALUES (1, 'a', 1, 9223372036854775807), (2, 'b', 1, 1),
            (3, 'c', 50, -2), (4, 'd', 50, -9223372036854775808), (5, 'e', 50, 2)
            """
        let exact = try trial(["$old.Contact.@sum.total == 0", "Person.@sum.total == -9223372036854775808"], rows)
        try exact.migrate()
        let large = try trial(["Guest.@sum.total == $old.Contact.@max.total"], rows)
        let error = try #require(throws: StoreError.self) { try large.migrate() }
        #expect(
            error.diagnostics.map(\.message) == [
                "m: this cannot be checked, because 'Guest.@sum.total' cannot be computed exactly"
            ]
        )
    }

    @Test("An assertion about a version in between holds of that version, at once and step by step")
    func fuses() throws {
        var renamed = Entity("Visitor", attributes: Self.contact.attributes.filter { $0.name != "price" })
        renamed.originalName = "Guest"
        let last = [Entity("Person", attributes: Self.contact.attributes.filter { $0.name != "price" }), renamed]
        func migrated(_ first: String, _ second: String, _ steps: [Int]) throws -> (Trial, [String]) {
            let trial = try trial(
                [[Self.contact], Self.newer(), last],
                [
                    Self.split + [.assert(first, "first")],
                    [
                        .accept(ElementPath("Person", "price")), .accept(ElementPath("Guest", "price")),
                        .assert(second, "second"),
                    ],
                ],
                Self.rows
            )
            do {
                for step in steps { try trial.migrate(to: step) }
                return (trial, [])
            } catch {
                return (trial, error.diagnostics.map(\.message))
            }
        }
        for (first, second) in [
            ("Guest.@sum.price < 0.41", "Visitor.count == $old.Guest.count"),
            ("Guest.@sum.price > 1", "Visitor.count == 2"), ("Guest.count == 2", "$old.Guest.@sum.price > 1"),
        ] {
            let (fused, messages) = try migrated(first, second, [3])
            #expect(try migrated(first, second, [2, 3]).1 == messages)
            #expect(messages.isEmpty == (first == "Guest.@sum.price < 0.41"))
            #expect(try fused.rows("SELECT version FROM apus_model") == [messages.isEmpty ? "3" : "1"])
        }
        let (fused, _) = try migrated("Guest.count == 2", "Visitor.count == 2", [])
        #expect(try fused.migrator().plan(fused.url).passes.count == 1)
    }

    @Test("An assertion of a later pass stops the whole migration")
    func laterPass() throws {
        var counted = Attribute("label", .string, isOptional: true)
        counted.derivation = Derivation("uppercase:(name)")
        let stored = Attribute("label", .string, isOptional: true)
        let name = Attribute("name", .string)
        let trial = try trial(
            [
                [Entity("A", attributes: [name])], [Entity("A", attributes: [name, counted])],
                [Entity("A", attributes: [name, stored])],
            ],
            [[], [.assert("SUBQUERY(A, $a, $a.label == 'X').@count == 1", "one X")]],
            "INSERT INTO A (_id, name) VALUES (1, 'x'), (2, 'X')"
        )
        let plan = try trial.migrator().plan(trial.url)
        #expect(plan.passes.count == 2)
        let error = try #require(throws: StoreError.self) { try trial.migrate() }
        #expect(
            error.diagnostics.map(\.message) == [
                "one X: this does not hold: SUBQUERY(A, $a, $a.label == \"X\").@count is 2"
            ]
        )
        #expect(try trial.rows("SELECT version FROM apus_model") == ["1"])
        #expect(throws: StoreError.self) { try trial.migrator().rehearse(trial.url) }
    }

    @Test("Values through relationships, and those of all sub-entities")
    func relationships() throws {
        let older = [
            Entity(
                "Pet",
                attributes: [Attribute("n", .int32)],
                relationships: [.toOne("owner", "Owner", isOptional: true, inverse: "pets")]
            ),
            Entity("Dog", parent: "Pet"),
            Entity(
                "Owner",
                attributes: [Attribute("name", .string)],
                relationships: [.toMany("pets", "Pet", inverse: "owner")]
            ),
        ]
        var newer = older
        newer[0].attributes.append(Attribute("x", .int32, isOptional: true))
        newer[0].name = "Animal"
        newer[0].originalName = "Pet"
        newer[1].parent = "Animal"
        newer[2].relationships[0].destination = "Animal"
        let trial = try trial(
            [older, newer],
            [
                [
                    .assert("Animal.count == 3 AND Dog.count == 1 AND $old.Pet.count == 3", "a"),
                    .assert("SUBQUERY(Animal, $a, $a.owner.name == 'Ada').@sum.n == 3", "b"),
                    .assert("SUBQUERY(Owner, $o, $o.pets.@count > 1).@count == $old.Owner.count - 1", "c"),
                    .assert("SUBQUERY($old.Owner, $o, $o.pets.@sum.n == 3).@count == 1", "d"),
                    .assert("SUBQUERY(Animal, $a, $a.owner == nil).@count == 1", "e"),
                    .assert("Animal.@max.owner.name.length == 3 OR Animal.@max.n == 7", "f"),
                ].filter { $0.assertion?.message != "f" }
            ],
            """
            INSERT INTO Owner (_id, name) VALUES (1, 'Ada'), (2, 'Bob');
            INSERT INTO Pet (_id, _entity, n, owner) VALUES (1, 'Pet', 1, 1), (2, 'Dog', 2, 1), (3, 'Pet', 7, NULL)
            """
        )
        try trial.migrate()
    }

    @Test("A way back asserts something of the version that it leads to")
    func wayBack() throws {
        let optional = Self.newer([Attribute("x", .int32, isOptional: true)])
        let trial = try trial([Self.newer(), optional], [[]], "INSERT INTO Person (_id, name, age) VALUES (1, 'a', 3)")
        func planner(_ condition: String) -> Planner {
            let back = Mapping(
                from: Schema.Version(2),
                to: Schema.Version(1),
                [.accept(ElementPath("Person", "x")), .assert(condition, "m")]
            )
            return Planner(history: trial.planner.history, mappings: [back])
        }
        try trial.migrate()
        let wrong = Migrator(planner: planner("Person.count == $old.Guest.count"), target: .version(Schema.Version(1)))
        #expect(throws: StoreError.self) { try wrong.migrate(trial.url) }
        let right = Migrator(planner: planner("Person.count == $old.Person.count"), target: .version(Schema.Version(1)))
        try right.migrate(trial.url)
        #expect(try trial.rows("SELECT version FROM apus_model") == ["1"])
    }

    @Test("A value that the older version does not allow stops a migration that reads it for an assertion only")
    func dirtyValues() throws {
        let newer = [
            Entity("Contact", attributes: Self.contact.attributes + [Attribute("x", .int32, isOptional: true)])
        ]
        func migrate(_ lines: [Mapping.Line]) throws {
            let trial = try trial([[Self.contact], newer], [lines], Self.rows)
            let trigger = "apus_rules_update_Contact"
            let text = try #require(try trial.rows("SELECT sql FROM sqlite_schema WHERE name = '\(trigger)'").first)
            try trial.run("DROP TRIGGER \(trigger); UPDATE Contact SET age = 99999999999 WHERE _id = 1; \(text)")
            try trial.migrate()
        }
        try migrate([])
        let error = try #require(throws: StoreError.self) { try migrate([.assert("Contact.@max.age == 50", "m")]) }
        guard case .invalidValues = error.reason else { throw error }
    }

    @Test(
        "The statements of a migration are listed whatever it asserts, as they are those of a store for which it holds"
    )
    func statements() throws {
        let trial = try trial(["Person.count > 0"])
        let list = try trial.migrator().statements(trial.url)
        #expect(!list.isEmpty)
    }

    @Test("A store that an unreleased head made is not asked for what the mapping of the head asserts")
    func unreleased() throws {
        let trial = try trial([[Self.contact], [Self.contact]], [[]], "")
        let (one, two) = (Self.newer(), Self.newer([Attribute("x", .int32, isOptional: true)]))
        let mapping = Mapping(from: Schema.Version(1), to: nil, Self.split + [.assert("Person.count > 5", "m")])
        let entry = History.Entry(Schema.Version(1), Schema(model: "M", entities: [Self.contact]))
        let head = Schema(model: "M", entities: two)
        let planner = Planner(history: History(model: "M", entries: [entry], head: head), mappings: [mapping])
        let source = StoreState(version: nil, schema: Schema(model: "M", entities: one))
        let url = trial.folder["head.sqlite"]
        try StoreCreation.create(url, holding: source)
        try Migrator(planner: planner, target: .head).migrate(url)
    }
}
