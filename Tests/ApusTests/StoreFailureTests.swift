import Apus
import Foundation
import GRDB
import Testing

/// Failures of the store while it is used: they are errors that `import Apus` can name, and they can be settled.
struct StoreFailureTests {
    private let store: TemporaryStore
    private let context: ModelContext

    init() throws {
        store = try TemporaryStore()
        context = try store.open()
        for name in ["a", "b", "c"] { context.insert(Trip(name: name)) }
        try context.save()
    }

    private func isNameable(_ error: (any Error)?) -> Bool { error is ModelError || error is StoreError }

    @Test func aLockedStoreIsAnErrorOfTheStore() throws {
        let trip = try #require(try context.all(Trip.self).first)
        trip.name = "changed"
        let other = try DatabaseQueue(path: store.url.path)
        try other.writeWithoutTransaction { db in
            try db.execute(sql: "BEGIN IMMEDIATE")
            let error = #expect(throws: (any Error).self) { try context.save() }
            #expect(isNameable(error) && "\(error.map { "\($0)" } ?? "")".contains("lock"))
            try db.execute(sql: "ROLLBACK")
        }
        try context.save()
        #expect(try store.lines("SELECT name FROM Trip WHERE _id = 1") == ["changed"])
    }

    @Test func aTableThatIsGoneIsAnErrorOfTheStore() throws {
        try store.tell("PRAGMA foreign_keys = OFF; DROP TABLE Tag")
        #expect(isNameable(#expect(throws: (any Error).self) { try context.all(Tag.self) }))
        #expect(
            isNameable(
                #expect(throws: (any Error).self) { try context.fetchCount(FetchDescriptor<Tag>()) }
            )
        )
        context.insert(Tag(name: "t"))
        #expect(isNameable(#expect(throws: (any Error).self) { try context.save() }))
    }

    @Test func anExternalFileThatCannotBeWrittenIsAnErrorOfTheStore() throws {
        try Data().write(to: URL(fileURLWithPath: store.url.path + "-files"))
        context.insert(Document(title: "a", scan: Data(repeating: 1, count: 150_000), colours: []))
        #expect(isNameable(#expect(throws: (any Error).self) { try context.save() }))
        #expect(context.hasChanges)
    }

    // MARK: - A row that another process deleted

    @Test func oneGoneRowDoesNotCostTheOtherChanges() throws {
        let trips = try context.all(Trip.self)
        for trip in trips { trip.nights = 9 }
        try store.tell("DELETE FROM Trip WHERE _id IN (1, 3)")
        #expect(throws: ModelError.objectGone(trips[0].persistentModelID)) { try context.save() }
        // It stays an error until it is settled.
        let error = #expect(throws: ModelError.self) { try context.save() }
        #expect(error == .objectGone(trips[0].persistentModelID))
        #expect(error?.recoverySuggestion?.contains("context.delete(object)") == true)
        context.delete(trips[0])
        #expect(throws: ModelError.objectGone(trips[2].persistentModelID)) { try context.save() }
        context.delete(trips[2])
        try context.save()
        #expect(try store.lines("SELECT _id, nights FROM Trip") == ["2|9"])
        #expect(trips[0].isDeleted && trips[2].isDeleted && !context.hasChanges)
    }

    @Test func aChangeOfAFaultWhoseRowIsGoneIsReported() throws {
        let fresh = try store.open()
        let fault = try #require(fresh.model(for: PersistentIdentifier(entityName: "Trip", row: 1)) as? Trip)
        let id = fault.persistentModelID
        try #require(fresh.model(for: PersistentIdentifier(entityName: "Trip", row: 2)) as? Trip).nights = 5
        try store.tell("DELETE FROM Trip WHERE _id = 1")
        fault.nights = 4
        #expect(fault.isDeleted)
        #expect(throws: ModelError.objectGone(id)) { try fresh.save() }
        try fresh.save()
        #expect(try store.lines("SELECT nights FROM Trip WHERE _id = 2") == ["5"])
    }
}
