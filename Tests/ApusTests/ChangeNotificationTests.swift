import ApusTestSupport
import Foundation
import Testing

@testable import Apus

/// What contexts post about changed objects.
struct ChangeNotificationTests {
    private final class Recorder: @unchecked Sendable {
        private(set) var lines: [String] = []
        private var tokens: [any NSObjectProtocol] = []

        init(_ context: ModelContext, with names: [Notification.Name] = [ModelContext.objectsDidChange]) {
            for name in names {
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

        func take() -> [String] {
            defer { lines = [] }
            return lines
        }

        private static func line(_ notification: Notification) -> String {
            let keys = (notification.userInfo ?? [:]).compactMap { key, value -> String? in
                guard let identifiers = value as? [PersistentIdentifier], !identifiers.isEmpty else { return nil }
                let names = identifiers.map {
                    if case .row(let row) = $0.key { "\($0.entityName) \(row)" } else { "new \($0.entityName)" }
                }
                return "\(key): \(names.sorted().joined(separator: ", "))"
            }
            let name = notification.name == ModelContext.objectsDidChange ? [] : [notification.name.rawValue]
            return (name + keys.sorted()).joined(separator: "; ")
        }
    }

    private func contextWithTrip() throws -> (TemporaryStore, ModelContext, Trip) {
        let store = try TemporaryStore()
        let context = try store.open()
        let trip = Trip(name: "a")
        context.insert(trip)
        try context.save()
        return (store, context, trip)
    }

    @Test func eachEventIsPostedOnce() throws {
        let (store, context, trip) = try contextWithTrip()
        defer { withExtendedLifetime(store) {} }
        let recorder = Recorder(context)
        trip.name = "b"
        trip.name = "c"
        trip.nights = 7
        #expect(recorder.lines == [])
        context.processPendingChanges()
        context.processPendingChanges()
        #expect(recorder.take() == ["updated: Trip 1"])
        // Also what was changed before.
        trip.name = "d"
        let item = BucketListItem(title: "x", trip: trip)
        item.title = "y"
        let tag = Tag(name: "t")
        context.insert(tag)
        context.processPendingChanges()
        #expect(recorder.take() == ["inserted: new BucketListItem, new Tag; updated: Trip 1"])
        context.delete(tag)
        let other = Tag(name: "u")
        context.insert(other)
        context.delete(other)
        context.processPendingChanges()
        #expect(recorder.take() == ["deleted: new Tag"])
        context.delete(trip)
        context.processPendingChanges()
        #expect(recorder.take() == ["deleted: Trip 1, new BucketListItem"])
        context.insert(trip)
        context.processPendingChanges()
        #expect(recorder.take().first?.hasPrefix("inserted: Trip 1") == true)
    }

    @Test func aSaveEndsTheEvent() throws {
        let (store, context, trip) = try contextWithTrip()
        defer { withExtendedLifetime(store) {} }
        let recorder = Recorder(
            context,
            with: [ModelContext.willSave, ModelContext.objectsDidChange, ModelContext.didSave]
        )
        let token = NotificationCenter.default.addObserver(
            forName: ModelContext.willSave,
            object: context,
            queue: nil
        ) { ($0.object as? ModelContext)?.insert(Tag(name: "t")) }
        defer { NotificationCenter.default.removeObserver(token) }
        trip.name = "b"
        try context.save()
        #expect(
            recorder.take() == [
                "updated: Trip 1", "ModelContextWillSave", "inserted: new Tag",
                "ModelContextDidSave; inserted: Tag 1; updated: Trip 1",
            ]
        )
        try context.save()
        #expect(recorder.take() == [])
    }

    @Test func whatOthersSavedIsPosted() throws {
        let (store, first, trip) = try contextWithTrip()
        defer { withExtendedLifetime(store) {} }
        let others = ["b", "c", "d"].map { Trip(name: $0) }
        for other in others { first.insert(other) }
        try first.save()
        let second = ModelContext(first.container)
        let theirs = try second.all(Trip.self)
        theirs[1].destination = "mine"
        second.processPendingChanges()
        let recorder = Recorder(second)
        (trip.name, others[0].name) = ("A", "B")
        first.delete(others[1])
        try first.save()
        theirs[0].nights = 3
        #expect(recorder.take() == [])
        _ = try second.fetchCount(FetchDescriptor<Trip>())
        // Its own changes are an event of their own.
        #expect(recorder.take() == ["updated: Trip 1", "deleted: Trip 3; refreshed: Trip 1, Trip 2"])
        #expect(theirs[0].name == "A" && theirs[0].nights == 3)
        second.refresh(theirs[3])
        second.processPendingChanges()
        #expect(recorder.take() == ["refreshed: Trip 4"])
        try first.container.erase()
        second.processPendingChanges()
        #expect(recorder.take() == ["deleted: Trip 1, Trip 2, Trip 4"])
    }

    @Test func discardedChangesArePosted() throws {
        let (store, context, trip) = try contextWithTrip()
        let recorder = Recorder(context)
        trip.name = "b"
        context.insert(Tag(name: "t"))
        context.processPendingChanges()
        _ = recorder.take()
        context.rollback()
        context.processPendingChanges()
        #expect(recorder.take() == ["deleted: new Tag; refreshed: Trip 1"])
        context.delete(trip)
        context.processPendingChanges()
        context.rollback()
        context.processPendingChanges()
        #expect(recorder.take() == ["deleted: Trip 1", "inserted: Trip 1"])
        // What changes rows without objects is not posted.
        try store.tell("UPDATE Trip SET nights = 9")
        context.processPendingChanges()
        #expect(recorder.take() == [])
        trip.name = "c"
        context.reset()
        context.processPendingChanges()
        #expect(recorder.take() == ["invalidated: Trip 1"])
    }

    @Test func undoIsPostedAndStillWorks() throws {
        let (store, context, trip) = try contextWithTrip()
        defer { withExtendedLifetime(store) {} }
        context.undoManager = UndoManager()
        let recorder = Recorder(context)
        trip.name = "b"
        context.insert(Tag(name: "t"))
        context.processPendingChanges()
        context.undo()
        context.processPendingChanges()
        #expect(trip.name == "a" && context.inserted.isEmpty)
        context.redo()
        context.processPendingChanges()
        #expect(trip.name == "b" && context.inserted.count == 1)
        #expect(
            recorder.take() == [
                "inserted: new Tag; updated: Trip 1", "deleted: new Tag; updated: Trip 1",
                "inserted: new Tag; updated: Trip 1",
            ]
        )
    }

    @Test func duplicatesThatASaveUnitesArePosted() throws {
        let store = try TemporaryStore()
        let context = try store.open()
        let first = GuideDog(name: "a", breed: "x", number: 1)
        context.insert(first)
        try context.save()
        let recorder = Recorder(context)
        context.insert(GuideDog(name: "a", breed: "x", number: 1))
        try context.save()
        #expect(recorder.lines.first == "inserted: new GuideDog")
        #expect(recorder.lines.last?.contains("GuideDog 1") == true && recorder.lines.count == 2)
    }

    @Test func streamsHaveTheSameValues() async throws {
        let (store, context, trip) = try contextWithTrip()
        defer { withExtendedLifetime(store) {} }
        let changes = context.changes
        trip.name = "b"
        context.processPendingChanges()
        context.delete(trip)
        try context.save()
        let id = trip.persistentModelID
        var found = changes.makeAsyncIterator()
        #expect(await found.next()?.updated == [id])
        #expect(await found.next()?.deleted == [id])
    }

    @Test func aStreamEndsWithItsContext() async throws {
        var context: ModelContext? = try TemporaryStore().open()
        let changes = try #require(context).changes
        context?.insert(Trip(name: "a"))
        context?.processPendingChanges()
        context = nil
        var count = 0
        for await change in changes { count += change.inserted.count }
        #expect(count == 1)
    }

    @MainActor @Test func theMainContextPostsByItself() async throws {
        let store = try TemporaryStore()
        let container = try ModelContainer(for: FeaturesSchema.self, url: store.url)
        let context = container.mainContext
        context.autosaveEnabled = false
        let recorder = Recorder(context)
        let trip = Trip(name: "a")
        context.insert(trip)
        trip.name = "b"
        #expect(recorder.lines == [])
        while recorder.lines.isEmpty { try await Task.sleep(for: .milliseconds(1)) }
        #expect(recorder.take() == ["inserted: new Trip"])
        trip.name = "c"
        while recorder.lines.isEmpty { try await Task.sleep(for: .milliseconds(1)) }
        #expect(recorder.take() == ["updated: new Trip"])
    }
}
