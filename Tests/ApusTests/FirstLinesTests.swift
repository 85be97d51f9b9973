import Apus
import Foundation
import Testing

/// The first lines of code that users of SwiftData and Core Data write.
struct FirstLinesTests {
    @Test func containerOfClassesInMemory() throws {
        let configuration = ModelConfiguration(isStoredInMemoryOnly: true)
        let container = try ModelContainer(for: Trip.self, configurations: configuration)
        let context = ModelContext(container)
        context.insert(Trip(name: "Rome", nights: 3))
        try context.save()
        #expect(try ModelContext(container).fetch(FetchDescriptor<Trip>()).map(\.name) == ["Rome"])
        // Another one shares nothing with it.
        let other = try ModelContainer(for: Trip.self, Person.self, configurations: configuration)
        #expect(try ModelContext(other).fetchCount(FetchDescriptor<Trip>()) == 0)
    }

    /// The lines of Xcode's template.
    @Test func sharedModelContainer() throws {
        let schema = Schema([Trip.self, Person.self])
        let modelConfiguration = ModelConfiguration(schema: schema, isStoredInMemoryOnly: true)
        let container = try ModelContainer(for: schema, configurations: [modelConfiguration])
        #expect(container.schema == schema)
        #expect(container.configurations == [modelConfiguration])
        #expect(ObjectIdentifier(container.migrationPlan) == ObjectIdentifier(FeaturesSchema.self))
        #expect(throws: Never.self) { try ModelContainer(for: container.schema, configurations: modelConfiguration) }
        #expect(schema.entities.map(\.name) == FeaturesSchema.entities.map(\.name))
    }

    @Test func descriptorsCanBeChanged() throws {
        let container = try ModelContainer(for: [Trip.self], configurations: [.init(isStoredInMemoryOnly: true)])
        let context = ModelContext(container)
        try context.transaction {
            for nights in 1...5 { context.insert(Trip(name: "Trip \(nights)", nights: Int32(nights))) }
        }
        #expect(!context.hasChanges)
        var descriptor = FetchDescriptor<Trip>()
        descriptor.predicate = #Predicate { $0.nights > 2 }
        descriptor.sortBy = [SortDescriptor(\.nights, order: .reverse)]
        descriptor.fetchLimit = 2
        #expect(try context.fetch(descriptor).map(\.nights) == [5, 4])
        descriptor.filter = Trip.columns.nights < 5
        #expect(try context.fetch(descriptor).map(\.nights) == [4, 3])
        descriptor.sortBy = []
        descriptor.order = [Trip.columns.nights.ascending]
        #expect(try context.fetch(descriptor).map(\.nights) == [3, 4])
    }

    @Test @MainActor func mainContext() throws {
        let configuration = ModelConfiguration(isStoredInMemoryOnly: true)
        var container: ModelContainer? = try ModelContainer(for: Trip.self, configurations: configuration)
        let context = try #require(container?.mainContext)
        #expect(container?.mainContext === context)
        #expect(context.container === container)
        let trip = Trip(name: "Oslo", nights: 1)
        context.insert(trip)
        #expect(context.insertedModelsArray.map(\.persistentModelID) == [trip.persistentModelID])
        try context.save()
        trip.nights = 2
        #expect(context.changedModelsArray.count == 1 && context.insertedModelsArray.isEmpty)
        context.delete(trip)
        #expect(context.changedModelsArray.isEmpty && context.deletedModelsArray.count == 1)
        context.rollback()
        // The container and its context do not retain each other.
        let ended = Ended(container)
        container = nil
        #expect(ended.object == nil)
        #expect(try context.fetch(FetchDescriptor<Trip>()).map(\.nights) == [1])
        let next = context.container
        #expect(next.mainContext === context && context.container === next)
        #expect(try ModelContext(context.container).fetchCount(FetchDescriptor<Trip>()) == 1)
    }

    /// A container may end on another thread while the main thread uses the objects of its context.
    @Test func containerEndsOnAnotherThread() async throws {
        let configuration = ModelConfiguration(isStoredInMemoryOnly: true)
        var container: ModelContainer? = try ModelContainer(for: Trip.self, configurations: configuration)
        let ended = await MainActor.run { [container] in Ended(container?.mainContext) }
        #expect(ended.object != nil)
        container = nil
        // The main thread lets the context go.
        for _ in 0..<1000 where ended.object != nil { await MainActor.run {} }
        #expect(ended.object == nil)
    }

    private final class Ended: @unchecked Sendable {
        weak var object: AnyObject?

        init(_ object: AnyObject?) { self.object = object }
    }

    @Test func defaultLocation() throws {
        let url = ModelConfiguration().url
        #expect(url == ModelConfiguration.defaultURL() && url.lastPathComponent == "default.store")
        #expect(ModelConfiguration("Trips").url.lastPathComponent == "Trips.store")
        #expect(ModelConfiguration("Trips", groupContainer: .identifier("group.trips")).name == "Trips")
        let file = ModelConfiguration(url: URL(filePath: "/tmp/trips.sqlite"))
        #expect(file.name == "trips" && file.url.path == "/tmp/trips.sqlite")
        #if !canImport(Darwin)
        #expect(url.deletingLastPathComponent().lastPathComponent == ProcessInfo.processInfo.processName)
        #endif
    }

    @Test func initializerWithContext() throws {
        let container = try ModelContainer(
            for: Trip.self,
            configurations: ModelConfiguration(isStoredInMemoryOnly: true)
        )
        let context = ModelContext(container)
        let value = ModelValue(context: context)
        #expect(context.insertedModelsArray.map(\.persistentModelID) == [value.persistentModelID])
    }

    @Test func whatIsNoModelIsRefused() throws {
        let memory = ModelConfiguration(isStoredInMemoryOnly: true)
        #expect(throws: ModelError.noModel) { try ModelContainer(for: [], configurations: [memory]) }
        #expect(throws: ModelError.noModel) { try ModelContainer(for: Schema(model: "Trips"), configurations: memory) }
        #expect(throws: ModelError.severalModels(["FeaturesSchema", "FeaturesV1"])) {
            try ModelContainer(for: Trip.self, FeaturesV1.Trip.self, configurations: memory)
        }
        #expect(throws: ModelError.severalModels(["FeaturesSchema", "FeaturesV1"])) {
            try ModelContainer(for: Trip.self, migrationPlan: FeaturesV1.self, configurations: memory)
        }
    }

    /// Only classes follow the plan of the caller; a plan in a configuration is another one, whatever classes it has.
    @Test(arguments: [SomeFeatures.self, NoFeatures.self] as [any SchemaMigrationPlan.Type])
    func aPlanInAConfigurationIsAnotherOne(_ plan: any SchemaMigrationPlan.Type) {
        let memory = ModelConfiguration(
            "other",
            schema: Schema(versionedSchema: plan),
            isStoredInMemoryOnly: true
        )
        #expect(throws: ModelError.severalModels(["SeededFeatures", "\(plan)"])) {
            try ModelContainer(for: SeededFeatures.self, configurations: memory)
        }
        #expect(throws: Never.self) {
            try ModelContainer(
                for: SeededFeatures.self,
                configurations: ModelConfiguration("x", schema: Schema([Trip.self]), isStoredInMemoryOnly: true)
            )
        }
    }

    @Test func deletingByPredicate() throws {
        let container = try ModelContainer(for: Trip.self, configurations: .init(isStoredInMemoryOnly: true))
        let context = ModelContext(container)
        for nights in 1...4 { context.insert(Trip(name: "Trip", nights: Int32(nights))) }
        try context.save()
        // Also objects that are not saved, and with what delete rules say.
        let trip = Trip(name: "New", nights: 9)
        context.insert(trip)
        trip.addToBucketList(BucketListItem(title: "x", trip: trip))
        try context.delete(model: Trip.self, where: #Predicate { $0.nights > 2 })
        #expect(context.deletedModelsArray.count == 2 && context.insertedModelsArray.isEmpty)
        try context.save()
        #expect(try ModelContext(container).fetch(FetchDescriptor<Trip>()).map(\.nights) == [1, 2])
        try context.delete(model: Trip.self)
        try context.save()
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Trip>()) == 0)
    }

    @Test func deletingWithoutSubclasses() throws {
        let container = try ModelContainer(for: Dog.self, configurations: .init(isStoredInMemoryOnly: true))
        let context = ModelContext(container)
        context.insert(Dog(name: "Rex", breed: "Pug"))
        context.insert(GuideDog(name: "Ida", breed: "Pug", number: 1))
        try context.save()
        try context.delete(model: Dog.self, includeSubclasses: false)
        #expect(context.deletedModelsArray.compactMap { ($0 as? Dog)?.name } == ["Rex"])
    }

    /// A value that cannot be read is not saved as an empty one, however often it is tried.
    @Test func whatWasNeverReadIsNotSaved() throws {
        let store = try TemporaryStore()
        let context = try store.open()
        context.insert(Trip(name: "Rome", nights: 3))
        try context.save()
        let reader = try store.open()
        var descriptor = FetchDescriptor<Trip>()
        descriptor.includesPropertyValues = false
        let trip = try #require(reader.fetch(descriptor).first)
        try context.delete(model: Trip.self)
        try context.save()
        #expect(trip.name == "" && trip.isDeleted)
        for _ in 0..<2 {
            reader.insert(trip)
            #expect(throws: ModelError.self) { try reader.save() }
            reader.rollback()
        }
        #expect(try reader.fetchCount(descriptor) == 0)
    }

    /// An object with a value in a file that was not read goes to another store only with that value.
    @Test func unreadFilesOfAnotherStore() throws {
        let store = try TemporaryStore()
        do {
            let context = try store.open()
            context.insert(Document(title: "Map", scan: Data(repeating: 7, count: 300_000), colours: []))
            try context.save()
        }
        let memory = try ModelContainer(for: Document.self, configurations: .init(isStoredInMemoryOnly: true))
        let second = try TemporaryStore()
        for other in [ModelContext(memory), try second.open()] {
            var first: ModelContext? = try store.open()
            let document = try #require(first?.fetch(FetchDescriptor<Document>()).first)
            first = nil
            other.insert(document)
            #expect(throws: (any Error).self) { try other.save() }
            other.rollback()
            #expect(try other.fetchCount(FetchDescriptor<Document>()) == 0)
        }
    }

    /// Large values are in rows: there is no folder for files.
    @Test func largeValuesInMemory() throws {
        let container = try ModelContainer(for: Document.self, configurations: .init(isStoredInMemoryOnly: true))
        let context = ModelContext(container)
        let scan = Data(repeating: 7, count: 300_000)
        let document = Document(title: "Map", scan: scan, colours: [])
        context.insert(document)
        try context.save()
        let found = try #require(ModelContext(container).fetch(FetchDescriptor<Document>()).first)
        #expect(found.scan == scan)
        document.scan = Data()
        try context.save()
    }
}
