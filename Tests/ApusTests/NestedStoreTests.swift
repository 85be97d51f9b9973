import Apus
import Foundation
import Testing

/// Others change the store meanwhile, which neither a nested context nor its parent has noticed.
struct NestedStoreTests {
    /// A nested context that has read a trip and a person, which its parent does not hold.
    private struct Pair {
        let store: TemporaryStore
        let parent: ModelContext
        let child: ModelContext
        let mine: Trip
        let person: Person

        init(_ policy: MergePolicy = .error) throws {
            store = try TemporaryStore()
            let setup = try store.open()
            setup.insert(Trip(name: "a", nights: 1))
            setup.insert(Person(name: "x"))
            setup.insert(Person(name: "y"))
            try setup.save()
            parent = ModelContext(setup.container)
            parent.mergePolicy = policy
            child = ModelContext(parent: parent)
            mine = try #require(try child.all(Trip.self).first)
            person = try #require(try child.all(Person.self).first { $0.name == "x" })
            #expect(mine.name == "a" && mine.leader == nil)
        }
    }

    @Test func aChangeOfARowThatIsGoneIsNotLostSilently() throws {
        let pair = try Pair()
        let id = pair.mine.persistentModelID
        pair.mine.name = "mine"
        try pair.store.tell("DELETE FROM Trip")
        for _ in 1...2 { #expect(throws: ModelError.objectGone(id)) { try pair.child.save() } }
        #expect(pair.mine.name == "mine" && pair.child.hasChanges && !pair.parent.hasChanges)
        pair.child.rollback()
        try pair.child.save()
        #expect(!pair.child.hasChanges)
    }

    @Test func aReferenceToARowThatIsGoneIsNotLostSilently() throws {
        let pair = try Pair()
        let id = pair.person.persistentModelID
        pair.mine.leader = pair.person
        pair.child.insert(Trip(name: "new"))
        try pair.store.tell("DELETE FROM Person WHERE name = 'x'")
        for _ in 1...2 { #expect(throws: ModelError.objectGone(id)) { try pair.child.save() } }
        #expect(pair.mine.leader === pair.person && !pair.parent.hasChanges)
        pair.mine.leader = nil
        try pair.child.save()
        try pair.parent.save()
        #expect(try pair.store.lines("SELECT name FROM Trip ORDER BY name") == ["a", "new"])
    }

    @Test func aChangeByOthersIsInConflict() throws {
        func result(_ policy: MergePolicy) throws -> [String] {
            let pair = try Pair(policy)
            (pair.mine.name, pair.mine.nights) = ("mine", 5)
            try pair.store.tell("UPDATE Trip SET name = 'other', destination = 'there'")
            if policy == .error {
                for _ in 1...2 {
                    let error = #expect(throws: ModelError.self) { try pair.child.save() }
                    guard case .conflict(let conflicts) = error else {
                        Issue.record("\(String(describing: error))")
                        continue
                    }
                    #expect(conflicts.map(\.properties) == [["name"]])
                }
                #expect(pair.mine.name == "mine" && !pair.parent.hasChanges)
            } else {
                try pair.child.save()
                try pair.parent.save()
            }
            return try pair.store.lines("SELECT name, destination, nights FROM Trip")
        }
        #expect(try result(.error) == ["other|there|1"])
        #expect(try result(.storeWins) == ["other|there|5"])
        #expect(try result(.objectWins) == ["mine|there|5"])
    }

    /// The nested context has seen what it changes; only its parent has an older value.
    @Test func anOlderValueOfTheParentIsInNoConflict() throws {
        let store = try TemporaryStore()
        let parent = try store.open()
        parent.mergePolicy = .error
        parent.insert(Trip(name: "older", destination: "here", nights: 1))
        try parent.save()
        let theirs = try #require(try parent.all(Trip.self).first)
        try store.tell("UPDATE Trip SET name = 'newer'")
        let child = ModelContext(parent: parent)
        let mine = try #require(try child.all(Trip.self).first)
        #expect(mine.name == "newer" && theirs.name == "older")
        mine.name = "mine"
        try child.save()
        #expect(theirs.name == "mine")
        try parent.save()
        #expect(try store.lines("SELECT name, destination, nights FROM Trip") == ["mine|here|1"])
    }

    /// Of an object that the parent has changed, the nested context has what the parent has read, so that what others have written
    /// since is in conflict with it.
    @Test func anObjectThatTheParentHasChangedIsAsThere() throws {
        let store = try TemporaryStore()
        let parent = try store.open()
        parent.mergePolicy = .error
        parent.insert(Trip(name: "older", destination: "here", nights: 1))
        try parent.save()
        let theirs = try #require(try parent.all(Trip.self).first)
        theirs.nights = 2
        try store.tell("UPDATE Trip SET name = 'newer'")
        let child = ModelContext(parent: parent)
        let mine = try #require(try child.all(Trip.self).first)
        #expect(mine.name == "older" && mine.nights == 2)
        mine.name = "mine"
        try child.save()
        #expect(theirs.name == "mine")
        #expect(throws: ModelError.self) { try parent.save() }
        #expect(try store.lines("SELECT name, destination, nights FROM Trip") == ["newer|here|1"])
    }

    @Test func aReferenceSetByOthersIsInConflict() throws {
        let pair = try Pair()
        pair.mine.leader = pair.person
        try pair.store.tell("UPDATE Trip SET leader = (SELECT _id FROM Person WHERE name = 'y')")
        for _ in 1...2 { #expect(throws: ModelError.self) { try pair.child.save() } }
        #expect(pair.mine.leader === pair.person && !pair.parent.hasChanges)
    }

    @Test func aPartnerThatCannotBeReadFailsTheSave() throws {
        let pair = try Pair()
        pair.mine.name = "mine"
        try pair.store.tell("DROP TRIGGER apus_rules_update_Trip; UPDATE Trip SET nights = 9999999999")
        for _ in 1...2 { #expect(throws: ModelError.self) { try pair.child.save() } }
        #expect(pair.mine.name == "mine" && pair.child.hasChanges && !pair.parent.hasChanges)
        try pair.store.tell("UPDATE Trip SET nights = 1")
        try pair.child.save()
        try pair.parent.save()
        #expect(try pair.store.lines("SELECT name FROM Trip") == ["mine"])
    }

    @Test func anErrorOfCopyingIsReported() throws {
        let pair = try Pair()
        let theirs = try #require(try pair.parent.all(Trip.self).first)
        theirs.name = "theirs"
        pair.child.insert(Trip(name: "new"))
        try pair.store.tell("DROP TRIGGER apus_rules_update_Trip; UPDATE Trip SET nights = 9999999999")
        pair.child.processPendingChanges()
        #expect(throws: ModelError.self) { try pair.child.save() }
        #expect(pair.parent.insertedModelsArray.isEmpty)
    }

    @Test(arguments: [false, true]) func whatIsKeptOfADeletionStays(_ isFollowed: Bool) throws {
        let store = try TemporaryStore()
        let parent = try store.open()
        let family = Person(name: "p")
        family.children = [Person(name: "c")]
        parent.insert(family)
        try parent.save()
        let child = ModelContext(parent: parent)
        let people = try child.all(Person.self)
        let mine = try #require(people.first { $0.name == "p" })
        let kept = try #require(people.first { $0.name == "c" })
        child.delete(mine)
        child.insert(kept)
        if isFollowed {
            parent.insert(Trip(name: "a"))
            #expect(try child.all(Trip.self).count == 1)
        } else {
            let guest = Owner(name: "x")
            child.insert(guest)
            #expect(throws: ModelError.self) { try child.save() }
            #expect(kept.parent === mine)
            child.delete(guest)
        }
        #expect(!kept.isDeleted && mine.isDeleted)
        try child.save()
        #expect(try parent.all(Person.self).map(\.name) == ["c"])
        try parent.save()
        #expect(try store.lines("SELECT name, parent FROM Person") == ["c|"])
    }
}
