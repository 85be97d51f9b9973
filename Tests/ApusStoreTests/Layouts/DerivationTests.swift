import ApusDiagnostics
import ApusSchema
import ApusTestSupport
import Foundation
import GRDB
import Testing

@testable import ApusStore

/// The derived attributes of a store, compared with a computation over all rows.
@Suite struct DerivationTests {
    /// A house with rooms, which have things; a thing has a kind and friends; a person may have a key to a house.
    private static let schema: Schema = {
        func derived(_ name: String, _ type: AttributeType, _ text: String) -> Attribute {
            var attribute = Attribute(name, type, isOptional: true)
            attribute.derivation = Derivation(text)
            return attribute
        }
        let house = Entity(
            "House",
            attributes: [
                Attribute("name", .string), derived("roomCount", .int64, "rooms.@count"),
                derived("area", .int64, "rooms.@sum.area"), derived("price", .decimal, "rooms.@sum.price"),
                derived("loud", .string, "uppercase:(name)"), derived("holderName", .string, "holder.name"),
                derived("changed", .date, "now()"),
            ],
            relationships: [
                .toMany("rooms", "Room", inverse: "house"),
                .toOne("holder", "Person", isOptional: true, inverse: "key"),
            ]
        )
        let room = Entity(
            "Room",
            attributes: [
                Attribute("area", .int32, isOptional: true), Attribute("price", .decimal, isOptional: true),
                derived("houseName", .string, "house.name"), derived("houseLoud", .string, "house.loud"),
                derived("houseHolder", .string, "house.holder.name"),
            ],
            relationships: [.toOne("house", "House", isOptional: true, inverse: "rooms"), .toMany("things", "Thing")]
        )
        let thing = Entity(
            "Thing",
            attributes: [
                Attribute("weight", .double), derived("friendCount", .int64, "friends.@count"),
                derived("load", .double, "friends.@sum.weight"), derived("partCount", .int32, "parts.@count"),
                derived("partsOfParts", .int64, "parts.@sum.partCount"),
            ],
            relationships: [
                .toMany("friends", "Thing", inverse: "friends"),
                .toOne("whole", "Thing", isOptional: true, inverse: "parts"),
                .toMany("parts", "Thing", inverse: "whole"),
            ]
        )
        let box = Entity("Box", parent: "Thing", attributes: [derived("wholeWeight", .double, "whole.weight")])
        let person = Entity(
            "Person",
            attributes: [Attribute("name", .string)],
            relationships: [.toOne("key", "House", isOptional: true, inverse: "holder", holdsKey: true)]
        )
        return Schema(model: "M", entities: [house, room, thing, box, person])
    }()

    @Test func isValid() {
        #expect(Self.schema.validate().map(\.message) == [])
    }

    @Test(
        "After any writes, in any order, each value is what a computation over all rows returns",
        arguments: UInt64(1)...12
    )
    func randomWrites(seed: UInt64) throws {
        let bench = try Workbench(Self.schema)
        var random = SplitMix64(seed: seed)
        for _ in 0..<60 {
            let statements: [String] = (0...random.below(3)).map { _ in Self.statement(&random) }
            // A write that violates a rule or a foreign key is refused completely.
            try bench.run("PRAGMA defer_foreign_keys = ON; \(statements.joined(separator: ";\n"))")
            #expect(try Self.wrong(bench) == [], "seed \(seed), after \(statements)")
        }
        #expect(try bench.rows("SELECT count(*) > 0 FROM House") == ["1"])
        // The same values are computed at once.
        try bench.queue.write { db in
            try db.execute(
                sql: "UPDATE House SET roomCount = NULL, area = 7, price = NULL, loud = 'x', holderName = 'y'"
            )
            for statement in bench.layout.fillStatements() { try db.run(statement) }
        }
        #expect(try Self.wrong(bench) == [], "seed \(seed)")
    }

    private static func statement(_ random: inout SplitMix64) -> String {
        func id(_ random: inout SplitMix64) -> String { "\(1 + random.below(5))" }
        func key(_ random: inout SplitMix64) -> String { random.oneIn(4) ? "NULL" : id(&random) }
        func name(_ random: inout SplitMix64) -> String {
            ["'ä'", "'Straße'", "''", "'a' || char(0) || 'b'", "'İ'"][random.below(5)]
        }
        let (one, other): (String, String) = (id(&random), id(&random))
        switch random.below(18) {
        case 0: return "INSERT INTO House (_id, name) VALUES (\(one), \(name(&random))) ON CONFLICT DO NOTHING"
        case 1: return "UPDATE House SET name = \(name(&random)) WHERE _id = \(one)"
        case 2: return "UPDATE Room SET house = NULL WHERE house = \(one)"
        case 3: return "DELETE FROM House WHERE _id = \(one)"
        case 4, 5:
            let price: String = random.oneIn(3) ? "NULL" : "'\(random.below(100)).\(1 + random.below(9))'"
            return "INSERT INTO Room (_id, area, price, house) "
                + "VALUES (\(one), \(random.below(100)), \(price), \(key(&random))) ON CONFLICT DO NOTHING"
        case 6: return "UPDATE Room SET area = \(random.below(50)), house = \(key(&random)) WHERE _id = \(one)"
        case 7: return "UPDATE Room SET price = '\(random.below(9)).5' WHERE _id = \(one)"
        case 8: return "DELETE FROM Room WHERE _id = \(one)"
        case 9, 10:
            let kind: String = random.oneIn(2) ? "Thing" : "Box"
            return "INSERT INTO Thing (_id, _entity, weight, whole) "
                + "VALUES (\(one), '\(kind)', \(random.below(9)), \(key(&random))) ON CONFLICT DO NOTHING"
        case 11: return "UPDATE Thing SET weight = \(random.below(9)), whole = \(key(&random)) WHERE _id = \(one)"
        case 12:
            return "INSERT INTO Thing_friends VALUES (\(one), \(other)) ON CONFLICT DO NOTHING"
        case 13: return "UPDATE Thing_friends SET source = \(one) WHERE source = \(other)"
        case 14: return "DELETE FROM Thing_friends WHERE source = \(one)"
        case 15:
            return "DELETE FROM Thing_friends WHERE \(one) IN (source, target); "
                + "UPDATE Thing SET whole = NULL WHERE whole = \(one); DELETE FROM Thing WHERE _id = \(one)"
        case 16: return "INSERT INTO Person VALUES (\(one), \(name(&random)), \(key(&random))) ON CONFLICT DO NOTHING"
        default:
            return random.oneIn(2)
                ? "UPDATE Person SET name = \(name(&random)), key = \(key(&random)) WHERE _id = \(one)"
                : "DELETE FROM Person WHERE _id = \(one)"
        }
    }

    /// The values that differ from a computation over all rows.
    private static func wrong(_ bench: Workbench) throws -> [String] {
        try bench.queue.read { db in
            func all(_ table: String) throws -> [Row] { try Row.fetchAll(db, sql: "SELECT * FROM \(table)") }
            let (houses, rooms, things, people): ([Row], [Row], [Row], [Row]) =
                (try all("House"), try all("Room"), try all("Thing"), try all("Person"))
            let pairs: [Row] = try all("Thing_friends")
            var wrong: [String] = []
            func expect<Found: DatabaseValueConvertible & Equatable>(_ row: Row, _ column: String, _ value: Found?) {
                let found: Found? = row[column]
                if found != value { wrong.append("\(column) is \(String(describing: found)) in \(row)") }
            }
            // GRDB reads text up to the first NUL.
            func text(_ row: Row, _ column: String) -> String? { row[column] }
            func id(_ row: Row, _ column: String) -> Int64? { row[column] }
            func isFound(_ row: Row, _ column: String, _ identity: Int64?) -> Bool {
                identity != nil && id(row, column) == identity
            }
            for house in houses {
                let own: [Row] = rooms.filter { isFound($0, "house", id(house, "_id")) }
                expect(house, "roomCount", own.count)
                expect(house, "area", own.reduce(0) { $0 + ($1["area"] as Int? ?? 0) })
                let price: Decimal = own.reduce(0) { $0 + (Decimal(canonicalText: $1["price"] ?? "0") ?? 0) }
                expect(house, "price", price.canonicalText)
                expect(house, "loud", text(house, "name")?.uppercased())
                expect(
                    house,
                    "holderName",
                    people.first { isFound($0, "key", id(house, "_id")) }.flatMap { text($0, "name") }
                )
                let changed: Double = house["changed"] ?? 0
                if abs(changed - Date().timeIntervalSinceReferenceDate) > 600 { wrong.append("changed at \(changed)") }
            }
            for room in rooms {
                let house: Row? = houses.first { isFound($0, "_id", id(room, "house")) }
                expect(room, "houseName", house.flatMap { text($0, "name") })
                expect(room, "houseLoud", house.flatMap { text($0, "name")?.uppercased() })
                let holder: Row? = house.flatMap { house in people.first { isFound($0, "key", id(house, "_id")) } }
                expect(room, "houseHolder", holder.flatMap { text($0, "name") })
            }
            for thing in things {
                let own: Int64? = id(thing, "_id")
                let friends: [Row] = pairs.filter { isFound($0, "source", own) }
                expect(thing, "friendCount", friends.count)
                let loads: [Double] = friends.compactMap { pair in
                    things.first { isFound($0, "_id", id(pair, "target")) }.map { $0["weight"] }
                }
                expect(thing, "load", loads.reduce(0, +))
                let parts: [Row] = things.filter { isFound($0, "whole", own) }
                expect(thing, "partCount", parts.count)
                let inner: Int = parts.reduce(0) { sum, part in
                    sum + things.count { isFound($0, "whole", id(part, "_id")) }
                }
                expect(thing, "partsOfParts", inner)
                let whole: Row? = things.first { isFound($0, "_id", id(thing, "whole")) }
                let weight: Double? = thing["_entity"] == "Box" ? whole?["weight"] : nil
                expect(thing, "Box.wholeWeight", weight)
            }
            return wrong
        }
    }

    @Test("A process without the functions can read the store, but not write where a value would become stale")
    func withoutFunctions() throws {
        let bench = try Workbench(Self.schema, knowsFunctions: false)
        #expect(try bench.rows("SELECT count(*) FROM House") == ["0"])
        let said: String? = try bench.run("INSERT INTO House (name) VALUES ('x')")
        #expect(said?.contains("no such function") == true)
        #expect(try bench.run("INSERT INTO Thing (_entity, weight) VALUES ('Box', 2)") == nil)
    }

    private static func call(_ function: ExpressionFunction, of text: String) -> String {
        SQLiteDialect.full.call(function, [SQLStatement(text)], as: .string)?.sql ?? ""
    }

    @Test func functions() throws {
        let bench = try Workbench(Self.schema)
        for (text, canonical) in [("Ångström", "angstrom"), ("ÇA", "ca"), ("", ""), ("x\u{0}É", "x\u{0}e")] {
            let bytes: String = SQLText.constant(.blob(Data(text.utf8)))
            let call = Self.call(.canonical, of: "CAST(\(bytes) AS TEXT)")
            let expected: String = SQLText.constant(.blob(Data(canonical.utf8)))
            #expect(try bench.rows("SELECT CAST(\(call) AS BLOB) = \(expected)") == ["1"], "\(text)")
        }
        #expect(try bench.rows("SELECT \(Self.call(.uppercase, of: "NULL"))") == ["-"])
    }

    @Test("A sum of type float is the nearest 32-bit float, and infinite if it is out of range")
    func floatSums() throws {
        var sum = Attribute("sum", .float, isOptional: true)
        sum.derivation = Derivation("rooms.@sum.area")
        let bench = try Workbench(
            Entity("House", attributes: [sum], relationships: [.toMany("rooms", "Room", inverse: "house")]),
            Entity(
                "Room",
                attributes: [Attribute("area", .double)],
                relationships: [.toOne("house", "House", isOptional: true, inverse: "rooms")]
            )
        )
        func holds(_ number: Float) throws -> Bool {
            try bench.queue.read { try Double.fetchOne($0, sql: "SELECT sum FROM House") } == Double(number)
        }
        try bench.run("INSERT INTO House (_id) VALUES (1)")
        #expect(try holds(0))
        #expect(try bench.run("INSERT INTO Room (area, house) VALUES (0.1, 1), (0.2, 1)") == nil)
        #expect(try holds(0.3))
        #expect(try bench.run("INSERT INTO Room (area, house) VALUES (1e300, 1)") == nil)
        #expect(try holds(.infinity))
        #expect(try bench.run("UPDATE Room SET house = NULL") == nil)
        #expect(try holds(0))
    }
}
