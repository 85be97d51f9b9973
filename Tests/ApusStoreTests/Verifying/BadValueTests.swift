import ApusDiagnostics
import ApusSchema
import Foundation
import Testing

@testable import ApusStore

/// Invalid values, each written to a real store without its triggers, are found.
@Suite("Bad values")
struct BadValueTests {
    /// Persons, some employed, who are friends; teams; a picture in an external file; places on a map.
    private static let schema: Schema = {
        var name = Attribute("name", .string)
        name.length = Length(minimum: 1, maximum: 5)
        name.pattern = "[A-Z].*"
        var age = Attribute("age", .int16, isOptional: true)
        (age.minimum, age.maximum) = (.int(0), .int(150))
        var wage = Attribute("wage", .decimal, isOptional: true)
        (wage.minimum, wage.maximum) = (.decimal(0), .decimal(Decimal(string: "99.99") ?? 0))
        var picture = Attribute("picture", .data, isOptional: true)
        picture.usesExternalStorage = true
        var letter = Attribute("letter", .string, isOptional: true)
        letter.usesExternalStorage = true
        let person = Entity(
            "Person",
            attributes: [
                name, age, wage, picture, Attribute("mood", .named("Mood"), isOptional: true),
                Attribute("size", .float, isOptional: true), Attribute("home", .named("Home"), isOptional: true),
                Attribute("site", .url, isOptional: true), letter,
            ],
            relationships: [
                .toMany("friends", "Person", inverse: "friends"),
                .toOne("partner", "Person", isOptional: true, inverse: "partner"),
            ]
        )
        let employee = Entity(
            "Employee",
            parent: "Person",
            attributes: [Attribute("number", .int32)],
            relationships: [.toOne("team", "Team", isOptional: true, inverse: "members")]
        )
        var size = Attribute("size", .int64, isOptional: true)
        size.derivation = Derivation("members.@count")
        var loud = Attribute("loud", .string, isOptional: true)
        loud.derivation = Derivation("uppercase:(code)")
        var team = Entity(
            "Team",
            attributes: [Attribute("code", .string), size, loud],
            relationships: [
                .toMany("members", "Employee", inverse: "team"), .toOne("lead", "Employee", isOptional: true),
            ]
        )
        team.uniquenessConstraints = [["code"]]
        var place = Entity("Place", attributes: [Attribute("x", .double), Attribute("y", .double)])
        place.indexes = [
            Entity.Index("map", [.init(.property(["x"])), .init(.property(["y"]))], kind: .rtree)
        ]
        var schema = Schema(model: "Firm", entities: [person, employee, team, place])
        schema.enumerations = [
            Enumeration("Mood", cases: [.init("good", .string("good")), .init("bad", .string("bad"))])
        ]
        schema.composites = [
            Composite("Home", attributes: [Attribute("street", .string), Attribute("city", .string)])
        ]
        return schema
    }()

    /// Two persons who are friends, an employee in a team, a place.
    private static let good: String = """
        INSERT INTO Team (_id, code) VALUES (1, 'a');
        INSERT INTO Person (_id, _entity, name, age, wage, mood, size, "home.street", "home.city")
        VALUES (1, 'Person', 'A🇨🇭CDE', 0, '0', 'good', 0.5, 's', 'c');
        INSERT INTO Person (_id, _entity, name, age, wage) VALUES (2, 'Person', 'Bo', 150, '99.99');
        INSERT INTO Person (_id, _entity, name, "Employee.number", "Employee.team") VALUES (3, 'Employee', 'Cy', 7, 1);
        INSERT INTO Person_friends VALUES (1, 2), (2, 1), (3, 3);
        INSERT INTO Place VALUES (1, 0.1, 1e300);
        """

    @Test func isValid() {
        #expect(Self.schema.validate().filter { $0.severity == .error }.map(\.message) == [])
    }

    @Test("Values at the limits are valid")
    func goodValues() throws {
        let bench = try StoreBench(Self.schema)
        #expect(try bench.verify().isSound)
        try bench.run(Self.good)
        let verification: Verification = try bench.verify()
        #expect(verification.isSound && verification.differences.isEmpty, "\(verification)")
    }

    @Test(
        "What is bad is found",
        arguments: [
            (
                "UPDATE Person SET name = '' WHERE _id = 2",
                ["name: 1 not of the length '1...5': 2", "name: 1 not as the pattern '[A-Z].*' says: 2"]
            ),
            ("UPDATE Person SET name = 'Zöeüxx' WHERE _id = 2", ["name: 1 not of the length '1...5': 2"]),
            ("UPDATE Person SET name = 'bo'", ["name: 3 not as the pattern '[A-Z].*' says: 1 2 3"]),
            ("UPDATE Person SET age = -1 WHERE _id < 3", ["age: 2 less than the minimum '0': 1 2"]),
            ("UPDATE Person SET age = 151 WHERE _id = 2", ["age: 1 greater than the maximum '150': 2"]),
            (
                "UPDATE Person SET age = 40000 WHERE _id = 2",
                ["age: 1 not an int16: 2", "age: 1 greater than the maximum '150': 2"]
            ),
            ("UPDATE Person SET wage = '-0.01' WHERE _id = 2", ["wage: 1 less than the minimum '0': 2"]),
            (
                "UPDATE Person SET wage = '99.9900000000000000000001' WHERE _id = 2",
                ["wage: 1 greater than the maximum '99.99': 2"]
            ),
            ("UPDATE Person SET wage = '1.50' WHERE _id = 2", ["wage: 1 not a decimal: 2"]),
            ("UPDATE Person SET mood = 'glad' WHERE _id = 2", ["mood: 1 none of the cases of 'Mood': 2"]),
            ("UPDATE Person SET site = 'http://a b' WHERE _id = 2", ["site: 1 not a url: 2"]),
            ("UPDATE Person SET letter = x'41ff' WHERE _id = 2", ["letter: 1 not in UTF-8: 2"]),
            (
                "UPDATE Person SET \"home.street\" = CAST(x'ff41' AS TEXT) WHERE _id = 1",
                ["home.street: 1 not in UTF-8: 1"]
            ),
            (
                "UPDATE Person SET wage = '0.\(String(repeating: "9", count: 39))' WHERE _id = 2",
                ["wage: 1 not a decimal: 2"]
            ),
            ("UPDATE Person SET size = 0.1 WHERE _id = 2", ["size: 1 not a float: 2"]),
            (
                "UPDATE Person SET \"home.city\" = 'c' WHERE _id = 2",
                ["home.street: 1 missing beside others that are there: 2"]
            ),
            ("UPDATE Person SET \"Employee.number\" = NULL WHERE _id = 3", ["Employee.number: 1 missing: 3"]),
            (
                "UPDATE Person SET \"Employee.number\" = 1 WHERE _id = 1",
                ["Employee.number: 1 there, but of another entity: 1"]
            ),
            ("UPDATE Person SET _entity = 'Boss' WHERE _id = 2", ["_entity: 1 not an entity of the table: 2"]),
            ("UPDATE Person SET picture = 7 WHERE _id = 2", ["picture: 1 neither bytes nor the name of a file: 2"]),
            (
                "UPDATE Person SET picture = 'gone' WHERE _id = 2",
                ["picture: 1 not the name of a file in 'store.sqlite-files': 2"]
            ),
        ]
    )
    func bad(sql: String, found: [String]) throws {
        let bench = try StoreBench(Self.schema)
        try bench.run(Self.good)
        try bench.run(sql, withoutTriggers: true)
        #expect(try bench.badValues() == found.map { "Person.\($0)" })
        #expect(try !bench.verify().isSound)
    }

    @Test(
        "References that lead nowhere, to another entity, or one way only",
        arguments: [
            (
                "UPDATE Person SET \"Employee.team\" = 9 WHERE _id = 3; UPDATE Team SET size = 0",
                "Person.Employee.team: 1 not the identity of a row of 'Team': 3"
            ),
            (
                "UPDATE Team SET lead = 2",
                "Team.lead: 1 the identity of an object that does not belong to 'Employee': 1"
            ),
            ("UPDATE Team SET lead = 3", nil),
            (
                "DELETE FROM Person_friends WHERE source = 2",
                "Person_friends.target: 1 without a row for the opposite direction: 1-2"
            ),
            ("UPDATE Person SET partner = 3 - _id WHERE _id < 3; UPDATE Person SET partner = 3 WHERE _id = 3", nil),
            (
                "UPDATE Person SET partner = _id + 1 WHERE _id < 3",
                "Person.partner: 2 the identity of an object that does not refer back: 1 2"
            ),
            (
                "INSERT INTO Person_friends VALUES (8, 1), (1, 8)",
                "Person_friends.source: 1 not the identity of a row of 'Person': 8-1"
            ),
        ]
    )
    func references(sql: String, found: String?) throws {
        let bench = try StoreBench(Self.schema)
        try bench.run(Self.good)
        try bench.run(sql, withoutTriggers: true)
        #expect(try bench.badValues().first == found)
    }

    @Test(
        "Values that the store computes",
        arguments: [
            ("UPDATE Team SET size = 2", "Team.size: 1 not the computed value: 1"),
            ("UPDATE Team SET size = NULL", "Team.size: 1 not the computed value: 1"),
            ("UPDATE Team SET loud = 'a'", "Team.loud: 1 not the computed value: 1"),
        ]
    )
    func derived(sql: String, found: String) throws {
        let bench = try StoreBench(Self.schema)
        try bench.run(Self.good)
        try bench.run(sql, withoutTriggers: true)
        #expect(try bench.badValues() == [found])
    }

    @Test("Duplicates, after the unique index is dropped")
    func uniqueness() throws {
        let bench = try StoreBench(Self.schema)
        try bench.run(
            "DROP INDEX apus_index_Team_code; INSERT INTO Team (code) VALUES ('a'), ('b'), ('a'), ('a'), ('b')"
        )
        let verification: Verification = try bench.verify()
        #expect(verification.drifts == [.missingIndex(table: "Team", columns: ["code"], isUnique: true)])
        #expect(try bench.badValues() == ["Team.code: 3 not unique: 1 2"])
    }

    @Test("An R-tree with a missing row, a row at another location, or an additional row")
    func boxes() throws {
        let bench = try StoreBench(Self.schema)
        try bench.run(Self.good)
        let index = "apus_rtree_Place.map"
        try bench.run("UPDATE Place SET x = 7", withoutTriggers: true)
        #expect(try bench.badValues() == ["Place._id: 1 not in the R-tree '\(index)' at the value of 'x, y': 1"])
        try bench.run("DELETE FROM \"\(index)\"")
        #expect(try bench.badValues() == ["Place._id: 1 not in the R-tree '\(index)' at the value of 'x, y': 1"])
    }

    @Test("A file that no row refers to is reported and harmless; a row that refers to a missing file is invalid")
    func files() throws {
        let bench = try StoreBench(Self.schema)
        try bench.run(Self.good)
        let files = ExternalFiles(ofStoreAt: bench.url.path)
        let (used, orphan): (String, String) = (try files.write(Data([1])), try files.write(Data([2])))
        try Data().write(to: files.folder.appending(path: "mine.txt"))
        try bench.run("UPDATE Person SET picture = '\(used)' WHERE _id = 1")
        let verification: Verification = try bench.verify()
        #expect(verification.orphanedFiles == [orphan])
        #expect(verification.isSound)
        let letters = try [Data("é".utf8), Data([0x41, 0xFF])].map { try files.write($0) }
        for (id, letter) in zip(1...2, letters) {
            try bench.run("UPDATE Person SET letter = '\(letter)' WHERE _id = \(id)")
        }
        #expect(try bench.badValues() == ["Person.letter: 1 the name of a file whose text is not in UTF-8: 2"])
        try bench.run("UPDATE Person SET letter = NULL; UPDATE Person SET picture = '../store.sqlite' WHERE _id = 2")
        #expect(try bench.badValues() == ["Person.picture: 1 not the name of a file in 'store.sqlite-files': 2"])
    }
}
