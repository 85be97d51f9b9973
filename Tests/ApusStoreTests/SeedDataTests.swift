import ApusMigration
import ApusSchema
import Foundation
import GRDB
import Testing

@testable import ApusStore

/// Seed data in stores: loaded once, edited and removed as the rules say, whatever users did.
struct SeedDataTests {
    typealias Row = SeedRows.Row

    /// Countries have ordered cities; cities have tags.
    static func schema(country: String = "Country", name: String = "name") -> Schema {
        var code = Attribute("code", .string)
        code.isUnique = true
        var title = Attribute(name, .string)
        if name != "name" { title.originalName = "name" }
        var land = Entity(
            country,
            attributes: [code, title, Attribute("population", .int64, default: .int(7))],
            relationships: [ordered("cities", "City", inverse: "country")]
        )
        if country != "Country" { land.originalName = "Country" }
        return Schema(
            model: "World",
            entities: [
                land,
                Entity(
                    "City",
                    attributes: [Attribute("name", .string)],
                    relationships: [
                        .toOne("country", country, inverse: "cities"), .toMany("tags", "Tag", inverse: "cities"),
                    ]
                ),
                Entity(
                    "Tag",
                    attributes: [Attribute("name", .string)],
                    relationships: [.toMany("cities", "City", inverse: "tags")]
                ),
            ]
        )
    }

    private static func ordered(_ name: String, _ to: String, inverse: String) -> Relationship {
        var relationship = Relationship.toMany(name, to, inverse: inverse)
        relationship.isOrdered = true
        return relationship
    }

    private let folder: URL
    private var url: URL { folder.appending(path: "world.store") }

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "apus-seed-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    private func open(_ rows: [Row], _ schema: Schema = SeedDataTests.schema()) throws {
        let json = SeedRows(rows).json
        var migrator = Migrator(
            planner: Planner(history: History(model: "World", entries: [], head: schema), mappings: []),
            target: .head
        )
        migrator.seedData = SeedSource(digest: SeedRows.digest(of: json), json: json)
        let store = try Store.open(at: url, with: migrator)
        try store.database.close()
    }

    private func lines(_ sql: String) throws -> [String] {
        let database = try DatabaseQueue(path: url.path)
        defer { try? database.close() }
        return try database.read { db in
            try GRDB.Row.fetchAll(db, sql: sql).map { row in
                row.databaseValues.map { String.fromDatabaseValue($0) ?? ($0.isNull ? "" : $0.description) }
                    .joined(separator: "|")
            }
        }
    }

    private func expect(_ found: [String], _ expected: [String], at location: SourceLocation = #_sourceLocation) {
        #expect(found == expected, sourceLocation: location)
    }

    /// Changes the store as a user does.
    private func tell(_ sql: String) throws {
        let file = StoreFile(url)
        let database = try file.openForWriting(enforcesForeignKeys: true)
        try database.write { try $0.execute(sql: sql) }
        try database.close()
    }

    private static func country(
        _ key: String,
        _ name: String,
        cities: [String] = [],
        edited: SeedRows.EditRule = .keep,
        removed: SeedRows.RemovalRule = .keep
    ) -> Row {
        Row(
            entity: "Country",
            key: key,
            values: [["code"]: .text(key), ["name"]: .text(name)],
            references: cities.isEmpty ? [:] : ["cities": cities],
            edited: edited,
            removed: removed
        )
    }

    private static func city(_ key: String, _ name: String, country: String? = nil, tags: [String] = []) -> Row {
        var references: [String: [String]] = [:]
        if let country { references["country"] = [country] }
        if !tags.isEmpty { references["tags"] = tags }
        return Row(entity: "City", key: key, values: [["name"]: .text(name)], references: references)
    }

    private static let base = [
        country("de", "Germany", cities: ["hh", "b"]), country("fr", "France"), city("b", "Berlin", tags: ["big"]),
        city("hh", "Hamburg", tags: ["big", "port"]), city("p", "Paris", country: "fr"),
        Row(entity: "Tag", key: "big", values: [["name"]: .text("big")]),
        Row(entity: "Tag", key: "port", values: [["name"]: .text("port")]),
    ]

    @Test func aNewStoreHasTheRows() throws {
        try open(Self.base)
        #expect(
            try lines("SELECT code, name, population FROM Country ORDER BY code") == ["de|Germany|7", "fr|France|7"]
        )
        // The order is that of the list, not that of the rows.
        let order = try lines(
            "SELECT City.name FROM City JOIN Country c ON country = c._id WHERE code = 'de' ORDER BY \"country.place\""
        )
        #expect(order == ["Hamburg", "Berlin"])
        let table = try #require(
            try lines("SELECT name FROM sqlite_schema WHERE name LIKE '%tags%' AND type = 'table'").first
        )
        #expect(try lines("SELECT count(*) FROM \"\(table)\"") == ["3"])
        #expect(try lines("PRAGMA foreign_key_check").isEmpty)
        #expect(try lines("SELECT count(*), count(object) FROM apus_seed_row") == ["7|7"])
    }

    @Test func rowsAreLoadedOnceAndDeletedOnesDoNotComeAgain() throws {
        try open(Self.base)
        let before = try Data(contentsOf: url)
        try open(Self.base)
        #expect(try Data(contentsOf: url) == before)
        try tell("DELETE FROM City WHERE name = 'Paris'; UPDATE City SET name = 'Berlin!' WHERE name = 'Berlin'")
        try open(Self.base + [Self.country("it", "Italy", cities: ["r"]), Self.city("r", "Rome")])
        #expect(try lines("SELECT name FROM City ORDER BY name") == ["Berlin!", "Hamburg", "Rome"])
        try tell("DELETE FROM City WHERE name = 'Rome'")
        try open(Self.base + [Self.country("it", "Italy")])
        #expect(try lines("SELECT name FROM City ORDER BY name") == ["Berlin!", "Hamburg"])
        #expect(try lines("SELECT name FROM Country ORDER BY name") == ["France", "Germany", "Italy"])
    }

    @Test func anOlderStoreGetsTheRowsAndKeepsItsOwn() throws {
        try open([])
        try tell("INSERT INTO Country (code, name, population) VALUES ('de', 'Mine', 1)")
        try open(Self.base)
        // 'de' is unique, and the user has it; its cities need a country, so they are not loaded either.
        expect(try lines("SELECT name FROM Country ORDER BY name"), ["France", "Mine"])
        expect(try lines("SELECT name FROM City"), ["Paris"])
        expect(try lines("SELECT count(*), count(object) FROM apus_seed_row"), ["7|4"])
        try tell("DELETE FROM Country WHERE code = 'de'")
        try open(Self.base + [Self.city("l", "Lyon", country: "fr")])
        expect(try lines("SELECT name FROM Country"), ["France"])
        expect(try lines("SELECT name FROM City ORDER BY _id"), ["Paris", "Lyon"])
        #expect(try lines("PRAGMA foreign_key_check").isEmpty)
    }

    @Test(arguments: SeedRows.EditRule.allCases)
    func editsFollowTheRule(_ rule: SeedRows.EditRule) throws {
        func data(_ one: String, _ two: String) -> [Row] {
            [Self.country("de", one, edited: rule), Self.country("fr", two, edited: rule)]
        }
        try open(data("Germany", "France"))
        try tell("UPDATE Country SET name = 'Mine', population = 5 WHERE code = 'fr'")
        try open(data("Deutschland", "Frankreich"))
        let expected: [SeedRows.EditRule: [String]] = [
            .keep: ["Germany|7", "Mine|5"], .merge: ["Deutschland|7", "Mine|5"],
            .replace: ["Deutschland|7", "Frankreich|5"],
        ]
        #expect(try lines("SELECT name, population FROM Country ORDER BY code") == expected[rule])
        // An edit is written once: what the user changes afterwards stays.
        try tell("UPDATE Country SET name = 'Mine' WHERE code = 'de'")
        try open(data("Deutschland", "Frankreich") + [Self.country("it", "Italy")])
        #expect(try lines("SELECT name FROM Country WHERE code = 'de'") == ["Mine"])
    }

    @Test func removedRowsAreDeletedUnlessTheyAreUsed() throws {
        let data = ["a", "b", "c", "d"].map { Self.country($0, $0, removed: .delete) } + [Self.country("e", "e")]
        try open(data)
        try tell(
            """
            UPDATE Country SET name = 'mine' WHERE code = 'b';
            INSERT INTO City (name, country, "country.place") SELECT 'mine', _id, 5 FROM Country WHERE code = 'c'
            """
        )
        try open([data[3]])
        #expect(try lines("SELECT code FROM Country ORDER BY code") == ["b", "c", "d", "e"])
        try open(data)
        // What was deleted because the data had no such row is new in later data.
        #expect(try lines("SELECT code FROM Country ORDER BY code") == ["a", "b", "c", "d", "e"])
    }

    @Test func recordsFollowRenames() throws {
        try open([Self.country("de", "Germany"), Self.country("fr", "France", edited: .merge)])
        let renamed = ["de", "fr", "it"].map { key in
            Row(
                entity: "Land",
                key: key,
                values: [["code"]: .text(key), ["title"]: .text(key == "fr" ? "Frankreich" : "Germany")],
                edited: .merge
            )
        }
        try open(renamed, Self.schema(country: "Land", name: "title"))
        #expect(
            try lines("SELECT code, title FROM Land ORDER BY code") == ["de|Germany", "fr|Frankreich", "it|Germany"]
        )
    }

    @Test func twoOpenersLoadOnce() async throws {
        let rows = (0..<300).map { Self.country("c\($0)", "n") }
        try open([])
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 { group.addTask { try open(rows) } }
            try await group.waitForAll()
        }
        #expect(try lines("SELECT count(*) FROM Country") == ["300"])
        #expect(try lines("SELECT count(*) FROM apus_seed_row") == ["300"])
    }

    @Test func aFailureLeavesTheStoreAsItWas() throws {
        try open(Self.base)
        let before = try lines("SELECT * FROM Country") + lines("SELECT * FROM apus_seed_row")
        try tell(
            """
            CREATE TRIGGER refuse BEFORE INSERT ON Country WHEN NEW.code = 'z' BEGIN SELECT RAISE(ABORT, 'no'); END
            """
        )
        #expect(throws: StoreError.self) {
            try open(Self.base + [Self.country("y", "y"), Self.country("z", "z")])
        }
        #expect(try lines("SELECT * FROM Country") + lines("SELECT * FROM apus_seed_row") == before)
    }

    /// What a store holds, in words of the data: rows by their keys.
    private func contents() throws -> [String] {
        try lines(
            """
            SELECT 'Country', s.key, name || code, population FROM Country JOIN apus_seed_row s ON object = _id AND entity = 'Country'
            UNION ALL SELECT 'City', s.key, name, c.key FROM City JOIN apus_seed_row s ON s.object = _id AND s.entity = 'City'
              JOIN apus_seed_row c ON c.object = country AND c.entity = 'Country'
            ORDER BY 1, 2
            """
        ) + pairs()
    }

    private func pairs() throws -> [String] {
        let table = try #require(
            try lines("SELECT name FROM sqlite_schema WHERE name LIKE '%tags%' AND type = 'table'").first
        )
        let columns = try lines("SELECT name FROM pragma_table_info('\(table)') ORDER BY cid")
        return try lines(
            """
            SELECT a.key, b.key FROM "\(table)"
            JOIN apus_seed_row a ON a.object = "\(columns[0])" AND a.entity = 'City'
            JOIN apus_seed_row b ON b.object = "\(columns[1])" AND b.entity = 'Tag' ORDER BY 1, 2
            """
        )
    }

    /// The law of `merge` and `replace`: data that is loaded over older data, which the user did not change, gives what a new
    /// store has.
    @Test(arguments: [SeedRows.EditRule.merge, .replace], 1...12)
    func laterDataGivesWhatANewStoreHas(_ rule: SeedRows.EditRule, seed: UInt64) throws {
        var random = Numbers(state: seed)
        for _ in 0..<3 { try open(Self.random(rule, &random)) }
        let last = Self.random(rule, &random)
        try open(last)
        let found = try contents()
        let fresh = try SeedDataTests()
        try fresh.open(last)
        let expected = try fresh.contents()
        #expect(found == expected, "seed \(seed)")
        #expect(try lines("PRAGMA foreign_key_check").isEmpty)
        #expect(try lines("SELECT count(*) FROM City") == fresh.lines("SELECT count(*) FROM City"))
    }

    private static func random(_ rule: SeedRows.EditRule, _ random: inout Numbers) -> [Row] {
        func some(_ keys: [String]) -> [String] { keys.filter { _ in Int.random(in: 0..<3, using: &random) > 0 } }
        func row(_ entity: String, _ key: String, _ values: [[String]: StoredValue], _ to: [String: [String]]) -> Row {
            Row(entity: entity, key: key, values: values, references: to, edited: rule, removed: .delete)
        }
        func name() -> StoredValue { .text("\(Int.random(in: 0..<3, using: &random))") }
        let countries = ["k"] + some(["a", "b", "c"])
        let tags = some(["t", "u", "v"])
        // Unique values move from row to row.
        let codes = ["w", "x", "y", "z"].shuffled(using: &random)
        return zip(countries, codes).map { row("Country", $0, [["code"]: .text($1), ["name"]: name()], [:]) }
            + tags.map { row("Tag", $0, [["name"]: name()], [:]) }
            + some(["1", "2", "3", "4"]).map { key in
                let country = countries[Int.random(in: 0..<countries.count, using: &random)]
                return row("City", key, [["name"]: name()], ["country": [country], "tags": some(tags)])
            }
    }

    private struct Numbers: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ (state >> 29)
        }
    }
}
