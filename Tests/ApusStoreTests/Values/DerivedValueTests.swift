import ApusMigration
import ApusSchema
import Testing

@testable import ApusStore

/// Derived attributes whose values a migration must not compute again, or must compare.
@Suite struct DerivedValueTests {
    /// The moment of the last save, under a name.
    private static func moment(_ name: String, originalName: String? = nil) -> Attribute {
        var attribute = Attribute(name, .date, isOptional: true)
        attribute.derivation = .now
        attribute.originalName = originalName
        return attribute
    }

    private static func trip(_ name: String, _ moment: Attribute, parent: String? = nil) -> Entity {
        Entity(name, parent: parent, attributes: [Attribute("name", .string), moment])
    }

    private static let rows = """
        INSERT INTO Trip (name) VALUES ('a'), ('b'); UPDATE Trip SET savedAt = 100 + _id;
        """

    @Test(
        "the moment of the last save is not that of a migration",
        arguments: [TableStrategy.Rule.cheapest, .inPlace, .rebuild]
    )
    func moments(rule: TableStrategy.Rule) throws {
        let older = Schema.notes(Self.trip("Trip", Self.moment("savedAt")))
        var renamed = Self.trip("Journey", Self.moment("savedAt"), parent: "Base")
        renamed.originalName = "Trip"
        var base = Entity("Base")
        base.isAbstract = true
        let newer: [(schema: Schema, column: String)] = [
            (.notes(Self.trip("Trip", Self.moment("lastSaved", originalName: "savedAt"))), "lastSaved"),
            (.notes(Self.trip("Trip", Self.moment("savedAt")), Entity("Flight", parent: "Trip")), "savedAt"),
            (
                .notes(base, Self.trip("Trip", Self.moment("savedAt"), parent: "Base")),
                "Trip.savedAt"
            ),
            (.notes(base, Entity("Flight", parent: "Base"), renamed), "Journey.savedAt"),
        ]
        for (schema, column) in newer {
            let trial = try Trial([older, schema], rule: rule, Self.rows)
            try trial.migrate()
            let table = try #require(Layout(schema).tables.first { $0.column(column) != nil })
            #expect(
                try trial.rows("SELECT \"\(column)\" FROM \"\(table.name)\" ORDER BY 1") == ["101.0", "102.0"],
                "\(column)"
            )
        }
    }

    @Test(
        "a moment of the last save does not take what another derivation computed",
        arguments: [TableStrategy.Rule.cheapest, .rebuild]
    )
    func derivationChanges(rule: TableStrategy.Rule) throws {
        func schema(_ derivation: Derivation) -> Schema {
            var stamp = Attribute("stamp", .date, isOptional: true)
            stamp.derivation = derivation
            return .notes(Entity("Trip", attributes: [Attribute("created", .date), stamp]))
        }
        let trial = try Trial(
            [schema(.keyPath(["created"])), schema(.now)],
            rule: rule,
            "INSERT INTO Trip (created) VALUES (1)"
        )
        try trial.migrate()
        #expect(try trial.rows("SELECT created, stamp FROM Trip") == ["1.0|5.25"])
    }

    @Test("a new moment of the last save is that of the migration")
    func newMoment() throws {
        let older = Schema.notes(Entity("Trip", attributes: [Attribute("name", .string)]))
        let trial = try Trial(
            [older, .notes(Self.trip("Trip", Self.moment("savedAt")))],
            "INSERT INTO Trip (name) VALUES ('a')"
        )
        try trial.migrate()
        #expect(try trial.rows("SELECT savedAt FROM Trip") == ["5.25"])
    }

    /// The key of an e-mail address, which is unique.
    private static func person(_ attributes: [Attribute], unique: Bool, _ text: String = "canonical:(email)") -> Entity
    {
        var key = Attribute("key", .string, isOptional: true)
        key.derivation = Derivation(text)
        key.isUnique = unique
        return Entity("Person", attributes: attributes + [key])
    }

    @Test("a derived attribute that becomes unique is compared before the first write", arguments: [false, true])
    func unique(wasDerived: Bool) throws {
        let email = Attribute("email", .string)
        let older =
            wasDerived ? Self.person([email], unique: false) : Entity("Person", attributes: [email])
        let trial = try Trial([.notes(older), .notes(Self.person([email], unique: true))])
        try trial.runAsRuntime("INSERT INTO Person (email) VALUES ('A@x'), ('b@x'), ('a@x')")
        for action in [{ _ = try trial.migrator().plan(trial.url) }, { _ = try trial.migrate() }] {
            let error = try #require(throws: StoreError.self) { try action() }
            #expect(error.description.contains("have the same 'key'"), "\(error)")
        }
        try trial.runAsRuntime("DELETE FROM Person WHERE email = 'a@x'")
        try trial.migrate()
        #expect(throws: (any Error).self) { try trial.runAsRuntime("INSERT INTO Person (email) VALUES ('B@x')") }
    }

    @Test(
        "a unique derived attribute may take the values of other rows",
        arguments: [TableStrategy.Rule.cheapest, .rebuild]
    )
    func exchangedValues(rule: TableStrategy.Rule) throws {
        let (one, other) = (Attribute("a", .string), Attribute("b", .string))
        let schemas = ["lowercase:(a)", "lowercase:(b)"].map { text in
            Schema.notes(Self.person([one, other], unique: true, text))
        }
        let trial = try Trial(schemas, rule: rule)
        try trial.runAsRuntime("INSERT INTO Person (a, b) VALUES ('x', 'y'), ('y', 'x')")
        try trial.migrate()
        #expect(try trial.rows("SELECT key FROM Person ORDER BY _id") == ["y", "x"])
        #expect(throws: (any Error).self) {
            try trial.runAsRuntime("INSERT INTO Person (a, b) VALUES ('z', 'x')")
        }
        #expect(try Verifier.verify(trial.url).isSound)
    }

    @Test("a unique derived attribute of a converted one is compared when it is computed")
    func uniqueOfConverted() throws {
        let older = Entity("Person", attributes: [Attribute("email", .int32)])
        let newer = Self.person([Attribute("email", .string)], unique: true, "lowercase:(email)")
        let trial = try Trial([.notes(older), .notes(newer)], "INSERT INTO Person (email) VALUES (1), (2), (1)")
        let error = try #require(throws: StoreError.self) { try trial.migrate() }
        guard case .failedValues = error.reason else {
            Issue.record("\(error)")
            return
        }
        try trial.run("DELETE FROM Person WHERE _id = 3")
        try trial.migrate()
        #expect(try trial.rows("SELECT key FROM Person ORDER BY 1") == ["1", "2"])
    }
}
