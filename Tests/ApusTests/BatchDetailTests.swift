@_spi(Generated) import Apus
import ApusSchema
import Foundation
import GRDB
import GRDBSQLite
import Synchronization
import Testing

@testable import Apus

/// What batches leave behind, what they cost, and what they say, in detail.
struct BatchDetailTests {
    /// The features' model in which photos are unique and in files, and all that a stall has is optional.
    private enum Edited: SchemaMigrationPlan {
        static let modelName = FeaturesSchema.modelName
        static let entities = FeaturesSchema.entities
        static let versions: [FrozenSchema] = []
        static let mappings: [StageMapping] = []
        static let head: FrozenSchema? = HistoryFeatures.frozen("head", history: false) { schema in
            schema.edit("Photo", "bytes") { $0.usesExternalStorage = true }
            schema.edit("Photo", "order") { $0.isUnique = true }
            schema.edit("Document", "searchTitle") { $0.isUnique = true }
            guard let stall = schema.composites.firstIndex(where: { $0.name == "Stall" }) else { return }
            schema.composites[stall].attributes[0].isOptional = true
        }
    }

    private let store: TemporaryStore

    init() throws { store = try TemporaryStore() }

    private func openEdited() throws -> ModelContext {
        ModelContext(try ModelContainer(for: Edited.self, configurations: ModelConfiguration(url: store.url)))
    }

    private func files() -> Int {
        ((try? FileManager.default.contentsOfDirectory(atPath: store.url.path + "-files")) ?? []).count
    }

    // MARK: - Inserting

    @Test(arguments: [MergePolicy.upsert, .storeWins, .error])
    func duplicatesLeaveNoFiles(_ policy: MergePolicy) throws {
        let context = try openEdited()
        context.mergePolicy = policy
        let columns = Photo.columns
        func insert(_ byte: UInt8, _ orders: Int64...) throws {
            try context.batchInsert(into: Photo.self, from: orders) {
                [columns.bytes.to(Data(repeating: byte, count: 150_000)), columns.order.to($0)]
            }
        }
        try insert(1, 1, 2)
        #expect(files() == 2)
        if policy == .error {
            #expect(throws: ModelError.self) { try insert(2, 2, 3) }
            #expect(files() == 2)
        } else {
            try insert(2, 2, 3)
            #expect(files() == 3)
        }
        let photos = try context.fetch(FetchDescriptor<Photo>(sortBy: [SortDescriptor(\.order)]))
        let kept: [UInt8] = policy == .upsert ? [1, 2, 2] : policy == .storeWins ? [1, 1, 2] : [1, 1]
        let orders = try store.lines("SELECT \"order\" FROM Photo ORDER BY 1")
        #expect(orders == (1...kept.count).map { "\($0)" } && photos.count == kept.count)
        let named = try store.lines("SELECT count(DISTINCT bytes) FROM Photo WHERE typeof(bytes) = 'text'")
        #expect(named == ["\(kept.count)"])
    }

    /// A file of the caller's own that is missing is not a disk of the store that fails.
    @Test func theErrorOfARowIsTheCallers() throws {
        let context = try openEdited()
        for code in [CocoaError.Code.fileReadNoSuchFile, .fileWriteOutOfSpace] {
            #expect(throws: CocoaError(code)) {
                try context.batchInsert(into: Photo.self, from: 1...3) { (order: Int) in
                    if order == 3 { throw CocoaError(code) }
                    return [Photo.columns.bytes.to(Data([1])), Photo.columns.order.to(Int64(order))]
                }
            }
        }
        #expect(try store.lines("SELECT count(*) FROM Photo") == ["0"])
    }

    @Test func whatThrowsInTheMiddleLeavesNoFiles() throws {
        let context = try openEdited()
        let columns = Photo.columns
        #expect(throws: CancellationError.self) {
            try context.batchInsert(into: Photo.self, from: 1...3) { (order: Int) in
                if order == 3 { throw CancellationError() }
                return [columns.bytes.to(Data(repeating: 1, count: 150_000)), columns.order.to(Int64(order))]
            }
        }
        #expect(files() == 0)
        #expect(try store.lines("SELECT count(*) FROM Photo") == ["0"])
        try context.batchInsert(into: Photo.self, from: [1]) { (order: Int) in
            [columns.bytes.to(Data(repeating: 1, count: 150_000)), columns.order.to(Int64(order))]
        }
        #expect(files() == 1)
    }

    @Test func aRequiredCompositeOfOptionalPartsNeedsNoValue() throws {
        let context = try openEdited()
        let columns = Shelter.columns
        try context.batchInsert(into: Shelter.self, from: 1...2) { [columns.capacity.to($0)] }
        #expect(try store.lines("SELECT capacity FROM Shelter WHERE \"stall.width\" IS NULL") == ["1", "2"])
        // In the features' own model, a part needs a value.
        let other = try TemporaryStore().open()
        #expect(throws: ModelError.self) {
            try other.batchInsert(into: Shelter.self, from: 1...2) { [columns.capacity.to($0)] }
        }
    }

    @Test func aStoppedLoadLeavesNoFiles() async throws {
        let container = try openEdited().container
        let file = store.url.deletingLastPathComponent().appending(path: "photos.csv")
        let large = Data(repeating: 7, count: 150_000).base64EncodedString()
        let rows = (2...3000).map { "aGk=,\($0)\n" }.joined()
        try Data("bytes,order\n\(large),1\n\(rows)".utf8).write(to: file)
        let task = Mutex<Task<Void, any Error>?>(nil)
        let work = Task {
            _ = try await container.load(file, of: Photo.self) { _ in task.withLock { $0?.cancel() } }
        }
        task.withLock { $0 = work }
        await #expect(throws: CancellationError.self) { try await work.value }
        #expect(files() == 0)
        #expect(try store.lines("SELECT count(*) FROM Photo") == ["0"])
        #expect(try await container.load(file, of: Photo.self).inserted == 3000)
        #expect(files() == 1)
    }

    // MARK: - Updating

    @Test func aDerivedValueThatIsNotUniqueIsNamed() throws {
        let context = try openEdited()
        for title in ["a", "b", "c"] { context.insert(Document(title: title, scan: Data(), colours: [])) }
        try context.save()
        let columns = Document.columns
        #expect(
            throws: ModelError.notUnique(
                object: PersistentIdentifier(entityName: "Document", row: 3),
                columns: ["searchTitle"]
            )
        ) {
            try context.batchUpdate(model: Document.self, where: columns.title > "a", set: columns.title.to("B"))
        }
        #expect(try store.lines("SELECT title FROM Document ORDER BY _id") == ["a", "b", "c"])
        try context.batchUpdate(model: Document.self, where: columns.title == "a", set: columns.title.to("D"))
        #expect(try store.lines("SELECT searchTitle FROM Document ORDER BY _id") == ["d", "b", "c"])
    }

    @Test func whatABatchCannotComputeIsNamed() throws {
        let context = try store.open()
        let documents = Document.columns
        let error = #expect(throws: ModelError.self) {
            try context.batchUpdate(model: Document.self, set: documents.text.to(documents.title))
        }
        #expect(error?.description.contains("'text' may be in files") == true, "\(error?.description ?? "")")
        #expect(error?.description.contains("fetch the objects, change them and save") == true)
    }

    // MARK: - Deleting

    @Test func whoDeniesIsNamed() throws {
        let context = try store.open()
        let (leader, trip) = (Person(name: "Ada"), Trip(name: "x"))
        context.insert(leader)
        context.insert(trip)
        trip.leader = leader
        try context.save()
        let violation = ModelError.Violation(
            object: leader.persistentModelID,
            property: "leads",
            reason: .deletionDenied(by: [trip.persistentModelID])
        )
        #expect(throws: ModelError.validation([violation])) { try context.batchDelete(model: Person.self) }
        #expect(try store.lines("SELECT count(*) FROM Person") == ["1"])
    }

    @Test func onlyReachedHierarchiesHaveTemporaryTables() throws {
        let context = try store.open()
        context.insert(Tag(name: "t"))
        try context.save()
        func tables() throws -> Int {
            try context.coordinator.stores[0].connections.write { access in
                try Int.fetchOne(
                    access.database,
                    sql: "SELECT count(*) FROM temp.sqlite_schema WHERE type = 'table' AND name LIKE 'apus_batch%'"
                ) ?? 0
            }
        }
        let before = try tables()
        try context.batchDelete(model: Tag.self)
        #expect(try before == 0 && tables() == 1)
        // Its items, and where it stays, too.
        try context.batchDelete(model: Trip.self)
        #expect(try tables() == 4)
    }

    // MARK: - Results

    @Test func anObjectIsReportedOnce() throws {
        let context = try store.open()
        let people = ["a", "b", "c"].map { Person(name: $0) }
        people.forEach(context.insert)
        try context.save()
        let columns = Person.columns
        // Each of them changes, and the second one gets children, too.
        let result = try context.batchUpdate(model: Person.self, set: columns.manager.to(people[1]))
        #expect(result.updated.count == 3 && Set(result.updated).count == 3)
    }

    // MARK: - Cost

    /// The steps of SQLite's virtual machine that a batch takes.
    private func steps(_ context: ModelContext, _ work: () throws -> Void) throws -> Int {
        final class Counter: @unchecked Sendable { var steps = 0 }
        let counter = Counter()
        let connections = context.coordinator.stores[0].connections
        try connections.write { access in
            sqlite3_progress_handler(
                access.database.sqliteConnection,
                1,
                { counter in
                    if let counter { Unmanaged<Counter>.fromOpaque(counter).takeUnretainedValue().steps += 1 }
                    return 0
                },
                Unmanaged.passUnretained(counter).toOpaque()
            )
        }
        try work()
        try connections.write { sqlite3_progress_handler($0.database.sqliteConnection, 0, nil, nil) }
        return counter.steps
    }

    @Test func aChainIsDeletedInLinearTime() throws {
        func steps(_ depth: Int) throws -> Int {
            let store = try TemporaryStore()
            let context = try store.open()
            try store.tell(
                """
                WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(depth))
                INSERT INTO Person (_id, name, parent) SELECT i, i, nullif(i - 1, 0) FROM n
                """
            )
            let steps = try self.steps(context) {
                let result = try context.batchDelete(model: Person.self, where: Person.columns.name == "1")
                #expect(result.deleted.count == depth)
            }
            #expect(try store.lines("SELECT count(*) FROM Person") == ["0"])
            return steps
        }
        let (one, two) = (try steps(100), try steps(200))
        #expect(one > 0 && two <= 2 * one + one / 10, "\(one), \(two)")
    }
}
