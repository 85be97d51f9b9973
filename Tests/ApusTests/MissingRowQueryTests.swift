import Foundation
import GRDB
import Testing

@testable import Apus

/// Unsaved changes have fetches evaluated in memory. What they find missing in the store meanwhile counts as missing at once: the
/// next fetch would have another result.
struct MissingRowQueryTests {
    private let store: TemporaryStore
    private let context: ModelContext
    private let (ada, trips): (Person, [Trip])

    /// Ada leads two of four trips.
    init() throws {
        store = try TemporaryStore()
        context = try store.open()
        let (ada, bob) = (Person(name: "Ada"), Person(name: "Bob"))
        trips = (1...4).map { Trip(name: "\($0)") }
        for (trip, leader) in zip(trips, [nil, ada, bob, ada]) {
            context.insert(trip)
            trip.leader = leader
        }
        try context.save()
        self.ada = ada
    }

    /// Removes a row of which the context learns only when it reads it.
    private func remove(_ object: some PersistentModel, _ condition: String) throws {
        try DatabaseQueue(path: store.url.path).writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA foreign_keys = OFF; DELETE FROM \(condition)")
        }
        context.refresh(object)
        context.insert(Trip(name: "new"))
    }

    @Test func aMissingObjectHasNoValueInAnOrder() throws {
        try remove(ada, "Person WHERE name = 'Ada'")
        let descriptor = FetchDescriptor(sortBy: [Trip.columns.leader.name.ascending])
        for _ in 1...2 { #expect(try context.fetch(descriptor).map(\.name) == ["1", "2", "4", "new", "3"]) }
        #expect(ada.isDeleted)
        context.rollback()
        #expect(try context.fetch(descriptor).map(\.name) == ["1", "2", "4", "3"])
    }

    @Test func aMissingObjectHasNoValueInACondition() throws {
        try remove(ada, "Person WHERE name = 'Ada'")
        let descriptor = FetchDescriptor(where: Trip.columns.leader.name == "")
        for _ in 1...2 { #expect(try context.fetch(descriptor).isEmpty) }
        #expect(ada.isDeleted)
    }

    @Test func aMissingObjectIsNotCounted() throws {
        #expect(ada.leads.count == 2)
        try remove(trips[3], "Trip WHERE name = '4'")
        let descriptor = FetchDescriptor(where: Person.columns.leads.count > 1)
        for _ in 1...2 { #expect(try context.fetch(descriptor).isEmpty) }
        #expect(!ada.isDeleted)
    }
}
