import Apus
import ApusTestSupport
import Foundation
import Testing

/// Relationships that this context has changed, and that other contexts of the container change as well.
struct MergedListTests {
    /// Two contexts with a person, and friends of hers.
    private struct Pair {
        let store: TemporaryStore
        let first: ModelContext
        let second: ModelContext

        init() throws {
            store = try TemporaryStore()
            first = try store.open()
            let person = Person(name: "a")
            first.insert(person)
            for name in ["b", "c", "d"] { first.insert(Person(name: name)) }
            try first.save()
            second = ModelContext(first.container)
        }

        func person(_ name: String, _ context: ModelContext) throws -> Person {
            let people: [Person] = try context.all()
            return try #require(people.first { $0.name == name })
        }
    }

    @Test func aChangedListTakesOverWhatOthersAdd() throws {
        let pair = try Pair()
        let person = try pair.person("a", pair.first)
        #expect(person.friends.isEmpty)
        person.addToFriends(try pair.person("b", pair.first))
        let other = try pair.person("a", pair.second)
        other.addToFriends(try pair.person("c", pair.second))
        try pair.second.save()
        try pair.first.save()
        #expect(person.friends.map(\.name).sorted() == ["b", "c"])
        pair.second.processPendingChanges()
        #expect(other.friends.map(\.name).sorted() == ["b", "c"])
    }

    @Test func aChangedListLosesWhatOthersDelete() throws {
        let pair = try Pair()
        let person = try pair.person("a", pair.first)
        person.addToFriends(try pair.person("b", pair.first))
        try pair.first.save()
        person.addToFriends(try pair.person("c", pair.first))
        #expect(person.friends.count == 2)
        pair.second.delete(try pair.person("b", pair.second))
        try pair.second.save()
        pair.first.processPendingChanges()
        #expect(person.friends.map(\.name) == ["c"])
        try pair.first.save()
        #expect(person.friends.map(\.name) == ["c"])
    }

    @Test func anOrderThatWasChangedLosesWhatOthersDelete() throws {
        let pair = try Pair()
        let list = Playlist(name: "x")
        pair.first.insert(list)
        list.tracks = ["1", "2", "3"].map { Track(title: $0) }
        try pair.first.save()
        list.tracks.reverse()
        let tracks: [Track] = try pair.second.all()
        pair.second.delete(try #require(tracks.first { $0.title == "2" }))
        try pair.second.save()
        pair.first.processPendingChanges()
        #expect(list.tracks.map(\.title) == ["3", "1"])
        try pair.first.save()
        #expect(list.tracks.map(\.title) == ["3", "1"])
    }

    @Test func whatWasDeletedHereIsNotRelatedByOthers() throws {
        let pair = try Pair()
        let person = try pair.person("a", pair.first)
        let gone = try pair.person("b", pair.first)
        pair.first.delete(gone)
        let other = try pair.person("a", pair.second)
        other.addToFriends(try pair.person("b", pair.second))
        try pair.second.save()
        pair.first.processPendingChanges()
        #expect(person.friends.isEmpty)
        try pair.first.save()
        #expect(person.friends.isEmpty)
        #expect(try pair.store.lines("SELECT count(*) FROM Person_friends") == ["0"])
    }

    @Test func aListLosesWhatWasDeletedByWhoDidNotKnowOfIt() throws {
        let pair = try Pair()
        let person = try pair.person("a", pair.first)
        let friend = try pair.person("b", pair.first)
        pair.second.delete(try pair.person("b", pair.second))
        person.addToFriends(friend)
        try pair.first.save()
        #expect(person.friends.count == 1)
        try pair.second.save()
        pair.first.processPendingChanges()
        #expect(friend.isDeleted && person.friends.isEmpty)
    }

    @Test func anObjectThatOnlyLeftAListCountsAsDeletedAfterTheSave() throws {
        let pair = try Pair()
        let person = try pair.person("a", pair.first)
        let friend = try pair.person("b", pair.first)
        person.addToFriends(friend)
        try pair.first.save()
        pair.second.delete(try pair.person("b", pair.second))
        person.removeFromFriends(friend)
        try pair.second.save()
        try pair.first.save()
        #expect(friend.isDeleted && !pair.first.hasChanges)
        #expect(pair.first.registeredModel(for: PersistentIdentifier(entityName: "Person", row: 2)) as Person? == nil)
    }

    @Test func aDeletedObjectThatIsInsertedAgainTakesOverWhatOthersChanged() throws {
        let pair = try Pair()
        let person = try pair.person("a", pair.first)
        pair.first.delete(person)
        let other = try pair.person("a", pair.second)
        other.name = "x"
        other.addToFriends(try pair.person("b", pair.second))
        try pair.second.save()
        pair.first.processPendingChanges()
        #expect(person.isDeleted)
        pair.first.insert(person)
        #expect(person.name == "x" && person.friends.map(\.name) == ["b"])
        #expect(try pair.first.fetch(FetchDescriptor<Person>(predicate: #Predicate { $0.name == "x" })) == [person])
    }

    @Test func bothSidesAgreeOnWhatIsNotTakenOver() throws {
        let pair = try Pair()
        pair.first.mergePolicy = .overwrite
        let (child, parent) = (try pair.person("a", pair.first), try pair.person("c", pair.first))
        child.addToFriends(try pair.person("b", pair.first))
        try pair.person("a", pair.second).parent = try pair.person("c", pair.second)
        try pair.second.save()
        pair.first.processPendingChanges()
        #expect(parent.children.isEmpty == (child.parent == nil))
        try pair.first.save()
        #expect(parent.children == [child] && child.parent == parent)
    }
}
