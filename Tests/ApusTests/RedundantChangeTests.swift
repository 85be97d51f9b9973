import Apus
import ApusTestSupport
import Foundation
import Testing

/// Changes of relationships that change nothing, or take each other back, whatever is loaded.
struct RedundantChangeTests {
    /// A store with two lists `1`, `2` and three guests `a`, `b`, `c`; list `1` has the guests `a` and `b`.
    private func filled() throws -> TemporaryStore {
        let store = try TemporaryStore()
        let context = try store.open()
        let guests = ["a", "b", "c"].map { Guest(name: $0) }
        let lists = ["1", "2"].map { Playlist(name: $0) }
        for guest in guests { context.insert(guest) }
        for list in lists { context.insert(list) }
        lists[0].guests = [guests[0], guests[1]]
        try context.save()
        return store
    }

    private func names(_ guests: [Guest]) -> String { guests.map(\.name).joined() }

    /// The guests of the first list, read again.
    private func storedNames(_ store: TemporaryStore) throws -> String {
        let context = try store.open()
        return names(try #require(try context.all(Playlist.self).first).guests)
    }

    @Test(arguments: [true, false], [true, false]) func aPairIsAddedOnce(isNearLoaded: Bool, isFarLoaded: Bool) throws {
        let store = try filled()
        let context = try store.open()
        let guest = try #require(try context.all(Guest.self).first)
        let list = try #require(try context.all(Playlist.self).first)
        if isNearLoaded { _ = guest.lists }
        if isFarLoaded { _ = list.guests }
        guest.addToLists(list)
        #expect(names(list.guests) == "ab" && guest.lists == [list])
        try context.save()
        #expect(names(list.guests) == "ab" && guest.lists == [list])
        #expect(try storedNames(store) == "ab")
        guest.removeFromLists(list)
        #expect(names(list.guests) == "b" && guest.lists.isEmpty)
    }

    @Test(arguments: [true, false]) func whatIsRemovedAndAddedComesLast(isLoaded: Bool) throws {
        let store = try filled()
        let context = try store.open()
        let guest = try #require(try context.all(Guest.self).first)
        let list = try #require(try context.all(Playlist.self).first)
        if isLoaded { _ = list.guests }
        guest.removeFromLists(list)
        guest.addToLists(list)
        try context.save()
        #expect(names(list.guests) == "ba")
        #expect(try storedNames(store) == "ba")
    }

    @Test(arguments: [true, false]) func aTrackThatReturnsComesLast(isReadBeforeTheSave: Bool) throws {
        let store = try TemporaryStore()
        let first = try store.open()
        let new = Playlist(name: "list")
        new.tracks = ["a", "b"].map { Track(title: $0) }
        first.insert(new)
        try first.save()
        let context = try store.open()
        let track = try #require(try context.all(Track.self).first)
        let list = try #require(track.playlist)
        track.playlist = nil
        track.playlist = list
        if isReadBeforeTheSave { #expect(list.tracks.map(\.title) == ["b", "a"]) }
        try context.save()
        #expect(list.tracks.map(\.title) == ["b", "a"])
        let other = try store.open()
        #expect(try other.all(Playlist.self).map { $0.tracks.map(\.title) } == [["b", "a"]])
    }

    @Test(arguments: TestScale.seeds(1)) func orderOnBothSidesIsWhatArraysWouldHave(_ seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let store = try TemporaryStore()
        var context = try store.open()
        for number in 0..<12 {
            context.insert(Playlist(name: "\(number)"))
            context.insert(Guest(name: "\(number)"))
        }
        try context.save()
        var lists = try context.all(Playlist.self)
        var guests = try context.all(Guest.self)
        // By index: the guests of each list, the lists of each guest.
        var ofLists = [[Int]](repeating: [], count: lists.count)
        var ofGuests = [[Int]](repeating: [], count: guests.count)
        func add(_ list: Int, _ guest: Int) {
            if ofLists[list].contains(guest) { return }
            ofLists[list].append(guest)
            ofGuests[guest].append(list)
        }
        func remove(_ list: Int, _ guest: Int) {
            ofLists[list].removeAll { $0 == guest }
            ofGuests[guest].removeAll { $0 == list }
        }
        for step in 0..<300 {
            let (list, guest) = (Int.random(in: 0..<12, using: &random), Int.random(in: 0..<12, using: &random))
            switch Int.random(in: 0..<12, using: &random) {
            case 0, 1:
                lists[list].addToGuests(guests[guest])
                add(list, guest)
            case 2, 3:
                guests[guest].addToLists(lists[list])
                add(list, guest)
            case 4:
                lists[list].removeFromGuests(guests[guest])
                remove(list, guest)
            case 5:
                guests[guest].removeFromLists(lists[list])
                remove(list, guest)
            case 6:
                lists[list].removeFromGuests(guests[guest])
                guests[guest].addToLists(lists[list])
                remove(list, guest)
                add(list, guest)
            case 7:
                let order = ofLists[list].shuffled(using: &random)
                lists[list].guests = order.map { guests[$0] } + order.map { guests[$0] }
                ofLists[list] = order
            case 8:
                let found = lists[list].guests.map(\.name)
                #expect(found == ofLists[list].map(String.init), "seed \(seed), step \(step)")
            case 9:
                let found = guests[guest].lists.map(\.name)
                #expect(found == ofGuests[guest].map(String.init), "seed \(seed), step \(step)")
            case 10:
                try context.save()
            default:
                try context.save()
                context = try store.open()
                lists = try context.all(Playlist.self)
                guests = try context.all(Guest.self)
            }
        }
        try context.save()
        for context in [context, try store.open()] {
            let found = try context.all(Playlist.self).map { $0.guests.map(\.name) }
            #expect(found == ofLists.map { $0.map(String.init) }, "seed \(seed), at the end")
            let other = try context.all(Guest.self).map { $0.lists.map(\.name) }
            #expect(other == ofGuests.map { $0.map(String.init) }, "seed \(seed), at the end")
        }
    }
}
