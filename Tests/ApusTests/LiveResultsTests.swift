import Foundation
import Testing

@testable import Apus

/// Live results of contexts, and live values of containers.
@MainActor
struct LiveResultsTests {
    private func container() throws -> ModelContainer {
        try ModelContainer(for: Trip.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    }

    private var short: FetchDescriptor<Trip> {
        FetchDescriptor(where: Trip.columns.nights < 10, sortBy: [Trip.columns.name.ascending])
    }

    @Test func theFirstResultIsThereAtOnce() async throws {
        let context = try container().mainContext
        context.insert(Trip(name: "a"))
        try context.save()
        var results = context.results(of: short).makeAsyncIterator()
        let first = try #require(try await results.next())
        #expect(first.results.map(\.name) == ["a"] && first.difference.insertions.count == 1)
        #expect(first.updatedIndexes.isEmpty)
    }

    @Test func unsavedAndSavedChangesOfAllContextsArrive() async throws {
        let container = try container()
        let context = container.mainContext
        var results = context.results(of: short).makeAsyncIterator()
        #expect(try await results.next()?.results.isEmpty == true)
        let trip = Trip(name: "b")
        context.insert(trip)
        #expect(try await results.next()?.results.map(\.name) == ["b"])
        try await container.perform { $0.insert(Trip(name: "a")) }
        let second = try #require(try await results.next())
        #expect(second.results.map(\.name) == ["b"] || second.results.map(\.name) == ["a", "b"])
        try context.save()
        trip.name = "0"
        let moved = try #require(try await results.next())
        #expect(moved.results.map(\.name) == ["0", "a"] && moved.updatedIndexes == [0])
        #expect(moved.difference.removals.count == 1 && moved.difference.insertions.count == 1)
        try context.delete(model: Trip.self)
        #expect(try await results.next()?.results.isEmpty == true)
    }

    /// Fetches of a live result that are due without waiting.
    private func fetch(_ context: ModelContext, _ descriptor: FetchDescriptor<Trip>) throws -> LiveFetch<Trip> {
        let fetch = LiveFetch(descriptor, in: context)
        _ = try fetch.change()
        return fetch
    }

    @Test func onlyWhatMayChangeTheResultHasItFetchedAgain() throws {
        let container = try container()
        let (context, other) = (container.mainContext, ModelContext(container))
        let trips = (0..<3).map { Trip(name: "\($0)", nights: 5 + 10 * $0) }
        trips.forEach(other.insert)
        try other.save()
        let live = try fetch(context, short)
        nonisolated(unsafe) var notices = 0
        let query = try #require(container.coordinator.live.queries.first)
        query.notify { notices += 1 }
        // Out before and out after.
        trips[1].nights = 16
        trips[2].name = "x"
        other.insert(Trip(name: "long", nights: 30))
        try other.save()
        #expect(try !query.isStale && notices == 0 && live.change() == nil)
        other.delete(trips[2])
        try other.save()
        #expect(try !query.isStale && notices == 0 && live.change() == nil)
        // Another table.
        other.insert(Person(name: "Ada"))
        try other.save()
        #expect(!query.isStale)
        // What is shown.
        trips[0].name = "y"
        try other.save()
        #expect(query.isStale && notices == 1)
        #expect(try live.change()?.updatedIndexes == [0])
        #expect(try live.change() == nil)
        trips[1].nights = 6
        try other.save()
        #expect(try live.change()?.difference.insertions.count == 1)
        #expect(notices == 2)
    }

    @Test func anUnsavedChangeThatIsSavedIsShownOnce() throws {
        let context = try container().mainContext
        let live = try fetch(context, short)
        let trip = Trip(name: "a")
        context.insert(trip)
        #expect(try live.change()?.results.count == 1)
        try context.save()
        #expect(try live.change() == nil)
        trip.nights = 3
        #expect(try live.change()?.updatedIndexes == [0])
        try context.save()
        #expect(try live.change() == nil)
        trip.nights = 20
        context.rollback()
        #expect(try live.change()?.results.map(\.nights) == [3])
    }

    @Test func aDroppedSequenceUnsubscribes() async throws {
        let container = try container()
        do {
            var results = container.mainContext.results(of: short).makeAsyncIterator()
            _ = try await results.next()
            var counts = container.counts(of: short).makeAsyncIterator()
            _ = try await counts.next()
            #expect(container.coordinator.live.count == 2)
        }
        #expect(container.coordinator.live.count == 0)
    }

    @Test func resultsEndWithTheContextTheContainerAndTheTask() async throws {
        let container = try container()
        var context: ModelContext? = ModelContext(container)
        var results = try #require(context?.results(of: short)).makeAsyncIterator()
        _ = try await results.next()
        context = nil
        #expect(try await results.next() == nil)

        var counts = container.counts(of: short).makeAsyncIterator()
        _ = try await counts.next()
        var main = container.mainContext.results(of: short).makeAsyncIterator()
        _ = try await main.next()
        let task = Task { @MainActor in
            for try await _ in container.mainContext.results(of: short) {}
            return true
        }
        try await Task.sleep(for: .milliseconds(20))
        task.cancel()
        #expect(try await task.value)
        try await container.close()
        #expect(try await main.next() == nil)
        #expect(try await counts.next() == nil)
    }

    @Test func valuesArriveFromTheStore() async throws {
        let container = try container()
        var counts = container.counts(of: short).makeAsyncIterator()
        var names = container.values(of: short) { $0.name }.makeAsyncIterator()
        var sums = container.aggregates(of: short, .count, Trip.columns.nights.sum).makeAsyncIterator()
        var identifiers = container.identifiers(of: short).makeAsyncIterator()
        #expect(try await counts.next() == 0)
        #expect(try await names.next() == [])
        #expect(try #require(try await sums.next()) == (0, 0))
        #expect(try await identifiers.next() == [])
        let context = container.mainContext
        let trip = Trip(name: "a", nights: 2)
        context.insert(trip)
        try context.save()
        #expect(try await counts.next() == 1)
        #expect(try await names.next() == ["a"])
        #expect(try #require(try await sums.next()) == (1, 2))
        #expect(try await identifiers.next() == [trip.persistentModelID])
        trip.nights = 3
        try context.save()
        #expect(try #require(try await sums.next()) == (1, 3))
        trip.name = "b"
        try context.save()
        #expect(try await names.next() == ["b"])
        try container.erase()
        #expect(try await counts.next() == 0)
        #expect(try await identifiers.next() == [])
    }

    @Test func aFailureEndsTheSequence() async throws {
        let context = try container().mainContext
        let descriptor = FetchDescriptor<Trip>(predicate: #Predicate { $0.length == "x" })
        var results = context.results(of: descriptor).makeAsyncIterator()
        do {
            _ = try await results.next()
            Issue.record("a fetch by a computed property fails")
        } catch {
            #expect(error is ModelError)
        }
        #expect(try await results.next() == nil)
    }

    @Test func aPredicateIsLiveOnTheObjectsThatItCaptures() throws {
        let container = try container()
        let (context, other) = (container.mainContext, ModelContext(container))
        let (limit, trip) = (Trip(name: "limit", nights: 3), Trip(name: "a", nights: 5))
        context.insert(limit)
        context.insert(trip)
        try context.save()
        let live = try fetch(
            context,
            FetchDescriptor<Trip>(where: ModelPredicate(format: "nights < $LIMIT.nights", ["LIMIT": limit]))
        )
        limit.nights = 6
        #expect(try live.change()?.results.map(\.name) == ["a"])
        try context.save()
        _ = try live.change()
        // The constant of the first fetch says nothing about the later ones.
        let saved = try #require(try other.fetch(FetchDescriptor(where: Trip.columns.name == "limit")).first)
        saved.nights = 2
        try other.save()
        #expect(try live.change()?.results.isEmpty == true)
    }

    @Test func changesOfTwoContextsToOneRowCountTogether() throws {
        let container = try container()
        let contexts = (ModelContext(container), ModelContext(container))
        contexts.0.insert(Trip(name: "0", nights: 0))
        try contexts.0.save()
        let trips = try (
            #require(contexts.0.fetch(FetchDescriptor<Trip>()).first),
            #require(contexts.1.fetch(FetchDescriptor<Trip>()).first)
        )
        let descriptor = FetchDescriptor<Trip>(predicate: #Predicate { $0.nights > 1 && $0.name == "2" })
        let live = try fetch(container.mainContext, descriptor)
        trips.1.nights = 2
        trips.0.name = "2"
        try contexts.0.save()
        #expect(try live.change() == nil)
        try contexts.1.save()
        #expect(try live.change()?.results.count == 1)
    }

    @Test func aChangeOfAnotherContextInTheMiddleOfASaveCounts() throws {
        let container = try container()
        let contexts = (ModelContext(container), ModelContext(container))
        contexts.0.insert(Trip(name: "0", nights: 0))
        try contexts.0.save()
        let trips = try (
            #require(contexts.0.fetch(FetchDescriptor<Trip>()).first),
            #require(contexts.1.fetch(FetchDescriptor<Trip>()).first)
        )
        // A context without a thread merges nothing by itself: only the save can wake it up.
        let shown = ModelContext(container)
        let descriptor = FetchDescriptor<Trip>(predicate: #Predicate { $0.nights > 1 && $0.name == "2" })
        let live = try fetch(shown, descriptor)
        trips.0.name = "2"
        trips.1.nights = 2
        nonisolated(unsafe) let other = contexts.0
        // After the save has merged what others have saved before.
        let observer = NotificationCenter.default.addObserver(
            forName: ModelContext.willSave,
            object: contexts.1,
            queue: nil
        ) { _ in
            do { try other.save() } catch { Issue.record(error) }
        }
        defer { NotificationCenter.default.removeObserver(observer) }
        try contexts.1.save()
        #expect(container.coordinator.live.queries.first?.isStale == true)
        #expect(try live.change()?.results.count == 1)
    }

    @Test func valuesOfAnotherContextCountWithThoseThatAreUnsaved() throws {
        let container = try container()
        let (context, other) = (ModelContext(container), ModelContext(container))
        let trip = Trip(name: "0", nights: 0)
        context.insert(trip)
        try context.save()
        let descriptor = FetchDescriptor<Trip>(predicate: #Predicate { $0.nights > 1 && $0.name == "2" })
        let live = try fetch(context, descriptor)
        trip.nights = 2
        #expect(try live.change() == nil)
        // The other context's object does not fulfil the condition, but with the unsaved value, the row does.
        try #require(other.fetch(FetchDescriptor<Trip>()).first).name = "2"
        try other.save()
        #expect(container.coordinator.live.queries.first?.isStale == true)
        #expect(try live.change()?.results.count == 1)
    }

    @Test func equalValuesAreOne() async throws {
        let container = try container()
        let context = ModelContext(container)
        let trip = Trip(name: "a", nights: 2)
        context.insert(trip)
        try context.save()
        let names = container.values(of: short) { $0.name }
        let (stream, continuation) = AsyncStream.makeStream(of: [String].self)
        let task = Task {
            for try await value in names { continuation.yield(value) }
            continuation.finish()
        }
        var values = stream.makeAsyncIterator()
        #expect(await values.next() == ["a"])
        func settle() async {
            let queries = container.coordinator.live.queries
            while queries.contains(where: { $0.isStale || $0.signal.waitingCount == 0 }) { await Task.yield() }
        }
        await settle()
        // Its row is shown, so the values are fetched, but none of them is another one.
        trip.nights = 3
        try context.save()
        await settle()
        trip.name = "b"
        try context.save()
        #expect(await values.next() == ["b"])
        task.cancel()
        _ = try await task.value
    }

    @Test func eachTaskThatWaitsIsWokenUp() async throws {
        let signal = LiveSignal()
        let tasks = (0..<3).map { _ in Task { await signal.wait() } }
        while signal.waitingCount < 3 { await Task.yield() }
        tasks[0].cancel()
        #expect(await !tasks[0].value)
        #expect(signal.waitingCount == 2)
        signal.raise()
        #expect(await tasks[1].value)
        #expect(await tasks[2].value)
        let last = Task { await signal.wait() }
        while signal.waitingCount < 1 { await Task.yield() }
        signal.finish()
        #expect(await !last.value)
    }

    @Test func afterAFailureTheNextChangeNotifiesAgain() throws {
        let container = try container()
        let context = container.mainContext
        let live = try fetch(context, short)
        nonisolated(unsafe) var notices = 0
        let query = try #require(container.coordinator.live.queries.first)
        query.notify { notices += 1 }
        query.attempt()
        query.fail(LiveQuery.News())
        #expect(query.isStale && notices == 0)
        let other = ModelContext(container)
        // The result does not have it, but what made the fetch fail is unknown.
        other.insert(Trip(name: "long", nights: 30))
        try other.save()
        #expect(notices == 1)
        withExtendedLifetime(live) {}
    }
}
