import Foundation
import Testing

@testable import Apus

/// What live results cost those who save, and what waits for contexts that are not used.
@MainActor
struct LiveCostTests {
    private func container() throws -> ModelContainer {
        try ModelContainer(for: Trip.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    }

    private var short: FetchDescriptor<Trip> {
        FetchDescriptor(where: Trip.columns.nights < 10, sortBy: [Trip.columns.name.ascending])
    }

    /// Fetches of a live result that are due without waiting.
    private func fetch(_ context: ModelContext, _ descriptor: FetchDescriptor<Trip>) throws -> LiveFetch<Trip> {
        let fetch = LiveFetch(descriptor, in: context)
        _ = try fetch.change()
        return fetch
    }

    @Test func aSaveAsksOnlyLiveResultsOfItsEntities() throws {
        let container = try container()
        let other = ModelContext(container)
        let trips = try fetch(container.mainContext, short)
        let people = LiveFetch(FetchDescriptor<Person>(), in: container.mainContext)
        let leaders = LiveFetch(FetchDescriptor(where: Trip.columns.leader.name == "a"), in: container.mainContext)
        _ = try (people.change(), leaders.change())
        func stale() -> [Bool] { [trips.isStale, people.isStale, leaders.isStale] }
        other.insert(Person(name: "b"))
        try other.save()
        #expect(stale() == [false, true, true])
        _ = try (people.change(), leaders.change())
        other.insert(Tag(name: "t"))
        try other.save()
        #expect(stale() == [false, false, false])
        other.insert(Trip(name: "a", nights: 3))
        try other.save()
        #expect(stale() == [true, false, true])
    }

    /// The row of each object is asked at most as often as a save can afford; then the results are fetched.
    @Test func aLargeSaveIsNoted() throws {
        let container = try container()
        let other = ModelContext(container)
        let live = try fetch(container.mainContext, short)
        container.coordinator.live.budget = 1000
        for number in 0..<50 { other.insert(Trip(name: "\(number)", nights: 30)) }
        let queries = try (0..<30).map { _ in try fetch(container.mainContext, short) }
        try other.save()
        // Those that were asked know that no new row is shown.
        let stale = queries.count(where: \.isStale)
        #expect(stale > 0 && stale < queries.count)
        for query in queries + [live] { #expect(try query.change() == nil) }
    }

    @Test func whatWaitsForAnIdleContextIsBounded() throws {
        let mailbox = SaveMailbox()
        func id(_ row: Int) -> PersistentIdentifier { PersistentIdentifier(entityName: "Trip", row: Int64(row)) }
        var mask = PropertyMask()
        for number in 0..<10_000 {
            mask.insert(number % 3)
            var own = PropertyMask()
            own.insert(number % 3)
            mailbox.add(
                SavedChanges(
                    inserted: [],
                    updated: [id(number % 7)],
                    deleted: [id(100 + number % 5)],
                    properties: [own]
                )
            )
        }
        let saves = mailbox.takeAll()
        #expect(saves.count <= 64 && mailbox.isEmpty)
        let joined = SavedChanges.joining(saves)
        #expect(Set(joined.updated) == Set((0..<7).map(id)) && Set(joined.deleted) == Set((100..<105).map(id)))
        #expect(joined.properties.allSatisfy { $0 == mask })
        // Beyond many rows, all are read again; what was erased stays erased.
        mailbox.add(.erasure(of: 1))
        for number in 0..<2000 {
            let rows = (0..<100).map { id(number * 100 + $0) }
            mailbox.add(SavedChanges(inserted: rows, updated: [], deleted: [], properties: []))
        }
        let all = mailbox.takeAll()
        #expect(all.count <= 64 && all.first?.erased == 1 && all.contains(where: \.isByOtherProcess))
    }

    /// A context that was not used for a long time has what others saved.
    @Test func anIdleContextTakesOverJoinedSaves() throws {
        let container = try container()
        let (context, other) = (ModelContext(container), ModelContext(container))
        let trips = (0..<3).map { Trip(name: "\($0)", nights: 0) }
        trips.forEach(other.insert)
        try other.save()
        let known = try context.fetch(FetchDescriptor(sortBy: [Trip.columns.name.ascending]))
        known[0].nights = 7
        for number in 1...200 {
            trips[number % 2].name = "\(number)"
            try other.save()
        }
        other.delete(trips[2])
        try other.save()
        context.processPendingChanges()
        #expect(known[0].name == "200" && known[0].nights == 7 && known[1].name == "199" && known[2].isDeleted)
        try context.save()
        #expect(try container.mainContext.fetch(FetchDescriptor<Trip>()).map(\.nights).sorted() == [0, 7])
    }
}
