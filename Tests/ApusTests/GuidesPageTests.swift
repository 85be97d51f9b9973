import Apus
import ApusMigration
import ApusStore
import ApusTestSupport
import Foundation
import Testing

private typealias TripsSchema = FeaturesSchema

/// `Documentation/Guides`: the Swift code of these pages is compiled here, and run.
struct GuidesPageTests {
    private let store: TemporaryStore

    init() throws { store = try TemporaryStore() }

    // Production.md

    func openTrips(at url: URL) async throws -> ModelContainer {
        var configuration = ModelConfiguration(url: url)
        configuration.defersMigration = true
        return try await ModelContainer.open(for: TripsSchema.self, configurations: configuration) { migration in
            print("version \(migration.from ?? "head"), about \(migration.seconds) seconds, loses \(migration.losses)")
        } progress: { progress in
            print(progress.title, progress.rowsDone, "of", progress.rows)
        }
    }

    func migrateWithCopy(at url: URL) throws {
        var migrator = Migrator(planner: try TripsSchema.planner(), target: .head)
        migrator.backup = { plan in url.appendingPathExtension("before-\(plan.target.version?.description ?? "head")") }
        let report = try migrator.migrate(url)
        if let copy = report.backup { print("the old store is in \(copy.lastPathComponent)") }
    }

    /// A store of version 1 with a trip.
    private func makeOlderStore() throws {
        let context = ModelContext(try ModelContainer(for: FeaturesV1.self, url: store.url))
        context.insert(FeaturesV1.Trip(title: "kept", weight: 1, note: "n"))
        try context.save()
    }

    @Test func anOlderStoreIsOpened() async throws {
        try makeOlderStore()
        let container = try await openTrips(at: store.url)
        #expect(try ModelContext(container).all(Trip.self).map(\.name) == ["kept"])
        try await container.finishDeferredMigration()
        #expect(try container.deferredWork().isEmpty)
    }

    @Test func theCopyHasTheOlderVersion() throws {
        try makeOlderStore()
        try migrateWithCopy(at: store.url)
        #expect(try store.open().all(Trip.self).map(\.name) == ["kept"])
        let copy = store.url.appendingPathExtension("before-head")
        let old = ModelContext(try ModelContainer(for: FeaturesV1.self, url: copy))
        #expect(try old.all(FeaturesV1.Trip.self).map(\.note) == ["n"])
        // A store that is up to date needs no copy.
        try FileManager.default.removeItem(at: copy)
        try migrateWithCopy(at: store.url)
        #expect(!FileManager.default.fileExists(atPath: copy.path))
    }

    // Errors.md

    /// What the app does when its store cannot be opened.
    enum Remedy: Hashable {
        case retry, openApp, updateApp, install(String?), freeSpace, report
    }

    func remedy(for error: any Error) -> Remedy {
        switch error {
        case let error as StoreError:
            switch error.reason {
            case .locked, .cancelled, .replaced, .writtenMeanwhile, .migratedMeanwhile, .unavailableFile, .keys: .retry
            case .needsMigration: .openApp
            case .newerFormat, .planning(.unknownVersion): .updateApp
            case .diskFull, .insufficientSpace: .freeSpace
            default: .report
            }
        case ModelError.retiredVersion(_, isHead: _, store: _, releases: let releases): .install(releases.first?.name)
        default: .report
        }
    }

    /// Saves, and returns what the user has to correct.
    func save(_ context: ModelContext) throws -> [String] {
        do {
            try context.save()
            return []
        } catch ModelError.validation(let violations) {
            return violations.map { "\($0)" }
        } catch ModelError.notUnique(_, let columns) {
            return ["Another entry has the same \(columns.formatted())."]
        } catch ModelError.conflict(let conflicts) {
            // Another context or process has changed the same properties: show its values.
            context.rollback()
            return conflicts.map { "Changed elsewhere: \($0.properties.formatted())" }
        }
    }

    /// The remedy for the error that opening the store gives.
    private func remedyForOpening() -> Remedy? {
        do {
            _ = try ModelContainer(for: TripsSchema.self, url: store.url)
            return nil
        } catch { return remedy(for: error) }
    }

    @Test func aStoreOfANewerAppNeedsAnUpdate() throws {
        _ = try store.open()
        try store.tell("UPDATE apus_model SET version = '99'")
        #expect(remedyForOpening() == .updateApp)
        try store.tell("PRAGMA user_version = 1000")
        #expect(remedyForOpening() == .updateApp)
    }

    @Test func aDamagedStoreIsReported() throws {
        try Data("no store".utf8).write(to: store.url)
        #expect(remedyForOpening() == .report)
        #expect(try Data(contentsOf: store.url) == Data("no store".utf8))
    }

    @Test(arguments: [
        (StoreError.Reason.locked, Remedy.retry), (.diskFull, .freeSpace),
        (.insufficientSpace(needed: 2, free: 1), .freeSpace),
        (.drifted([]), .report), (.cancelled, .retry), (.keys([]), .retry),
        (.needsMigration(from: "1", to: "2"), .openApp),
        (.disk(isWriting: true, message: "disk I/O error"), .report),
    ])
    func remedies(_ reason: StoreError.Reason, _ expected: Remedy) {
        #expect(remedy(for: StoreError("a", reason)) == expected)
    }

    @Test func aRetiredVersionNamesARelease() {
        let version = Schema.Version(1)
        let release = AppRelease(name: "App 7.2", oldest: version, newest: version)
        let error = ModelError.retiredVersion(version, isHead: false, store: "a", releases: [release])
        #expect(remedy(for: error) == .install("App 7.2"))
    }

    @Test func whatCannotBeSavedIsShown() throws {
        let context = try store.open()
        context.mergePolicy = .error
        context.insert(Cat(name: "Tom", lives: 12))
        let problems = try save(context)
        #expect(problems.count == 1 && problems[0].contains("lives"))
        context.rollback()
        for number in 1...2 { context.insert(Seat(code: "a", number: Int64(number))) }
        #expect(try save(context) == ["Another entry has the same code."])
        context.rollback()
        let trip = Trip(name: "Alps", nights: 1)
        context.insert(trip)
        #expect(try save(context).isEmpty)
        let other = try store.open()
        try #require(try other.all(Trip.self).first).nights = 2
        try other.save()
        trip.nights = 3
        #expect(try save(context) == ["Changed elsewhere: nights"])
        #expect(trip.nights == 2 && !context.hasChanges)
    }

    // Concurrency.md

    actor Importer: ModelActor {
        nonisolated let modelContainer: ModelContainer
        nonisolated let modelExecutor: any ModelExecutor

        init(modelContainer: ModelContainer) {
            self.modelContainer = modelContainer
            modelExecutor = DefaultSerialModelExecutor(modelContainer)
        }

        func add(_ names: [String]) throws -> [PersistentIdentifier] {
            let trips = names.map { Trip(name: $0) }
            for trip in trips { modelContext.insert(trip) }
            try modelContext.save()
            return trips.map(\.persistentModelID)
        }
    }

    @Test func aPieceOfWorkIsSaved() async throws {
        let container = try ModelContainer(for: TripsSchema.self, url: store.url)
        try await container.perform { context in
            context.insert(Trip(name: "a", nights: 0))
            context.insert(Trip(name: "b", nights: 1))
        }
        let count = try await container.perform { context in
            try context.delete(model: Trip.self, where: #Predicate { $0.nights == 0 })
            return try context.fetchCount(FetchDescriptor<Trip>())
        }
        #expect(count == 1)
        #expect(try store.lines("SELECT name FROM Trip") == ["b"])
    }

    @Test @MainActor func identifiersLeaveAnActor() async throws {
        let container = try ModelContainer(for: TripsSchema.self, url: store.url)
        let context = container.mainContext
        let identifiers = try await Importer(modelContainer: container).add(["Alps", "Andes"])
        let trips = identifiers.compactMap { context.model(for: $0) as? Trip }
        #expect(trips.map(\.name) == ["Alps", "Andes"])
    }

    @Test func aPinnedContextReadsOneState() throws {
        let context = try store.open()
        try context.pin()
        defer { context.unpin() }

        let count = try context.fetchCount(FetchDescriptor<Trip>())
        let other = try store.open()
        other.insert(Trip(name: "new"))
        try other.save()
        let all = try context.fetch(FetchDescriptor<Trip>())  // as many, whatever others save meanwhile
        #expect(count == 0 && all.isEmpty)
    }

    // MoveFromCoreData.md

    @Test func rowsOfAnOlderStackAreInserted() throws {
        let context = try store.open()
        context.insert(Person(name: "Ada"))
        try context.save()
        let oldTrips = [
            (name: "Alps", nights: Int32(3), id: UUID(), leader: "Ada"),
            (name: "Andes", nights: Int32(9), id: UUID(), leader: "gone"),
        ]
        let columns = Trip.columns
        let people = try context.fetch(FetchDescriptor<Person>())
        let leaders = Dictionary(people.map { ($0.name, $0) }) { first, _ in first }
        try context.batchInsert(into: Trip.self, from: oldTrips) { old in
            [
                columns.name.to(old.name), columns.nights.to(old.nights), columns.id.to(old.id),
                columns.leader.to(leaders[old.leader]),
            ]
        }
        let trips = try context.all(Trip.self)
        #expect(Set(trips.map(\.id)) == Set(oldTrips.map(\.id)))
        #expect(trips.first { $0.name == "Alps" }?.leader?.name == "Ada")
        #expect(trips.first { $0.name == "Andes" }?.leader == nil)
    }

    // Testing.md

    @Test func aStoreInMemory() throws {
        let container = try ModelContainer(
            for: Trip.self,
            configurations: ModelConfiguration(isStoredInMemoryOnly: true)
        )
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Trip>()) == 0)
    }

    private static let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()

    @Test(arguments: [("Production", 2), ("Errors", 2), ("MoveFromCoreData", 1)])
    func thePageShowsThisCode(_ page: String, _ count: Int) throws {
        let (blocks, missing) = try PageCode.blocks(of: "Guides/\(page).md", in: #filePath)
        #expect(blocks.count == count)
        #expect(missing.isEmpty)
    }

    /// What others save between two lines of the page is here, too.
    @Test func thePageOfConcurrencyShowsTheseLines() throws {
        let (blocks, missing) = try PageCode.lines(of: "Guides/Concurrency.md", in: #filePath)
        #expect(blocks.count == 4)
        #expect(missing.isEmpty)
    }

    @Test func thePagesOfTestsAndViewsShowCodeOfOtherFiles() throws {
        let expectations = Self.tests.appending(path: "ApusExpectationsTests/ExpectMigrationsTests.swift").path
        let testing = try PageCode.blocks(of: "Guides/Testing.md", in: #filePath)
        let elsewhere = try PageCode.blocks(of: "Guides/Testing.md", in: expectations)
        #expect(testing.all.count == 2)
        #expect(Set(testing.missing).isDisjoint(with: elsewhere.missing))
        let views = Self.tests.appending(path: "SwiftUIStub/GuideViews.swift").path
        let shown = try PageCode.blocks(of: "Guides/SwiftUIApp.md", in: views)
        #expect(shown.all.count == 2)
        #expect(shown.missing.isEmpty)
    }
}
