import ApusTestSupport
import Foundation
import Observation
import Testing

@testable import Apus

/// What contexts tell of their saves, and take over from others.
struct NotificationTests {
    private final class Recorder: @unchecked Sendable {
        private(set) var lines: [String] = []
        private var tokens: [any NSObjectProtocol] = []

        init(_ context: ModelContext) {
            for name in [ModelContext.willSave, ModelContext.didSave, ModelContext.didMerge] {
                let token = NotificationCenter.default.addObserver(forName: name, object: context, queue: nil) {
                    [weak self] in
                    self?.lines.append(Self.line($0))
                }
                tokens.append(token)
            }
        }

        deinit {
            for token in tokens { NotificationCenter.default.removeObserver(token) }
        }

        private static func line(_ notification: Notification) -> String {
            let keys = (notification.userInfo ?? [:]).compactMap { key, value -> String? in
                guard let identifiers = value as? [PersistentIdentifier], !identifiers.isEmpty else { return nil }
                return "\(key): \(identifiers.map(\.description).sorted().joined(separator: ", "))"
            }
            return ([notification.name.rawValue.replacingOccurrences(of: "ModelContext", with: "")] + keys.sorted())
                .joined(separator: "; ")
        }
    }

    @Test func savesAreTold() throws {
        let store = try TemporaryStore()
        let context = try store.open()
        let recorder = Recorder(context)
        let trip = Trip(name: "a")
        context.insert(trip)
        context.insert(Trip(name: "b"))
        try context.save()
        try context.save()
        trip.name = "c"
        _ = BucketListItem(title: "x", trip: trip)
        try context.save()
        context.delete(trip.bucketList[0])
        try context.save()
        // Not what changes rows without objects.
        try store.tell("UPDATE Trip SET nights = 9")
        let expected = [
            "WillSave", "DidSave; inserted: Trip 1, Trip 2", "WillSave",
            "DidSave; inserted: BucketListItem 1; updated: Trip 1", "WillSave",
            "DidSave; deleted: BucketListItem 1; updated: Trip 1",
        ]
        #expect(recorder.lines == expected)
    }

    @Test func aContextTakesOverWhatOthersSave() throws {
        let store = try TemporaryStore()
        let first = try store.open()
        let trips = ["a", "b", "c"].map { Trip(name: $0, nights: 1) }
        for trip in trips { first.insert(trip) }
        let item = BucketListItem(title: "x", trip: trips[0])
        try first.save()
        let second = ModelContext(first.container, isObservable: true)
        let theirs = try second.all(Trip.self)
        #expect(theirs.map(\.bucketList.count) == [1, 0, 0])
        let recorder = Recorder(second)
        let told = Box(0)
        withObservationTracking {
            _ = theirs[0].name
        } onChange: {
            told.value += 1
        }
        theirs[1].destination = "mine"
        (trips[0].name, trips[1].name) = ("A", "B")
        item.trip = trips[1]
        _ = BucketListItem(title: "y", trip: trips[1])
        first.delete(trips[2])
        try first.save()
        #expect(theirs[0].name == "a" && told.value == 0)
        #expect(try second.fetchCount(FetchDescriptor<Trip>()) == 2)
        #expect(told.value == 1 && theirs.prefix(2).map(\.name) == ["A", "B"])
        #expect(theirs[2].isDeleted && theirs[2].name == "c" && theirs[2].modelContext == nil)
        #expect(theirs.prefix(2).map { $0.bucketList.map(\.title).sorted() } == [[], ["x", "y"]])
        #expect(theirs[1].destination == "mine" && second.hasChanges)
        #expect(
            recorder.lines == [
                "DidMerge; deleted: Trip 3; inserted: BucketListItem 2; refreshed: BucketListItem 1, Trip 1, Trip 2; "
                    + "updated: BucketListItem 1, Trip 1, Trip 2"
            ]
        )
        try second.save()
        #expect(try store.lines("SELECT name, destination FROM Trip") == ["A|", "B|mine"])
    }

    @MainActor @Test func theMainContextTakesThemOverByItself() async throws {
        let store = try TemporaryStore()
        let container = try ModelContainer(for: FeaturesSchema.self, url: store.url)
        let trip = Trip(name: "a")
        container.mainContext.insert(trip)
        try container.mainContext.save()
        let id = trip.persistentModelID
        let saves = container.saves
        try await container.perform { try $0.fetch(Trip.self, id: id)?.name = "b" }
        while trip.name == "a" { try await Task.sleep(for: .milliseconds(5)) }
        #expect(trip.name == "b" && !container.mainContext.hasChanges)
        try await container.close()
        var updated: [PersistentIdentifier] = []
        for await save in saves { updated += save.updated }
        #expect(updated == [id])
        // Nothing comes any more, so a stream that begins now ends.
        for await _ in container.saves { Issue.record("a save of a closed container") }
    }

    /// A fault has no values, but it may have related objects.
    @Test func whatAnotherProcessAddedToThePrefetchedObjectsOfAFaultIsRead() throws {
        let store = try TemporaryStore()
        let writing = try store.open()
        let trip = Trip(name: "a")
        writing.insert(trip)
        _ = BucketListItem(title: "x", trip: trip)
        try writing.save()
        let context = try store.open()
        var descriptor = FetchDescriptor<Trip>()
        descriptor.includesPropertyValues = false
        descriptor.relationshipNamesForPrefetching = ["bucketList"]
        let found = try #require(try context.fetch(descriptor).first)
        _ = BucketListItem(title: "y", trip: trip)
        try writing.save()
        context.coordinator.observers.post(.byOtherProcess, from: nil)
        context.processPendingChanges()
        #expect(found.bucketList.map(\.title).sorted() == ["x", "y"])
    }

    /// Several contexts take turns. After each fetch, a context without changes has what is in the store.
    @Test(arguments: TestScale.seeds(2)) func contextsAgreeAfterAFetch(_ seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let store = try TemporaryStore()
        let first = try store.open()
        for number in 0..<6 { first.insert(Trip(name: "\(number)")) }
        for number in 0..<4 { first.insert(Tag(name: "\(number)")) }
        try first.save()
        let contexts = [first] + (0..<2).map { _ in ModelContext(first.container) }
        for step in 0..<40 {
            let context = contexts[Int.random(in: 0..<3, using: &random)]
            let trips = try context.all(Trip.self)
            let tags = try context.all(Tag.self)
            guard let trip = trips.randomElement(using: &random), let tag = tags.randomElement(using: &random) else {
                break
            }
            switch Int.random(in: 0..<8, using: &random) {
            case 0: trip.name = "\(step)"
            case 1: trip.nights = Int32(step)
            case 2: _ = BucketListItem(title: "\(step)", trip: trip)
            case 3: trip.bucketList.first?.trip = trips.randomElement(using: &random)
            case 4: if trip.tags.contains(tag) { trip.removeFromTags(tag) } else { trip.addToTags(tag) }
            case 5: trip.bucketList.first.map(context.delete)
            case 6: trip.accommodation = nil
            default: context.insert(Trip(name: "new \(step)"))
            }
            if trips.count > 4, step % 20 == 0 { context.delete(trips[0]) }
            do {
                try context.save()
            } catch {
                Issue.record("seed \(seed), step \(step): \(error)")
                return
            }
            let expected = try describe(try store.open())
            for context in contexts { #expect(try describe(context) == expected, "seed \(seed), step \(step)") }
        }
    }

    private func describe(_ context: ModelContext) throws -> [String] {
        try context.all(Trip.self).map { trip in
            let items = trip.bucketList.map { "\($0.title)\($0.trip === trip ? "" : "!")" }.sorted()
            let tags = trip.tags.map { "\($0.name)\($0.trips.contains(trip) ? "" : "!")" }.sorted()
            return "\(trip.persistentModelID) \(trip.name) \(trip.nights) \(items) \(tags)"
        }
    }

    /// Waits until something is so.
    @MainActor private func wait(until condition: () throws -> Bool) async throws {
        for _ in 0..<1000 {
            if try condition() { return }
            try await Task.sleep(for: .milliseconds(10))
        }
        Issue.record("it did not happen")
    }

    @MainActor @Test func savesOfOtherProcessesAreNoticed() async throws {
        let store = try TemporaryStore()
        let container = try ModelContainer(for: FeaturesSchema.self, url: store.url)
        let context = container.mainContext
        context.autosaveEnabled = false
        let trips = ["a", "b", "c"].map { Trip(name: $0, nights: 1) }
        for trip in trips { context.insert(trip) }
        try context.save()
        let recorder = Recorder(context)
        trips[1].nights = 2
        try store.tell("UPDATE Trip SET name = name || '!' WHERE _id < 3; DELETE FROM Trip WHERE _id = 3")
        try await wait { !recorder.lines.isEmpty }
        #expect(recorder.lines == ["DidMerge; refreshed: Trip 1, Trip 2, Trip 3"])
        #expect(trips[0].name == "a!" && trips[1].name == "b!" && trips[1].nights == 2)
        #expect(trips[2].name == "" && trips[2].isDeleted)
        try context.save()
        #expect(try store.lines("SELECT name, nights FROM Trip") == ["a!|1", "b!|2"])
        // Its own saves are those of no other process.
        try await Task.sleep(for: .milliseconds(1200))
        #expect(recorder.lines.count == 3)
    }

    @Test func aContainerThatReadsNoticesThem() async throws {
        let store = try TemporaryStore()
        let writing = try store.open()
        writing.insert(Trip(name: "a"))
        try writing.save()
        let configuration = ModelConfiguration(url: store.url, allowsSave: false)
        let container = try ModelContainer(for: Trip.self, configurations: configuration)
        let saves = container.saves
        let reading = ModelContext(container)
        let trip = try #require(try reading.all(Trip.self).first)
        try writing.all(Trip.self).first?.name = "b"
        try writing.save()
        for await save in saves {
            #expect(save.isByOtherProcess && save.updated.isEmpty)
            break
        }
        reading.processPendingChanges()
        #expect(trip.name == "b")
        try await container.close()
    }

    @Test func whatBothContextsAddToAListIsInIt() throws {
        let store = try TemporaryStore()
        let context = try store.open()
        let (tag, trips) = (Tag(name: "sea"), ["a", "b", "c"].map { Trip(name: $0) })
        tag.trips = [trips[0]]
        for trip in trips { context.insert(trip) }
        try context.save()
        let other = ModelContext(context.container)
        let (theirs, theirTrips) = (try #require(try other.all(Tag.self).first), try other.all(Trip.self))
        tag.trips = [trips[1]]
        theirs.addToTrips(try #require(theirTrips.first { $0.name == "c" }))
        try other.save()
        context.processPendingChanges()
        #expect(Set(tag.trips) == [trips[1], trips[2]] && trips[2].tags == [tag] && trips[0].tags.isEmpty)
        try context.save()
        #expect(Set(tag.trips) == [trips[1], trips[2]])
        #expect(try store.lines("SELECT count(*) FROM Tag_trips") == ["2"])
    }
}
