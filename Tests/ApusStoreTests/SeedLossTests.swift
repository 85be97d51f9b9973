import ApusMigration
import ApusSchema
import Foundation
import GRDB
import Testing

@testable import ApusStore

/// Seed data that changes after users changed what came from it: nothing of theirs is lost or changed.
struct SeedLossTests {
    typealias Row = SeedRows.Row

    /// Recipes in categories, with tags.
    static let schema: Schema = {
        var code = Attribute("code", .string)
        code.isOptional = true
        code.isUnique = true
        var notes = Attribute("notes", .string)
        notes.isOptional = true
        var origin = Attribute("origin", .named("Origin"))
        origin.isOptional = true
        var schema = Schema(
            model: "Book",
            entities: [
                Entity(
                    "Recipe",
                    attributes: [
                        Attribute("name", .string), code, notes, Attribute("stars", .int64, default: .int(3)), origin,
                    ],
                    relationships: [
                        .toOne("category", "Category", isOptional: true, inverse: "recipes"),
                        .toMany("tags", "Tag", inverse: "recipes"),
                    ]
                ),
                Entity(
                    "Category",
                    attributes: [Attribute("name", .string)],
                    relationships: [.toMany("recipes", "Recipe", inverse: "category")]
                ),
                Entity(
                    "Tag",
                    attributes: [Attribute("name", .string)],
                    relationships: [.toMany("recipes", "Recipe", inverse: "tags")]
                ),
            ]
        )
        schema.composites = [
            Composite("Origin", attributes: [Attribute("country", .string), Attribute("city", .string)])
        ]
        return schema
    }()

    private let store: SeededFolder

    init() throws { store = try SeededFolder(Self.schema) }

    private func open(_ rows: [Row], roots: Set<String>? = nil) throws { try store.open(rows, roots: roots) }

    private func lines(_ sql: String) throws -> [String] { try store.lines(sql) }

    private func change(_ sql: String) throws { try store.change(sql) }

    private static func recipe(
        _ key: String,
        _ values: [String: String?] = [:],
        to references: [String: [String]] = [:],
        _ edited: SeedRows.EditRule = .merge
    ) -> Row {
        var stored: [[String]: StoredValue] = [["name"]: .text(key)]
        for (name, value) in values { stored[SeedRows.Texts.path(name)] = value.map(StoredValue.text) ?? .null }
        return Row(
            entity: "Recipe",
            key: key,
            values: stored,
            references: references,
            edited: edited,
            removed: .delete
        )
    }

    private static let others = [
        Row(entity: "Category", key: "main", values: [["name"]: .text("Main")]),
        Row(entity: "Tag", key: "quick", values: [["name"]: .text("Quick")]),
    ]

    // MARK: Removing

    struct Change: CustomTestStringConvertible, Sendable {
        let name: String
        let sql: String
        var isOwn = true
        var testDescription: String { name }
    }

    static let changes = [
        Change(name: "nothing", sql: "SELECT 1", isOwn: false),
        Change(name: "another object", sql: "UPDATE Category SET name = 'Mine'", isOwn: false),
        Change(name: "a value that was not given", sql: "UPDATE Recipe SET notes = 'mine'"),
        Change(name: "a default", sql: "UPDATE Recipe SET stars = 5"),
        Change(name: "a given value", sql: "UPDATE Recipe SET name = 'mine'"),
        Change(name: "an optional composite", sql: #"UPDATE Recipe SET "origin.country" = 'I', "origin.city" = 'R'"#),
        Change(
            name: "a reference",
            sql: "INSERT INTO Category (_id, name) VALUES (9, 'Mine'); UPDATE Recipe SET category = 9"
        ),
        Change(name: "a cleared reference", sql: "UPDATE Recipe SET category = NULL"),
        Change(name: "a pair with an object of the user's", sql: "INSERT INTO Tag (_id, name) VALUES (9, 'x'); $9"),
        Change(name: "a pair that is gone", sql: "DELETE FROM $pairs"),
    ]

    @Test(arguments: changes)
    func aRemovedRowStaysIfAnythingOfItIsTheUsers(_ change: Change) throws {
        try open(Self.others + [Self.recipe("pasta", to: ["category": ["main"], "tags": ["quick"]])])
        let table = try #require(
            try lines("SELECT name FROM sqlite_schema WHERE name IN ('Recipe_tags', 'Tag_recipes')").first
        )
        let columns = try lines("SELECT name FROM pragma_table_info('\(table)') ORDER BY cid")
        let pair = table == "Recipe_tags" ? "1, 9" : "9, 1"
        try self.change(
            change.sql.replacing(
                "$9",
                with: "INSERT INTO \"\(table)\" (\"\(columns[0])\", \"\(columns[1])\") VALUES (\(pair))"
            )
            .replacing("$pairs", with: "\"\(table)\"")
        )
        let pairs = try lines("SELECT count(*) FROM \"\(table)\"")
        try open(Self.others)
        #expect(try lines("SELECT count(*) FROM Recipe") == [change.isOwn ? "1" : "0"])
        if change.isOwn { #expect(try lines("SELECT count(*) FROM \"\(table)\"") == pairs) }
        #expect(try lines("PRAGMA foreign_key_check").isEmpty)
    }

    @Test func aRowThatTheUserDeletedDoesNotComeAgain() throws {
        let pasta = Row(entity: "Recipe", key: "pasta", values: [["name"]: .text("pasta")], removed: .delete)
        try open([pasta])
        try change("DELETE FROM Recipe")
        try open([])
        try open([pasta])
        #expect(try lines("SELECT name FROM Recipe").isEmpty)
    }

    // MARK: Unique values

    struct Codes: CustomTestStringConvertible, Sendable {
        let name: String
        let older: [String: String]
        let newer: [String: String]
        var testDescription: String { name }
    }

    static let codes = [
        Codes(name: "a renamed key", older: ["de": "DE"], newer: ["germany": "DE"]),
        Codes(name: "a value moves to a new row", older: ["a": "X"], newer: ["a": "Y", "b": "X"]),
        Codes(name: "two exchange", older: ["a": "X", "b": "Y"], newer: ["a": "Y", "b": "X"]),
        Codes(name: "three exchange", older: ["a": "X", "b": "Y", "c": "Z"], newer: ["a": "Y", "b": "Z", "c": "X"]),
        Codes(name: "up", older: ["a": "1", "b": "2", "c": "3"], newer: ["a": "2", "b": "3", "c": "4"]),
        Codes(name: "down", older: ["a": "2", "b": "3", "c": "4"], newer: ["a": "1", "b": "2", "c": "3"]),
        Codes(name: "one goes, one follows", older: ["a": "1", "b": "2"], newer: ["b": "1", "c": "2"]),
    ]

    @Test(arguments: codes, [SeedRows.EditRule.merge, .replace])
    func uniqueValuesMove(_ codes: Codes, rule: SeedRows.EditRule) throws {
        func data(_ codes: [String: String]) -> [Row] {
            codes.sorted { $0.key < $1.key }.map { Self.recipe($0.key, ["code": $0.value], to: [:], rule) }
        }
        try open(data(codes.older))
        try open(data(codes.newer))
        let expected = codes.newer.map { "\($0.key)|\($0.value)" }.sorted()
        #expect(try lines("SELECT name, code FROM Recipe ORDER BY name") == expected)
        #expect(
            try lines("SELECT count(*), count(object) FROM apus_seed_row") == ["\(expected.count)|\(expected.count)"]
        )
    }

    @Test func whatTheUserHoldsIsEditedLater() throws {
        try open([Self.recipe("a", ["code": "1"])])
        try change("INSERT INTO Recipe (name, code, stars) VALUES ('mine', '2', 1)")
        try open([Self.recipe("a", ["code": "2"])])
        #expect(try lines("SELECT name, code FROM Recipe ORDER BY name") == ["a|1", "mine|2"])
        try change("DELETE FROM Recipe WHERE name = 'mine'")
        // The refused edit does not count as loaded, so the old value is not the user's.
        try open([Self.recipe("a", ["code": "3"])])
        #expect(try lines("SELECT name, code FROM Recipe") == ["a|3"])
    }

    @Test func aRowThatSeedDataRefusesComesLater() throws {
        let a = Self.recipe("a", ["code": "1"], to: [:], .keep)
        try open([a])
        let b = Self.recipe("b", ["code": "1"])
        try open([Self.recipe("a", ["code": "2"], to: [:], .keep), b])
        #expect(try lines("SELECT name, code FROM Recipe") == ["a|1"])
        try open([b])
        #expect(try lines("SELECT name, code FROM Recipe") == ["b|1"])
    }

    // MARK: Merging

    @Test func partsOfACompositeAreMergedTogether() throws {
        func data(_ country: String?, _ city: String?) -> [Row] {
            [Self.recipe("a", ["origin.country": country, "origin.city": city])]
        }
        try open(data("Italy", "Rome"))
        try change(#"UPDATE Recipe SET "origin.city" = 'Naples'"#)
        try open(data("Italia", "Roma"))
        #expect(try lines(#"SELECT "origin.country", "origin.city" FROM Recipe"#) == ["Italy|Naples"])
        try change(#"UPDATE Recipe SET "origin.country" = NULL, "origin.city" = NULL"#)
        try open(data("Italia", "Milano"))
        #expect(try lines(#"SELECT "origin.country", "origin.city" FROM Recipe"#) == ["|"])
    }

    @Test func aReferenceIsCleared() throws {
        try open(
            Self.others + [Self.recipe("a", to: ["category": ["main"]]), Self.recipe("b", to: ["category": ["main"]])]
        )
        try change("INSERT INTO Category (_id, name) VALUES (9, 'x'); UPDATE Recipe SET category = 9 WHERE name = 'b'")
        try open(Self.others + [Self.recipe("a", to: ["category": []]), Self.recipe("b", to: ["category": []])])
        #expect(try lines("SELECT name, category FROM Recipe ORDER BY name") == ["a|", "b|9"])
    }

    @Test func aValueThatWasLeftOutOnceIsStillMerged() throws {
        try open([Self.recipe("a", ["notes": "1"])])
        try open([Self.recipe("a")])
        try open([Self.recipe("a", ["notes": "2"])])
        #expect(try lines("SELECT notes FROM Recipe") == ["2"])
    }

    @Test func anUnreadableRecordCountsAsChanged() throws {
        func data(_ stars: Int64) -> [Row] {
            [
                Row(
                    entity: "Recipe",
                    key: "a",
                    values: [["name"]: .text("a"), ["stars"]: .integer(stars)],
                    edited: .merge,
                    removed: .delete
                )
            ]
        }
        try open(data(1))
        try change("UPDATE apus_seed_row SET content = replace(content, '\"1\"', '\"one\"')")
        try open(data(2))
        #expect(try lines("SELECT stars FROM Recipe") == ["1"])
        try change("UPDATE apus_seed_row SET content = replace(content, '\"2\"', '\"two\"')")
        try open([])
        #expect(try lines("SELECT stars FROM Recipe") == ["1"])
    }

    // MARK: Configurations

    @Test func rowsOfOtherStoresAreNotRemoved() throws {
        let tag = Row(entity: "Tag", key: "quick", values: [["name"]: .text("Quick")], removed: .delete)
        let data = [Self.recipe("a"), tag]
        try open(data, roots: ["Tag"])
        #expect(try lines("SELECT name FROM Recipe UNION ALL SELECT name FROM Tag") == ["Quick"])
        try open(data)
        #expect(try lines("SELECT name FROM Recipe UNION ALL SELECT name FROM Tag") == ["a", "Quick"])
        try open(data, roots: ["Recipe"])
        #expect(try lines("SELECT name FROM Recipe UNION ALL SELECT name FROM Tag") == ["a", "Quick"])
    }

    // MARK: Migrations

    @Test func recordsOfObjectsWithOtherIdentitiesAreForgotten() throws {
        let a = Entity("A", attributes: [Attribute("n", .string)])
        let (b, c) = (Entity("B", attributes: a.attributes), Entity("C", attributes: a.attributes))
        let trial = try Trial(
            [Schema(model: "T", entities: [a, b, c]), Schema(model: "T", entities: [a, c])],
            mappings: [
                Mapping(
                    from: Schema.Version(1),
                    to: Schema.Version(2),
                    [.entity("A", [Mapping.Origin(["A"]), Mapping.Origin(["B"])])]
                )
            ],
            """
            INSERT INTO A (_id, n) VALUES (1, 'a'); INSERT INTO B (_id, n) VALUES (1, 'b');
            INSERT INTO C (_id, n) VALUES (1, 'c');
            \(StoreFormat.seedStatements.joined(separator: ";"));
            INSERT INTO apus_seed VALUES ('T', 'x');
            INSERT INTO apus_seed_row (model, entity, key, object, content, removed) VALUES
            ('T', 'A', 'a', 1, '{"entity":"A","key":"a"}', 'delete'),
            ('T', 'B', 'b', 1, '{"entity":"B","key":"b"}', 'delete'),
            ('T', 'C', 'c', 1, '{"entity":"C","key":"c"}', 'delete')
            """
        )
        try trial.migrate()
        #expect(try trial.rows("SELECT n FROM A ORDER BY _id") == ["a", "b"])
        #expect(try trial.rows("SELECT key FROM apus_seed_row") == ["c"])
        #expect(try trial.rows("SELECT * FROM apus_seed").isEmpty)
    }
}
