import Apus
import Testing

/// Objects of another model: nothing traps, nothing is half inserted, and the next save says it.
struct RefusedObjectTests {
    private let store: TemporaryStore
    /// A context of another model's classes: those of version 1.
    private let older: ModelContext

    init() throws {
        store = try TemporaryStore()
        older = ModelContext(try ModelContainer(for: FeaturesV1.self, url: store.url))
    }

    private func expectRefused(_ name: String) throws {
        #expect(throws: ModelError.unknownClass(name)) { try older.save() }
        // It was reported; what is left is saved.
        try older.save()
    }

    @Test func anObjectOfAnotherModelIsNotInserted() throws {
        let trip = Trip(name: "a")
        older.insert(trip)
        #expect(trip.modelContext == nil && !older.hasChanges)
        try expectRefused("Trip")
        // It can be in a context of its own model.
        let memory = try ModelContainer(for: Trip.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        let context = ModelContext(memory)
        context.insert(trip)
        try context.save()
        #expect(trip.modelContext === context)
    }

    @Test func nothingIsInsertedWithAnObjectOfAnotherModel() throws {
        let trip = Trip(name: "a", leader: Person(name: "Ada"))
        older.insert(trip)
        #expect(trip.modelContext == nil && trip.leader?.modelContext == nil && !older.hasChanges)
        try expectRefused("Trip")
    }
}
