import ApusDiagnostics
import ApusMigration
import ApusSchema
import Foundation
import GRDB
import Synchronization
import Testing

@testable import ApusStore

/// Functions in Swift that mappings call, on stores.
@Suite struct MigrationFunctionTests {
    private struct UnknownCity: Error, CustomStringConvertible {
        let name: String
        var description: String { "no city is called '\(name)'" }
    }

    /// How often functions were called.
    private final class Calls: Sendable {
        private let counts = Mutex<[String: Int]>([:])

        func count(_ text: String) { counts.withLock { $0[text, default: 0] += 1 } }

        var all: [String: Int] { counts.withLock(\.self) }
    }

    private static func geocode(version: Int = 1, _ calls: Calls? = nil) -> MigrationFunction {
        MigrationFunction("geocode", version: version) { (city: String) -> String? in
            calls?.count(city)
            if city == "Atlantis" { throw UnknownCity(name: city) }
            return city == "nowhere" ? nil : "\(city)\u{0}°"
        }
    }

    private static func schema(_ attributes: Attribute...) -> Schema {
        Schema(model: "M", entities: [Entity("Trip", attributes: [Attribute("city", .string)] + attributes)])
    }

    private static let location = Attribute("location", .string, isOptional: true)

    private static func mapping(_ from: Int = 1, _ lines: Mapping.Line...) -> Mapping {
        Mapping(
            from: Schema.Version(from),
            to: Schema.Version(from + 1),
            [.function(geocode().declaration)] + lines
        )
    }

    private static func trial(_ rows: String, _ text: String = "geocode($source.city)") throws -> Trial {
        try Trial(
            [schema(), schema(location)],
            mappings: [mapping(1, .value(ElementPath("Trip", "location"), text))],
            "INSERT INTO Trip (_id, city) VALUES \(rows)"
        )
    }

    private func migrator(_ trial: Trial, _ functions: [MigrationFunction] = [geocode()]) -> Migrator {
        var migrator = trial.migrator()
        migrator.code = MigrationCode(functions: functions)
        return migrator
    }

    @Test("A function computes the values of all rows")
    func computed() throws {
        let trial = try Self.trial("(1, 'Bern'), (2, 'nowhere'), (3, ''), (4, 'Bern')")
        let calls = Calls()
        try migrator(trial, [Self.geocode(calls)]).migrate(trial.url)
        #expect(
            try trial.rows(
                "SELECT CAST(location AS BLOB) IS CAST(? AS BLOB) FROM Trip".replacing(
                    "?",
                    with: "('Bern' || char(0) || '°')"
                )
            )
                == ["1", "0", "0", "1"]
        )
        #expect(try trial.rows("SELECT _id FROM Trip WHERE location IS NULL") == ["2"])
        // Before the first write, and for the copy.
        #expect(calls.all["nowhere"].map { $0 <= 2 } == true)
    }

    @Test("An error names the rows before the first write, and leaves the store as it was")
    func failing() throws {
        let trial = try Self.trial("(1, 'Bern'), (7, 'Atlantis'), (9, 'Atlantis')")
        let before = try trial.bytes()
        let migrator = migrator(trial)
        let error = #expect(throws: StoreError.self) { try migrator.migrate(trial.url) }
        let planned = #expect(throws: StoreError.self) { try migrator.plan(trial.url) }
        #expect(error == planned)
        #expect(
            error?.diagnostics.map(\.message) == [
                "2 rows of 'Trip' have values from which 'Trip.location' cannot be computed: "
                    + "_id 7 (geocode: no city is called 'Atlantis'), _id 9 (geocode: no city is called 'Atlantis')"
            ]
        )
        #expect(try trial.bytes() == before)
    }

    @Test("A function that fails only while rows are written rolls the migration back")
    func impure() throws {
        let trial = try Self.trial("(1, 'Bern'), (2, 'Basel')")
        let calls = Calls()
        let function = MigrationFunction("geocode", version: 1) { (city: String) -> String? in
            calls.count(city)
            if calls.all[city] == 2 { throw UnknownCity(name: city) }
            return city
        }
        let error = #expect(throws: StoreError.self) { try migrator(trial, [function]).migrate(trial.url) }
        #expect(error.map { "\($0)".contains("no city is called") } == true)
        #expect(try trial.rows("SELECT * FROM Trip ORDER BY _id") == ["1|Bern", "2|Basel"])
        #expect(try Verifier.verify(trial.url).isSound)
    }

    @Test("A migration that lacks a function is refused before the first write, whoever asks")
    func missing() throws {
        let trial = try Self.trial("(1, 'Bern')")
        let before = try trial.bytes()
        func message(_ functions: [MigrationFunction], executable: String? = nil) -> Diagnostic? {
            var migrator = migrator(trial, functions)
            migrator.executable = executable
            let known = migrator
            let works: [() throws -> Void] = [
                { _ = try known.migrate(trial.url) }, { _ = try known.plan(trial.url) },
                { _ = try known.forecast(trial.url) }, { _ = try known.statements(trial.url) },
            ]
            let errors = works.map { work in #expect(throws: StoreError.self) { try work() } }
            #expect(Set(errors.map { $0?.diagnostics ?? [] }).count == 1)
            return errors[0]?.diagnostics.first
        }
        let none = message([])
        #expect(none?.code == "AP509" && none?.notes == [])
        #expect(
            none?.message
                == "the migration needs the function geocode(string) → string?, version 1, which this program does not have"
        )
        let other = message([Self.geocode(version: 2)], executable: "trips")
        #expect(other?.notes == ["it has geocode(string) → string?, version 2"])
        #expect(other?.help == ["'trips' has it: run 'swift run trips' with the same arguments"])
        let required = MigrationFunction("geocode", version: 1) { (city: String) in city }
        #expect(message([required])?.notes == ["it has geocode(string) → string, version 1"])
        #expect(try trial.bytes() == before)
        try migrator(trial).migrate(trial.url)
        #expect(throws: Never.self) { try trial.migrator().plan(trial.url) }
    }

    @Test("A plan that was made before is checked, too")
    func knownPlan() throws {
        let trial = try Self.trial("(1, 'Bern')")
        var migrator = trial.migrator()
        migrator.knownPlan = try self.migrator(trial).plan(trial.url)
        let error = #expect(throws: StoreError.self) { try migrator.migrate(trial.url) }
        #expect(error?.diagnostics.map(\.code) == ["AP509"])
    }

    @Test("Stages that call functions fuse into one pass, with the rows of the stages one after the other")
    func fused() throws {
        let other = Attribute("other", .string, isOptional: true)
        let last = Attribute("last", .int16, isOptional: true)
        let path = ElementPath("Trip", "location")
        let size = MigrationFunction("size", version: 1) { (text: String?) -> Int16 in Int16(text?.utf8.count ?? -1) }
        var third = Self.mapping(3, .value(ElementPath("Trip", "other"), "geocode(ifNull($source.other, 'none'))"))
        third.add(.function(size.declaration))
        third.add(.value(ElementPath("Trip", "last"), "size($source.location)"))
        func trial() throws -> Trial {
            try Trial(
                [
                    Self.schema(), Self.schema(Self.location), Self.schema(Self.location, other),
                    Self.schema(Self.location, other, last),
                ],
                mappings: [
                    Self.mapping(1, .value(path, "geocode($source.city)")),
                    Self.mapping(2, .value(ElementPath("Trip", "other"), "geocode($source.location)")), third,
                ],
                "INSERT INTO Trip (_id, city) VALUES (1, 'Bern'), (2, 'nowhere'), (3, 'Äö')"
            )
        }
        let rows = "SELECT _id, hex(location), hex(other), last FROM Trip ORDER BY _id"
        let (once, stepwise) = (try trial(), try trial())
        let functions = [Self.geocode(), size]
        let report = try migrator(once, functions).migrate(once.url)
        #expect(report.plan.passes.count == 1)
        #expect(report.plan.functions == functions.map(\.declaration))
        for version in 2...4 {
            var migrator = stepwise.migrator(.version(Schema.Version(version)))
            migrator.code = MigrationCode(functions: functions)
            try migrator.migrate(stepwise.url)
        }
        #expect(try once.rows(rows) == stepwise.rows(rows))
        #expect(try once.rows("SELECT last FROM Trip ORDER BY _id") == ["7", "-1", "7"])
    }

    @Test("Conditions, lists, groups and references of origins call functions")
    func origins() throws {
        let older = Self.schema()
        var newer = older
        newer.entities[0].relationships = [.toOne("place", "Place", isOptional: true)]
        newer.entities.append(Entity("Place", attributes: [Attribute("name", .string, isOptional: true)]))
        let origin = Mapping.Origin(
            ["Trip"],
            where: "geocode(city) != nil",
            distinct: ["geocode(city)"],
            values: ["name": "geocode(city)"]
        )
        let trial = try Trial(
            [older, newer],
            mappings: [
                Self.mapping(
                    1,
                    .entity("Place", [origin]),
                    .value(ElementPath("Trip", "place"), "find(Place, name == geocode($source.city))")
                )
            ],
            "INSERT INTO Trip (_id, city) VALUES (1, 'Bern'), (2, 'nowhere'), (3, 'Bern'), (4, 'Basel')"
        )
        try migrator(trial).migrate(trial.url)
        #expect(try trial.rows("SELECT substr(name, 1, 5) FROM Place ORDER BY _id").count == 2)
        #expect(
            try trial.rows("SELECT place IS NULL, place = (SELECT min(_id) FROM Place) FROM Trip ORDER BY _id")
                == ["0|1", "1|NULL", "0|1", "0|0"]
        )
        try trial.run("INSERT INTO Trip (_id, city) VALUES (5, 'x')")
    }

    @Test("A statement list calls functions on the empty copy alone")
    func statements() throws {
        let trial = try Self.trial("(1, 'Bern')")
        let calls = Calls()
        let migrator = migrator(trial, [Self.geocode(calls)])
        let state = StoreState(version: Schema.Version(1), schema: Self.schema())
        let texts = try migrator.statements(from: state).map(\.sql)
        #expect(texts.contains { $0.contains("apus_value_1") })
        #expect(calls.all.isEmpty)
        #expect(try migrator.statements(trial.url).map(\.sql).contains { $0.contains("apus_value_1") })
    }

    @Test("A plan knows the functions that are called, and prints calls")
    func facts() throws {
        let trial = try Self.trial("(1, 'Bern')")
        let plan = try migrator(trial).plan(trial.url)
        #expect(plan.functions == [Self.geocode().declaration])
        let projection = plan.passes[0].projection
        let values = projection.extents[.objects("Trip")]?.sources[0].values ?? []
        #expect(values.map(projection.graph.text).contains("geocode(city)"))
        let plain = try Self.trial("(1, 'Bern')", "$source.city")
        let error = #expect(throws: StoreError.self) { try migrator(plain).plan(plain.url) }
        #expect(error?.diagnostics.map(\.code) == ["AP427"])
        #expect(
            error?.diagnostics.first?.message.contains("declares the function 'geocode', but no expression calls it")
                == true
        )
    }
}
