import Apus
import ApusTestSupport
import Foundation
import Testing

actor Desk {
    private let container: ModelContainer
    init(_ container: ModelContainer) { self.container = container }

    func rename(_ member: MemberValue, to name: String) throws -> MemberValue {
        var member = member
        member.name = name
        return try ModelContext(container).save(member)
    }
}

struct Attendee: RecordModel {
    var uid: String
    var name: String

    init(_ record: Member) throws { (uid, name) = try Self.copying(record) { ($0.personId, $0.name) } }
    func makeObject(using saver: ValueSaver) -> Member { Member(personId: uid, name: name) }
    func write(to record: Member, using saver: ValueSaver) { record.name = name }
}

/// `Documentation/Values.md` shows the code of this file, which these tests run.
struct ValuesPageTests {
    private let store: TemporaryStore

    init() throws { store = try TemporaryStore() }

    @Test func savingAndFetching() async throws {
        let context = try store.open()
        let ada = try context.save(MemberValue(personId: "p1", name: "Ada", club: nil, medals: [], friends: []))
        var edited = ada
        edited.name = "Ada Lovelace"
        edited.medals.append(MedalValue(title: "First flight", awarder: nil))
        edited.medals.append(MedalValue(title: "Hundred nights", awarder: nil))
        try context.save(edited)
        #expect(try store.lines("SELECT name FROM Member") == ["Ada Lovelace"])
        #expect(try store.lines("SELECT count(*) FROM Medal") == ["2"])

        let found = try context.fetchModel(MemberValue.self, uid: "p1")
        let members = try context.fetchModels(MemberValue.self, uids: ["p1", "p2", "p3"])
        let adults = try context.fetchModels(MemberValue.self, FetchDescriptor(where: Member.columns.age >= 18))
        let record = try context.fetchRecord(MemberValue.self, uid: "p1")
        #expect(found == members.first && members.count == 1 && adults.isEmpty && record?.name == "Ada Lovelace")

        let renamed = try await Desk(context.container).rename(edited, to: "A. L.")
        #expect(record?.name == "Ada Lovelace" && renamed.name == "A. L.")
        #expect(try context.fetchRecord(Attendee.self, uid: "p1")?.name == "A. L.")
    }

    @Test func aProgram() async throws {
        let url = store.url
        let manager = PersistenceManager(
            FeaturesSchema.self,
            mergePolicy: .objectWins,
            configuration: ModelConfiguration(url: url)
        )
        try await manager.load(progress: { print($0.title, $0.rowsDone) })
        try await manager.perform { context in
            let members = ["p1", "p2"].map {
                MemberValue(personId: $0, name: "new", club: nil, medals: [], friends: [])
            }
            try context.save(members, shouldOverwrite: false)
        }
        for member in try manager.readingContext().fetchModels(MemberValue.self) { print(member.uid, member.name) }
        #expect(try store.lines("SELECT personId FROM Member ORDER BY 1") == ["p1", "p2"])
    }

    @Test func thePageShowsThisCode() throws {
        let (blocks, missing) = try PageCode.blocks(of: "Values.md", in: #filePath)
        #expect(blocks.count == 5)
        #expect(missing.isEmpty)
    }
}
