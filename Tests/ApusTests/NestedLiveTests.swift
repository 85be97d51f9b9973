import Foundation
import Testing

@testable import Apus

/// Live results of nested contexts, after what their parents have done.
@MainActor
struct NestedLiveTests {
    private let (parent, child): (ModelContext, ModelContext)

    init() throws {
        let container = try ModelContainer(
            for: Trip.self,
            configurations: ModelConfiguration(isStoredInMemoryOnly: true)
        )
        parent = ModelContext(container)
        child = ModelContext(parent: parent)
    }

    /// A relationship to an object that the parent discards is lost, although the parent has not changed the object that has it.
    @Test func aLostRelationshipIsAnUpdate() throws {
        parent.insert(Trip(name: "a"))
        try parent.save()
        let ada = Person(name: "Ada")
        parent.insert(ada)
        let live = LiveFetch(FetchDescriptor<Trip>(), in: child)
        let mine = try #require(try live.change()?.results.first)
        mine.leader = try child.fetch(FetchDescriptor<Person>()).first
        #expect(try live.change()?.updatedIndexes == [0])
        parent.delete(ada)
        parent.processPendingChanges()
        let change = try #require(try live.change())
        #expect(change.updatedIndexes == [0] && change.results.map { $0.leader == nil } == [true])
        #expect(try live.change() == nil)
    }

    /// Another context deletes what the nested one is sorted by, and its parent does not save and rolls back.
    @Test func theOrderIsThatOfAFetchAfterAFailedSaveOfTheParent() throws {
        let (ada, bob) = (Person(name: "Ada"), Person(name: "Bob"))
        for (number, leader) in [ada, nil, bob, ada].enumerated() {
            let trip = Trip(name: "\(number)")
            parent.insert(trip)
            trip.leader = leader
        }
        try parent.save()
        let descriptor = FetchDescriptor(sortBy: [Trip.columns.leader.name.ascending])
        let live = LiveFetch(descriptor, in: child)
        #expect(try live.change()?.results.map(\.name) == ["1", "0", "3", "2"])
        ada.name = "Eve"
        parent.processPendingChanges()
        #expect(try live.change()?.results.map(\.name) == ["1", "2", "0", "3"])
        let other = ModelContext(parent.container)
        other.delete(try #require(try other.fetch(FetchDescriptor(where: Person.columns.name == "Ada")).first))
        try other.save()
        #expect(throws: ModelError.self) { try parent.save() }
        parent.rollback()
        child.insert(Trip(name: "new"))
        #expect(try live.change()?.results.map(\.name) == ["0", "1", "3", "new", "2"])
        for _ in 1...2 { #expect(try child.fetch(descriptor).map(\.name) == ["0", "1", "3", "new", "2"]) }
        #expect(try live.change() == nil)
    }
}
