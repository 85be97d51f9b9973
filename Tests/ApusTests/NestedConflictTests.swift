import Apus
import Foundation
import Testing

/// A nested context and its parent change the same objects.
struct NestedConflictTests {
    /// A trip in a context and in its nested one, which has changed it.
    private struct Pair {
        let store: TemporaryStore
        let parent: ModelContext
        let child: ModelContext
        let theirs: Trip
        let mine: Trip

        init(_ policy: MergePolicy = .upsert) throws {
            store = try TemporaryStore()
            parent = try store.open()
            theirs = Trip(name: "a", nights: 1)
            parent.insert(theirs)
            try parent.save()
            child = ModelContext(parent: parent)
            child.mergePolicy = policy
            mine = try #require(try child.all(Trip.self).first)
        }

        func trip(_ context: ModelContext) throws -> String {
            try context.all(Trip.self).map { "\($0.name)|\($0.destination ?? "")|\($0.nights)" }.joined(separator: " ")
        }
    }

    @Test(arguments: [MergePolicy.error, .upsert]) func aConflictIsAnError(_ policy: MergePolicy) throws {
        let pair = try Pair(policy)
        (pair.mine.name, pair.mine.nights) = ("mine", 5)
        (pair.theirs.name, pair.theirs.nights) = ("theirs", 5)
        for _ in 1...2 {
            let error = #expect(throws: ModelError.self) { try pair.child.save() }
            guard case .conflict(let conflicts) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            // Equal changes are none.
            #expect(conflicts.map(\.object) == [pair.mine.persistentModelID])
            #expect(conflicts.map(\.properties) == [["name"]])
        }
        #expect(pair.mine.name == "mine" && pair.theirs.name == "theirs" && pair.child.hasChanges)
        pair.child.refresh(pair.mine)
        #expect(pair.mine.name == "mine")
        try pair.child.save()
        #expect(pair.theirs.name == "mine")
    }

    @Test func aPolicySettlesConflicts() throws {
        func result(_ policy: MergePolicy) throws -> String {
            let pair = try Pair(policy)
            (pair.mine.nights, pair.mine.destination) = (5, "here")
            (pair.theirs.nights, pair.theirs.name) = (20, "b")
            try pair.child.save()
            #expect(!pair.child.hasChanges)
            let result = try pair.trip(pair.parent)
            #expect(try pair.trip(pair.child) == result)
            return result
        }
        #expect(try result(.storeWins) == "b|here|20")
        #expect(try result(.objectWins) == "b|here|5")
        // The values are written as the context has them: it has taken over the name.
        #expect(try result(.overwrite) == "b|here|5")
        #expect(try result(.rollback) == "b||20")
    }

    @Test func conflictsAreKnownAfterTheParentWasFollowed() throws {
        let pair = try Pair()
        pair.mine.name = "mine"
        for name in ["theirs", "again"] {
            pair.theirs.name = name
            #expect(try pair.trip(pair.child) == "mine||1")
        }
        try pair.parent.save()
        #expect(try pair.trip(pair.child) == "mine||1")
        #expect(throws: ModelError.self) { try pair.child.save() }
        #expect(pair.theirs.name == "again")
        pair.child.rollback()
        pair.mine.name = "mine"
        try pair.child.save()
        #expect(pair.theirs.name == "mine")
    }

    @Test func aChangeThatWasTakenBackIsNone() throws {
        let pair = try Pair()
        pair.mine.name = "mine"
        pair.theirs.name = "theirs"
        #expect(try pair.trip(pair.child) == "mine||1")
        pair.mine.name = "a"
        try pair.child.save()
        #expect(pair.theirs.name == "theirs" && pair.mine.name == "theirs")
    }

    @Test func whatIsEqualIsNoChangeOfTheParent() throws {
        let pair = try Pair()
        pair.mine.name = "mine"
        pair.mine.name = "a"
        try pair.child.save()
        #expect(!pair.child.hasChanges && !pair.parent.hasChanges)
    }

    @Test func savesOfOtherContextsAreInConflictAsWell() throws {
        let pair = try Pair()
        pair.mine.name = "mine"
        let other = ModelContext(pair.parent.container)
        try #require(try other.all(Trip.self).first).name = "other"
        try other.save()
        #expect(throws: ModelError.self) { try pair.child.save() }
        #expect(pair.mine.name == "mine" && pair.theirs.name == "other")
    }

    @Test func partnersAreInConflict() throws {
        func result(_ policy: MergePolicy) throws -> String? {
            let pair = try Pair(policy)
            let people = ["x", "y"].map { Person(name: $0) }
            for person in people { pair.parent.insert(person) }
            let mine = try #require(try pair.child.all(Person.self).first { $0.name == "x" })
            pair.mine.leader = mine
            pair.theirs.leader = people[1]
            try pair.child.save()
            #expect(pair.mine.leader?.name == pair.theirs.leader?.name)
            return pair.theirs.leader?.name
        }
        #expect(throws: ModelError.self) { try result(.error) }
        #expect(try result(.storeWins) == "y")
        #expect(try result(.objectWins) == "x")
        #expect(try result(.rollback) == "y")
    }

    @Test(arguments: [false, true]) func whatTheParentDeletesIsNotLostSilently(_ isSaved: Bool) throws {
        for isFollowed in [false, true] {
            let pair = try Pair(.objectWins)
            let id = pair.mine.persistentModelID
            pair.mine.name = "mine"
            pair.parent.delete(pair.theirs)
            if isFollowed { #expect(try pair.child.all(Trip.self).isEmpty) }
            if isSaved { try pair.parent.save() }
            for _ in 1...2 { #expect(throws: ModelError.objectGone(id)) { try pair.child.save() } }
            #expect(pair.child.hasChanges)
            if isFollowed { pair.child.delete(pair.mine) } else { pair.child.rollback() }
            try pair.child.save()
            #expect(try !pair.child.hasChanges && pair.child.all(Trip.self).isEmpty)
            try pair.parent.save()
            #expect(try pair.store.lines("SELECT name FROM Trip") == [])
        }
    }

    @Test func referencesToWhatTheParentDeletesAreNotLostSilently() throws {
        let pair = try Pair()
        let person = Person(name: "x")
        pair.parent.insert(person)
        let mine = try #require(try pair.child.all(Person.self).first)
        pair.mine.leader = mine
        let new = Trip(name: "new")
        pair.child.insert(new)
        new.leader = mine
        let id = mine.persistentModelID
        pair.parent.delete(person)
        #expect(throws: ModelError.objectGone(id)) { try pair.child.save() }
        // The decision is to do without it.
        pair.child.delete(mine)
        try pair.child.save()
        #expect(try pair.parent.all(Trip.self).map(\.name) == ["a", "new"] && pair.theirs.leader == nil)
    }

    @Test func membersOfWhatTheParentDeletesAreNotLostSilently() throws {
        let store = try TemporaryStore()
        let parent = try store.open()
        let list = Playlist(name: "l")
        parent.insert(list)
        parent.insert(Guest(name: "g"))
        try parent.save()
        let child = ModelContext(parent: parent)
        let mine = try #require(try child.all(Playlist.self).first)
        let id = mine.persistentModelID
        mine.addToGuests(try #require(try child.all(Guest.self).first))
        parent.delete(list)
        #expect(throws: ModelError.objectGone(id)) { try child.save() }
    }

    @Test func aDeletionDeletesWhatTheParentHasChanged() throws {
        let pair = try Pair()
        pair.child.delete(pair.mine)
        pair.theirs.name = "theirs"
        try pair.child.save()
        #expect(try pair.parent.all(Trip.self).isEmpty)
    }
}
