import ApusMigration
import ApusSchema
import Foundation
import Testing

@testable import ApusStore

/// Rows of seed data that refer to each other, after users changed some of them, and rows that could not be loaded at first.
struct SeedReferenceTests {
    typealias Row = SeedRows.Row

    /// Recipes with steps, in categories, some of which have a recipe of the day.
    private static let schema: Schema = {
        var code = Attribute("code", .int64, isOptional: true)
        code.isUnique = true
        var schema = Schema(
            model: "Book",
            entities: [
                Entity(
                    "Recipe",
                    attributes: [
                        Attribute("name", .string), code, Attribute("origin", .named("Origin"), isOptional: true),
                    ],
                    relationships: [
                        .toMany("steps", "Step", inverse: "recipe"), .toOne("category", "Category", isOptional: true),
                        .toMany("tags", "Tag", inverse: "recipes"),
                    ]
                ),
                Entity(
                    "Step",
                    attributes: [Attribute("text", .string)],
                    relationships: [.toOne("recipe", "Recipe", isOptional: true, inverse: "steps")]
                ),
                Entity("Category", attributes: [Attribute("name", .string), code]),
                Entity(
                    "Tag",
                    attributes: [Attribute("name", .string)],
                    relationships: [
                        .toMany("recipes", "Recipe", inverse: "tags"),
                        .toOne("badge", "Badge", isOptional: true, inverse: "tag"),
                    ]
                ),
                Entity(
                    "Badge",
                    attributes: [Attribute("name", .string)],
                    relationships: [.toOne("tag", "Tag", isOptional: true, inverse: "badge")]
                ),
            ]
        )
        schema.composites = [
            Composite(
                "Origin",
                attributes: [
                    Attribute("city", .string), Attribute("country", .string),
                    Attribute("zip", .string, isOptional: true),
                ]
            )
        ]
        return schema
    }()

    private let store: SeededFolder

    init() throws { store = try SeededFolder(Self.schema) }

    private func row(
        _ entity: String,
        _ key: String,
        _ values: [String: StoredValue] = [:],
        to references: [String: [String]] = [:],
        _ edited: SeedRows.EditRule = .merge
    ) -> Row {
        var stored = Dictionary(uniqueKeysWithValues: values.map { (SeedRows.Texts.path($0), $1) })
        stored[[entity == "Step" ? "text" : "name"]] = .text(key)
        return Row(
            entity: entity,
            key: key,
            values: stored,
            references: references,
            edited: edited,
            removed: .delete
        )
    }

    // MARK: Removing what belongs together

    struct Change: CustomTestStringConvertible, Sendable {
        let sql: String
        let recipes: Int
        let steps: Int
        let tags: Int
        var testDescription: String { sql }
    }

    private static let pair = #"(SELECT name FROM sqlite_schema WHERE name IN ('Recipe_tags', 'Tag_recipes'))"#

    static let changes = [
        Change(sql: "SELECT 1", recipes: 0, steps: 0, tags: 0),
        Change(sql: "UPDATE Recipe SET name = 'mine' WHERE _id = 1", recipes: 1, steps: 2, tags: 1),
        Change(sql: "UPDATE Step SET text = 'mine' WHERE _id = 2", recipes: 1, steps: 2, tags: 1),
        Change(sql: "UPDATE Tag SET name = 'mine'", recipes: 1, steps: 2, tags: 1),
        Change(sql: "DELETE FROM Step WHERE _id = 1", recipes: 1, steps: 1, tags: 1),
        Change(sql: "INSERT INTO Step (text, recipe) VALUES ('mine', 1)", recipes: 1, steps: 3, tags: 1),
        Change(
            sql: "INSERT INTO Recipe (_id, name) VALUES (9, 'own'); UPDATE Step SET recipe = 9 WHERE _id = 1",
            recipes: 2,
            steps: 2,
            tags: 1
        ),
    ]

    @Test(arguments: changes)
    func whatBelongsToAChangedObjectStays(_ change: Change) throws {
        try store.open([
            row("Recipe", "pasta", to: ["tags": ["quick"]]), row("Step", "boil", to: ["recipe": ["pasta"]]),
            row("Step", "stir", to: ["recipe": ["pasta"]]), row("Tag", "quick"),
            row("Recipe", "other"), row("Step", "cut", to: ["recipe": ["other"]]),
        ])
        try store.change(change.sql)
        try store.open([])
        let counts = ["Recipe", "Step", "Tag"].map { "(SELECT count(*) FROM \($0))" }.joined(separator: ", ")
        #expect(try store.lines("SELECT \(counts)") == ["\(change.recipes)|\(change.steps)|\(change.tags)"])
        #expect(try store.lines("PRAGMA foreign_key_check").isEmpty)
    }

    @Test func whatBelongsToAnObjectThatIsStillReferredToStays() throws {
        let main = row("Category", "main")
        let menu = row("Recipe", "menu", to: ["category": ["main"]], .keep)
        try store.open([main, menu, row("Recipe", "pasta", to: ["category": ["main"]]), row("Recipe", "rice")])
        try store.open([row("Recipe", "menu", [:], to: [:], .keep)])
        #expect(try store.lines("SELECT name, category FROM Recipe ORDER BY name") == ["menu|1", "pasta|1"])
    }

    @Test func anAppThatKnowsOfNoDataRemovesNothing() throws {
        try store.open([row("Recipe", "pasta")])
        try store.open(nil)
        #expect(try store.lines("SELECT name FROM Recipe") == ["pasta"])
        try store.open([])
        #expect(try store.lines("SELECT name FROM Recipe").isEmpty)
    }

    // MARK: References to what was not loaded

    @Test func aReferenceToARowThatWaitedIsLoadedWithIt() throws {
        let x = row("Category", "x", ["code": .integer(1)], to: [:], .keep)
        try store.open([x])
        // The edit is not made, so the new category has to wait.
        let later = row("Category", "x", ["code": .integer(2)], to: [:], .keep)
        let y = row("Category", "y", ["code": .integer(1)])
        let pasta = row("Recipe", "pasta", to: ["category": ["y"]])
        try store.open([later, y, pasta])
        #expect(try store.lines("SELECT name, category FROM Recipe") == ["pasta|"])
        try store.open([y, pasta])
        let names = "SELECT c.name FROM Recipe AS r JOIN Category AS c ON c._id = r.category"
        #expect(try store.lines(names) == ["y"])
        // It does not count as changed.
        try store.open([])
        #expect(try store.lines("SELECT name FROM Recipe").isEmpty)
    }

    @Test func anOptionalReferenceThatAnObjectOfTheUsersHasIsLeftOut() throws {
        let quick = row("Tag", "quick")
        try store.open([quick])
        try #require(try store.lines("SELECT count(*) FROM pragma_table_info('Badge') WHERE name = 'tag'") == ["1"])
        try store.change("INSERT INTO Badge (name, tag) VALUES ('mine', 1)")
        func data(_ name: String) -> [Row] {
            [
                quick,
                Row(
                    entity: "Badge",
                    key: "gold",
                    values: [["name"]: .text(name)],
                    references: ["tag": ["quick"]],
                    edited: .merge,
                    removed: .delete
                ),
            ]
        }
        try store.open(data("Gold"))
        #expect(try store.lines("SELECT name, tag FROM Badge ORDER BY _id") == ["mine|1", "Gold|"])
        try store.change("DELETE FROM Badge WHERE name = 'mine'")
        try store.open(data("Golden"))
        #expect(try store.lines("SELECT name, tag FROM Badge") == ["Golden|1"])
    }

    // MARK: Values

    @Test(arguments: [SeedRows.EditRule.merge, .replace])
    func aPartThatIsLeftOutIsNoneOfTheOlderComposite(rule: SeedRows.EditRule) throws {
        let rome: [String: StoredValue] = ["origin.city": .text("Rome"), "origin.country": .text("Italy")]
        let zip = rome.merging(["origin.zip": .text("00100")]) { $1 }
        let paris: [String: StoredValue] = ["origin.city": .text("Paris"), "origin.country": .text("France")]
        try store.open([row("Recipe", "a", zip, to: [:], rule)])
        try store.open([row("Recipe", "a", paris, to: [:], rule)])
        let values = #"SELECT "origin.city", "origin.country", "origin.zip" FROM Recipe"#
        #expect(try store.lines(values) == ["Paris|France|"])
        try store.open([])
        #expect(try store.lines(values).isEmpty)
    }

    @Test func manyUniqueValuesMoveInAnyOrder() throws {
        func data(_ offset: Int64) -> [Row] {
            (0..<400).map { row("Recipe", "\($0)", ["code": .integer(Int64($0 * 7919 % 400) + offset)]) }
        }
        try store.open(data(0))
        try store.open(data(1))
        let wrong = "SELECT count(*) FROM Recipe WHERE code <> CAST(name AS INTEGER) * 7919 % 400 + 1"
        #expect(try store.lines(wrong) == ["0"])
        #expect(try store.lines("SELECT count(*), min(code), max(code) FROM Recipe") == ["400|1|400"])
    }

    @Test func textsAreWholeBehindANul() throws {
        func length() throws -> [String] { try store.lines("SELECT length(CAST(name AS BLOB)) FROM Tag") }
        func data(_ name: String) -> [Row] {
            [Row(entity: "Tag", key: "a", values: [["name"]: .text(name)], edited: .replace)]
        }
        try store.open(data("a\0b"))
        #expect(try length() == ["3"])
        try store.open(data("ab\0cd"))
        #expect(try length() == ["5"])
    }

    @Test func anUnreadableRecordKeepsItsObject() throws {
        try store.open([row("Recipe", "a")])
        try store.change("UPDATE apus_seed_row SET content = '{'")
        try store.open([row("Recipe", "a", ["code": .integer(1)])])
        #expect(try store.lines("SELECT name, code FROM Recipe") == ["a|"])
        try store.open([])
        #expect(try store.lines("SELECT name, code FROM Recipe") == ["a|"])
    }

    /// Another table may have the name of Apus' own one, without its types.
    @Test(arguments: [
        "id = NULL", "entity = NULL", "entity = x'C0'", "key = NULL", "key = 7", "object = 'x'", "object = 1.5",
        "content = NULL",
        "content = x'00'", "removed = NULL", "removed = x'FF'",
    ]) func aRecordOfOtherTypesIsAnError(_ change: String) throws {
        try store.open([row("Recipe", "a")])
        try store.change(
            """
            CREATE TABLE copy AS SELECT * FROM apus_seed_row; DROP TABLE apus_seed_row;
            CREATE TABLE apus_seed_row (id, model, entity, key, object, content, removed);
            INSERT INTO apus_seed_row (id, model, entity, key, object, content, removed)
              SELECT id, model, entity, key, object, content, removed FROM copy;
            DROP TABLE copy; UPDATE apus_seed_row SET \(change)
            """
        )
        let before = try store.lines("SELECT * FROM Recipe")
        let error = #expect(throws: StoreError.self) { try store.open([row("Recipe", "b")]) }
        #expect(
            error?.reason == .failedCheck("the table 'apus_seed_row' is not as Apus makes it"),
            "\(String(describing: error))"
        )
        #expect(try store.lines("SELECT * FROM Recipe") == before)
    }

    // MARK: Lists that are left out

    /// What a list of the data says, and how many pairs the store has then.
    @Test func aListThatIsLeftOutStays() throws {
        let count = "SELECT (SELECT count(*) FROM \(try pairTable()))"
        func load(_ tags: [String]?, name: String, recipes: [String]? = nil) throws {
            var recipe = row("Recipe", "pasta", ["origin.city": .text(name)], to: tags.map { ["tags": $0] } ?? [:])
            recipe.values[["origin", "country"]] = .text("it")
            try store.open([
                recipe, row("Tag", "quick", to: recipes.map { ["recipes": $0] } ?? [:]), row("Tag", "cheap"),
            ])
        }
        try load(["quick", "cheap"], name: "a")
        #expect(try store.lines(count) == ["2"])
        // Left out on both sides.
        try load(nil, name: "b")
        #expect(try store.lines(count) == ["2"])
        #expect(try store.lines("SELECT \"origin.city\" FROM Recipe") == ["b"])
        // The user's own pair stays, and the loaded ones are still known: a list without one removes it.
        try load(["quick"], name: "c")
        #expect(try store.lines(count) == ["1"])
        try load(nil, name: "d")
        #expect(try store.lines(count) == ["1"])
        // The other side gives a list, too.
        try load(nil, name: "e", recipes: [])
        #expect(try store.lines(count) == ["0"])
        try load(["quick", "cheap"], name: "f")
        try load([], name: "g")
        #expect(try store.lines(count) == ["0"])
    }

    private func pairTable() throws -> String {
        try store.open([])
        return try store.lines("SELECT name FROM sqlite_schema WHERE name IN ('Recipe_tags', 'Tag_recipes')")[0]
    }

    /// Either side may own the join table.
    @Test(arguments: ["Tag", "Recipe"], [false, true])
    func aPairWithARemovedObjectStaysAsLongAsTheObject(removed: String, isChanged: Bool) throws {
        let pairs = "SELECT count(*) FROM \(try pairTable())"
        let (kept, list) = removed == "Tag" ? ("Recipe", "tags") : ("Tag", "recipes")
        try store.open([row(kept, "kept", to: [list: ["removed"]]), row(removed, "removed")])
        #expect(try store.lines(pairs) == ["1"])
        if isChanged { try store.change("UPDATE \(removed) SET name = 'mine'") }
        try store.open([row(kept, "kept")])
        #expect(try store.lines("SELECT name FROM \(removed)") == (isChanged ? ["mine"] : []))
        #expect(try store.lines(pairs) == (isChanged ? ["1"] : ["0"]))
        #expect(try store.lines("PRAGMA foreign_key_check").isEmpty)
    }

    // MARK: Forecasts

    /// An empty list removes pairs, on whichever side it is.
    @Test func aForecastKnowsEmptyLists() throws {
        func data(_ tags: [String]?, _ recipes: [String]?) -> [Row] {
            [
                row("Recipe", "pasta", to: tags.map { ["tags": $0] } ?? [:]),
                row("Tag", "quick", to: recipes.map { ["recipes": $0] } ?? [:]),
            ]
        }
        let pairs = "SELECT count(*) FROM \(try pairTable())"
        try store.open(data(["quick"], nil))
        #expect(try store.lines(pairs) == ["1"])
        #expect(try store.forecast(data(nil, nil)).rows.isEmpty)
        for next in [data([], nil), data(nil, [])] {
            // The row that owns the join table is the one that changes.
            let rows = try store.forecast(next).rows
            #expect(rows.map { [$0.added, $0.changed, $0.removed] } == [[0, 1, 0]])
        }
        try store.open(data(nil, []))
        #expect(try store.lines(pairs) == ["0"])
    }

    @Test func aForecastIsAboutTheEntitiesOfTheStore() throws {
        let first = [row("Recipe", "a"), row("Tag", "t")]
        let second = [row("Recipe", "a"), row("Recipe", "b"), row("Tag", "t"), row("Tag", "u")]
        try store.open(first, roots: ["Recipe"])
        // Another store has the tags.
        #expect(try store.forecast(first).rows.isEmpty)
        let rows = try store.forecast(second).rows
        #expect(rows.map(\.entity) == ["Recipe"] && rows.map(\.added) == [1])
        try store.open(second, roots: ["Recipe"])
        #expect(try store.lines("SELECT (SELECT count(*) FROM Recipe), (SELECT count(*) FROM Tag)") == ["2|0"])
        #expect(try store.forecast([row("Tag", "t")]).rows.map(\.removed) == [2])
    }

    /// Entities have other names after the migration, and those that are new may be of any store.
    @Test func aForecastKnowsTheEntitiesOfTheStoreByTheirOlderNames() throws {
        func schema(_ names: [(String, from: String?)]) -> Schema {
            Schema(
                model: "Book",
                entities: names.map { name, former in
                    var entity = Entity(name, attributes: [Attribute("name", .string)])
                    entity.originalName = former
                    return entity
                }
            )
        }
        let folder = try SeededFolder(schema([("Recipe", nil), ("Tag", nil)]))
        try folder.open([row("Recipe", "a"), row("Tag", "t")], roots: ["Recipe"])
        let newer = schema([("Dish", "Recipe"), ("Label", "Tag"), ("Extra", nil)])
        let rows = [row("Dish", "a"), row("Dish", "b"), row("Label", "t"), row("Extra", "e")]
        let forecast = try folder.forecast(rows, in: newer)
        #expect(forecast.rows.map(\.entity) == ["Dish", "Extra"])
        #expect(forecast.rows.map { [$0.added, $0.changed, $0.removed] } == [[1, 0, 0], [1, 0, 0]])
    }

    @Test func aForecastFollowsTheRulesOfTheRows() throws {
        let kept = Row(entity: "Tag", key: "kept", values: [["name"]: .text("kept")], removed: .keep)
        try store.open([row("Recipe", "a", ["code": .integer(7)]), kept])
        // A value that is left out stays.
        #expect(try store.forecast([row("Recipe", "a"), kept]).rows.isEmpty)
        #expect(try store.forecast([row("Recipe", "a"), row("Tag", "kept")]).rows.isEmpty)
        // A row that is left out and stays is not removed.
        #expect(try store.forecast([row("Recipe", "a")]).rows.isEmpty)
        try store.open([row("Recipe", "a")])
        #expect(try store.lines("SELECT (SELECT code FROM Recipe), (SELECT count(*) FROM Tag)") == ["7|1"])
    }

    /// A removed row takes its pairs along. The row that owns the join table is the one that changes.
    @Test func aForecastKnowsThePairsOfRemovedRows() throws {
        let table = try pairTable()
        try store.open([row("Recipe", "pasta", to: ["tags": ["quick"]]), row("Tag", "quick")])
        #expect(try store.lines("SELECT count(*) FROM \(table)") == ["1"])
        let rows = try store.forecast([row("Recipe", "pasta")]).rows
        let isOwner = table == "Recipe_tags"
        #expect(rows.map(\.entity) == (isOwner ? ["Recipe", "Tag"] : ["Tag"]))
        #expect(
            rows.map { [$0.added, $0.changed, $0.removed] } == (isOwner ? [[0, 1, 0], [0, 0, 1]] : [[0, 0, 1]])
        )
        try store.open([row("Recipe", "pasta")])
        #expect(try store.lines("SELECT count(*) FROM \(table)") == ["0"])
    }

    /// A row against which an object of the user's stands is never loaded, so nothing happens to it later.
    @Test func aForecastLeavesOutWhatWasNeverLoaded() throws {
        try store.open([])
        try store.change("INSERT INTO Recipe (name, code) VALUES ('mine', 1)")
        try store.open([row("Recipe", "a", ["code": .integer(1)])])
        #expect(try store.lines("SELECT key, object IS NULL FROM apus_seed_row") == ["a|1"])
        #expect(try store.forecast([]).rows.isEmpty)
        let next = row("Recipe", "a", ["code": .integer(2)])
        #expect(try store.forecast([next]).rows.isEmpty)
        try store.open([next])
        #expect(try store.lines("SELECT name, code FROM Recipe") == ["mine|1"])
    }

    /// Where the user has changed nothing, the forecast is what happens.
    @Test func theForecastIsWhatHappens() throws {
        let first = [
            row("Recipe", "pasta", to: ["tags": ["quick"]]), row("Step", "boil", to: ["recipe": ["pasta"]]),
            row("Tag", "quick"), row("Tag", "kept", [:], to: [:], .keep),
        ]
        var renamed = row("Recipe", "pasta", to: ["tags": ["quick"]])
        renamed.values[["name"]] = .text("noodles")
        var kept = row("Tag", "kept", [:], to: [:], .keep)
        kept.values[["name"]] = .text("other")
        let second = [renamed, row("Tag", "quick"), kept, row("Tag", "new")]
        try store.open([])
        #expect(try store.forecast(first).rows.map(\.entity) == ["Recipe", "Step", "Tag"])
        #expect(try store.forecast(first).rows.map(\.added) == [1, 1, 2])
        try store.open(first)
        #expect(try store.forecast(first).rows.isEmpty)
        let forecast = try store.forecast(second)
        #expect(forecast.rows.map(\.entity) == ["Recipe", "Step", "Tag"])
        #expect(forecast.rows.map { [$0.added, $0.changed, $0.removed] } == [[0, 1, 0], [0, 0, 1], [1, 0, 0]])
        try store.open(second)
        #expect(try store.lines("SELECT name FROM Recipe") == ["noodles"])
        #expect(try store.lines("SELECT count(*) FROM Step") == ["0"])
        #expect(try store.lines("SELECT name FROM Tag ORDER BY 1") == ["kept", "new", "quick"])
        #expect(try store.forecast(second).rows.isEmpty)
    }
}

/// A ready-made store as first content.
struct TemplateTests {
    @Test("The external files of a store that is gone, or of a killed process, do not keep the copy away")
    func leftoverFiles() throws {
        var picture = Attribute("picture", .data, isOptional: true)
        picture.usesExternalStorage = true
        let trial = try Trial([.note(picture)])
        let name = try ExternalFiles(ofStoreAt: trial.url.path).write(Data([1, 2]))
        try trial.run("INSERT INTO Note (picture) VALUES ('\(name)')")
        let url = trial.folder["app.sqlite"]
        let left = try ExternalFiles(ofStoreAt: url.path).write(Data([3]))
        try Store.provide(url, copying: trial.url, for: trial.migrator())
        #expect(try Verifier.verify(url).isSound)
        #expect(try ExternalFiles(ofStoreAt: url.path).read(name) == Data([1, 2]))
        // Nothing was deleted.
        let all = FileManager.default.enumerator(atPath: trial.folder.url.path)?.compactMap { "\($0)" } ?? []
        #expect(all.contains { $0.hasSuffix(left) })
    }
}
