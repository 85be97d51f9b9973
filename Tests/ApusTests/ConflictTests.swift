import Apus
import ApusTestSupport
import Foundation
import Testing

/// Changes of the same objects by several contexts and processes.
struct ConflictTests {
    /// Two contexts with the same trip, of which the second has the older values.
    private struct Pair {
        let store: TemporaryStore
        let first: ModelContext
        let second: ModelContext
        let newer: Trip
        let older: Trip

        init(_ change: (Trip) -> Void) throws {
            store = try TemporaryStore()
            first = try store.open()
            let trip = Trip(name: "a", nights: 1)
            first.insert(trip)
            try first.save()
            second = ModelContext(first.container)
            older = try #require(try second.all(Trip.self).first)
            newer = trip
            change(trip)
            try first.save()
        }

        var row: [String] { get throws { try store.lines("SELECT name, destination, nights FROM Trip") } }
    }

    @Test func changesOfDifferentPropertiesAreMerged() throws {
        let pair = try Pair { $0.name = "b" }
        pair.older.nights = 5
        try pair.second.save()
        #expect(try pair.row == ["b||5"])
        #expect(pair.older.name == "b" && !pair.second.hasChanges)
    }

    /// Who overwrites a key does not know the object that it referred to, which others have.
    @Test func anOverwrittenKeyLeavesTheListOfOthers() throws {
        let store = try TemporaryStore()
        let first = try store.open()
        let (trip, person) = (Trip(name: "a"), Person(name: "Ada"))
        first.insert(trip)
        first.insert(person)
        try first.save()
        let second = ModelContext(first.container)
        second.mergePolicy = .overwrite
        let older = try #require(try second.all(Trip.self).first)
        older.name = "second"
        trip.name = "first"
        trip.leader = person
        try first.save()
        #expect(person.leads == [trip])
        try second.save()
        #expect(try store.lines("SELECT name, leader FROM Trip") == ["second|"])
        first.processPendingChanges()
        #expect(person.leads.isEmpty && trip.leader == nil && trip.name == "second")
    }

    @Test func equalChangesAreNoConflict() throws {
        let pair = try Pair { ($0.name, $0.nights) = ("b", 2) }
        pair.older.nights = 2
        try pair.second.save()
        #expect(try pair.row == ["b||2"])
    }

    @Test(arguments: [MergePolicy.error, .upsert]) func aConflictIsAnError(_ policy: MergePolicy) throws {
        let pair = try Pair { ($0.name, $0.nights) = ("b", 2) }
        pair.second.mergePolicy = policy
        pair.older.nights += 4
        for _ in 1...2 {
            let error = #expect(throws: ModelError.self) { try pair.second.save() }
            guard case .conflict(let conflicts) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(conflicts.map(\.object) == [pair.older.persistentModelID])
            #expect(conflicts.map(\.properties) == [["nights"]])
            #expect(
                error?.description.hasPrefix(
                    "'nights' of Trip 1 was changed by another context or process since this context read it"
                ) == true
            )
        }
        #expect(try pair.row == ["b||2"])
        #expect(pair.older.nights == 5 && pair.second.hasChanges)
        pair.second.rollback()
        pair.older.nights += 4
        try pair.second.save()
        #expect(try pair.row == ["b||6"])
    }

    @Test func aPolicySettlesConflicts() throws {
        func result(_ policy: MergePolicy) throws -> String {
            let pair = try Pair { ($0.name, $0.nights) = ("b", 2) }
            pair.second.mergePolicy = policy
            (pair.older.nights, pair.older.destination) = (5, "here")
            try pair.second.save()
            #expect(!pair.second.hasChanges && !pair.older.hasChanges)
            let row = try pair.row[0]
            #expect(row == "\(pair.older.name)|\(pair.older.destination ?? "")|\(pair.older.nights)")
            return row
        }
        #expect(try result(.storeWins) == "b|here|2")
        #expect(try result(.objectWins) == "b|here|5")
        #expect(try result(.overwrite) == "a|here|5")
        #expect(try result(.rollback) == "b||2")
    }

    @Test func otherProcessesAreNoticed() throws {
        let pair = try Pair { _ in }
        pair.older.nights = 5
        try pair.store.tell("UPDATE Trip SET nights = 7, destination = 'there'")
        #expect(throws: ModelError.self) { try pair.second.save() }
        pair.second.mergePolicy = .objectWins
        try pair.second.save()
        #expect(try pair.row == ["a|there|5"])
        #expect(pair.older.destination == "there")
        try pair.store.tell("DELETE FROM Trip")
        pair.older.nights = 6
        #expect(throws: ModelError.objectGone(pair.older.persistentModelID)) { try pair.second.save() }
    }

    @Test func ownSavesAreNoConflicts() throws {
        let pair = try Pair { $0.name = "b" }
        for nights in 2...5 {
            pair.older.nights = Int32(nights)
            try pair.second.save()
        }
        pair.newer.name = "c"
        try pair.first.save()
        pair.older.nights = 6
        try pair.second.save()
        #expect(try pair.row == ["c||6"])
        #expect(pair.older.name == "c" && pair.newer.nights == 5)
    }

    @Test func aContextThatOnlySavedNoticesOthers() throws {
        let store = try TemporaryStore()
        let first = try store.open()
        let trip = Trip(name: "a", nights: 1)
        first.insert(trip)
        try first.save()
        let second = try store.open()
        try #require(try second.all(Trip.self).first).nights = 7
        try second.save()
        trip.nights = 5
        #expect(throws: ModelError.self) { try first.save() }
        #expect(try store.lines("SELECT nights FROM Trip") == ["7"])
    }

    @Test func aReferenceToANewObjectIsAValue() throws {
        for policy in [MergePolicy.error, .objectWins, .storeWins] {
            let store = try TemporaryStore()
            let first = try store.open()
            let trip = Trip(name: "a")
            let person = Person(name: "p")
            first.insert(trip)
            first.insert(person)
            try first.save()
            let second = try store.open()
            second.mergePolicy = policy
            let theirs = try #require(try second.all(Trip.self).first)
            trip.leader = person
            try first.save()
            theirs.leader = Person(name: "new")
            if policy == .error {
                #expect(throws: ModelError.self) { try second.save() }
                #expect(theirs.leader?.name == "new")
            } else {
                try second.save()
                #expect(theirs.leader?.name == (policy == .storeWins ? "p" : "new"))
            }
            let leader = "SELECT name FROM Person WHERE _id = (SELECT leader FROM Trip)"
            #expect(try store.lines(leader) == [policy == .objectWins ? "new" : "p"])
        }
    }

    @Test func aValueThatWasSetBackIsNoChange() throws {
        for (policy, row) in [
            (MergePolicy.error, "b||2"), (.storeWins, "b||2"), (.objectWins, "b||5"), (.overwrite, "a||5"),
        ] {
            let pair = try Pair { ($0.name, $0.nights) = ("b", 2) }
            pair.second.mergePolicy = policy
            (pair.older.name, pair.older.nights) = ("x", policy == .error ? 2 : 5)
            pair.older.name = "a"
            try pair.second.save()
            #expect(try pair.row == [row])
            #expect("\(pair.older.name)||\(pair.older.nights)" == row)
        }
    }

    @Test func anObjectThatIsInsertedAgainHasNoOldChanges() throws {
        let store = try TemporaryStore()
        let context = try store.open()
        let trip = Trip(name: "a")
        context.insert(trip)
        try context.save()
        trip.name = "x"
        context.reset()
        context.insert(trip)
        try context.save()
        trip.name = "y"
        #expect(context.hasChanges)
        try context.save()
        #expect(try store.lines("SELECT name FROM Trip ORDER BY 1") == ["a", "y"])
    }

    @Test(arguments: [MergePolicy.error, .storeWins, .objectWins]) func valuesThatAreNotEncodedAlikeAreNoConflict(
        _ policy: MergePolicy
    ) throws {
        let store = try TemporaryStore()
        let first = try store.open()
        let marks = Set((1...20).map { "mark \($0)" })
        let seats = (1...10).map { Seat(code: "\($0)", marks: marks) }
        seats.forEach(first.insert)
        try first.save()
        let second = try store.open()
        second.mergePolicy = policy
        let theirs = try second.all(Seat.self)
        for (number, seat) in seats.enumerated() { seat.number = Int64(number) }
        try first.save()
        for seat in theirs { seat.marks.insert("new") }
        try second.save()
        #expect(theirs.allSatisfy { $0.marks == marks.union(["new"]) })
        #expect(try store.open().all(Seat.self).allSatisfy { $0.marks == marks.union(["new"]) && $0.number != nil })
    }

    @Test func theStoreKeepsAnOrderThatOthersChose() throws {
        let store = try TemporaryStore()
        let first = try store.open()
        let lists = ["a", "b"].map { Playlist(name: $0) }
        let tracks = ["x", "y", "z"].map { Track(title: $0) }
        lists.forEach(first.insert)
        lists[0].tracks = [tracks[0]]
        lists[1].tracks = [tracks[1], tracks[2]]
        let other = Playlist(name: "c")
        first.insert(other)
        try first.save()
        let second = try store.open()
        second.mergePolicy = .storeWins
        let theirs = try second.all(Playlist.self)
        let track = try #require(theirs[0].tracks.first)
        #expect(theirs[1].tracks.count == 2)
        lists[1].tracks.insert(tracks[0], at: 0)
        try first.save()
        track.playlist = theirs[2]
        try second.save()
        #expect(
            theirs[1].tracks.map(\.title) == ["x", "y", "z"] && theirs[0].tracks.isEmpty && theirs[2].tracks.isEmpty
        )
        #expect(track.playlist === theirs[1])
        let again = try store.open()
        #expect(try again.all(Playlist.self)[1].tracks.map(\.title) == ["x", "y", "z"])
    }

    @Test func theObjectOfARelationshipIsAProperty() throws {
        for (policy, winner) in [(MergePolicy.error, 1), (.storeWins, 1), (.objectWins, 2)] {
            let store = try TemporaryStore()
            let first = try store.open()
            let trips = (0...2).map { Trip(name: "\($0)") }
            trips.forEach(first.insert)
            let item = BucketListItem(title: "x", trip: trips[0])
            try first.save()
            let second = ModelContext(first.container)
            second.mergePolicy = policy
            let theirs = try #require(try second.all(BucketListItem.self).first)
            let others = try second.all(Trip.self)
            #expect(others.map(\.bucketList.count) == [1, 0, 0])
            item.trip = trips[1]
            try first.save()
            theirs.trip = others[2]
            if policy == .error {
                #expect(throws: ModelError.self) { try second.save() }
            } else {
                try second.save()
                #expect(theirs.trip === others[winner])
                #expect(others.map(\.bucketList.count) == (0...2).map { $0 == winner ? 1 : 0 })
                #expect(!second.hasChanges)
            }
            #expect(try store.lines("SELECT trip FROM BucketListItem") == ["\(winner + 1)"])
        }
    }

    @Test func aNewObjectLosesWhatTheStoreKeeps() throws {
        let store = try TemporaryStore()
        let first = try store.open()
        let trips = ["a", "b"].map { Trip(name: $0) }
        trips.forEach(first.insert)
        let item = BucketListItem(title: "x", trip: trips[0])
        try first.save()
        let second = ModelContext(first.container)
        second.mergePolicy = .storeWins
        let theirs = try #require(try second.all(BucketListItem.self).first)
        item.trip = trips[1]
        try first.save()
        let new = Trip(name: "new")
        theirs.trip = new
        try second.save()
        #expect(theirs.trip?.name == "b" && new.bucketList.isEmpty)
        #expect(try store.lines("SELECT name FROM Trip ORDER BY 1") == ["a", "b", "new"])
    }

    @Test func anObjectThatOthersMovedIsWhereTheyMovedIt() throws {
        let store = try TemporaryStore()
        let first = try store.open()
        let trips = (0...1).map { Trip(name: "\($0)") }
        trips.forEach(first.insert)
        let item = BucketListItem(title: "x", trip: trips[0])
        try first.save()
        let second = ModelContext(first.container)
        let theirs = try #require(try second.all(BucketListItem.self).first)
        let others = try second.all(Trip.self)
        #expect(others[0].bucketList == [theirs] && others[1].bucketList.isEmpty)
        item.trip = trips[1]
        try first.save()
        theirs.title = "y"
        try second.save()
        #expect(theirs.trip === others[1] && others[1].bucketList == [theirs] && others[0].bucketList.isEmpty)
        #expect(!second.hasChanges)
    }

    @Test func valuesInFilesAreCompared() throws {
        func bytes(_ byte: UInt8) -> Data { Data(repeating: byte, count: 200_000) }
        let store = try TemporaryStore()
        let first = try store.open()
        let mine = Document(title: "a", scan: bytes(1), colours: [])
        let other = Document(title: "other", scan: Data([1]), colours: [])
        first.insert(mine)
        first.insert(other)
        try first.save()
        let second = ModelContext(first.container)
        let theirs = try second.all(Document.self)
        theirs[1].title = "changed"
        try second.save()
        // The value is in a file now, and in memory where it was set.
        mine.scan = bytes(2)
        try first.save()
        theirs[0].title = "b"
        try second.save()
        #expect(theirs[0].scan == bytes(2))
        theirs[0].scan = bytes(3)
        mine.scan = bytes(4)
        try first.save()
        #expect(throws: ModelError.self) { try second.save() }
        second.mergePolicy = .storeWins
        try second.save()
        #expect(theirs[0].scan == bytes(4))
        second.rollback()
        #expect(theirs[0].scan == bytes(4))
    }

    @Test(arguments: TestScale.seeds(3)) func randomChangesAreMergedOrRefused(_ seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let store = try TemporaryStore()
        let contexts = try (0..<3).map { _ in try store.open() }
        contexts[0].insert(Trip(name: "0", destination: "0", nights: 0))
        try contexts[0].save()
        var trips: [Trip] = []
        for context in contexts { trips.append(try #require(try context.all(Trip.self).first)) }
        var stored = [0, 0, 0]
        // What each context read, and has now.
        var (seen, mine) = ([stored, stored, stored], [stored, stored, stored])
        func set(_ trip: Trip, _ property: Int, _ value: Int) {
            switch property {
            case 0: trip.name = "\(value)"
            case 1: trip.destination = "\(value)"
            default: trip.nights = Int32(value)
            }
        }
        for _ in 0..<200 {
            let index = Int.random(in: 0..<3, using: &random)
            let property = Int.random(in: 0..<3, using: &random)
            let value = Int.random(in: 0..<4, using: &random)
            set(trips[index], property, value)
            if trips[index].hasChanges { mine[index][property] = value }
            if Bool.random(using: &random) { continue }
            let changed = (0..<3).filter { mine[index][$0] != seen[index][$0] }
            let isConflict = changed.contains {
                stored[$0] != seen[index][$0] && stored[$0] != mine[index][$0]
            }
            do {
                try contexts[index].save()
                #expect(!isConflict)
                for property in changed { stored[property] = mine[index][property] }
            } catch ModelError.conflict {
                #expect(isConflict)
                contexts[index].rollback()
            }
            (seen[index], mine[index]) = (stored, stored)
            let row = try store.lines("SELECT name, destination, nights FROM Trip")[0]
            let expected = stored.map { "\($0)" }.joined(separator: "|")
            #expect(row == expected, "seed \(seed)")
            let trip = trips[index]
            let read = [trip.name, trip.destination ?? "", "\(trip.nights)"].joined(separator: "|")
            #expect(read == expected, "seed \(seed)")
        }
    }
}
