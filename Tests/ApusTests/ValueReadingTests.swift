import Foundation
import Testing

@testable import Apus

/// What cannot be read looks like an empty value, and is never copied as one.
struct ValueReadingTests {
    private let store: TemporaryStore
    private let context: ModelContext

    init() throws {
        store = try TemporaryStore()
        context = try store.open()
    }

    private func member(_ uid: String, _ context: ModelContext) throws -> Member {
        try #require(try context.fetchRecord(MemberValue.self, uid: uid))
    }

    // MARK: - Damaged rows and files

    @Test func aMissingFileIsNoEmptyValue() throws {
        context.insert(Document(title: "a", scan: Data(repeating: 7, count: 150_000), colours: []))
        try context.save()
        let files = store.url.path + "-files"
        try FileManager.default.moveItem(atPath: files, toPath: files + "-away")
        let other = try store.open()
        let document = try #require(try other.all(Document.self).first)
        // What was not copied once is not copied later, nor is it saved in the meantime.
        for _ in 1...2 {
            #expect(throws: ModelError.self) { try DocumentValue(document) }
            #expect(document.scan.isEmpty)
        }
        #expect(throws: ModelError.self) { try other.save(TripValue(name: "x")) }
        other.rollback()
        try other.save(TripValue(name: "x"))
        try FileManager.default.moveItem(atPath: files + "-away", toPath: files)
        #expect(try DocumentValue(document).scan.count == 150_000)
    }

    /// A value that copies a document without the help of the runtime.
    private struct Plain: PersistentValue {
        let persistentModelID: PersistentIdentifier?
        var title: String
        var size: Int

        init(_ record: Document) {
            (persistentModelID, title, size) = (record.persistentModelID, record.title, record.scan.count)
        }
        func makeObject(using saver: ValueSaver) -> Document { Document(title: title, scan: Data(), colours: []) }
        func write(to record: Document, using saver: ValueSaver) { record.title = title }
    }

    @Test func fetchingAndSavingCheckWhatPlainStructuresRead() throws {
        context.insert(Document(title: "a", scan: Data(repeating: 7, count: 150_000), colours: []))
        try context.save()
        var value = try #require(try context.fetchModels(Plain.self).first)
        try FileManager.default.removeItem(atPath: store.url.path + "-files")
        for _ in 1...2 {
            let other = try store.open()
            #expect(throws: ModelError.self) { try other.fetchModels(Plain.self) }
        }
        value.title = "b"
        #expect(throws: ModelError.self) { try context.save(value) }
        // It was saved, but cannot be returned.
        #expect(try store.lines("SELECT title FROM Document") == ["b"])
        let third = try store.open()
        value = Plain(try #require(try third.all(Document.self).first))
        #expect(value.size == 0)
        value.title = "c"
        #expect(throws: ModelError.self) { try third.save([value]) }
        #expect(throws: ModelError.self) { try third.deleteModel(value) }
        #expect(try store.lines("SELECT title FROM Document") == ["b"])
    }

    @Test func aListThatCannotBeReadIsNoEmptyOne() throws {
        try context.save(["a", "b"].map { MemberValue.new(personId: $0, name: $0) })
        let (ada, bob) = (try member("a", context), try member("b", context))
        ada.friends = [bob]
        try context.save()
        try store.tell(
            "DROP TRIGGER IF EXISTS apus_rules_update_Member; UPDATE Member SET age = 9999999999 WHERE personId = 'b'"
        )
        let other = try store.open()
        let again = try member("a", other)
        for _ in 1...2 { #expect(throws: ModelError.self) { try MemberValue(again) } }
        #expect(throws: ModelError.self) { try store.open().fetchModel(MemberValue.self, uid: "a") }
        // Another context cannot be given what was not copied.
        try store.tell("UPDATE Member SET age = 7 WHERE personId = 'b'")
        var value = try MemberValue(again)
        value.name = "Ada"
        try store.open().save(value)
        #expect(try store.open().fetchModel(MemberValue.self, uid: "a")?.friends.count == 1)
    }

    @Test func aNestedValueThatCannotBeReadIsAnError() throws {
        let club = try context.save(ClubValue(code: UUID(), name: "c"))
        try context.save(MedalValue(title: "t", awarder: club))
        try store.tell("DROP TRIGGER IF EXISTS apus_rules_update_Club; UPDATE Club SET code = X'00'")
        let other = try store.open()
        let medal = try #require(try other.all(Medal.self).first)
        for _ in 1...2 { #expect(throws: ModelError.self) { try MedalValue(medal) } }
    }

    private struct Visit: PersistentValue {
        var visitor: PersistentIdentifier?

        init(_ record: Owner) throws { visitor = try Self.copying(record) { $0.visitor?.persistentModelID } }
        func makeObject(using saver: ValueSaver) -> Owner { Owner(name: "O") }
        func write(to record: Owner, using saver: ValueSaver) throws { record.visitor = try saver.object(visitor) }
    }

    /// Of a hierarchy: the row is read at once, because it says of which class the object is.
    @Test func anObjectThatCannotBeReadIsNotMissing() throws {
        let owner = Owner(name: "O")
        context.insert(owner)
        owner.visitor = Dog(name: "d", breed: "b")
        try context.save()
        try store.tell("DROP TRIGGER IF EXISTS apus_rules_update_Animal; UPDATE Animal SET legs = 99999")
        let other = try store.open()
        let again = try #require(try other.all(Owner.self).first)
        for _ in 1...2 { #expect(throws: ModelError.self) { try Visit(again) } }
        // Nor does the context itself take it for missing when it can read it.
        try store.tell("UPDATE Animal SET legs = 4")
        other.rollback()
        #expect(try Visit(again).visitor == owner.visitor?.persistentModelID && again.visitor?.legs == 4)
    }

    @Test func derivedValuesThatCannotBeReadAreNotTheOlderOnes() throws {
        let document = Document(title: "a", scan: Data(), colours: [])
        context.insert(document)
        try context.save()
        document.title = "b"
        try context.save()
        try store.tell("DROP TABLE Document")
        for _ in 1...2 { #expect(throws: (any Error).self) { try DocumentValue(document) } }
    }

    // MARK: - Objects that have left their context

    @Test func whatWasNotReadBeforeTheContextEndedIsNotCopied() throws {
        let club = try context.save(ClubValue(code: UUID(), name: "c"))
        let saved = try context.save(
            MemberValue.new(
                personId: "a",
                name: "Ada",
                club: club.persistentModelID,
                medals: [MedalValue.new(title: "t", awarder: club)],
                friends: []
            )
        )
        let id = try #require(saved.persistentModelID)
        func left(_ read: (Member) -> Void) throws -> Member {
            let context = try store.open()
            let member = try member("a", context)
            read(member)
            return member
        }
        let parts: [(Member) -> Void] = [
            { _ = $0.club }, { for medal in $0.medals { _ = medal.awarder?.name } }, { _ = $0.friends },
        ]
        for missing in parts.indices {
            let member = try left { for index in parts.indices where index != missing { parts[index]($0) } }
            for _ in 1...2 {
                #expect(throws: ModelError.neverRead(id), "\(missing)") { try MemberValue(member) }
                #expect(throws: ModelError.neverRead(id), "\(missing)") { try member.toModel() }
            }
            #expect(member.name == "Ada")
        }
        let whole = try left { for part in parts { part($0) } }
        #expect(try MemberValue(whole) == saved)
        // Of a nested one, too.
        let shallow = try left { member in
            _ = (member.club, member.friends)
            for medal in member.medals { _ = medal.awarder }
        }
        #expect(throws: ModelError.self) { try MemberValue(shallow) }
    }

    private struct Home: PersistentValue {
        var trip: String?

        init(_ record: LivingAccommodation) throws { trip = try Self.copying(record) { $0.trip?.name } }
        func makeObject(using saver: ValueSaver) -> LivingAccommodation { LivingAccommodation(name: "h") }
        func write(to record: LivingAccommodation, using saver: ValueSaver) throws {}
    }

    private struct Stay: PersistentValue {
        var home: String?

        init(_ record: Trip) throws { home = try Self.copying(record) { $0.accommodation?.name } }
        func makeObject(using saver: ValueSaver) -> Trip { Trip(name: "t") }
        func write(to record: Trip, using saver: ValueSaver) throws {}
    }

    /// Of two objects that have each other, one has the key.
    @Test func aPartnerThatWasNotReadBeforeTheContextEndedIsNotCopied() throws {
        context.insert(Trip(name: "t", accommodation: LivingAccommodation(name: "h")))
        try context.save()
        func left<Model: PersistentModel>(_ type: Model.Type, _ read: (Model) -> Void) throws -> Model {
            let context = try store.open()
            let object = try #require(try context.all(type).first)
            read(object)
            return object
        }
        #expect(throws: ModelError.self) { try Home(left(LivingAccommodation.self) { _ in }) }
        #expect(throws: ModelError.self) { try Stay(left(Trip.self) { _ in }) }
        #expect(try Home(left(LivingAccommodation.self) { _ = $0.trip?.name }).trip == "t")
        #expect(try Stay(left(Trip.self) { _ = $0.accommodation?.name }).home == "h")
    }

    /// Two objects that are in use have each other, and one of them goes.
    @Test func aPartnerThatHasGoneSinceIsNotCopied() throws {
        context.insert(Trip(name: "t", accommodation: LivingAccommodation(name: "h")))
        try context.save()
        func left() throws -> (Trip, LivingAccommodation) {
            let context = try store.open()
            let trip = try #require(try context.all(Trip.self).first)
            let home = try #require(trip.accommodation)
            #expect(home.trip === trip && home.name == "h")
            return (trip, home)
        }
        var lost = 0
        do {
            let (trip, home) = try left()
            #expect(try Stay(trip).home == "h" && Home(home).trip == "t")
        }
        // One of the two retains the other, and is not retained by it.
        let trip = try left().0
        if trip.accommodation == nil {
            lost += 1
            #expect(throws: ModelError.self) { try Stay(trip) }
        }
        let home = try left().1
        if home.trip == nil {
            lost += 1
            #expect(throws: ModelError.self) { try Home(home) }
        }
        #expect(lost == 1)
    }

    @Test func aFileThatWasNotReadBeforeTheContextEndedIsNotCopied() throws {
        context.insert(Document(title: "a", scan: Data(repeating: 7, count: 150_000), colours: []))
        try context.save()
        func left(_ read: (Document) -> Void) throws -> Document {
            let context = try store.open()
            let document = try #require(try context.all(Document.self).first)
            read(document)
            return document
        }
        let unread = try left { _ in }
        for _ in 1...2 {
            #expect(throws: ModelError.neverRead(unread.persistentModelID)) { try DocumentValue(unread) }
        }
        #expect(try DocumentValue(left { _ = $0.scan }).scan.count == 150_000)
        // An object whose row was never read at all.
        let fault: Document = try {
            let context = try store.open()
            return try #require(context.model(for: unread.persistentModelID) as? Document)
        }()
        #expect(throws: ModelError.neverRead(unread.persistentModelID)) { try DocumentValue(fault) }
    }

    @Test func changesOfAListAreNotTheList() throws {
        try context.save(["a", "b", "c"].map { MemberValue.new(personId: $0, name: $0) })
        let ada = try member("a", context)
        ada.friends = [try member("b", context)]
        try context.save()
        let (left, other): (Member, Member) = try {
            let context = try store.open()
            let (ada, carl) = (try member("a", context), try member("c", context))
            _ = (ada.club, ada.medals)
            ada.addToFriends(carl)
            return (ada, carl)
        }()
        #expect(left.friends.map(\.personId) == [other.personId])
        #expect(throws: ModelError.self) { try MemberValue(left) }
    }

    /// Of two related objects, one retains the other one when their context has ended.
    @Test(arguments: [0, 1]) func anObjectThatIsGoneIsMissed(kept: Int) throws {
        try context.save(["a", "b"].map { MemberValue.new(personId: $0, name: $0) })
        let both = [try member("a", context), try member("b", context)]
        both[0].friends = [both[1]]
        both[1].friends = [both[0]]
        try context.save()
        var left: [Member] = try {
            let context = try store.open()
            let members = [try member("a", context), try member("b", context)]
            for member in members { _ = (member.club, member.medals, member.friends, member.fans) }
            return members
        }()
        #expect(try left.map { try MemberValue($0).friends.count } == [1, 1])
        left = [left[kept]]
        let value = try? MemberValue(left[0])
        #expect(value == nil || value?.friends.count == 1)
    }

    @Test func anObjectThatOthersHaveDeletedIsNotCopied() throws {
        try context.save(MemberValue.new(personId: "a", name: "Ada", medals: [MedalValue.new(title: "t")]))
        let reader = try store.open()
        let ada = try member("a", reader)
        let id = ada.persistentModelID
        try context.deleteModel(MemberValue.new(personId: "a", name: ""))
        #expect(try reader.fetchModels(MemberValue.self).isEmpty)
        _ = ada.medals
        if !ada.isDeleted { reader.refresh(ada) }
        _ = ada.name
        #expect(ada.isDeleted)
        for _ in 1...2 { #expect(throws: ModelError.objectGone(id)) { try MemberValue(ada) } }
    }
}
