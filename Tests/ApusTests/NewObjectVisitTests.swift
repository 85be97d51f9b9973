import Testing

@testable import Apus

/// New objects are looked at before they are inserted, each a fixed number of times, whatever they are related to.
struct NewObjectVisitTests {
    private enum Work: CaseIterable {
        case inserting, relatingNewToStored, relatingStoredToNew, joiningOneByOne
    }

    private func visits(_ work: Work, _ count: Int) throws -> Int {
        let store = try TemporaryStore()
        let context = try store.open()
        let list = Playlist(name: "l")
        let tracks = (0..<count).map { Track(title: "\($0)") }
        context.insert(list)
        for track in tracks { context.insert(track) }
        try context.save()
        // New objects that are all related to each other.
        let hub = Playlist(name: "hub")
        let guests = (0..<count).map { Guest(name: "\($0)") }
        hub.guests = guests
        context.visitedNewObjects = 0
        switch work {
        case .inserting: for guest in guests { context.insert(guest) }
        case .relatingNewToStored: list.guests = guests
        case .relatingStoredToNew: hub.tracks = tracks
        case .joiningOneByOne: for guest in guests { list.addToGuests(guest) }
        }
        #expect(hub.modelContext === context && guests.allSatisfy { $0.modelContext === context })
        return context.visitedNewObjects
    }

    @Test(arguments: Work.allCases)
    private func theNumberIsLinear(work: Work) throws {
        let (few, many) = (try visits(work, 20), try visits(work, 40))
        #expect(few > 20 && many <= 2 * few, "\(few), \(many)")
    }

    @Test func anObjectAloneIsLookedAtOnce() throws {
        let context = try TemporaryStore().open()
        for name in ["a", "b"] { context.insert(Tag(name: name)) }
        #expect(context.visitedNewObjects == 2)
    }

    @Test func objectsOfTwoContextsAreNotRelatedToANewOne() throws {
        let store = try TemporaryStore()
        let (one, other) = (try store.open(), try store.open())
        let (first, second) = (Track(title: "a"), Track(title: "b"))
        one.insert(first)
        other.insert(second)
        let list = Playlist(name: "l")
        list.tracks = [first, second]
        #expect(list.modelContext == nil && list.tracks.isEmpty && second.playlist == nil)
        #expect(throws: ModelError.foreignObject(second.persistentModelID)) { try one.save() }
    }
}
