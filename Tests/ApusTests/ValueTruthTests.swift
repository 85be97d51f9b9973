import Foundation
import Testing

@testable import Apus

/// A value is what the store has, and saving it changes its object only, whatever the context has read or changed.
struct ValueTruthTests {
    private let store: TemporaryStore
    private let context: ModelContext

    init() throws {
        store = try TemporaryStore()
        context = try store.open()
    }

    // MARK: - Nested values

    private struct Holder: RecordModel {
        var uid: String
        var email: String?

        init(uid: String, email: String?) { (self.uid, self.email) = (uid, email) }
        init(_ record: Member) { (uid, email) = (record.personId, record.email) }
        func makeObject(using saver: ValueSaver) -> Member { Member(personId: uid, name: uid) }
        func write(to record: Member, using saver: ValueSaver) { record.email = email }
    }

    private struct Award: PersistentValue {
        var title: String
        var holder: Holder?

        init(title: String, holder: Holder) { (self.title, self.holder) = (title, holder) }
        init(_ record: Medal) { (title, holder) = (record.title, record.member.map { Holder($0) }) }
        func makeObject(using saver: ValueSaver) -> Medal { Medal(title: title) }
        func write(to record: Medal, using saver: ValueSaver) throws {
            record.title = title
            record.member = try saver.object(holder)
        }
        func collect(for saver: ValueSaver) { saver.need(holder) }
    }

    @Test func aNestedValueDoesNotChangeTheObjectOfAnotherUid() throws {
        try context.save(MemberValue.new(personId: "c1", name: "Ada", email: "a@x"))
        for policy in [MergePolicy.upsert, .objectWins, .error] {
            context.mergePolicy = policy
            #expect(throws: ModelError.self) {
                try context.save(Award(title: "t", holder: Holder(uid: "c2", email: "a@x")))
            }
            #expect(try store.lines("SELECT personId, email FROM Member") == ["c1|a@x"])
            #expect(try store.lines("SELECT count(*) FROM Medal") == ["0"])
        }
        let award = try context.save(Award(title: "t", holder: Holder(uid: "c2", email: "b@x")))
        #expect(award.holder?.email == "b@x")
    }

    /// A value without a uid, of a class that has one.
    private struct Entry: PersistentValue {
        var name: String

        init(name: String) { self.name = name }
        init(_ record: Member) { name = record.name }
        func makeObject(using saver: ValueSaver) -> Member { Member(personId: "new", name: name, email: "a@x") }
        func write(to record: Member, using saver: ValueSaver) { record.name = name }
    }

    @Test func valuesWithoutAUidFollowTheContextsPolicy() throws {
        try context.save(MemberValue.new(personId: "c1", name: "Ada", email: "a@x"))
        context.mergePolicy = .error
        #expect(throws: ModelError.self) { try context.save(Entry(name: "Bob")) }
        context.mergePolicy = .upsert
        try context.save(Entry(name: "Bob"))
        #expect(try store.lines("SELECT name, email FROM Member") == ["Bob|a@x"])
    }

    // MARK: - What saving returns

    @Test func aPinnedContextReturnsWhatWasSaved() throws {
        try context.pin()
        let saved = try context.save(TripValue(name: "t"))
        #expect(saved.persistentModelID != nil)
        try context.save(saved)
        #expect(try store.lines("SELECT name FROM Trip") == ["t"])
    }

    @Test func unsavedChangesAreNotInTheReturnedValue() throws {
        let saved = try context.save(MemberValue.new(personId: "a", name: "Ada"))
        let object = try #require(try context.fetchRecord(MemberValue.self, uid: "a"))
        object.age = 7
        var changed = saved
        changed.name = "B"
        #expect(try context.save(changed) == changed)
        #expect(object.age == 7 && object.name == "B")
        context.delete(object)
        changed.name = "C"
        #expect(try context.save(changed) == changed)
        #expect(try store.lines("SELECT name, age FROM Member") == ["C|"])
    }

    // MARK: - Nested contexts

    @Test func aNestedContextFindsWhatItsParentHasNotSaved() throws {
        let child = ModelContext(parent: context)
        var value = try child.save(TripValue(name: "t"))
        value.nights = 9
        let again = try child.save(value)
        #expect(again == value)
        #expect(try store.lines("SELECT count(*) FROM Trip") == ["0"])
        try context.save()
        #expect(try store.lines("SELECT name, nights FROM Trip") == ["t|9"])
    }

    @Test func aNestedContextDoesNotFindWhatItsParentHasDeleted() throws {
        let saved = try context.save(TripValue(name: "t"))
        let identifier = try #require(saved.persistentModelID)
        let child = ModelContext(parent: context)
        context.delete(try #require(try context.fetch(Trip.self, id: identifier)))
        #expect(throws: ModelError.staleIdentifier(identifier)) { try child.save(saved) }
        try context.save()
        #expect(try store.lines("SELECT count(*) FROM Trip") == ["0"])
    }
}
