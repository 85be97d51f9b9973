import GRDB
import Testing

@testable import Apus

/// Prefetching and batches, measured by the number of SQL statements.
struct PrefetchTests {
    /// The statements that a closure executes.
    private func statements(_ context: ModelContext, _ body: () throws -> Void) throws -> [String] {
        final class Log: @unchecked Sendable {
            var lines: [String] = []
        }
        let log = Log()
        // The same connection is used again.
        let connections = context.coordinator.stores[0].connections
        try connections.read { $0.database.trace { log.lines.append($0.description) } }
        try body()
        try connections.read { $0.database.trace(options: []) }
        return log.lines.filter {
            $0.hasPrefix("SELECT") && !$0.contains(" apus_model") && !$0.contains("sqlite_")
        }
    }

    private func fill(_ store: TemporaryStore) throws {
        let context = try store.open()
        let people: [Person] = (0..<4).map { Person(name: "p\($0)") }
        for index in 1..<4 { people[0].addToFriends(people[index]) }
        for index in 0..<10 {
            let trip = Trip(name: "t\(index)", leader: people[index % 4])
            context.insert(trip)
            for item in 0..<index { trip.addToBucketList(BucketListItem(title: "\(index).\(item)", trip: trip)) }
            trip.accommodation = LivingAccommodation(name: "h\(index)")
        }
        let list = Playlist(name: "l")
        list.queue = (0..<5).map { Track(title: "\($0)") }
        list.tracks = list.queue.reversed()
        context.insert(list)
        try context.save()
    }

    /// As in SwiftData.
    @Test func keyPathsArePrefetched() throws {
        let store = try TemporaryStore()
        try fill(store)
        let context = try store.open()
        var descriptor = FetchDescriptor<Trip>()
        descriptor.relationshipKeyPathsForPrefetching = [\.accommodation, \.bucketList, \.leader?.friends]
        var trips: [Trip] = []
        #expect(try statements(context) { trips = try context.fetch(descriptor) }.count == 5)
        let later = try statements(context) {
            for trip in trips { _ = (trip.accommodation?.name, trip.bucketList.map(\.title), trip.leader?.friends) }
        }
        #expect(later == [])
        descriptor.relationshipKeyPathsForPrefetching = [\.name.count]
        #expect(throws: ModelError.self) { try context.fetch(descriptor) }
        descriptor.relationshipKeyPathsForPrefetching = [\.name]
        #expect(throws: ModelError.self) { try context.fetch(descriptor) }
    }

    @Test func aRelationshipIsReadWithOneStatement() throws {
        let store = try TemporaryStore()
        try fill(store)
        let context = try store.open()
        var descriptor = FetchDescriptor<Trip>(sortBy: [Trip.columns.name.ascending])
        descriptor.relationshipNamesForPrefetching = ["leader.friends", "bucketList", "accommodation"]
        var trips: [Trip] = []
        let read: [String] = try statements(context) { trips = try context.fetch(descriptor) }
        #expect(read.count == 5, "\(read)")
        var names: [String] = []
        let later: [String] = try statements(context) {
            for trip in trips {
                names.append(trip.name + (trip.leader?.name ?? "") + (trip.accommodation?.name ?? ""))
                names += trip.bucketList.map(\.title) + (trip.leader?.friends.map(\.name) ?? [])
            }
        }
        #expect(later == [] && names.prefix(5) == ["t0p0h0", "p1", "p2", "p3", "t1p1h1"])
        // The same objects without prefetching, one by one.
        let plain = try store.open()
        var others: [String] = []
        for trip in try plain.fetch(FetchDescriptor<Trip>(sortBy: [Trip.columns.name.ascending])) {
            others.append(trip.name + (trip.leader?.name ?? "") + (trip.accommodation?.name ?? ""))
            others += trip.bucketList.map(\.title) + (trip.leader?.friends.map(\.name) ?? [])
        }
        #expect(others == names)
    }

    @Test func anOrderIsKept() throws {
        let store = try TemporaryStore()
        try fill(store)
        let context = try store.open()
        var descriptor = FetchDescriptor<Playlist>()
        descriptor.relationshipNamesForPrefetching = ["queue", "tracks"]
        let lists: [Playlist] = try context.fetch(descriptor)
        #expect(lists.flatMap(\.queue).map(\.title) == ["0", "1", "2", "3", "4"])
        #expect(lists.flatMap(\.tracks).map(\.title) == ["4", "3", "2", "1", "0"])
        #expect(
            try context.fetchCount(FetchDescriptor<Playlist>(where: ModelPredicate(format: "queue[1].title == '1'")))
                == 1
        )
        let last = ModelPredicate<Playlist>(format: "tracks[LAST].title == '0' AND queue[FIRST] == tracks[LAST]")
        #expect(try context.fetch(FetchDescriptor(where: last)) == lists)
        lists[0].name = "changed"
        #expect(try context.fetch(FetchDescriptor(where: last)) == lists)
        #expect(
            try context.fetch(FetchDescriptor<Playlist>(where: ModelPredicate(format: "tracks[9].title == NIL")))
                == lists
        )
    }

    @Test func aBatchIsReadOnFirstAccess() throws {
        let store = try TemporaryStore()
        try fill(store)
        let context = try store.open()
        var descriptor = FetchDescriptor<Trip>(sortBy: [Trip.columns.name.descending])
        descriptor.fetchBatchSize = 4
        var trips: [Trip] = []
        #expect(try statements(context) { trips = try context.fetch(descriptor) }.count == 1)
        #expect(try statements(context) { _ = trips[0].name + trips[3].name }.count == 1)
        #expect(try statements(context) { _ = trips[1].name + trips[2].name }.isEmpty)
        #expect(try statements(context) { _ = trips[9].name + trips[8].name }.count == 1)
        #expect(trips.map(\.name) == (0..<10).map { "t\(9 - $0)" })
        context.rollback()
        #expect(trips.map(\.name) == (0..<10).map { "t\(9 - $0)" })
        // If another context deletes a row of a batch, the others can still be read.
        let other = try store.open()
        let found: [Trip] = try other.fetch(descriptor)
        try store.tell(
            "DELETE FROM BucketListItem; DELETE FROM LivingAccommodation; DELETE FROM Trip WHERE name = 't8'"
        )
        #expect(found[0].name == "t9" && found[1].name == "" && found[1].isDeleted && found[2].name == "t7")
    }
}
