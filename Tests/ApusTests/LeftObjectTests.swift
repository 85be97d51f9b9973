import Foundation
import Testing

@testable import Apus

/// Changes of an object that has left its context do not make known what was never read.
struct LeftObjectTests {
    private let store: TemporaryStore
    private let context: ModelContext

    /// Ada has Bob as a friend, and Carl is not hers. Both are in a club.
    init() throws {
        store = try TemporaryStore()
        context = try store.open()
        let club = Club(code: UUID(), name: "c")
        context.insert(club)
        let (ada, bob) = (
            Member(personId: "a", name: "Ada", club: club), Member(personId: "b", name: "Bob", club: club)
        )
        for member in [ada, bob, Member(personId: "c", name: "Carl")] { context.insert(member) }
        ada.friends = [bob]
        try context.save()
    }

    private func member(_ uid: String, _ context: ModelContext) throws -> Member {
        try #require(try context.fetchRecord(MemberValue.self, uid: uid))
    }

    /// Ada and Carl without their context. Of Ada, everything but the friends was read.
    private func left(_ read: (Member, Member) throws -> Void = { _, _ in }) throws -> (ada: Member, carl: Member) {
        let context = try store.open()
        let (ada, carl) = (try member("a", context), try member("c", context))
        _ = (ada.club?.name, ada.medals)
        try read(ada, carl)
        return (ada, carl)
    }

    /// Checks that a member cannot be copied, however often, and that its friends are still those of the store.
    private func expectUnread(_ member: Member, _ comment: Comment) throws {
        for _ in 1...2 {
            #expect(throws: ModelError.neverRead(member.persistentModelID), comment) { try MemberValue(member) }
            #expect(throws: ModelError.neverRead(member.persistentModelID), comment) { try member.toModel() }
        }
        #expect(try store.open().fetchModel(MemberValue.self, uid: "a")?.friends.count == 1, comment)
    }

    @Test func addingToAListThatWasNotReadDoesNotReadIt() throws {
        let (ada, carl) = try left()
        ada.addToFriends(carl)
        #expect(ada.friends.map(\.personId) == ["c"])
        try expectUnread(ada, "added")
        ada.removeFromFriends(carl)
        #expect(ada.friends.isEmpty)
        try expectUnread(ada, "removed again")
        ada.friends = [carl]
        try expectUnread(ada, "assigned")
        let (other, again) = try left()
        again.addToFans(other)
        #expect(other.friends.map(\.personId) == ["c"])
        try expectUnread(other, "by the inverse")
    }

    @Test func aListThatWasReadIsCopiedWithItsChanges() throws {
        let (ada, carl) = try left { ada, _ in _ = ada.friends }
        ada.addToFriends(carl)
        #expect(try MemberValue(ada).friends.count == 2)
        ada.removeFromFriends(carl)
        #expect(try MemberValue(ada).friends.count == 1)
    }

    @Test func removingFromAListOfWhichOnlyChangesAreKnownDoesNotReadIt() throws {
        let (ada, carl) = try left { ada, carl in ada.addToFriends(carl) }
        ada.removeFromFriends(carl)
        #expect(ada.friends.isEmpty)
        try expectUnread(ada, "removed")
    }

    private struct Roster: PersistentValue {
        var names: [String]

        init(_ record: Club) throws { names = try Self.copying(record) { $0.members.map(\.name).sorted() } }
        func makeObject(using saver: ValueSaver) -> Club { Club(code: UUID(), name: "") }
        func write(to record: Club, using saver: ValueSaver) {}
    }

    @Test(arguments: [false, true]) func assigningTheInverseOfAListDoesNotReadIt(isRead: Bool) throws {
        let (club, carl): (Club, Member) = try {
            let context = try store.open()
            let club = try #require(try context.all(Club.self).first)
            if isRead { _ = club.members }
            let carl = try member("c", context)
            _ = carl.club
            return (club, carl)
        }()
        carl.club = club
        #expect(carl.club === club)
        if isRead {
            #expect(try Roster(club).names == ["Ada", "Bob", "Carl"])
        } else {
            #expect(club.members.map(\.name) == ["Carl"])
            for _ in 1...2 {
                #expect(throws: ModelError.neverRead(club.persistentModelID)) { try Roster(club) }
            }
        }
    }

    /// Of two related objects, one retains the other one when their context has ended.
    @Test(arguments: [0, 1]) func aNewObjectWhoseFriendIsGoneIsNotCopied(kept: Int) throws {
        var left: [Member] = try {
            let context = try store.open()
            let members = ["x", "y"].map { Member(personId: $0, name: $0) }
            for member in members { context.insert(member) }
            members[0].friends = [members[1]]
            members[1].friends = [members[0]]
            return members
        }()
        #expect(try left.map { try MemberValue($0).friends.count } == [1, 1])
        left = [left[kept]]
        let value = try? MemberValue(left[0])
        #expect(value == nil || value?.friends.count == 1)
    }
}
