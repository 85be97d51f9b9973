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
}
