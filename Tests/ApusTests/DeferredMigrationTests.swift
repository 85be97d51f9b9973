@_spi(Generated) import Apus
import ApusMigration
import ApusSchema
import ApusStore
import Foundation
import GRDB
import Testing

/// A container leaves work of a migration for later, and does it while it is used.
struct DeferredMigrationTests {
    /// The head has an attribute less than version 1.
    private enum Shorter: SchemaMigrationPlan {
        static let modelName = FeaturesSchema.modelName
        static let entities = FeaturesSchema.entities
        static let versions = [
            HistoryFeatures.frozen("1") { schema in
                schema.edit("Trip", "name") { $0.originalName = nil }
                schema.edit("Trip", "id") { $0.originalName = nil }
                if let index = schema.entities.firstIndex(where: { $0.name == "Tag" }) {
                    schema.entities[index].attributes.append(Attribute("extra", .string))
                }
            }
        ]
        static let head: FrozenSchema? = HistoryFeatures.frozen("head") { schema in
            schema.edit("Trip", "name") { $0.originalName = nil }
            schema.edit("Trip", "id") { $0.originalName = nil }
        }
        static let mappings = [StageMapping(from: "1", to: "head", json: #"{"accept":["Tag.extra"]}"#)]
    }

    private static let rows = 5000

    /// A store of version 1 with tags.
    private func makeStore() throws -> TemporaryStore {
        let store = try TemporaryStore()
        _ = try Store.open(at: store.url, planner: Shorter.planner(), target: .version(Schema.Version(1)))
        try store.tell(
            """
            WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(Self.rows))
            INSERT INTO Tag (name, extra) SELECT 'tag ' || i, 'extra ' || i FROM n
            """
        )
        return store
    }

    private func open(_ store: TemporaryStore, allowsSave: Bool = true) throws -> ModelContainer {
        var configuration = ModelConfiguration(url: store.url, allowsSave: allowsSave)
        configuration.defersMigration = true
        return try ModelContainer(for: Shorter.self, configurations: configuration)
    }

    private func count(_ container: ModelContainer) throws -> Int {
        try ModelContext(container).fetchCount(FetchDescriptor<Tag>())
    }

    @Test func theWorkIsDoneInPiecesBetweenSaves() async throws {
        let store = try makeStore()
        let container = try open(store)
        #expect(try container.deferredWork().map(\.description) == ["drop column 'Tag.extra'"])
        #expect(try Verifier.verify(store.url).isSound)
        let context = ModelContext(container)
        let tags = try context.fetch(FetchDescriptor<Tag>(sortBy: [SortDescriptor(\.name)]))
        #expect(tags.count == Self.rows)
        let changes = "SELECT count(*) FROM apus_history_change"
        let before = try store.lines(changes)
        tags[0].name = "changed"
        let first = try container.finishDeferredMigrationTask()
        #expect(!first.isComplete && first.finished.isEmpty && first.rowsCleared == 500)
        // Neither is a conflict, nor keeps anything from being inserted.
        context.insert(Tag(name: "new"))
        try context.save()
        #expect(try store.lines("SELECT count(*) FROM Tag WHERE apus_dropped_1 IS NOT NULL") == ["\(Self.rows - 500)"])

        let other = try open(store)
        let report = try await other.finishDeferredMigration()
        #expect(report.isComplete && report.finished.map(\.name) == ["extra"])
        #expect(report.rowsCleared == Self.rows - 500)
        #expect(try container.deferredWork().isEmpty)
        // The history has what was saved, and nothing of the work.
        #expect(try store.lines(changes) == ["\((Int(before[0]) ?? 0) + 2)"])
        tags[1].name = "changed, too"
        try context.save()
        #expect(try count(container) == Self.rows + 1)
        #expect(try count(other) == Self.rows + 1)
        let nothing = try container.finishDeferredMigrationTask()
        #expect(nothing.isComplete && nothing.finished.isEmpty)
        #expect(try Verifier.verify(store.url).isSound)
        #expect(try store.lines("SELECT count(*) FROM pragma_table_info('Tag') WHERE name LIKE 'apus%'") == ["0"])
    }

    @Test func contextsSaveWhileItIsDone() async throws {
        let store = try makeStore()
        let container = try open(store)
        async let report = container.finishDeferredMigration()
        for number in 0..<200 {
            let context = ModelContext(container)
            context.insert(Tag(name: "new \(number)"))
            try context.save()
            if number % 20 == 0 { #expect(try count(container) == Self.rows + number + 1) }
        }
        #expect(try await report.isComplete)
        #expect(try count(container) == Self.rows + 200)
        #expect(try Verifier.verify(store.url).isSound)
    }

    @Test func aStoreThatIsOnlyReadKeepsIt() async throws {
        let store = try makeStore()
        try await open(store).close()
        let container = try open(store, allowsSave: false)
        #expect(try container.deferredWork().count == 1)
        #expect(try count(container) == Self.rows)
        #expect(throws: ModelError.readOnly) { try container.finishDeferredMigrationTask() }
        try await open(store).finishDeferredMigration()
        #expect(try count(container) == Self.rows)
    }

    @Test func aCancelledTaskLeavesTheRest() async throws {
        let store = try makeStore()
        let container = try open(store)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await container.finishDeferredMigration()
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try container.deferredWork().count == 1)
        let copy = store.url.deletingLastPathComponent().appending(path: "copy.sqlite")
        try await container.backup(to: copy)
        #expect(try await container.finishDeferredMigration().isComplete)
        // The copy has the work of the store.
        #expect(try DeferredFinisher().finish(copy).finished.map(\.name) == ["extra"])
        #expect(try Verifier.verify(copy).drifts.isEmpty)
    }

    @Test func withoutTheOptionNothingIsLeft() throws {
        let store = try makeStore()
        let container = try ModelContainer(for: Shorter.self, configurations: ModelConfiguration(url: store.url))
        #expect(try container.deferredWork().isEmpty)
        #expect(try store.lines("SELECT count(*) FROM sqlite_schema WHERE sql LIKE '%apus_dropped%'") == ["0"])
    }
}
