import GRDB
import GRDBSQLite
import Testing

@testable import Apus

/// What is done with many objects costs at most as much per object as with half as many, counted and not timed: the
/// statements that SQLite runs, and the steps of its virtual machine, of which a search in all rows takes many.
@Suite struct OperationCountTests {
    enum Work: CaseIterable {
        case deletingUnsaved, deletingSaved, addingToManyToMany, removingFromManyToMany, clearingList, reversingList
        case undoing
    }

    private final class Counter: @unchecked Sendable {
        var (statements, transactions, steps) = (0, 0, 0)
    }

    /// Counts what a container's connections do in a closure. One context uses the same reader again.
    private func count(_ context: ModelContext, _ work: () throws -> Void) throws -> Counter {
        let counter = Counter()
        let connections = context.coordinator.stores[0].connections
        func observe(_ access: StoreAccess) {
            access.database.trace { event in
                counter.statements += 1
                if event.description.hasPrefix("BEGIN") { counter.transactions += 1 }
            }
            sqlite3_progress_handler(
                access.database.sqliteConnection,
                1,
                { counter in
                    if let counter { Unmanaged<Counter>.fromOpaque(counter).takeUnretainedValue().steps += 1 }
                    return 0
                },
                Unmanaged.passUnretained(counter).toOpaque()
            )
        }
        func stop(_ access: StoreAccess) {
            access.database.trace(options: [])
            sqlite3_progress_handler(access.database.sqliteConnection, 0, nil, nil)
        }
        try connections.read(observe)
        try connections.write(observe)
        try work()
        try connections.read(stop)
        try connections.write(stop)
        return counter
    }

    /// Does the work with so many objects, and counts that and saving it.
    private func count(_ work: Work, _ count: Int) throws -> Counter {
        let store = try TemporaryStore()
        let context = try store.open()
        let trip = Trip(name: "t")
        let list = Playlist(name: "l")
        let tags = (0..<count).map { Tag(name: "\($0)") }
        let tracks = (0..<count).map { Track(title: "\($0)") }
        context.insert(trip)
        context.insert(list)
        if work == .undoing { context.undoManager = UndoManager() }
        if work != .deletingUnsaved { for tag in tags { context.insert(tag) } }
        if work == .removingFromManyToMany { trip.addToTags(tags) }
        if work == .clearingList || work == .reversingList { list.tracks = tracks }
        try context.save()
        let counter = try self.count(context) {
            switch work {
            case .deletingUnsaved:
                for tag in tags {
                    context.insert(tag)
                    trip.addToTags(tag)
                }
                for tag in tags { context.delete(tag) }
            case .deletingSaved: for tag in tags { context.delete(tag) }
            case .addingToManyToMany: trip.addToTags(tags)
            case .removingFromManyToMany: trip.removeFromTags(tags)
            case .clearingList: list.tracks = []
            case .reversingList: list.tracks.reverse()
            case .undoing: context.undo()
            }
            try context.save()
        }
        let (left, linked) = (
            try store.lines("SELECT count(*) FROM Tag"), try store.lines("SELECT count(*) FROM Tag_trips")
        )
        let isGone = [.deletingUnsaved, .deletingSaved, .undoing].contains(work)
        #expect(left == [isGone ? "0" : "\(count)"] && linked == [work == .addingToManyToMany ? "\(count)" : "0"])
        return counter
    }

    /// What is undone reads the relationships of each object, and looks for all rows at once.
    @Test(arguments: Work.allCases) func objectsAreReadTogether(work: Work) throws {
        let (one, two) = (try count(work, 20), try count(work, 40))
        let more = two.transactions - one.transactions
        #expect(one.transactions > 0 && more <= (work == .undoing ? 20 : 0), "\(one.transactions), \(two.transactions)")
    }

    @Test(arguments: Work.allCases) func twiceAsManyObjectsTakeAtMostTwiceAsMuch(work: Work) throws {
        let (one, two) = (try count(work, 200), try count(work, 400))
        #expect(one.statements > 0 && one.steps > 0)
        #expect(two.statements <= 2 * one.statements, "\(one.statements), \(two.statements)")
        #expect(two.steps <= 2 * one.steps + one.steps / 10, "\(one.steps), \(two.steps)")
    }
}
