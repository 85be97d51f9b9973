import ApusSchema
import Foundation
import Testing

@testable import ApusStore

/// The rules that a store enforces: values beyond the limits are refused, values at the limits are not.
@Suite struct RuleTests {
    private func attribute(_ type: AttributeType, _ change: (inout Attribute) -> Void = { _ in }) -> Attribute {
        var attribute = Attribute("v", type, isOptional: true)
        change(&attribute)
        return attribute
    }

    private func check(
        _ attribute: Attribute,
        good: [String],
        bad: [String],
        says message: String,
        enumerations: [Enumeration] = []
    ) throws {
        let bench = try Workbench(Entity("A", attributes: [attribute]), enumerations: enumerations)
        for value in good + ["NULL"] {
            #expect(try bench.run("INSERT INTO A (v) VALUES (\(value))") == nil, "\(value)")
        }
        for value in bad {
            let said: String? = "apus: 'A.v' is \(message)"
            #expect(try bench.run("INSERT INTO A (v) VALUES (\(value))") == said, "\(value)")
            #expect(try bench.run("UPDATE A SET v = \(value) WHERE _id = 1") == said, "\(value)")
        }
        #expect(try bench.rows("SELECT count(*) FROM A") == ["\(good.count + 1)"])
        // `verify` finds what the triggers refuse.
        let table: Table = try #require(bench.layout.table("A"))
        try bench.run("DROP TRIGGER apus_rules_insert_A")
        for value in bad { #expect(try bench.run("INSERT INTO A (v) VALUES (\(value))") == nil) }
        let conditions: [String] = table.rules.compactMap { RuleSQL(rule: $0, table: table).broken(by: "A") }
        #expect(
            try bench.rows("SELECT count(*) FROM A WHERE \(conditions.map { "(\($0))" }.joined(separator: " OR "))")
                == ["\(bad.count)"]
        )
    }

    @Test func types() throws {
        try check(attribute(.int16), good: ["-32768", "32767"], bad: ["-32769", "32768"], says: "no int16")
        try check(
            attribute(.int32),
            good: ["-2147483648", "2147483647"],
            bad: ["-2147483649", "2147483648"],
            says: "no int32"
        )
        try check(attribute(.bool), good: ["0", "1"], bad: ["2", "-1"], says: "no bool")
        try check(attribute(.uuid), good: ["zeroblob(16)"], bad: ["zeroblob(15)", "x''"], says: "no uuid")
        try check(
            attribute(.date),
            good: ["0.0", "1.7976931348623157e308", "-63114076800"],
            bad: ["9e999", "-9e999"],
            says: "no date"
        )
        try check(
            attribute(.float),
            good: ["3.4028234663852885e38", "-9e999", "9e999", "0.5"],
            bad: ["3.4028234663852893e38", "-1e39"],
            says: "no float"
        )
    }

    @Test func limits() throws {
        try check(
            attribute(.int64) { $0.minimum = .int(-3) },
            good: ["-3", "9223372036854775807"],
            bad: ["-4", "-9223372036854775807 - 1"],
            says: "less than the minimum '-3'"
        )
        try check(
            attribute(.double) { $0.maximum = .double(0.1) },
            good: ["0.1", "-9e999"],
            bad: ["0.10000000000000002", "9e999"],
            says: "greater than the maximum '0.1'"
        )
        try check(
            attribute(.double) { $0.minimum = .double(.leastNonzeroMagnitude) },
            good: ["5e-324", "1"],
            bad: ["0", "-5e-324"],
            says: "less than the minimum '5e-324'"
        )
        try check(
            attribute(.double) { $0.maximum = .double(.greatestFiniteMagnitude) },
            good: ["1.7976931348623157e308"],
            bad: ["9e999"],
            says: "greater than the maximum '1.7976931348623157e+308'"
        )
        try check(
            attribute(.date) { $0.minimum = .date(757_382_400.25) },
            good: ["757382400.25"],
            bad: ["757382400.125"],
            says: "less than the minimum '\(Value.date(757_382_400.25).text)'"
        )
        try check(
            attribute(.decimal) { $0.maximum = .decimal(Decimal(string: "12.5") ?? 0) },
            good: ["'12.5'", "'-99999999999999999999999999999999999999'", "'12.50000000000000000000000001'"],
            bad: ["'12.6'", "'99999999999999999999999999999999999999'"],
            says: "greater than the maximum '12.5'"
        )
    }

    @Test("Text that is too short by any count, or too long in ASCII, is refused, but no text that may be valid")
    func lengths() throws {
        try check(
            attribute(.string) { $0.length = Length(minimum: 2, maximum: 3) },
            good: [
                "'ab'", "'abc'", "'äöü'", "'👩‍👩‍👧‍👦👩‍👩‍👧‍👦'", "'e' || char(769) || 'abc'", "'ab' || char(13, 10)",
                "'a' || char(0) || 'b'",
            ],
            bad: ["''", "'a'", "'abcd'", "'ä'"],
            says: "not of the length '2...3'"
        )
    }

    @Test func cases() throws {
        var color = Enumeration("Color", cases: [])
        color.cases = [.init("red", .string("it's red")), .init("blue", .string("b\u{0}lue"))]
        try check(
            attribute(.named("Color")),
            good: ["'it''s red'", "CAST(x'62006c7565' AS TEXT)"],
            bad: ["''", "'b'", "'It''s red'"],
            says: "none of the cases of 'Color'",
            enumerations: [color]
        )
        var number = Enumeration("Number", type: .int64, cases: [])
        number.cases = [.init("least", .int(.min)), .init("one", .int(1))]
        try check(
            attribute(.named("Number")),
            good: ["-9223372036854775807 - 1", "1"],
            bad: ["-9223372036854775807", "0"],
            says: "none of the cases of 'Number'",
            enumerations: [number]
        )
    }

    @Test("An external value is a file's name, or bytes")
    func externalValues() throws {
        try check(
            attribute(.data) { $0.usesExternalStorage = true },
            good: ["x'00'", "'a-file'"],
            bad: ["1", "0.5"],
            says: "neither bytes nor the name of a file"
        )
        // The bytes of a text in the row are checked; those in a file are not.
        let text: Attribute = attribute(.string) {
            $0.usesExternalStorage = true
            $0.length = Length(minimum: 3)
        }
        try check(
            text,
            good: ["CAST('abc' AS BLOB)", "'x'"],
            bad: ["CAST('ab' AS BLOB)"],
            says: "not of the length '3...'"
        )
    }

    @Test("Only changed values are checked, so that a row that violates a newer rule can be changed elsewhere")
    func olderRows() throws {
        let bench = try Workbench(
            Entity("A", attributes: [attribute(.int64) { $0.minimum = .int(5) }, Attribute("w", .bool)])
        )
        let trigger: [String] = try bench.rows("SELECT sql FROM sqlite_schema WHERE name = 'apus_rules_insert_A'")
        try bench.run("DROP TRIGGER apus_rules_insert_A")
        #expect(try bench.run("INSERT INTO A (v, w) VALUES (1, 0)") == nil)
        #expect(try bench.run(trigger[0]) == nil)
        #expect(try bench.run("UPDATE A SET w = 1") == nil)
        #expect(try bench.run("UPDATE A SET v = v, w = 0") == nil)
        #expect(try bench.run("UPDATE A SET v = 2") == "apus: 'A.v' is less than the minimum '5'")
        #expect(try bench.run("UPDATE A SET w = 3") == "apus: 'A.w' is no bool")
    }

    @Test("Each entity has its own values, all required ones, and none of another entity")
    func kinds() throws {
        var animal = Entity("Animal", attributes: [Attribute("name", .string)])
        animal.isAbstract = true
        let dog = Entity(
            "Dog",
            parent: "Animal",
            attributes: [Attribute("isGood", .bool)],
            relationships: [.toOne("owner", "Person")]
        )
        let puppy = Entity("Puppy", parent: "Dog", attributes: [Attribute("weeks", .int16, isOptional: true)])
        let cat = Entity("Cat", parent: "Animal", attributes: [Attribute("lives", .int16)])
        let bench = try Workbench(animal, dog, puppy, cat, Entity("Person"))
        try bench.run("INSERT INTO Person DEFAULT VALUES")
        func insert(_ kind: String, _ values: [String: String]) throws -> String? {
            let values: [(key: String, value: String)] =
                (values.merging(["name": "'x'", "_entity": "'\(kind)'"]) { one, _ in one }).sorted { $0.key < $1.key }
            return try bench.run(
                "INSERT INTO Animal (\(SQLText.names(values.map(\.key)))) "
                    + "VALUES (\(values.map(\.value).joined(separator: ", ")))"
            )
        }
        #expect(try insert("Dog", ["Dog.isGood": "1", "Dog.owner": "1"]) == nil)
        #expect(try insert("Puppy", ["Dog.isGood": "1", "Dog.owner": "1", "Puppy.weeks": "3"]) == nil)
        #expect(try insert("Puppy", ["Dog.isGood": "1", "Dog.owner": "1"]) == nil)
        #expect(try insert("Cat", ["Cat.lives": "9"]) == nil)
        #expect(try insert("Animal", [:]) == "apus: 'Animal._entity' is no entity of the table")
        #expect(try insert("Dog", ["Dog.owner": "1"]) == "apus: 'Animal.Dog.isGood' is missing")
        #expect(try insert("Puppy", ["Dog.isGood": "1"]) == "apus: 'Animal.Dog.owner' is missing")
        #expect(
            try insert("Cat", ["Cat.lives": "9", "Dog.isGood": "0"])
                == "apus: 'Animal.Dog.isGood' is there, but of another entity"
        )
        #expect(
            try insert("Dog", ["Dog.isGood": "1", "Dog.owner": "1", "Puppy.weeks": "3"])
                == "apus: 'Animal.Puppy.weeks' is there, but of another entity"
        )
        #expect(try bench.run("UPDATE Animal SET _entity = 'Cat' WHERE _id = 1") != nil)
    }

    @Test("An optional composite has all its required parts, or is absent")
    func composites() throws {
        let inner = Composite(
            "Inner",
            attributes: [Attribute("a", .string), Attribute("b", .string, isOptional: true)]
        )
        let outer = Composite(
            "Outer",
            attributes: [
                Attribute("x", .string), Attribute("in", .named("Inner")),
                Attribute("may", .named("Inner"), isOptional: true),
            ]
        )
        let bench = try Workbench(
            Entity("A", attributes: [Attribute("c", .named("Outer"), isOptional: true)]),
            composites: [inner, outer]
        )
        func insert(_ columns: String...) throws -> String? {
            try bench.run(
                "INSERT INTO A (_id\(columns.map { ", \"c.\($0)\"" }.joined())) "
                    + "VALUES (NULL\(columns.map { _ in ", ''" }.joined()))"
            )
        }
        #expect(try insert() == nil)
        #expect(try insert("x", "in.a") == nil)
        #expect(try insert("x", "in.a", "in.b", "may.a", "may.b") == nil)
        #expect(try insert("x") == "apus: 'A.c.in.a' is missing beside others that are there")
        #expect(try insert("in.a") == "apus: 'A.c.x' is missing beside others that are there")
        #expect(try insert("may.a", "x") == "apus: 'A.c.in.a' is missing beside others that are there")
        #expect(
            try insert("x", "in.a", "may.b") == "apus: 'A.c.may.a' is missing beside others that are there"
        )
    }

    @Test("A table with the maximum number of columns has a rule for each")
    func manyColumns() throws {
        let bench = try Workbench(Entity("A", attributes: (0..<1999).map { Attribute("a\($0)", .bool) }))
        let names: String = SQLText.names((0..<1999).map { "a\($0)" })
        func insert(_ value: (Int) -> Int) throws -> String? {
            try bench.run(
                "INSERT INTO A (\(names)) VALUES (\((0..<1999).map { "\(value($0))" }.joined(separator: ", ")))"
            )
        }
        #expect(try insert { $0 % 2 } == nil)
        #expect(try insert { $0 == 1998 ? 2 : 0 } == "apus: 'A.a1998' is no bool")
        #expect(try bench.run("UPDATE A SET a1 = 0, a1997 = 7") == "apus: 'A.a1997' is no bool")
        #expect(try bench.run("UPDATE A SET a1 = 0, a1997 = 0") == nil)
    }

    @Test("An optional composite with the maximum number of parts is complete or absent")
    func manyParts() throws {
        let names: [String] = (0..<1999).map { "p\($0)" }
        let bench = try Workbench(
            Entity("A", attributes: [Attribute("c", .named("Wide"), isOptional: true)]),
            composites: [Composite("Wide", attributes: names.map { Attribute($0, .string) })]
        )
        func insert(_ names: [String]) throws -> String? {
            let columns: String = SQLText.names(names.map { "c.\($0)" })
            return try bench.run(
                "INSERT INTO A (\(columns)) VALUES (\(names.map { _ in "''" }.joined(separator: ", ")))"
            )
        }
        #expect(try insert(names) == nil)
        #expect(try insert(names.dropLast()) == "apus: 'A.c.p1998' is missing beside others that are there")
        #expect(try insert(["p1998"]) == "apus: 'A.c.p0' is missing beside others that are there")
        #expect(
            try bench.run("UPDATE A SET \"c.p777\" = NULL")
                == "apus: 'A.c.p777' is missing beside others that are there"
        )
        #expect(try bench.run("UPDATE A SET \"c.p777\" = 'x'") == nil)
    }
}
