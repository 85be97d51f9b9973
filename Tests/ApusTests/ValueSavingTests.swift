import Foundation
import GRDB
import Testing

@testable import Apus

/// Values that are saved as their objects.
struct ValueSavingTests {
    private let store: TemporaryStore
    private let context: ModelContext

    init() throws {
        store = try TemporaryStore()
        context = try store.open()
    }

    private func count(_ table: String) throws -> String { try store.lines("SELECT count(*) FROM \(table)")[0] }

    @Test func savingAValueTwiceMakesOneRow() throws {
        let value = MemberValue.new(
            personId: "p1",
            name: "Ada",
            medals: [MedalValue.new(title: "a"), MedalValue.new(title: "b")]
        )
        let saved = try context.save(value)
        #expect(saved.persistentModelID != nil && saved.medals.map(\.title) == ["a", "b"])
        #expect(try context.save(saved) == saved)
        var changed = saved
        changed.name = "Ada L."
        changed.medals.reverse()
        #expect(try context.save(changed) == changed)
        #expect(try count("Member") == "1" && count("Medal") == "2")
        // The value that knows no object is of the same one, by its uid.
        try context.save(MemberValue.new(personId: "p1", name: "A"))
        #expect(try count("Member") == "1")
    }

    @Test func withoutAUidTheIdentifierCounts() throws {
        let saved = try context.save(TripValue(name: "Alps"))
        var changed = saved
        changed.nights = 9
        try context.save([changed, changed])
        #expect(try store.lines("SELECT name, nights FROM Trip") == ["Alps|9"])
        let id = try #require(saved.persistentModelID)
        context.delete(try #require(try context.fetch(Trip.self, id: id)))
        try context.save()
        // Nothing of the others is saved.
        #expect(throws: ModelError.self) { try context.save([TripValue(name: "new"), changed]) }
        #expect(try count("Trip") == "0")
        try context.deleteModel(changed)
    }

    @Test func anIdentifierOfAnotherStoreChangesNoObjectWithAUid() throws {
        let other = try TemporaryStore()
        let elsewhere = try other.open()
        let foreign = try elsewhere.save(MemberValue.new(personId: "other", name: "O"))
        try context.save(MemberValue.new(personId: "own", name: "own"))
        let saved = try context.save(foreign)
        #expect(try store.lines("SELECT personId, name FROM Member ORDER BY 1") == ["other|O", "own|own"])
        #expect(saved.personId == "other")
    }

    @Test func whatIsWrongSavesNothing() throws {
        let gone = PersistentIdentifier(entityName: "Club", row: 99)
        let ada = MemberValue.new(personId: "a", name: "Ada")
        #expect(throws: ModelError.staleIdentifier(gone)) {
            try context.save([ada, MemberValue.new(personId: "b", name: "B", club: gone)])
        }
        let trip = try context.save(TripValue(name: "t"))
        #expect(throws: ModelError.staleIdentifier(try #require(trip.persistentModelID))) {
            try context.save([ada, MemberValue.new(personId: "b", name: "B", club: trip.persistentModelID)])
        }
        let unsaved = Trip(name: "unsaved")
        context.insert(unsaved)
        #expect(throws: ModelError.self) { try context.save(TripValue(unsaved)) }
        #expect(throws: ModelError.abstractEntity("Animal")) { try context.save(AnimalValue(name: "x")) }
        #expect(try count("Member") == "0" && count("Trip") == "1")
        // The context's own changes are neither saved nor lost.
        try context.save()
        #expect(try count("Trip") == "2")
    }

    @Test func anotherUniqueValueIsAnErrorAndNoOverwriting() throws {
        try context.save(MemberValue.new(personId: "a", name: "Ada", email: "x"))
        #expect(throws: ModelError.self) {
            try context.save([
                MemberValue.new(personId: "c", name: "C"), MemberValue.new(personId: "b", name: "B", email: "x"),
            ])
        }
        #expect(try store.lines("SELECT personId, name FROM Member") == ["a|Ada"])
    }

    @Test func duplicatesCountAsIfSavedOneAfterTheOther() throws {
        let values = [("a", "1"), ("b", "2"), ("a", "3")].map { MemberValue.new(personId: $0, name: $1) }
        let identifiers = try context.save(values)
        #expect(identifiers[0] == identifiers[2] && identifiers[0] != identifiers[1])
        #expect(try store.lines("SELECT personId, name FROM Member ORDER BY 1") == ["a|3", "b|2"])
        let page = [("a", "4"), ("c", "5"), ("c", "6")].map { MemberValue.new(personId: $0, name: $1) }
        try context.save(page, shouldOverwrite: false)
        #expect(try store.lines("SELECT personId, name FROM Member ORDER BY 1") == ["a|3", "b|2", "c|5"])
    }

    /// Texts that Swift takes for equal are different ones in a store.
    @Test func uidsAreComparedByTheirBytes() throws {
        try context.save(["e\u{301}", "\u{E9}"].map { MemberValue.new(personId: $0, name: "n") })
        #expect(try count("Member") == "2")
        try context.save(["\u{E9}", "e\u{301}"].map { MemberValue.new(personId: $0, name: "m") })
        #expect(try store.lines("SELECT name FROM Member") == ["m", "m"])
    }

    @Test func objectsOfTheContextShowWhatWasSaved() throws {
        let saved = try context.save(MemberValue.new(personId: "a", name: "Ada"))
        let object = try #require(try context.fetchRecord(MemberValue.self, uid: "a"))
        object.age = 7
        var changed = saved
        changed.name = "new"
        try context.save(changed)
        #expect(object.name == "new" && object.age == 7 && object.hasChanges)
        try context.save()
        #expect(try store.lines("SELECT name, age FROM Member") == ["new|7"])
    }

    @Test func recordsAreFetchedAndDeletedByUid() throws {
        let codes = (0..<5).map { _ in UUID() }
        try context.save(codes.enumerated().map { ClubValue(code: $1, name: "\($0)") })
        #expect(
            try context.fetchRecords(ClubValue.self, uids: [codes[3], codes[1], UUID()]).map(\.name) == ["1", "3"]
        )
        #expect(try context.fetchModel(ClubValue.self, uid: codes[2])?.name == "2")
        #expect(try context.fetchModels(ClubValue.self, uids: []).isEmpty)
        try context.deleteRecords(ClubValue.self, uids: [codes[0], UUID()])
        try context.deleteModels([ClubValue(code: codes[1], name: "?"), ClubValue(code: UUID(), name: "?")])
        #expect(try store.lines("SELECT name FROM Club ORDER BY 1") == ["2", "3", "4"])
        #expect(Member.entityName == "Member" && Member.uidKey == "personId" && Club.entityName == "Club")
    }

    // MARK: - Types of one's own

    /// A structure by hand, over a generated class.
    struct Person: RecordModel {
        var uid: String
        var name: String

        init(uid: String, name: String) { (self.uid, self.name) = (uid, name) }
        init(_ record: Member) { (uid, name) = (record.personId, record.name) }
        func makeObject(using saver: ValueSaver) -> Member { Member(personId: uid, name: name) }
        func write(to record: Member, using saver: ValueSaver) { record.name = name }
    }

    /// A structure that replaces a requirement.
    struct Shouting: RecordModel {
        var uid: String

        init(uid: String) { self.uid = uid }
        init(_ record: Member) { uid = record.personId }
        func makeObject(using saver: ValueSaver) -> Member { Member(personId: uid, name: "new") }
        func write(to record: Member, using saver: ValueSaver) {}

        static func save(
            models: [Shouting],
            shouldOverwrite: Bool,
            in context: ModelContext
        ) throws -> [PersistentIdentifier] {
            try context.save(models.map { Person(uid: $0.uid, name: $0.uid.uppercased()) })
        }
        static func fetchRecords(uids: [String], in context: ModelContext) throws -> [Member] {
            try Person.fetchRecords(uids: uids.map { $0.lowercased() }, in: context)
        }
        static func deleteModels(_ models: [Shouting], in context: ModelContext) throws {}
    }

    private func saveTwice<Value: PersistentValue>(_ values: [Value]) throws {
        try context.save(values)
        for value in values { try context.save(value) }
    }

    private func names<Value: RecordModel>(_ type: Value.Type, _ uid: Value.UidType) throws -> [String]
    where Value.Object == Member { try context.fetchRecord(type, uid: uid).map { [$0.name] } ?? [] }

    @Test func aTypeReplacesRequirementsAlsoForGenericCode() throws {
        try saveTwice([Person(uid: "a", name: "Ada")])
        #expect(try store.lines("SELECT personId, name FROM Member") == ["a|Ada"])
        try saveTwice([Shouting(uid: "b")])
        #expect(try store.lines("SELECT personId, name FROM Member ORDER BY 1") == ["a|Ada", "b|B"])
        // By way of the replaced method for several.
        #expect(try names(Shouting.self, "B") == ["B"] && names(Person.self, "B") == [])
        try context.deleteModel(Shouting(uid: "b"))
        #expect(try count("Member") == "2")
    }

    // MARK: - Tasks

    private actor Desk {
        private let container: ModelContainer
        init(_ container: ModelContainer) { self.container = container }

        func rename(_ value: MemberValue, _ name: String) throws -> MemberValue {
            var value = value
            value.name = name
            return try ModelContext(container).save(value)
        }
    }

    @Test func valuesTravelBetweenActors() async throws {
        let saved = try context.save(MemberValue.new(personId: "a", name: "Ada", medals: [MedalValue.new(title: "x")]))
        let renamed = try await Desk(context.container).rename(saved, "Ada L.")
        #expect(renamed.name == "Ada L." && renamed.persistentModelID == saved.persistentModelID)
        #expect(try context.fetchModel(MemberValue.self, uid: "a") == renamed)
        let coded = try JSONDecoder().decode(MemberValue.self, from: JSONEncoder().encode(renamed))
        #expect(coded == renamed && Set([coded, renamed]).count == 1)
    }

    // MARK: - Statements

    private final class Counter: @unchecked Sendable {
        var statements: [String] = []
        var reads: Int { statements.count }

        /// The statements that read a table.
        func reads(_ table: String) -> [String] { statements.filter { $0.contains("FROM \"\(table)\"") } }
    }

    private func count(_ work: () throws -> Void) throws -> Counter {
        let counter = Counter()
        let connections = context.coordinator.stores[0].connections
        func observe(_ access: StoreAccess) {
            access.database.trace { event in
                let statement = event.description
                if statement.hasPrefix("SELECT") { counter.statements.append(String(statement.prefix(300))) }
            }
        }
        func stop(_ access: StoreAccess) { access.database.trace(options: []) }
        try connections.read(observe)
        try connections.write(observe)
        try work()
        try connections.read(stop)
        try connections.write(stop)
        return counter
    }

    @Test func anyNumberOfUidsIsOneStatement() throws {
        let codes = (0..<40_000).map { number in
            UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, UInt8(number / 256), UInt8(number % 256)))
        }
        try context.save((0..<100).map { ClubValue(code: codes[$0 * 7], name: "\($0)") })
        try context.save((0..<100).map { MemberValue.new(personId: "p\($0 * 7)", name: "\($0)") })
        var found = 0
        let clubs = try count { found = try context.fetchRecords(ClubValue.self, uids: codes).count }
        #expect(found == 100)
        #expect(clubs.reads("Club").count == 1 && clubs.reads <= 2, "\(clubs.statements)")
        let members = try count {
            found = try context.fetchRecords(MemberValue.self, uids: (0..<40_000).map { "p\($0)" }).count
        }
        #expect(found == 100)
        #expect(members.reads("Member").count == 1 && members.reads <= 2, "\(members.statements)")
        // Texts that JSON cannot pass to SQLite as they are.
        try context.save((0..<3).map { MemberValue.new(personId: "q\0\($0 * 7)", name: "\($0)") })
        let texts = (0..<40_000).map { $0 % 2 == 0 ? "q\0\($0 / 2)" : "p\($0)" }
        let others = try count { found = try context.fetchRecords(MemberValue.self, uids: texts).count }
        #expect(found == 53)
        #expect(others.reads("Member").count == 1 && others.reads <= 2, "\(others.statements)")
    }

    /// A relationship that a value does not name would be emptied, so the initializer has no default for one.
    @Test func aValueSaysEachRelationship() throws {
        let sources = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Generated")
        let text = try String(contentsOf: sources.appending(path: "MemberValue+ApusValue.swift"), encoding: .utf8)
        for parameter in ["club: PersistentIdentifier?", "medals: [MedalValue]", "friends: Set<PersistentIdentifier>"] {
            #expect(text.contains("        \(parameter),\n") || text.contains("        \(parameter)\n"), "\(parameter)")
        }
    }

    @Test func savingMoreValuesReadsNoMoreOften() throws {
        func reads(_ count: Int) throws -> Int {
            let club = try context.save(ClubValue(code: UUID(), name: "c"))
            let values = (0..<count).map { number in
                MemberValue.new(
                    personId: "\(count) \(number)",
                    name: "n",
                    club: club.persistentModelID,
                    medals: (0..<3).map { MedalValue.new(title: "\($0)", awarder: club) }
                )
            }
            try context.save(values)
            var saved = try context.fetchModels(MemberValue.self, uids: values.map(\.uid))
            // A list in another order is read when it is saved, which is one statement each.
            for index in saved.indices {
                for medal in saved[index].medals.indices { saved[index].medals[medal].title = "t" }
            }
            for index in saved.indices { saved[index].friends = [saved[0].persistentModelID!] }
            return try self.count { try context.save(saved) }.reads
        }
        let (few, many) = (try reads(20), try reads(80))
        #expect(few > 0 && many <= few, "\(few), \(many)")
    }
}
