import Foundation
import Testing

@testable import Apus

/// Values of a container are fetched again only for the rows that they show, and those that join them.
@MainActor
struct LiveValuesCostTests {
    private let fetches = Counter()

    private final class Counter: @unchecked Sendable {
        private let lock = NSLock()
        private var value = 0

        var count: Int { lock.withLock { value } }

        func add() { lock.withLock { value += 1 } }
    }

    private func trips() throws -> (container: ModelContainer, context: ModelContext, shown: Trip, other: Trip) {
        let container = try ModelContainer(
            for: Trip.self,
            configurations: ModelConfiguration(isStoredInMemoryOnly: true)
        )
        let context = ModelContext(container)
        let (shown, other) = (Trip(name: "shown", nights: 3), Trip(name: "other", nights: 30))
        context.insert(shown)
        context.insert(other)
        try context.save()
        return (container, context, shown, other)
    }

    private func query(in container: ModelContainer) throws -> LiveQuery {
        try #require(container.coordinator.live.queries.first)
    }

    @Test func valuesOfOtherRowsDoNotMatter() async throws {
        let (container, context, shown, other) = try trips()
        let fetches = fetches
        let values = container.values(of: FetchDescriptor(where: Trip.columns.nights < 10)) { trip in
            fetches.add()
            return trip.name
        }
        var iterator = values.makeAsyncIterator()
        #expect(try await iterator.next() == ["shown"])
        let query = try query(in: container)
        other.name = "still not shown"
        try context.save()
        #expect(!query.isStale)
        shown.name = "changed"
        try context.save()
        #expect(query.isStale)
        #expect(try await iterator.next() == ["changed"])
        other.nights = 2
        try context.save()
        #expect(try await iterator.next()?.count == 2)
        context.delete(shown)
        try context.save()
        #expect(try await iterator.next() == ["still not shown"])
        #expect(fetches.count == 5)
    }

    @Test func identifiersOfOtherRowsDoNotMatter() async throws {
        let (container, context, shown, other) = try trips()
        let order = FetchDescriptor(where: Trip.columns.nights < 10, sortBy: [Trip.columns.name.ascending])
        var iterator = container.identifiers(of: order).makeAsyncIterator()
        #expect(try await iterator.next() == [shown.persistentModelID])
        let query = try query(in: container)
        other.name = "b"
        try context.save()
        #expect(!query.isStale)
        context.delete(other)
        try context.save()
        #expect(!query.isStale)
        context.delete(shown)
        try context.save()
        #expect(try await iterator.next() == [])
    }

    /// A page does not know the rows that come after it.
    @Test func ofAPageAnyRowMatters() async throws {
        let (container, context, shown, other) = try trips()
        var page = FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.name)])
        page.fetchLimit = 1
        var iterator = container.values(of: page) { $0.name }.makeAsyncIterator()
        #expect(try await iterator.next() == ["other"])
        context.delete(other)
        try context.save()
        #expect(try await iterator.next() == ["shown"])
        _ = shown
    }

    /// Nor those that come before it.
    @Test func ofAPageTheRowsBeforeItMatter() async throws {
        let (container, context, _, other) = try trips()
        var page = FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.name)])
        page.fetchOffset = 1
        var iterator = container.values(of: page) { $0.name }.makeAsyncIterator()
        #expect(try await iterator.next() == ["shown"])
        let query = try query(in: container)
        context.delete(other)
        try context.save()
        try #require(query.isStale)
        #expect(try await iterator.next() == [])
    }

    @Test func aBatchThatDeletesOtherRowsDoesNotMatter() async throws {
        let (container, context, _, _) = try trips()
        let values = container.values(of: FetchDescriptor(where: Trip.columns.nights < 10)) { $0.name }
        var iterator = values.makeAsyncIterator()
        #expect(try await iterator.next() == ["shown"])
        let query = try query(in: container)
        try context.batchDelete(model: Trip.self, where: Trip.columns.nights > 20)
        #expect(!query.isStale)
        try context.batchDelete(model: Trip.self, where: Trip.columns.nights < 10)
        #expect(query.isStale)
        #expect(try await iterator.next() == [])
    }

    /// What is made of the objects has values of others: any change may matter.
    @Test func valuesOfOtherObjectsAreFollowed() async throws {
        let (container, context, shown, _) = try trips()
        let ada = Person(name: "Ada")
        shown.leader = ada
        try context.save()
        let values = container.values(of: FetchDescriptor(where: Trip.columns.nights < 10)) { $0.leader?.name ?? "" }
        var iterator = values.makeAsyncIterator()
        #expect(try await iterator.next() == ["Ada"])
        ada.name = "Grace"
        try context.save()
        #expect(try await iterator.next() == ["Grace"])
        ada.name = "Emmy"
        try context.save()
        #expect(try await iterator.next() == ["Emmy"])
    }

    /// The store computes them from rows of other objects, of which the query knows nothing.
    @Test func derivedValuesAreFollowed() async throws {
        let container = try ModelContainer(
            for: Trip.self,
            configurations: ModelConfiguration(isStoredInMemoryOnly: true)
        )
        let context = ModelContext(container)
        let document = Document(title: "a", scan: Data(), colours: [])
        context.insert(document)
        context.insert(Page(price: 1, document: document))
        try context.save()
        var iterator = container.values(of: FetchDescriptor<Page>()) { $0.heading ?? "" }.makeAsyncIterator()
        #expect(try await iterator.next() == ["a"])
        document.title = "b"
        try context.save()
        #expect(try await iterator.next() == ["b"])
    }
}
