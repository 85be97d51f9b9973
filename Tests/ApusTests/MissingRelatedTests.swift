import Foundation
import GRDB
import Testing

@testable import Apus

/// Keys whose rows are missing, as the delete rule `noAction` leaves them.
struct MissingRelatedTests {
    private let store: TemporaryStore

    /// Ada is in a club, which has awarded her a medal, and an owner has a visitor. Then the club and the visitor are gone.
    init() throws {
        store = try TemporaryStore()
        let context = try store.open()
        let club = Club(code: UUID(), name: "c")
        context.insert(club)
        let owner = Owner(name: "O")
        context.insert(owner)
        owner.visitor = Dog(name: "d", breed: "b")
        try context.save()
        try context.save(
            MemberValue.new(
                personId: "a",
                name: "Ada",
                club: club.persistentModelID,
                medals: [MedalValue.new(title: "t", awarder: ClubValue(club)), MedalValue.new(title: "u")]
            )
        )
        try context.save(MemberValue.new(personId: "b", name: "Bob"))
        #expect(try store.lines("SELECT count(*) FROM Club") == ["1"])
        try DatabaseQueue(path: store.url.path).writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA foreign_keys = OFF; DELETE FROM Club; DELETE FROM Animal")
        }
        #expect(try store.lines("SELECT count(*) FROM Member WHERE club IS NOT NULL") == ["1"])
        #expect(try store.lines("SELECT count(*) FROM Medal WHERE awarder IS NOT NULL") == ["1"])
        #expect(try store.lines("SELECT count(*) FROM owners WHERE visitor IS NOT NULL") == ["1"])
    }

    private struct Visit: PersistentValue {
        var visitor: PersistentIdentifier?

        init(_ record: Owner) throws { visitor = try Self.copying(record) { $0.visitor?.persistentModelID } }
        func makeObject(using saver: ValueSaver) -> Owner { Owner(name: "O") }
        func write(to record: Owner, using saver: ValueSaver) throws { record.visitor = try saver.object(visitor) }
    }

    @Test func theyAreNilInValuesOfAllKindsOfTables() throws {
        let members = try store.open().fetchModels(MemberValue.self)
        #expect(members.map(\.personId) == ["a", "b"])
        #expect(members.map(\.club) == [nil, nil])
        #expect(members.first?.medals.map(\.title) == ["t", "u"])
        #expect(members.first?.medals.map(\.awarder) == [nil, nil])
        #expect(try store.open().fetchModels(Visit.self).map(\.visitor) == [nil])
        let value = try #require(members.first)
        try store.open().save(value)
        #expect(try store.lines("SELECT count(*) FROM Member WHERE club IS NOT NULL") == ["0"])
    }

    @Test func oneObjectIsCopiedHoweverOften() throws {
        let context = try store.open()
        let ada = try #require(try context.fetchRecord(MemberValue.self, uid: "a"))
        // Even if the objects of the keys exist in the context.
        #expect(ada.club != nil)
        for medal in ada.medals { _ = medal.awarder }
        for _ in 1...2 {
            let value = try MemberValue(ada)
            #expect(value.club == nil && value.medals.map(\.awarder) == [nil, nil])
        }
    }

    /// In the middle of reading, an object whose row is gone has not left its context yet.
    @Test func aValueOfAMissingRowIsAnErrorWhileTheStoreIsRead() async throws {
        let container = try store.open().container
        let clubs = container.values(of: FetchDescriptor<Medal>()) { medal in
            try medal.awarder.map { try ClubValue($0) }
        }
        await #expect(throws: ModelError.self) {
            var values = clubs.makeAsyncIterator()
            _ = try await values.next()
        }
        let medals = container.values(of: FetchDescriptor<Medal>()) { try MedalValue($0) }
        var values = medals.makeAsyncIterator()
        #expect(try await values.next()?.map(\.awarder) == [nil, nil])
    }
}
