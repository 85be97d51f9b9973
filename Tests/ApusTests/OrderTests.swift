import ApusTestSupport
import Foundation
import GRDB
import Testing

@testable import Apus

/// Ordered relationships.
struct OrderTests {
    private func titles(_ tracks: [Track]) -> String { tracks.map(\.title).joined() }

    /// The titles of the first list, read again.
    private func storedTitles(_ store: TemporaryStore) throws -> String {
        let context = try store.open()
        return titles(try #require(try context.all(Playlist.self).first).tracks)
    }

    /// A list of tracks `a`, `b`, `c` … in a store.
    private func stored(_ titles: String, in store: TemporaryStore) throws {
        let context = try store.open()
        let list = Playlist(name: "list")
        list.tracks = titles.map { Track(title: String($0)) }
        context.insert(list)
        try context.save()
    }

    @Test func theOrderIsKept() throws {
        let store = try TemporaryStore()
        try stored("cab", in: store)
        let context = try store.open()
        let list = try #require(try context.all(Playlist.self).first)
        #expect(titles(list.tracks) == "cab")
        list.tracks.sort { $0.title < $1.title }
        #expect(titles(list.tracks) == "abc" && context.hasChanges)
        try context.save()
        #expect(try storedTitles(store) == "abc" && !context.hasChanges)
    }

    /// What the user saw of a list may be more than it has now.
    @Test func indexesThatOthersHaveRemovedAreReported() throws {
        let store = try TemporaryStore()
        try stored("abc", in: store)
        let container = try ModelContainer(for: FeaturesSchema.self, url: store.url)
        let context = ModelContext(container)
        let list = try #require(try context.all(Playlist.self).first)
        let other = ModelContext(container)
        try #require(try other.all(Playlist.self).first).removeFromTracks(at: 0)
        try other.save()
        context.refresh(list)
        let changes: [() -> Void] = [
            { list.removeFromTracks(at: 2) }, { list.insertIntoTracks(Track(title: "x"), at: 3) },
            { list.replaceTracks(at: IndexSet([0, 2]), with: [Track(title: "x"), Track(title: "y")]) },
        ]
        for change in changes {
            change()
            let error = #expect(throws: ModelError.self) { try context.save() }
            #expect(
                "\(error as Any)".contains("'tracks' of Playlist 1 has 2 objects, so none at index"),
                "\(error as Any)"
            )
            #expect(titles(list.tracks) == "bc")
        }
        other.delete(try #require(try other.all(Playlist.self).first))
        try other.save()
        context.refresh(list)
        list.removeFromTracks(at: 0)
        #expect(throws: ModelError.self) { try context.save() }
    }

    @Test func indexesOfAnObjectInNoContextAreNoTraps() throws {
        let store = try TemporaryStore()
        try stored("abc", in: store)
        let container = try ModelContainer(for: FeaturesSchema.self, url: store.url)
        let (context, other) = (ModelContext(container), ModelContext(container))
        let list = try #require(try context.all(Playlist.self).first)
        // Reading the list shows that its object is gone.
        context.refresh(list)
        other.delete(try #require(try other.all(Playlist.self).first))
        try other.save()
        list.removeFromTracks(at: 0)
        #expect(throws: ModelError.self) { try context.save() }
        let gone = Playlist(name: "g")
        other.insert(gone)
        try other.save()
        other.delete(gone)
        try other.save()
        gone.removeFromTracks(at: 0)
        gone.insertIntoTracks(Track(title: "x"), at: 7)
        gone.replaceTracks(at: 7, with: Track(title: "x"))
        #expect(gone.modelContext == nil && gone.tracks.isEmpty)
        let new = Playlist(name: "l")
        new.addToTracks(Track(title: "a"))
        new.removeFromTracks(at: 1)
        #expect(titles(new.tracks) == "a")
    }

    @Test func theMethodsAreCoreDatas() throws {
        let store = try TemporaryStore()
        try stored("abc", in: store)
        let context = try store.open()
        let list = try #require(try context.all(Playlist.self).first)
        list.insertIntoTracks(Track(title: "x"), at: 0)
        #expect(titles(list.tracks) == "xabc")
        list.insertIntoTracks([Track(title: "y"), Track(title: "z")], at: [1, 5])
        #expect(titles(list.tracks) == "xyabcz")
        list.insertIntoTracks(list.tracks[5], at: 0)
        #expect(titles(list.tracks) == "zxyabc")
        list.removeFromTracks(at: 1)
        list.removeFromTracks(at: IndexSet([0, 4]))
        #expect(titles(list.tracks) == "yab")
        list.replaceTracks(at: 0, with: Track(title: "w"))
        #expect(titles(list.tracks) == "wab")
        list.replaceTracks(at: [0, 2], with: [list.tracks[1], Track(title: "q")])
        #expect(titles(list.tracks) == "aq")
        list.addToTracks(Track(title: "r"))
        list.removeFromTracks(list.tracks[0])
        #expect(titles(list.tracks) == "qr" && list.tracks.allSatisfy { $0.playlist === list })
        try context.save()
        #expect(try storedTitles(store) == "qr")
    }

    @Test func anObjectInTheMiddleCostsOneRow() throws {
        let store = try TemporaryStore()
        try stored("abcdef", in: store)
        let before = try store.ask("SELECT _id, \"playlist.place\" FROM Track ORDER BY 1")
        let context = try store.open()
        let list = try #require(try context.all(Playlist.self).first)
        list.insertIntoTracks(list.tracks[5], at: 2)
        try context.save()
        let after = try store.ask("SELECT _id, \"playlist.place\" FROM Track ORDER BY 1")
        #expect(zip(before, after).filter { $0 != $1 }.count == 1)
        #expect(try storedTitles(store) == "abfcde")
    }

    @Test func whatIsAddedWithoutLookingComesLast() throws {
        let store = try TemporaryStore()
        try stored("ab", in: store)
        let context = try store.open()
        let list = try #require(try context.all(Playlist.self).first)
        context.insert(Track(title: "c", playlist: list))
        context.insert(Track(title: "d", playlist: list))
        try context.save()
        #expect(try storedTitles(store) == "abcd" && titles(list.tracks) == "abcd")
        let moved = try #require(list.tracks.first)
        moved.playlist = nil
        try context.save()
        moved.playlist = list
        try context.save()
        #expect(try storedTitles(store) == "bcda")
        #expect(try store.ask("SELECT count(*) FROM Track WHERE \"playlist.place\" IS NULL") == [[0.databaseValue]])
    }

    @Test func bothSidesCanHaveAnOrder() throws {
        let store = try TemporaryStore()
        let context = try store.open()
        let lists: [Playlist] = ["1", "2", "3"].map { Playlist(name: $0) }
        let guests: [Guest] = ["a", "b", "c"].map { Guest(name: $0) }
        for guest in guests { context.insert(guest) }
        guests[0].lists = [lists[2], lists[0]]
        guests[1].lists = [lists[0], lists[1], lists[2]]
        lists[0].guests = [guests[2], guests[1], guests[0]]
        lists[0].similar = [lists[2], lists[0], lists[1]]
        lists[1].similar = [lists[2], lists[0]]
        lists[2].queue = []
        try context.save()
        func expect(_ context: ModelContext) throws {
            let lists: [Playlist] = try context.all(Playlist.self).sorted { $0.name < $1.name }
            let guests: [Guest] = try context.all(Guest.self).sorted { $0.name < $1.name }
            #expect(guests.map { $0.lists.map(\.name).joined() } == ["31", "123", "1"])
            #expect(lists.map { $0.guests.map(\.name).joined() } == ["cba", "b", "ab"])
            #expect(lists.map { $0.similar.map(\.name).joined() } == ["312", "31", "12"])
        }
        try expect(context)
        try expect(try store.open())
    }

    @Test(arguments: TestScale.seeds(4)) func anySequenceOfChangesIsWhatAnArrayWouldBe(_ seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let store = try TemporaryStore()
        var context = try store.open()
        var list = Playlist(name: "list")
        context.insert(list)
        var expected: [String] = []
        var queue: [String] = []
        var next = 0
        for step in 0..<60 {
            switch Int.random(in: 0..<7, using: &random) {
            case 0, 1:
                let index = Int.random(in: 0...expected.count, using: &random)
                let track = Track(title: "\(next)")
                list.insertIntoTracks(track, at: index)
                expected.insert("\(next)", at: index)
                list.insertIntoQueue(track, at: 0)
                queue.insert("\(next)", at: 0)
                next += 1
            case 2 where !expected.isEmpty:
                let index = Int.random(in: 0..<expected.count, using: &random)
                list.removeFromTracks(at: index)
                expected.remove(at: index)
            case 3:
                list.tracks.shuffle(using: &random)
                expected = list.tracks.map(\.title)
            case 4:
                list.queue.shuffle(using: &random)
                queue = list.queue.map(\.title)
            case 5:
                try context.save()
            default:
                try context.save()
                context = try store.open()
                list = try #require(try context.all(Playlist.self).first)
            }
            #expect(
                list.tracks.map(\.title) == expected && list.queue.map(\.title) == queue,
                "seed \(seed), step \(step)"
            )
        }
    }

    @Test(arguments: TestScale.seeds(80)) func placesRiseAndFewChange(_ seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let count = Int.random(in: 0..<12, using: &random)
        let spread: Int64 = [2, 20, 1 << 33, .max].randomElement(using: &random) ?? 1
        let old: [Int64?] = (0..<count).map { _ in
            Bool.random(using: &random) || spread == 2 ? Int64.random(in: -spread...spread, using: &random) : nil
        }
        let new: [Int64] = OrderKeys.ascending(old)
        #expect(new.count == count && zip(new, new.dropFirst()).allSatisfy { $0 < $1 }, "seed \(seed): \(old) → \(new)")
        if zip(old, old.dropFirst()).allSatisfy({ ($0 ?? .min) < ($1 ?? .min) }), !old.contains(nil) {
            #expect(new == old.compactMap { $0 }, "seed \(seed)")
        }
    }
}
