import ApusMigration
import ApusSchema
import Testing

@testable import ApusStore

/// Values that a mapping computes, in stores with difficult ones.
@Suite struct ComputedRowTests {
    /// A trial whose second version has one more attribute, which an expression computes.
    private func trial(
        _ attribute: Attribute,
        _ text: String,
        _ rows: String,
        integers: ScalarType = .int64
    ) throws -> Trial {
        let older = Schema(
            model: "M",
            entities: [
                Entity(
                    "P",
                    attributes: [
                        Attribute("i", .scalar(integers)), Attribute("s", .string),
                        Attribute("d", .decimal, isOptional: true),
                    ],
                    relationships: [
                        .toOne("up", "P", isOptional: true, inverse: "down"), .toMany("down", "P", inverse: "up"),
                    ]
                )
            ]
        )
        var newer = older
        newer.entities[0].attributes.append(attribute)
        let line = Mapping.Line.value(ElementPath("P", attribute.name), text)
        return try Trial(
            [older, newer],
            mappings: [Mapping(from: Schema.Version(1), to: Schema.Version(2), [line])],
            "INSERT INTO P (_id, i, s, d, up) VALUES \(rows)"
        )
    }

    private func values(
        _ type: ScalarType,
        _ text: String,
        _ rows: String,
        integers: ScalarType = .int64
    ) throws -> [String] {
        let trial = try trial(Attribute("new", .scalar(type), isOptional: true), text, rows, integers: integers)
        try trial.migrate()
        #expect(try Verifier.verify(trial.url).isSound, "\(text)")
        return try trial.rows("SELECT quote(new) FROM P ORDER BY _id")
    }

    @Test("Texts with NUL are whole")
    func nul() throws {
        let rows = "(1, 5, 'be' || char(0) || 'fore', NULL, NULL)"
        for text in ["s", "CAST(s, 'NSString')", "TERNARY(i == 5, s, 'x')", "ifNull(s, '')"] {
            let trial = try trial(Attribute("new", .string, isOptional: true), text, rows)
            try trial.migrate()
            #expect(try trial.rows("SELECT hex(new) = hex(s) FROM P") == ["1"], "\(text)")
        }
        #expect(try values(.int64, "length(s)", rows) == ["7"])
        #expect(try values(.string, "substring(s + '!', 3)", rows) == ["'fore!'"])
    }

    @Test("The sum of decimals is exact, or stops the migration before it writes")
    func sumOfDecimals() throws {
        func rows(_ one: String, _ other: String) -> String {
            "(1, 0, 'a', NULL, NULL), (2, 0, 'b', '\(one)', 1), (3, 0, 'c', '\(other)', 1)"
        }
        let sum = "$source.down.@sum.d"
        #expect(try values(.decimal, sum, rows("0.1", "20.05")) == ["'20.15'", "'0'", "'0'"])
        #expect(try values(.double, "$source.down.@avg.d", rows("0.5", "2.5")) == ["1.5", "NULL", "NULL"])
        let large = "1" + String(repeating: "0", count: 38)
        #expect(try values(.decimal, sum, rows(large, "-\(large)")).first == "'0'")
        for text in [sum, "ifNull(\(sum), \(sum))"] {
            let trial = try trial(Attribute("new", .decimal, isOptional: true), text, rows(large, "0.1"))
            #expect(throws: StoreError.self, "\(text)") { try trial.migrate() }
            #expect(try trial.rows("SELECT count(*) FROM pragma_table_info('P') WHERE name = 'new'") == ["0"])
        }
    }

    @Test("The least text is whole, and the first object is chosen before its value")
    func leastText() throws {
        let rows = "(1, 5, 'x', NULL, NULL), (2, 5, 'a' || char(0) || 'b', NULL, 1), (3, 5, 'b', '1', 1)"
        #expect(try values(.bool, "length($source.down.@min.s) == 3", rows).first == "1")
        #expect(try values(.string, "$source.down.@max.s", rows) == ["'b'", "NULL", "NULL"])
        #expect(try values(.decimal, "$source.down[FIRST].d", rows) == ["NULL", "NULL", "NULL"])
        #expect(try values(.decimal, "$source.down[LAST].d", rows) == ["'1'", "NULL", "NULL"])
    }

    @Test(
        "An integer that is too large stops the migration before it writes",
        arguments: [
            (.int64, "i + 1"), (.decimal, "i + 1"), (.int64, "i * 10 / 10"),
            (.double, "i - 1"),
            (.int32, "i"), (.int64, "(i * i * i * i) * 0"), (.bool, "i"),
        ] as [(ScalarType, String)]
    )
    func tooLarge(type: ScalarType, text: String) throws {
        let trial = try trial(
            Attribute("new", .scalar(type)),
            text,
            "(1, 9223372036854775807, 'a', '782.7', NULL)"
        )
        let before = try trial.rows("SELECT * FROM P")
        #expect(throws: StoreError.self) { try trial.migrate() }
        #expect(try trial.rows("SELECT * FROM P") == before)
    }

    @Test("Decimals are exact, also beside integers and constants")
    func decimals() throws {
        let rows = "(1, 3, 'a', '0.1', NULL), (2, 1, 'a', NULL, NULL)"
        #expect(try values(.decimal, "TERNARY(i == 1, 1.5, 2)", rows) == ["'2'", "'1.5'"])
        #expect(try values(.decimal, "i + 1", rows) == ["'4'", "'2'"])
        #expect(try values(.decimal, "ifNull(d, i)", rows) == ["'0.1'", "'1'"])
    }

    @Test("Objects at the other end, and what several of them have")
    func related() throws {
        let rows = "(1, 10, 'a', '0.5', NULL), (2, 20, 'b', '1.5', 1), (3, 30, 'c', NULL, 1), (4, 40, 'd', '2', 2)"
        #expect(try values(.string, "up.s", rows) == ["NULL", "'a'", "'a'", "'b'"])
        #expect(try values(.string, "up.up.s", rows) == ["NULL", "NULL", "NULL", "'a'"])
        #expect(try values(.int64, "down.@count", rows) == ["2", "1", "0", "0"])
        #expect(try values(.int64, "down.@sum.i", rows) == ["50", "40", "0", "0"])
        #expect(try values(.decimal, "down.@max.d", rows) == ["'1.5'", "'2'", "NULL", "NULL"])
        #expect(try values(.int64, "down.@max.i", rows) == ["30", "40", "NULL", "NULL"])
        #expect(try values(.int64, "up.down.@count", rows) == ["NULL", "2", "2", "1"])
        #expect(try values(.bool, "up == nil", rows) == ["1", "0", "0", "0"])
        #expect(
            try values(.string, "s + TERNARY(up == nil, '', '/' + up.s)", rows) == ["'a'", "'b/a'", "'c/a'", "'d/b'"]
        )
    }

    @Test("A sum is exact, whatever its parts, and stops the migration if it is too large")
    func sums() throws {
        func rows(_ numbers: [String]) -> String {
            (["(1, 0, 'a', NULL, NULL)"] + numbers.enumerated().map { "(\($0 + 2), \($1), 'b', NULL, 1)" })
                .joined(separator: ", ")
        }
        let (most, least) = ("9223372036854775807", "-9223372036854775807")
        let mixed = rows([most, most, least, least, "777"])
        #expect(try values(.int64, "down.@sum.i", mixed).first == "777")
        #expect(try values(.string, "text(down.@sum.i)", mixed).first == "'777'")
        let large = rows([most, "1"])
        for (type, text) in [
            (ScalarType.int64, "down.@sum.i"), (.string, "text(down.@sum.i)"), (.int64, "down.@sum.i - 5"),
        ] {
            let trial = try trial(Attribute("new", .scalar(type), isOptional: true), text, large)
            #expect(throws: StoreError.self, "\(text)") { try trial.migrate() }
        }
    }

    @Test("Integers that are calculated are converted as those of 64 bits, whatever type their operands have")
    func conversions() throws {
        let most = Int(Int32.max)
        let rows = "(1, 0, 'a', NULL, NULL), (2, \(most), 'b', NULL, 1), (3, \(most), 'b', NULL, 1)"
        func values(_ type: ScalarType, _ text: String) throws -> [String] {
            try self.values(type, text, rows, integers: .int32)
        }
        let sum = "\(2 * most)"
        #expect(try values(.int64, "down.@sum.i") == [sum, "0", "0"])
        #expect(try values(.double, "convert(down.@sum.i, 'exact', 'double') / 2") == ["\(most).0", "0.0", "0.0"])
        #expect(try values(.string, "convert(i + 1, 'exact', 'string')") == ["'1'", "'\(most + 1)'", "'\(most + 1)'"])
        #expect(try values(.int32, "convert(i + 1, 'exactOrNull', 'int32')") == ["1", "NULL", "NULL"])
        #expect(try values(.int32, "convert(ifNull(down.@sum.i, i), 'clamped', 'int32')") == ["\(most)", "0", "0"])
        let trial = try trial(
            Attribute("new", .int32, isOptional: true),
            "convert(i + 1, 'exact', 'int32')",
            rows,
            integers: .int32
        )
        #expect(throws: StoreError.self) { try trial.migrate() }
    }

    @Test("Many stages that compute over a relationship are carried out in several passes, with the same values")
    func manyStages() throws {
        func schema(_ count: Int) -> Schema {
            Schema(
                model: "M",
                entities: [
                    Entity(
                        "P",
                        attributes: [Attribute("i", .int64)]
                            + (0..<count).map { Attribute("x\($0)", .bool, isOptional: true) },
                        relationships: [.toOne("up", "P", isOptional: true)]
                    )
                ]
            )
        }
        let count = 12
        let mappings = (1..<count).map { number in
            Mapping(
                from: Schema.Version(number),
                to: Schema.Version(number + 1),
                [.value(ElementPath("P", "i"), "ifNull(up.i, i)")]
            )
        }
        let trial = try Trial(
            (0..<count).map(schema),
            mappings: mappings,
            "INSERT INTO P (_id, i, up) VALUES \((1...20).map { "(\($0), \($0), \($0 == 1 ? "NULL" : "\($0 - 1)"))" }.joined(separator: ", "))"
        )
        try trial.migrate()
        let expected = (1...20).map { "\(max(1, $0 - (count - 1)))" }
        #expect(try trial.rows("SELECT i FROM P ORDER BY _id") == expected)
    }
}
