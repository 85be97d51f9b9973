import ApusMigration
import ApusSchema
import Testing

@testable import ApusStore

/// What a mapping that makes objects of others must not lose, and what it keeps.
@Suite struct OriginLossTests {
    private func trial(
        _ older: [Entity],
        _ newer: [Entity],
        _ lines: [Mapping.Line],
        _ rows: String
    ) throws -> Trial {
        try Trial(
            [Schema(model: "M", entities: older), Schema(model: "M", entities: newer)],
            mappings: [Mapping(from: Schema.Version(1), to: Schema.Version(2), lines)],
            rows
        )
    }

    /// Expects that a migration is refused with a text, before it writes.
    private func expectRefusal(_ trial: Trial, _ text: String) throws {
        let before = try trial.bytes()
        let error = #expect(throws: StoreError.self) { try trial.migrate() }
        let message = error.map(String.init(describing:)) ?? ""
        #expect(message.contains(text), "\(message)")
        #expect(try trial.bytes() == before)
    }

    private func renamed(_ relationship: Relationship, _ name: String) -> Relationship {
        var copy = relationship
        copy.originalName = name
        return copy
    }

    private let kind = [Attribute("n", .string), Attribute("k", .int64)]

    // MARK: References

    @Test("Pairs stay where the other side of a many-to-many relationship holds them afterwards")
    func turned() throws {
        let trial = try trial(
            [
                Entity("C", relationships: [.toMany("os", "O", inverse: "cs")]),
                Entity("O", relationships: [.toMany("cs", "C", inverse: "os")]),
            ],
            [
                Entity("P", relationships: [.toMany("os", "O", inverse: "ps")]),
                Entity("O", relationships: [renamed(.toMany("ps", "P", inverse: "os"), "cs")]),
            ],
            [.entity("P", [Mapping.Origin(["C"])])],
            "INSERT INTO C (_id) VALUES (1), (2); INSERT INTO O (_id) VALUES (5), (6); INSERT INTO C_os (source, target) VALUES (1, 5), (1, 6), (2, 5)"
        )
        try trial.migrate()
        #expect(try trial.rows("SELECT source, target FROM O_ps ORDER BY 1, 2") == ["5|1", "5|2", "6|1"])
    }

    @Test("References to objects that an origin does not take stop the migration")
    func narrowed() throws {
        let older = [
            Entity("C", attributes: kind, relationships: [.toMany("os", "O", inverse: "c")]),
            Entity("O", relationships: [.toOne("c", "C", isOptional: true, inverse: "os")]),
        ]
        let newer = [
            Entity("P", attributes: kind, relationships: [.toMany("os", "O", inverse: "c")]),
            Entity("Q", attributes: kind),
            Entity("O", relationships: [.toOne("c", "P", isOptional: true, inverse: "os")]),
        ]
        let lines: [Mapping.Line] = [
            .entity("P", [Mapping.Origin(["C"], where: "k > 0")]),
            .entity("Q", [Mapping.Origin(["C"], where: "k <= 0")]),
        ]
        let rows = """
            INSERT INTO C (_id, n, k) VALUES (1, 'a', 1), (2, 'b', 0);
            INSERT INTO O (_id, c) VALUES (1, 1), (2, 2)
            """
        try expectRefusal(
            trial(older, newer, lines, rows),
            "1 row of 'C' may have references in 'O.c' that would be lost"
        )
        let accepted = try trial(older, newer, lines + [.accept(ElementPath("O", "c"))], rows)
        try accepted.migrate()
        #expect(try accepted.rows("SELECT _id, c FROM O ORDER BY 1") == ["1|1", "2|NULL"])
    }

    @Test(
        "A released mapping accepts by either side what is lost of sides that part",
        arguments: ["A.r", "A.*", "Z.back"]
    )
    func partedAndNarrowed(accepted: String) throws {
        let older = [
            Entity("A", attributes: kind, relationships: [.toOne("r", "Z", isOptional: true, inverse: "back")]),
            Entity("ASub", parent: "A"),
            Entity("Z", relationships: [.toMany("back", "A", inverse: "r")]),
        ]
        let newer = [
            Entity("B", attributes: kind, relationships: [.toOne("r", "Z", isOptional: true)]),
            Entity("ASub", parent: "B"),
            Entity("Z", relationships: [.toMany("back", "ASub")]),
        ]
        let isWildcard = accepted.hasSuffix("*")
        let path = try #require(ElementPath(parsing: isWildcard ? "A" : accepted))
        let trial = try trial(
            older,
            newer,
            [
                .entity("B", [Mapping.Origin(["A"], where: "entity.name == 'A'")]),
                .accept(path, isWildcard: isWildcard),
            ],
            """
            INSERT INTO Z (_id) VALUES (1);
            INSERT INTO A (_id, _entity, n, k, r) VALUES (1, 'A', 'a', 1, 1), (2, 'ASub', 'b', 2, 1)
            """
        )
        try trial.migrate()
        #expect(try trial.rows("SELECT _id, r FROM B ORDER BY 1") == ["1|1", "2|1"])
        #expect(try trial.rows("SELECT source, target FROM Z_back") == ["1|2"])
    }

    @Test("References of objects that become others without the relationship are a loss")
    func leftBehind() throws {
        var root = Entity(
            "R",
            attributes: [Attribute("n", .string)],
            relationships: [.toOne("o", "O", isOptional: true, inverse: "rs")]
        )
        root.isAbstract = true
        let trial = try trial(
            [
                root, Entity("P", parent: "R"), Entity("Q", parent: "R"),
                Entity("O", relationships: [.toMany("rs", "R", inverse: "o")]),
            ],
            [
                root, Entity("Q", parent: "R"), Entity("X", attributes: [Attribute("n", .string)]),
                Entity("O", relationships: [.toMany("rs", "R", inverse: "o")]),
            ],
            [.entity("X", [Mapping.Origin(["P"])])],
            "INSERT INTO O (_id) VALUES (1); INSERT INTO R (_id, _entity, n, o) VALUES (1, 'P', 'p', 1), (2, 'Q', 'q', 1)"
        )
        try expectRefusal(trial, "'P' no longer has 'o', and the references of its objects would be lost")
    }

    @Test("Two objects that would refer to one, where its relationship leads to one, stop the migration")
    func crowded() throws {
        let older = [
            Entity("C", relationships: [.toOne("boss", "C", isOptional: true)]), Entity("A"),
        ]
        let newer = [
            Entity(
                "C",
                relationships: [
                    .toOne("boss", "C", isOptional: true), .toOne("lead", "C", isOptional: true, inverse: "led"),
                    .toOne("led", "C", isOptional: true, inverse: "lead"),
                ]
            ), Entity("A"),
        ]
        let trial = try trial(
            older,
            newer,
            [.value(ElementPath("C", "lead"), "$source.boss")],
            "INSERT INTO C (_id, boss) VALUES (1, NULL), (2, 1), (3, 1)"
        )
        try expectRefusal(trial, "1 row of 'C' has several objects for 'C.led'")
    }

    @Test("Of two objects made of one, the first has the reference that only one object can have")
    func copies() throws {
        let far = Entity("O", relationships: [.toOne("c", "C", isOptional: true, inverse: "o")])
        var renamedFar = far
        renamedFar.relationships = [.toOne("c", "P", isOptional: true, inverse: "o")]
        var holder = Relationship.toOne("o", "O", isOptional: true, inverse: "c")
        holder.holdsKey = true
        let trial = try trial(
            [Entity("C", attributes: kind, relationships: [holder]), far],
            [Entity("P", attributes: kind, relationships: [holder]), renamedFar],
            [.entity("P", [Mapping.Origin(["C"], as: "one"), Mapping.Origin(["C"], as: "two")])],
            "INSERT INTO O (_id) VALUES (7); INSERT INTO C (_id, n, k, o) VALUES (1, 'a', 1, 7)"
        )
        try trial.migrate()
        #expect(try trial.rows("SELECT _id, n, o FROM P ORDER BY 1") == ["1|a|7", "2|a|NULL"])
    }

    @Test("References of objects that stay, and that no origin with the relationship takes, are not lost")
    func staysWithout() throws {
        let far = Entity("O", attributes: [Attribute("n", .string)])
        let o = Relationship.toOne("o", "O", isOptional: true)
        let rows = """
            INSERT INTO O (_id, n) VALUES (1, 'o'); INSERT INTO C (_id, n, k, o) VALUES (1, 'a', 1, 1), (2, 'b', 0, 1)
            """
        let older = [Entity("C", attributes: kind, relationships: [o]), far]
        let newer = [
            Entity("C", attributes: kind, relationships: [.toOne("p", "P", isOptional: true)]), far,
            Entity("P", relationships: [o]),
        ]
        try expectRefusal(
            trial(
                older,
                newer,
                [
                    .entity("P", [Mapping.Origin(["C"], where: "k > 0")]),
                    .value(ElementPath("C", "p"), "same(P)"),
                ],
                rows
            ),
            "1 row of 'C' may have references in 'C.o' that would be lost"
        )
        // Another origin that takes all of them does not keep these references.
        let copies = [Entity("C", attributes: kind, relationships: [o]), far, Entity("D", attributes: kind)]
        try expectRefusal(
            trial(
                older,
                copies,
                [.entity("C", [Mapping.Origin(["C"], where: "k > 0")]), .entity("D", [Mapping.Origin(["C"])])],
                rows
            ),
            "1 row of 'C' may have references in 'C.o' that would be lost"
        )
    }

    @Test("Of several objects that are one, values and references of all but the first are a loss")
    func distinct() throws {
        let o = Relationship.toOne("o", "O", isOptional: true)
        let far = Entity("O")
        let rows = "INSERT INTO C (_id, n, k) VALUES (1, 'a', 1), (2, 'a', 2)"
        for entity in ["C", "P"] {
            let trial = try trial(
                [Entity("C", attributes: kind)],
                [Entity(entity, attributes: kind), Entity("Z")],
                [.entity(entity, [Mapping.Origin(["C"], distinct: ["n"])])],
                rows
            )
            try expectRefusal(trial, "'C.k' was removed, and its values would be lost")
        }
        let names = [Attribute("n", .string)]
        let linked = try trial(
            [Entity("C", attributes: names, relationships: [o]), far],
            [Entity("P", attributes: names, relationships: [o]), far],
            [.entity("P", [Mapping.Origin(["C"], distinct: ["n"])])],
            "INSERT INTO O (_id) VALUES (1); INSERT INTO C (_id, n, o) VALUES (1, 'a', NULL), (2, 'a', 1)"
        )
        try expectRefusal(linked, "'C.o' was removed, and its references would be lost")
        // The value by which they are one is lost if no attribute has it.
        let lost = try trial(
            [Entity("C", attributes: names)],
            [Entity("P", attributes: [Attribute("t", .string)])],
            [.entity("P", [Mapping.Origin(["C"], distinct: ["n"], values: ["t": "'x'"])])],
            "INSERT INTO C (_id, n) VALUES (1, 'a')"
        )
        try expectRefusal(lost, "'C.n' was removed, and its values would be lost")
    }

    @Test("A constant makes one object of all")
    func once() throws {
        let trial = try trial(
            [Entity("C", attributes: kind)],
            [
                Entity("C", attributes: kind, relationships: [.toOne("o", "O")]),
                Entity("O", attributes: [Attribute("t", .string)]),
            ],
            [
                .entity(
                    "O",
                    [
                        Mapping.Origin(["C"], where: "k > 1", distinct: ["n"], values: ["t": "n"]),
                        Mapping.Origin(["C"], distinct: ["'none'"], values: ["t": "'none'"], as: "other"),
                    ]
                ),
                .value(ElementPath("C", "o"), "TERNARY(k > 1, find(O, t == $source.n), same(other))"),
            ],
            "INSERT INTO C (_id, n, k) VALUES (1, 'a', 2), (2, 'b', 1), (3, 'c', 1)"
        )
        try trial.migrate()
        #expect(
            try trial.rows("SELECT C._id, O.t FROM C JOIN O ON O._id = C.o ORDER BY 1") == ["1|a", "2|none", "3|none"]
        )
        #expect(try trial.rows("SELECT count(*) FROM O") == ["2"])
    }

    @Test("Of several objects that an expression would give to one, 'duplicates' keeps one")
    func chosen() throws {
        let newer = [
            Entity(
                "C",
                attributes: kind,
                relationships: [
                    .toOne("boss", "C", isOptional: true), .toOne("lead", "C", isOptional: true, inverse: "led"),
                    .toOne("led", "C", isOptional: true, inverse: "lead"),
                ]
            )
        ]
        let trial = try trial(
            [Entity("C", attributes: kind, relationships: [.toOne("boss", "C", isOptional: true)])],
            newer,
            [.value(ElementPath("C", "lead"), "$source.boss"), .duplicates(ElementPath("C", "led"), .newest)],
            "INSERT INTO C (_id, n, k, boss) VALUES (1, 'a', 1, NULL), (2, 'b', 1, 1), (3, 'c', 1, 1)"
        )
        try trial.migrate()
        #expect(try trial.rows("SELECT _id, boss, lead FROM C ORDER BY 1") == ["1|NULL|NULL", "2|1|NULL", "3|1|1"])
    }

    @Test("A condition or a key that cannot be computed for a row stops the migration")
    func failing() throws {
        let older = [Entity("C", attributes: kind)]
        let newer = [
            Entity("C", attributes: kind, relationships: [.toOne("x", "X", isOptional: true)]),
            Entity("X", attributes: [Attribute("k", .int64)]),
        ]
        let number = "convert(n, 'parsed', 'int64')"
        for origin in [
            Mapping.Origin(["C"], where: "\(number) > 3"), Mapping.Origin(["C"], distinct: [number, "k"]),
            Mapping.Origin(["C"], distinct: ["k", number]),
        ] {
            let trial = try trial(
                older,
                newer,
                [.entity("X", [origin])],
                "INSERT INTO C (_id, n, k) VALUES (1, 'zzz', 1)"
            )
            try expectRefusal(trial, "1 row of 'C' has a value")
        }
        let found = try trial(
            older,
            newer,
            [
                .entity("X", [Mapping.Origin(["C"], distinct: ["k"])]),
                .value(ElementPath("C", "x"), "find(X, k == \(number))"),
            ],
            "INSERT INTO C (_id, n, k) VALUES (1, 'zzz', 1)"
        )
        try expectRefusal(found, "1 row of 'C' has a value")
    }

    // MARK: Objects and values

    @Test("An entity whose line takes the objects of others only would lose its own")
    func forgotten() throws {
        let entities = [Entity("E", attributes: kind), Entity("F", attributes: kind)]
        let trial = try trial(
            entities,
            entities + [Entity("Z")],
            [.entity("E", [Mapping.Origin(["F"])])],
            "INSERT INTO E (_id, n, k) VALUES (1, 'a', 1); INSERT INTO F (_id, n, k) VALUES (1, 'b', 2)"
        )
        try expectRefusal(trial, "1 row of 'E' would be lost")
    }

    @Test("An attribute that an entity with a line no longer has is a loss")
    func dropped() throws {
        let trial = try trial(
            [Entity("E", attributes: kind)],
            [Entity("E", attributes: [kind[1]])],
            [.entity("E", [Mapping.Origin(["E"])])],
            "INSERT INTO E (_id, n, k) VALUES (1, 'a', 1)"
        )
        try expectRefusal(trial, "'E.n' was removed, and its values would be lost")
    }

    @Test("A computed value that its attribute cannot hold stops the migration")
    func tooLarge() throws {
        let trial = try trial(
            [Entity("C", attributes: kind)],
            [Entity("C", attributes: kind), Entity("X", attributes: [Attribute("k", .int16)])],
            [.entity("X", [Mapping.Origin(["C"], values: ["k": "$source.k"])])],
            "INSERT INTO C (_id, n, k) VALUES (1, 'a', 5000000000)"
        )
        try expectRefusal(trial, "1 row of 'C' has a value computed for 'X.k' that it cannot hold as int16")
    }

    // MARK: Hierarchies and identities

    @Test("A hierarchy whose root was abstract becomes one entity, and back")
    func abstractRoot() throws {
        var root = Entity("A", attributes: kind)
        root.isAbstract = true
        let hierarchy = [root, Entity("B", parent: "A"), Entity("S", parent: "A")]
        let rows = "INSERT INTO A (_id, _entity, n, k) VALUES (1, 'B', 'x', 1), (2, 'S', 'y', 2)"
        let flat = try trial(hierarchy, [Entity("A", attributes: kind)], [.entity("A", [Mapping.Origin(["A"])])], rows)
        try flat.migrate()
        #expect(try flat.rows("SELECT _id, n, k FROM A ORDER BY 1") == ["1|x|1", "2|y|2"])
        let routed = try trial(
            [Entity("A", attributes: kind)],
            hierarchy,
            [
                .entity("B", [Mapping.Origin(["A"], where: "k == 1")]),
                .entity("S", [Mapping.Origin(["A"], where: "k != 1")]),
            ],
            "INSERT INTO A (_id, n, k) VALUES (1, 'x', 1), (2, 'y', 2)"
        )
        try routed.migrate()
        #expect(try routed.rows("SELECT _id, _entity, n, k FROM A ORDER BY 1") == ["1|B|x|1", "2|S|y|2"])
    }

    @Test("New identities were never those of other objects")
    func identities() throws {
        let trial = try trial(
            [Entity("P", attributes: kind), Entity("C", attributes: kind)],
            [Entity("P", attributes: kind)],
            [.entity("P", [Mapping.Origin(["P", "C"])])],
            """
            INSERT INTO P (_id, n, k) VALUES (1, 'a', 1), (9, 'b', 1); DELETE FROM P WHERE _id = 9;
            INSERT INTO C (_id, n, k) VALUES (1, 'c', 1)
            """
        )
        try trial.migrate()
        #expect(try trial.rows("SELECT _id, n FROM P ORDER BY 1") == ["1|a", "10|c"])
    }

    @Test("Many hierarchies are merged into one")
    func merges() throws {
        let names = (0..<12).map { "E\($0)" }
        let trial = try trial(
            names.map { Entity($0, attributes: kind) },
            [Entity("All", attributes: kind)],
            [.entity("All", [Mapping.Origin(names)])],
            names.map { "INSERT INTO \($0) (_id, n, k) VALUES (1, '\($0)', 1), (2, '\($0)', 2)" }.joined(separator: ";")
        )
        try trial.migrate()
        #expect(try trial.rows("SELECT count(*), count(DISTINCT n), min(_id), max(_id) FROM \"All\"") == ["24|12|1|24"])
    }
}
