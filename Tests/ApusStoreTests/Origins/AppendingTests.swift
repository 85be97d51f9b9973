import ApusMigration
import ApusSchema
import Foundation
import Testing

@testable import ApusStore

/// Rows that are added to a table that stays, and columns that are computed in place: the same rows as by copies.
@Suite("Added rows, and columns computed in place") struct AppendingTests {
    private func trial(
        _ older: [Entity],
        _ newer: [Entity],
        _ lines: [Mapping.Line],
        _ rows: String,
        _ rule: TableStrategy.Rule = .cheapest
    ) throws -> Trial {
        try Trial(
            [Schema(model: "M", entities: older), Schema(model: "M", entities: newer)],
            mappings: [Mapping(from: Schema.Version(1), to: Schema.Version(2), lines)],
            rule: rule,
            rows
        )
    }

    /// Migrates by each rule, and expects the same rows.
    ///
    /// - Returns: The store that is migrated the cheapest way, and the ways of its tables.
    private func migrated(
        _ older: [Entity],
        _ newer: [Entity],
        _ lines: [Mapping.Line],
        _ rows: String
    ) throws -> (trial: Trial, ways: [String: TableStrategy.Way]) {
        let trials = try TableStrategy.Rule.allCases.map { try trial(older, newer, lines, rows, $0) }
        let ways = try trials[0].ways()
        let results = try trials.map { trial in
            try trial.migrate()
            #expect(try Verifier.verify(trial.url).isSound, "\(trial.rule)")
            #expect(try trial.rows("PRAGMA integrity_check") == ["ok"])
            return try trial.rows(
                "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'apus%' ORDER BY 1"
            )
            .map { table in
                let names = try trial.rows("SELECT name FROM pragma_table_info('\(table)') ORDER BY name")
                    .map { "\"\($0)\"" }.joined(separator: " || '|' || ")
                return try table == "sqlite_sequence"
                    ? trial.rows("SELECT name || seq FROM sqlite_sequence WHERE name <> 'apus_log' ORDER BY 1")
                    : trial.rows("SELECT coalesce(\(names), '-') FROM \"\(table)\" ORDER BY 1")
            }
        }
        for (result, rule) in zip(results, TableStrategy.Rule.allCases) { #expect(result == results[0], "\(rule)") }
        return (trials[0], ways)
    }

    private static let text = Attribute("name", .string)

    /// Customers and prospects become clients; both refer to their own kind and to a city, and orders to customers.
    private static let parties: [Entity] = {
        func party(_ name: String) -> Entity {
            Entity(
                name,
                attributes: [text, Attribute("code", .string)],
                relationships: [
                    .toOne("friend", name, isOptional: true), .toOne("city", "City", isOptional: true),
                    .toMany("tags", "Tag"),
                ]
            )
        }
        return [
            party("Customer"), party("Prospect"), Entity("City", attributes: [text]), Entity("Tag", attributes: [text]),
            Entity("Order", attributes: [text], relationships: [.toOne("customer", "Customer", isOptional: true)]),
            Entity("Call", attributes: [text], relationships: [.toOne("prospect", "Prospect", isOptional: true)]),
        ]
    }()

    private static let clients: [Entity] = {
        var client = Entity(
            "Client",
            originalName: "Customer",
            attributes: [
                Attribute("name", .string, isOptional: true), Attribute("number", .string, originalName: "code"),
                Attribute("kind", .int16, default: .int(1)),
            ],
            relationships: [
                .toOne("friend", "Client", isOptional: true), .toOne("city", "City", isOptional: true),
                .toMany("tags", "Tag"),
            ]
        )
        client.uniquenessConstraints = [["number"]]
        client.indexes = [Entity.Index("byName", [.init("name")])]
        return [
            client, Entity("City", attributes: [text]), Entity("Tag", attributes: [text]),
            Entity("Order", attributes: [text], relationships: [.toOne("customer", "Client", isOptional: true)]),
            Entity("Call", attributes: [text], relationships: [.toOne("prospect", "Client", isOptional: true)]),
        ]
    }()

    private static let merge: [Mapping.Line] = [
        .accept(ElementPath("Prospect", "code")),
        .entity(
            "Client",
            [
                Mapping.Origin(["Customer"]),
                Mapping.Origin(["Prospect"], values: ["kind": "2", "number": "'P' + $source.code"]),
            ]
        ),
    ]

    private static let rows = """
        INSERT INTO City (_id, name) VALUES (3, 'Bern');
        INSERT INTO Tag (_id, name) VALUES (1, 'x'), (2, 'y');
        INSERT INTO Customer (_id, name, code, friend, city) VALUES (2, 'a', '1', NULL, 3), (9, 'b', '2', 2, NULL);
        INSERT INTO Prospect (_id, name, code, friend, city) VALUES (1, 'c', '1', 4, 3), (4, 'd' || char(0), '2', 4, NULL);
        INSERT INTO Customer_tags (source, target) VALUES (2, 1), (9, 2);
        INSERT INTO Prospect_tags (source, target) VALUES (1, 1), (4, 1);
        INSERT INTO "Order" (name, customer) VALUES ('o', 9), ('p', NULL);
        INSERT INTO "Call" (name, prospect) VALUES ('c', 4), ('d', 1);
        """

    @Test("Rows of one entity are added to those of another, with new identities and all references")
    func merged() throws {
        let (trial, ways) = try migrated(Self.parties, Self.clients, Self.merge, Self.rows)
        #expect(ways["Client"] == .append)
        #expect(
            try trial.rows(
                "SELECT _id, hex(name), number, kind, coalesce(friend, '-'), coalesce(city, '-') FROM Client"
            ) == [
                "2|61|1|1|-|3", "9|62|2|1|2|-", "10|63|P1|2|13|3", "13|6400|P2|2|13|-",
            ]
        )
        #expect(try trial.rows("SELECT prospect FROM \"Call\" ORDER BY 1") == ["10", "13"])
        #expect(try trial.rows("SELECT seq FROM sqlite_sequence WHERE name = 'Client'") == ["13"])
    }

    @Test("Equal values of both entities are found before the first write")
    func duplicates() throws {
        let lines: [Mapping.Line] = [
            .entity("Client", [Mapping.Origin(["Customer"]), Mapping.Origin(["Prospect"], values: ["kind": "2"])])
        ]
        let trial = try trial(Self.parties, Self.clients, lines, Self.rows)
        let before = try trial.bytes()
        let error = #expect(throws: StoreError.self) { try trial.migrate() }
        guard case .failedValues = error?.reason else {
            Issue.record("\(error.map { "\($0)" } ?? "")")
            return
        }
        #expect(try trial.bytes() == before)
    }

    @Test(
        "What was added by hand to the table that stays is named before the first write",
        arguments: [
            "CREATE UNIQUE INDEX mine ON Customer (name)", "CREATE INDEX mine ON Customer (name, code)",
            "ALTER TABLE Customer ADD COLUMN mine TEXT",
            "ALTER TABLE Customer ADD COLUMN mine TEXT REFERENCES City (name)",
            "ALTER TABLE Customer ADD COLUMN mine TEXT CHECK (mine <> 'x')",
            "CREATE TRIGGER mine AFTER INSERT ON Customer BEGIN SELECT 1; END",
        ]
    )
    func handMade(sql: String) throws {
        let trial = try trial(Self.parties, Self.clients, Self.merge, Self.rows)
        try trial.run(sql)
        let before = try trial.bytes()
        let error = #expect(throws: StoreError.self) { try trial.migrate() }
        #expect(error.map { "\($0)" }?.contains("mine") == true)
        #expect(try trial.bytes() == before)
    }

    private static func plain(_ name: String, _ attributes: Attribute..., old: String? = nil) -> Entity {
        Entity(name, originalName: old, attributes: [text] + attributes)
    }

    private static let plainRows = """
        INSERT INTO A (_id, name) VALUES (5, 'a'), (6, 'b');
        INSERT INTO B (_id, name) VALUES (1, 'c'), (5, 'd');
        INSERT INTO C (_id, name) VALUES (1, 'e'), (2, 'a');
        """

    @Test("Two entities that get each other's rows are copied")
    func exchanged() throws {
        let entities = ["A", "B", "C"].map { Self.plain($0) }
        let (trial, ways) = try migrated(
            entities,
            Array(entities.prefix(2)),
            [
                .entity("A", [Mapping.Origin(["A"]), Mapping.Origin(["B"])]),
                .entity("B", [Mapping.Origin(["B"]), Mapping.Origin(["A"]), Mapping.Origin(["C"])]),
            ],
            Self.plainRows
        )
        #expect(ways == ["A": .fill, "B": .fill])
        #expect(try trial.rows("SELECT group_concat(name, '') FROM B") == ["cdabea"])
    }

    @Test("Added rows that look values up where rows are added are copied")
    func lookedUp() throws {
        let name = Attribute("name", .string, isOptional: true)
        let c = Entity("C", attributes: [name], relationships: [.toOne("b", "B", isOptional: true)])
        let entities = ["A", "B", "D"].map { Entity($0, attributes: [name]) }
        let (trial, ways) = try migrated(
            entities + [c],
            Array(entities.prefix(2)),
            [
                .accept(ElementPath("C", "name")), .accept(ElementPath("C", "b")),
                .entity(
                    "A",
                    [
                        Mapping.Origin(["A"]),
                        Mapping.Origin(["C"], values: ["name": "TERNARY($source.b != nil, $source.b.name, 'none')"]),
                    ]
                ),
                .entity("B", [Mapping.Origin(["B"]), Mapping.Origin(["D"])]),
            ],
            """
            INSERT INTO A (_id, name) VALUES (5, 'a'); INSERT INTO B (_id, name) VALUES (1, 'b');
            INSERT INTO D (_id, name) VALUES (1, 'd'); INSERT INTO C (_id, name, b) VALUES (1, 'c', 1), (2, 'e', NULL);
            """
        )
        #expect(ways == ["A": .fill, "B": .append])
        #expect(try trial.rows("SELECT _id || name FROM A ORDER BY _id") == ["5a", "6b", "7none"])
        #expect(try trial.rows("SELECT _id || name FROM B ORDER BY _id") == ["1b", "2d"])
    }

    @Test("A column that refers to a table that gets another name is not added to one that stays")
    func renamedFarTable() throws {
        let older = [
            Self.plain("Customer"),
            Entity("Prospect", attributes: [Self.text], relationships: [.toOne("city", "Town", isOptional: true)]),
            Self.plain("Town"), Self.plain("City"),
        ]
        let newer = [
            Entity("Client", attributes: [Self.text], relationships: [.toOne("city", "City", isOptional: true)]),
            Self.plain("City", old: "Town"), Self.plain("Metropolis", old: "City"),
        ]
        let (trial, _) = try migrated(
            older,
            newer,
            [.entity("Client", [Mapping.Origin(["Customer"]), Mapping.Origin(["Prospect"])])],
            """
            INSERT INTO Town (_id, name) VALUES (3, 't'); INSERT INTO City (_id, name) VALUES (3, 'c');
            INSERT INTO Customer (name) VALUES ('a'); INSERT INTO Prospect (name, city) VALUES ('b', 3);
            """
        )
        #expect(try trial.rows("SELECT name || coalesce(city, '-') FROM Client ORDER BY _id") == ["a-", "b3"])
    }

    @Test("The table of an entity that stays is not taken for another one")
    func staying() throws {
        let older = ["Customer", "Prospect"].map { Self.plain($0) }
        let newer = ["Ally", "Customer"].map { Self.plain($0) }
        let (trial, ways) = try migrated(
            older,
            newer,
            [.entity("Ally", [Mapping.Origin(["Customer"]), Mapping.Origin(["Prospect"])])],
            "INSERT INTO Customer (name) VALUES ('a'); INSERT INTO Prospect (name) VALUES ('b');"
        )
        #expect(ways == ["Ally": .fill, "Customer": .nothing])
        #expect(try trial.rows("SELECT name FROM Ally ORDER BY _id") == ["a", "b"])
    }

    @Test("Nothing is computed in place for rows that are removed")
    func removedRows() throws {
        let text = Attribute("value", .string, isOptional: true)
        func entities(_ own: [Attribute], _ names: [String]) -> [Entity] {
            [Entity("A", attributes: [text] + own)] + names.map { Entity($0, parent: "A") }
        }
        let lines: [Mapping.Line] = [
            .accept(ElementPath("S")), .value(ElementPath("A", "number"), "convert($source.value, 'parsed', 'int64')"),
        ]
        let (trial, ways) = try migrated(
            entities([], ["S", "T"]),
            entities([Attribute("number", .int64, isOptional: true)], ["T"]),
            lines,
            "INSERT INTO A (_entity, value) VALUES ('A', '1'), ('S', 'not a number'), ('T', '3')"
        )
        #expect(ways == ["A": .update])
        #expect(try trial.rows("SELECT number FROM A ORDER BY _id") == ["1", "3"])
    }

    @Test(
        "The last identity of an entity that is gone is the same at once and step by step",
        arguments: [[3], [2, 3]]
    )
    func lastIdentity(steps: [Int]) throws {
        let older = ["A", "B"].map { Self.plain($0) }
        let trial = try Trial(
            [older, [Self.plain("N")], [Self.plain("N"), Self.plain("A")]].map { Schema(model: "M", entities: $0) },
            mappings: [
                Mapping(
                    from: Schema.Version(1),
                    to: Schema.Version(2),
                    [.entity("N", [Mapping.Origin(["A"]), Mapping.Origin(["B"])])]
                )
            ],
            "INSERT INTO A (_id, name) VALUES (2, 'a'); INSERT INTO B (_id, name) VALUES (7, 'b');"
        )
        for step in steps { try trial.migrate(to: step) }
        #expect(try trial.rows("SELECT _id FROM N ORDER BY 1") == ["2", "9"])
        #expect(
            try trial.rows("SELECT name || seq FROM sqlite_sequence WHERE name IN ('A', 'N') ORDER BY 1") == [
                "A2", "N9",
            ]
        )
    }

    @Test(
        "New columns are computed in place: required, optional, of some entities, unique, beside what was added by hand"
    )
    func computed() throws {
        func entities(_ root: [Attribute], _ sub: [Attribute]) -> [Entity] {
            var entity = Entity("A", attributes: [Self.text, Attribute("n", .int32, isOptional: true)] + root)
            if root.contains(where: { $0.name == "key" }) { entity.uniquenessConstraints = [["key"]] }
            return [entity, Entity("S", parent: "A", attributes: [Attribute("s", .string)] + sub)]
        }
        let older = entities([], [])
        let newer = entities(
            [Attribute("key", .string), Attribute("twice", .int64, isOptional: true)],
            [Attribute("both", .string), Attribute("once", .uuid)]
        )
        let lines: [Mapping.Line] = [
            .value(ElementPath("A", "key"), "$source.name + '!'"), .value(ElementPath("A", "twice"), "$source.n * 2"),
            .value(ElementPath("S", "both"), "$source.name + $source.s"),
            .fill(ElementPath("S", "once"), .generated(.uuid)),
        ]
        let rows = """
            INSERT INTO A (_id, _entity, name, n, "S.s") VALUES (1, 'A', 'a', 4, NULL), (2, 'S', 'b', NULL, 's'),
            (7, 'S', 'c' || char(0), -3, '');
            """
        let (trial, ways) = try migrated(older, newer, lines, rows)
        #expect(ways == ["A": .update])
        #expect(
            try trial.rows(
                "SELECT hex(key), coalesce(twice, '-'), hex(coalesce(\"S.both\", '-')), typeof(\"S.once\") FROM A"
            ) == [
                "6121|8|2D|null", "6221|-|6273|blob", "630021|-6|6300|blob",
            ]
        )
        // A store keeps what was added by hand to a table that is not rebuilt.
        let again = try self.trial(older, newer, lines, rows)
        try again.run("ALTER TABLE A ADD COLUMN mine TEXT; UPDATE A SET mine = name; CREATE INDEX own ON A (mine)")
        let page = try again.rows("SELECT rootpage FROM sqlite_schema WHERE name = 'A'")
        try again.migrate()
        #expect(try again.rows("SELECT rootpage FROM sqlite_schema WHERE name = 'A'") == page)
        #expect(try again.rows("SELECT count(*) FROM A INDEXED BY own WHERE mine = 'b'") == ["1"])
        // SQLite enforces what the model requires.
        #expect(throws: (any Error).self) { try again.run("UPDATE A SET key = NULL") }
        #expect(throws: (any Error).self) { try again.run("UPDATE A SET key = 'a!'") }
        let equal = try self.trial(
            older,
            newer,
            lines,
            rows + "INSERT INTO A (_id, _entity, name) VALUES (8, 'A', 'a');"
        )
        let before = try equal.bytes()
        #expect(throws: StoreError.self) { try equal.migrate() }
        #expect(try equal.bytes() == before)
    }
}
