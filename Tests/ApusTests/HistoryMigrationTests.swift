@_spi(Generated) import Apus
import ApusMigration
import ApusSchema
import ApusStore
import Foundation
import Testing

/// A history, and the tokens of those that follow it, over migrations.
struct HistoryMigrationTests {
    /// 1: other names. 2: the attributes of a trip exchanged theirs. 3: as now.
    private enum Chain: SchemaMigrationPlan {
        static let modelName = FeaturesSchema.modelName
        static let entities = FeaturesSchema.entities
        static let versions = [
            HistoryFeatures.frozen("1") { schema in
                var renames = Renames()
                renames.entities = ["Tag": "Mark", "Dog": "Hound"]
                schema = schema.renaming(renames)
                schema.edit("Trip", "name") { $0.originalName = nil }
                schema.edit("Trip", "id") { $0.originalName = nil }
                if let index = schema.entities.firstIndex(where: { $0.name == "Mark" }) {
                    schema.entities[index].attributes.append(Attribute("extra", .string, isOptional: true))
                }
            },
            HistoryFeatures.frozen("2") { schema in
                for (name, older) in [("Tag", "Mark"), ("Dog", "Hound")] {
                    if let index = schema.entities.firstIndex(where: { $0.name == name }) {
                        schema.entities[index].originalName = older
                    }
                }
                schema.edit("Tag", "name") { $0.originalName = nil }
                schema.edit("Trip", "name") { $0.originalName = nil }
                schema.edit("Trip", "id") { $0.originalName = nil }
            },
            HistoryFeatures.frozen("3") { schema in
                schema.edit("Trip", "name") { $0.originalName = nil }
                schema.edit("Trip", "id") { $0.originalName = nil }
                if let index = schema.entities.firstIndex(where: { $0.name == "Tag" }) {
                    schema.entities[index].attributes.append(Attribute("extra", .string, isOptional: true))
                }
            },
        ]
        static let head: FrozenSchema? = HistoryFeatures.frozen("head") { schema in
            schema.edit("Trip", "name") { $0.originalName = nil }
            schema.edit("Trip", "id") { $0.originalName = nil }
        }
        static let mappings = [
            StageMapping(from: "1", to: "2", json: #"{"accept":["Mark.extra"]}"#),
            StageMapping(from: "3", to: "head", json: #"{"accept":["Tag.extra"]}"#),
        ]
    }

    @Test func tokensAndNamesFollow() throws {
        let store = try TemporaryStore()
        _ = try Store.open(at: store.url, planner: Chain.planner(), target: .version(Schema.Version(1)))
        try store.tell("INSERT INTO Mark (name, extra) VALUES ('a', 'x')")
        let first = try store.lines("SELECT id || ' ' || stamp FROM apus_history_transaction")[0].split(separator: " ")
        let history = try store.lines("SELECT store FROM apus_history")[0]
        try store.tell("UPDATE Mark SET name = 'b', extra = 'y' WHERE _id = 1")
        try store.tell(
            """
            INSERT INTO Animal (_entity, name, legs, "Hound.breed", "Hound.bites")
            VALUES ('Hound', 'Rex', 4, 'Collie', 0)
            """
        )
        try store.tell("DELETE FROM Animal")
        let context = ModelContext(try ModelContainer(for: Chain.self, url: store.url))
        let json = #"{"positions":{"\#(history)":{"transaction":\#(first[0]),"stamp":\#(first[1])}}}"#
        let token = try JSONDecoder().decode(DefaultHistoryToken.self, from: Data(json.utf8))
        let found = try context.fetchHistory(after: token)
        // The attribute of version 1 is not the one that version 3 had under its name.
        #expect(
            found.map { $0.changes.map(HistoryTests.text) } == [
                ["Tag 1: name"], ["+Dog 1"], ["-Dog 1 breed=Collie"], [],
            ]
        )
        let migration = try #require(found.last?.migration)
        #expect(migration.fromVersion == "1" && migration.toVersion == nil)
        #expect(migration.entityNames.contains("Tag") && !migration.entityNames.contains("Trip"))
        context.insert(Tag(name: "c"))
        try context.save()
        #expect(try context.fetchHistory(after: found.last?.token).count == 1)
        #expect(try Verifier.verify(store.url).isSound)
        // Step by step, it says the same.
        let stepwise = try TemporaryStore()
        _ = try Store.open(at: stepwise.url, planner: Chain.planner(), target: .version(Schema.Version(1)))
        try stepwise.tell("INSERT INTO Mark (name, extra) VALUES ('a', 'x')")
        for version in [2, 3] {
            try stepwise.tell("UPDATE \(version == 2 ? "Mark" : "Tag") SET name = name || 'x'")
            _ = try Store.open(at: stepwise.url, planner: Chain.planner(), target: .version(Schema.Version(version)))
        }
        try stepwise.tell("UPDATE Tag SET extra = 'z'")
        let last = ModelContext(try ModelContainer(for: Chain.self, url: stepwise.url))
        let all = try last.fetchHistory(after: nil)
        #expect(
            all.map { $0.changes.map(HistoryTests.text) } == [
                ["+Tag 1"], ["Tag 1: name"], [], ["Tag 1: name"], [], ["Tag 1: "], [],
            ]
        )
        #expect(all.compactMap(\.migration?.toVersion) == ["2", "3"])
        // Names of epochs without transactions are forgotten.
        try last.deleteHistory(before: last.historyToken())
        #expect(try stepwise.lines("SELECT count(*) FROM apus_history_name") == ["0"])
    }

    private enum Begun: SchemaMigrationPlan {
        static let modelName = FeaturesSchema.modelName
        static let entities = FeaturesSchema.entities
        static let versions = [
            HistoryFeatures.frozen("1", history: false), HistoryFeatures.frozen("2"),
            HistoryFeatures.frozen("3", history: false), HistoryFeatures.frozen("4"),
        ]
        static let head: FrozenSchema? = nil
        static let mappings: [StageMapping] = []
    }

    private func migrate(_ store: TemporaryStore, to version: Int) throws {
        _ = try Store.open(at: store.url, planner: Begun.planner(), target: .version(Schema.Version(version)))
    }

    @Test func aHistoryBeginsAndEndsWithAVersion() throws {
        let store = try TemporaryStore()
        try migrate(store, to: 1)
        try store.tell("INSERT INTO Tag (name) VALUES ('before')")
        // What the user has added makes SQLite parse all triggers before the end.
        try store.tell("CREATE VIEW added AS SELECT name FROM Tag")
        try migrate(store, to: 2)
        #expect(try Verifier.verify(store.url).isSound)
        #expect(try store.lines("SELECT count(*) FROM apus_history_transaction") == ["0"])
        let history = try store.lines("SELECT store FROM apus_history")
        try store.tell("UPDATE Tag SET name = 'x'")
        #expect(try store.lines("SELECT entity, kind, properties FROM apus_history_change") == ["Tag|2|,name,"])
        let objects = "SELECT type, name, tbl_name FROM sqlite_schema WHERE name LIKE '%history%' ORDER BY 1, 2"
        let migrated = try store.lines(objects)
        let made = try TemporaryStore()
        try migrate(made, to: 2)
        #expect(try made.lines(objects) == migrated && migrated.count > 10)
        try migrate(store, to: 3)
        #expect(try store.lines(objects) == [])
        #expect(try Verifier.verify(store.url).isSound)
        try migrate(store, to: 4)
        #expect(try store.lines("SELECT store FROM apus_history") != history)
        #expect(try store.lines("SELECT name FROM Tag") == ["x"])
    }

    @Test func aNewHistoryIsOneLightweightChange() throws {
        let stage = try #require(try Begun.planner().stages().first)
        #expect(stage.refusals.isEmpty && stage.changes.map(\.code) == ["AP119"])
    }

    private enum Removed: SchemaMigrationPlan {
        static let modelName = FeaturesSchema.modelName
        static let entities = FeaturesSchema.entities
        static let versions = [
            HistoryFeatures.frozen("1") {
                $0.entities.append(Entity("Ghost", attributes: [Attribute("name", .string, isOptional: true)]))
            }
        ]
        static let head: FrozenSchema? = HistoryFeatures.frozen("head")
        static let mappings = [StageMapping(from: "1", to: "head", json: #"{"accept":["Ghost"]}"#)]
    }

    @Test func aMigrationNamesTheEntitiesThatItRemoves() throws {
        let store = try TemporaryStore()
        _ = try Store.open(at: store.url, planner: Removed.planner(), target: .version(Schema.Version(1)))
        try store.tell("INSERT INTO Ghost (name) VALUES ('a')")
        let context = ModelContext(try ModelContainer(for: Removed.self, url: store.url))
        let history = try context.fetchHistory(after: nil)
        #expect(history.map(\.changes.count) == [0, 0])
        #expect(history.last?.migration?.removedEntityNames == ["Ghost"])
    }

    private enum Sealed: SchemaMigrationPlan {
        static let modelName = FeaturesSchema.modelName
        static let entities = FeaturesSchema.entities
        static let versions = [
            HistoryFeatures.frozen("1"),
            HistoryFeatures.frozen("2") { $0.edit("Trip", "name") { $0.encryptionKey = "own" } },
        ]
        static let head: FrozenSchema? = nil
        static let mappings: [StageMapping] = []
    }

    @Test func valuesThatAreEncryptedFromNowOnLeaveTheHistory() throws {
        let store = try TemporaryStore()
        _ = try Store.open(at: store.url, planner: Sealed.planner(), target: .version(Schema.Version(1)))
        try store.tell("INSERT INTO Trip (name, nights) VALUES ('a secret name', 5); DELETE FROM Trip")
        #expect(try store.lines("SELECT path FROM apus_history_tombstone") == ["name", "nights"])
        var migrator = Migrator(planner: try Sealed.planner(), target: .version(Schema.Version(2)))
        migrator.keys = .forTests
        try migrator.migrate(store.url)
        #expect(try store.lines("SELECT path FROM apus_history_tombstone") == ["nights"])
        for suffix in ["", "-wal"] {
            let bytes = (try? Data(contentsOf: URL(filePath: store.url.path + suffix))) ?? Data()
            #expect(bytes.range(of: Data("secret name".utf8)) == nil)
        }
    }
}
