@_spi(Generated) import Apus
import ApusEncryption
import ApusSchema
import ApusStore
import Foundation
import GRDB
import Testing

/// The features' model with a history, in versions.
enum HistoryFeatures: SchemaMigrationPlan {
    static let modelName = FeaturesSchema.modelName
    static let entities = FeaturesSchema.entities
    static let versions: [FrozenSchema] = []
    static let mappings: [StageMapping] = []
    static let head: FrozenSchema? = frozen("head")

    /// The features' schema, edited.
    static func frozen(
        _ version: String,
        history: Bool = true,
        _ edit: (inout Schema) -> Void = { _ in }
    ) -> FrozenSchema {
        guard let plain = FeaturesSchema.head, var schema = try? Schema(json: Data(plain.json.utf8)) else {
            preconditionFailure("the tests' model cannot be read")
        }
        schema.keepsHistory = history
        for (entity, attribute) in [("Trip", "name"), ("Trip", "nights"), ("Trip", "id"), ("Dog", "breed")] {
            schema.edit(entity, attribute) { $0.preservesValueOnDeletion = true }
        }
        edit(&schema)
        return FrozenSchema(version, json: String(decoding: schema.json, as: UTF8.self))
    }
}

extension Schema {
    /// Edits an attribute.
    mutating func edit(_ entity: String, _ attribute: String, _ edit: (inout Attribute) -> Void) {
        guard let index = entities.firstIndex(where: { $0.name == entity }),
            let number = entities[index].attributes.firstIndex(where: { $0.name == attribute })
        else { return }
        edit(&entities[index].attributes[number])
    }
}

/// What a store's history says.
struct HistoryTests {
    private let store: TemporaryStore

    init() throws { store = try TemporaryStore() }

    private func open(
        _ plan: any SchemaMigrationPlan.Type = HistoryFeatures.self,
        author: String? = nil,
        keys: StoreKeys? = nil
    ) throws -> ModelContext {
        let configuration = ModelConfiguration(url: store.url, keys: keys)
        let context = ModelContext(try ModelContainer(for: plan, configurations: configuration))
        context.author = author
        return context
    }

    /// A change in few words.
    static func text(_ change: HistoryChange) -> String {
        switch change {
        case .insert(let change): "+\(change.changedPersistentIdentifier)"
        case .update(let change):
            "\(change.changedPersistentIdentifier): \(change.updatedProperties.joined(separator: " "))"
        case .delete(let change):
            "-\(change.changedPersistentIdentifier)"
                + change.tombstone.names.map { " \($0)=\(change.tombstone[$0].map { "\($0)" } ?? "")" }.joined()
        }
    }

    private func texts(_ transactions: [DefaultHistoryTransaction]) -> [[String]] {
        transactions.map { $0.changes.map(Self.text).sorted() }
    }

    /// The last transaction's changes.
    private func last(_ context: ModelContext) throws -> [String] {
        texts(try context.fetchHistory(after: nil)).last ?? []
    }

    @Test func aSaveIsATransaction() throws {
        let context = try open(author: "me")
        context.name = "editor"
        let trip = Trip(name: "Alps", leader: Person(name: "Ada"))
        context.insert(trip)
        trip.addToBucketList(BucketListItem(title: "ski", trip: trip))
        let start = Date()
        try context.save()
        let found = try #require(context.fetchHistory(after: nil).last)
        #expect(texts([found]) == [["+BucketListItem 1", "+Person 1", "+Trip 1"]])
        #expect(found.author == "me" && found.contextName == "editor" && found.migration == nil)
        #expect(found.processIdentifier == ProcessInfo.processInfo.processName)
        #expect(abs(found.timestamp.timeIntervalSince(start)) < 60)
        trip.nights = 4
        trip.name = "The Alps"
        try context.save()
        let update = try #require(context.fetchHistory(after: found.token).first?.changes.first)
        guard case .update(let change) = update else {
            Issue.record("no update")
            return
        }
        #expect(change.updatedProperties == ["name", "nights"])
        #expect(change.updatedAttributes(of: Trip.self) == [\Trip.name, \Trip.nights])
        #expect(change.updatedAttributes(of: Person.self).isEmpty)
        #expect(change.changedPersistentIdentifier == trip.persistentModelID)
        // A save without changes is no transaction.
        let count = try context.fetchHistory(after: nil).count
        try context.save()
        trip.nights = 4
        try context.save()
        #expect(try context.fetchHistory(after: nil).count == count)
    }

    @Test func relationshipsChangeOnBothSides() throws {
        let context = try open()
        let (ada, bob) = (Person(name: "Ada"), Person(name: "Bob"))
        let trip = Trip(name: "Alps", leader: ada)
        context.insert(trip)
        context.insert(bob)
        let tag = Tag(name: "snow")
        context.insert(tag)
        try context.save()
        let name = { (object: any PersistentModel) in "\(object.persistentModelID)" }
        trip.leader = bob
        try context.save()
        #expect(try last(context) == ["\(name(ada)): leads", "\(name(bob)): leads", "Trip 1: leader"].sorted())
        trip.tags = [tag]
        try context.save()
        #expect(try last(context) == ["Tag 1: trips", "Trip 1: tags"])
        trip.tags = []
        try context.save()
        #expect(try last(context) == ["Tag 1: trips", "Trip 1: tags"])
    }

    @Test func listsChangeByTheirOrder() throws {
        let context = try open()
        let list = Playlist(name: "Songs")
        context.insert(list)
        list.tracks = [Track(title: "a"), Track(title: "b"), Track(title: "c")]
        try context.save()
        list.tracks = [list.tracks[2], list.tracks[0], list.tracks[1]]
        try context.save()
        #expect(try last(context) == ["Playlist 1: tracks"])
        list.queue = [list.tracks[0], list.tracks[1]]
        try context.save()
        #expect(try last(context) == ["Playlist 1: queue"])
    }

    @Test func aDeletionHasItsCascadesAndTombstones() throws {
        let context = try open()
        let ada = Person(name: "Ada")
        let trip = Trip(name: "Alps", nights: 3, leader: ada)
        context.insert(trip)
        trip.addToBucketList(BucketListItem(title: "ski", trip: trip))
        let dog = Dog(name: "Rex", breed: "Collie")
        context.insert(dog)
        try context.save()
        let id = UUID()
        trip.id = id
        try context.save()
        context.delete(trip)
        context.delete(dog)
        try context.save()
        #expect(
            try last(context).sorted() == [
                "-BucketListItem 1", "-Dog 1 breed=Collie", "-Trip 1 id=\(id) name=Alps nights=3", "Person 1: leads",
            ]
        )
        for change in try #require(context.fetchHistory(after: nil).last).changes {
            guard case .delete(let change) = change, change.changedPersistentIdentifier.entityName == "Trip" else {
                continue
            }
            #expect(change.tombstone[\Trip.name] == "Alps")
            #expect(change.tombstone[\Trip.nights] == 3)
            #expect(change.tombstone[\Trip.id] == id)
            #expect(change.tombstone[\Person.name] == nil)
            #expect(change.tombstone[\Trip.destination] == nil)
        }
    }

    @Test func bulkCallsAndErasuresAreRecorded() throws {
        let context = try open(author: "bulk")
        for number in 1...3 { context.insert(Trip(name: "t\(number)", nights: Int32(number))) }
        try context.save()
        try context.delete(model: Trip.self, where: #Predicate { $0.nights > 1 })
        try context.save()
        #expect(try last(context).map { $0.prefix(7) } == ["-Trip 2", "-Trip 3"])
        try context.container.erase()
        let found = try #require(ModelContext(context.container).fetchHistory(after: nil).last)
        #expect(texts([found]).first?.map { $0.prefix(7) } == ["-Trip 1"])
        #expect(found.author == nil && found.processIdentifier != nil)
    }

    @Test func nestedContextsAreRecordedByTheirRoot() throws {
        let context = try open(author: "root")
        let nested = ModelContext(parent: context)
        nested.insert(Tag(name: "a"))
        try nested.save()
        #expect(try context.fetchHistory(after: nil).isEmpty)
        try context.save()
        #expect(try last(context) == ["+Tag 1"])
        let tag = try #require(context.fetch(FetchDescriptor<Tag>()).first)
        context.delete(tag)
        try context.save()
        #expect(try last(context) == ["-Tag 1"])
    }

    @Test func otherProgramsAreRecorded() throws {
        let context = try open()
        try store.tell("INSERT INTO Tag (name) VALUES ('x'), ('y'); UPDATE Tag SET name = 'z' WHERE _id = 2")
        try store.tell("DELETE FROM Tag WHERE _id = 1; UPDATE Tag SET _id = 7 WHERE _id = 2")
        let found = try context.fetchHistory(after: nil)
        #expect(texts(found) == [["+Tag 1"], ["+Tag 2"], ["Tag 2: name"], ["-Tag 1"], ["+Tag 7", "-Tag 2"]])
        #expect(found.allSatisfy { $0.author == nil && $0.processIdentifier == nil })
    }

    @Test func theLastDeletionLeavesTheValues() throws {
        _ = try open()
        let other = try DatabaseQueue(path: store.url.path)
        // One transaction, as while a context saves.
        try other.write { db in
            try db.execute(
                sql: """
                    INSERT INTO Trip (_id, name, nights, id) VALUES (5, 'A', 3, randomblob(16));
                    INSERT INTO apus_history_transaction (model, epoch, time) SELECT model, epoch, 0 FROM apus_history;
                    UPDATE apus_history SET open = (SELECT max(id) FROM apus_history_transaction);
                    DELETE FROM Trip;
                    INSERT INTO Trip (_id, name, nights, id) VALUES (5, 'B', 4, NULL);
                    DELETE FROM Trip;
                    UPDATE apus_history SET open = NULL;
                    """
            )
        }
        // The trip has no `id` at the end, so none is left of it.
        #expect(
            try store.lines("SELECT path, value FROM apus_history_tombstone ORDER BY path") == ["name|B", "nights|4"]
        )
    }

    @Test func descriptorsSelect() throws {
        let (mine, theirs) = (try open(author: "mine"), try open(author: "theirs"))
        mine.insert(Tag(name: "a"))
        try mine.save()
        theirs.insert(Tag(name: "b"))
        theirs.insert(Dog(name: "Rex", breed: "Collie"))
        try theirs.save()
        mine.insert(Guest(name: "c"))
        try mine.save()
        var descriptor = HistoryDescriptor<DefaultHistoryTransaction>()
        descriptor.excludedAuthors = ["mine"]
        #expect(texts(try mine.fetchHistory(descriptor)) == [["+Dog 1", "+Tag 2"]])
        descriptor.excludedAuthors = []
        descriptor.authors = ["mine"]
        #expect(texts(try mine.fetchHistory(descriptor)) == [["+Tag 1"], ["+Guest 1"]])
        descriptor.authors = nil
        descriptor.models = [Animal.self]
        #expect(texts(try mine.fetchHistory(descriptor)) == [["+Dog 1"]])
        descriptor.models = nil
        descriptor.fetchLimit = 2
        let first = try mine.fetchHistory(descriptor)
        #expect(texts(first) == [["+Tag 1"], ["+Dog 1", "+Tag 2"]])
        descriptor.token = first.last?.token
        #expect(texts(try mine.fetchHistory(descriptor)) == [["+Guest 1"]])
        let (start, author) = (first[0].token, "theirs")
        let predicate = #Predicate<DefaultHistoryTransaction> { $0.token > start && $0.author == author }
        #expect(texts(try mine.fetchHistory(HistoryDescriptor(predicate: predicate))) == [["+Dog 1", "+Tag 2"]])
    }

    @Test func tokensAreOrderedAndSurviveDeletions() throws {
        let context = try open()
        #expect(try context.fetchHistory(after: context.historyToken()).isEmpty)
        var tokens = [try context.historyToken()]
        for name in ["a", "b", "c"] {
            context.insert(Tag(name: name))
            try context.save()
            tokens.append(try context.historyToken())
        }
        #expect(tokens == tokens.sorted() && Set(tokens).count == 4)
        #expect(try JSONDecoder().decode([DefaultHistoryToken].self, from: JSONEncoder().encode(tokens)) == tokens)
        #expect(try context.fetchHistory(after: nil).map(\.token) == Array(tokens.dropFirst()))
        #expect(try context.deleteHistory(before: tokens[2]) == 2)
        #expect(texts(try context.fetchHistory(after: tokens[2])) == [["+Tag 3"]])
        #expect(try context.fetchHistory(after: nil).count == 1)
        for token in tokens[..<2] {
            #expect(throws: ModelError.historyTokenExpired(store: store.url.relativePath)) {
                try context.fetchHistory(after: token)
            }
            #expect(throws: ModelError.self) { try context.deleteHistory(before: token) }
        }
        #expect(try context.deleteHistory(before: tokens[2]) == 0)
        #expect(try context.deleteHistory(before: Date.now.addingTimeInterval(-1000)) == 0)
        #expect(try context.deleteHistory(before: Date.now.addingTimeInterval(1000)) == 1)
        #expect(try context.historyToken() == tokens[3])
        #expect(try context.fetchHistory(after: tokens[3]).isEmpty)
        // The numbers of deleted transactions are not used again.
        context.insert(Tag(name: "d"))
        try context.save()
        #expect(texts(try context.fetchHistory(after: tokens[3])) == [["+Tag 4"]])
        #expect(try Verifier.verify(store.url).isSound)
    }

    @Test func aTokenOfAnotherStoreIsNoPosition() throws {
        let context = try open()
        let other = try TemporaryStore()
        let foreign = ModelContext(try ModelContainer(for: HistoryFeatures.self, url: other.url))
        foreign.insert(Tag(name: "a"))
        try foreign.save()
        let token = try foreign.historyToken()
        #expect(throws: ModelError.self) { try context.fetchHistory(after: token) }
        #expect(throws: ModelError.self) { try context.deleteHistory(before: token) }
        // Nor one of another copy of the store that went on in another way.
        let copy = store.url.deletingLastPathComponent().appending(path: "copy.sqlite")
        try FileManager.default.copyItem(at: store.url, to: copy)
        context.insert(Tag(name: "b"))
        try context.save()
        let here = try context.historyToken()
        let there = ModelContext(try ModelContainer(for: HistoryFeatures.self, url: copy))
        #expect(throws: ModelError.self) { try there.fetchHistory(after: here) }
        there.insert(Tag(name: "c"))
        try there.save()
        #expect(throws: ModelError.self) { try there.fetchHistory(after: here) }
    }

    @Test func aStoreWithoutHistoryHasNothingOfIt() throws {
        let context = try open(FeaturesSchema.self)
        #expect(try store.lines("SELECT name FROM sqlite_schema WHERE name LIKE '%history%'") == [])
        #expect(throws: ModelError.historyNotKept(model: "Features")) { try context.fetchHistory(after: nil) }
        #expect(throws: ModelError.historyNotKept(model: "Features")) { try context.historyToken() }
        #expect(throws: ModelError.historyNotKept(model: "Features")) { try context.deleteHistory(before: Date.now) }
    }

    @Test func aSaveThatFailsLeavesNothing() throws {
        let context = try open()
        let tag = Tag(name: "a")
        context.insert(tag)
        try context.save()
        try store.tell("DELETE FROM Tag")
        let token = try context.historyToken()
        tag.name = "b"
        context.insert(Tag(name: "c"))
        #expect(throws: ModelError.self) { try context.save() }
        #expect(try context.fetchHistory(after: token).isEmpty)
        #expect(try store.lines("SELECT open IS NULL FROM apus_history") == ["1"])
    }

    @Test(arguments: [
        "DELETE FROM apus_history", "UPDATE apus_history_change SET kind = 9",
        "UPDATE apus_history_change SET entity = 'Nobody'", "UPDATE apus_history_transaction SET migration = '{'",
        "INSERT INTO apus_history_tombstone VALUES (2, 'Tag', 1, 'name', 'nothing', 'x', NULL, NULL)",
    ])
    func aDamagedHistoryIsAnError(sql: String) throws {
        let context = try open()
        let tag = Tag(name: "a")
        context.insert(tag)
        try context.save()
        context.delete(tag)
        try context.save()
        try store.tell(sql)
        #expect(throws: ModelError.self) { try context.fetchHistory(after: nil) }
        do {
            _ = try context.fetchHistory(after: nil)
        } catch ModelError.historyDataCorrupted {} catch { Issue.record("\(error)") }
        #expect(try Verifier.verify(store.url).damages.map { $0.prefix(23) } == ["the history is damaged:"])
    }

    @Test func encryptedValuesStayEncrypted() throws {
        let key = EncryptionKey.random()
        let keys = StoreKeys { (name: String) -> EncryptionKey? in name == "own" ? key : nil }
        let context = try open(SealedHistory.self, keys: keys)
        let trip = Trip(name: "Alps", destination: "a very secret place")
        context.insert(trip)
        try context.save()
        context.delete(trip)
        try context.save()
        guard case .delete(let change)? = try context.fetchHistory(after: nil).last?.changes.first else {
            Issue.record("no deletion")
            return
        }
        #expect(change.tombstone[\Trip.destination] == "a very secret place")
        for suffix in ["", "-wal"] {
            let bytes = try Data(contentsOf: URL(filePath: store.url.path + suffix))
            #expect(bytes.range(of: Data("secret place".utf8)) == nil)
        }
        let newKey = EncryptionKey.random()
        let both = StoreKeys(KeyClosure { $0 == "own" ? [newKey, key] : [] })
        #expect(try uses(both) == ["own older 1"])
        let wrong = try Verifier.verify(store.url, keys: StoreKeys(KeyClosure { $0 == "own" ? [newKey] : [] }))
        #expect(wrong.badValues.map(\.isUnreadable) == [true] && !wrong.isSound)
        #expect(try Rekeyer(keys: both).rehearse(store.url).count == 1)
        // A key that a former version had, and that is not there.
        try store.tell("UPDATE apus_history_tombstone SET seal_key = 'former' WHERE path = 'destination'")
        var rekeyer = Rekeyer(keys: both)
        rekeyer.checksAllValues = true
        let incomplete = try rekeyer.rekey(store.url)
        #expect(incomplete.count == 0 && incomplete.unreadable.map(\.count) == [1])
        try store.tell("UPDATE apus_history_tombstone SET seal_key = 'own' WHERE path = 'destination'")
        #expect(try Rekeyer(keys: both).rekey(store.url).count == 1)
        #expect(try Rekeyer(keys: both).rekey(store.url).count == 0)
        #expect(try uses(both) == ["own first 1"])
        let new = StoreKeys(KeyClosure { $0 == "own" ? [newKey] : [] })
        guard
            case .delete(let later)? = try open(SealedHistory.self, keys: new).fetchHistory(after: nil).last?.changes
                .first
        else {
            Issue.record("no deletion")
            return
        }
        #expect(later.tombstone[\Trip.destination] == "a very secret place")
        guard
            case .delete(let lost)? = try open(SealedHistory.self, keys: keys).fetchHistory(after: nil).last?.changes
                .first
        else {
            Issue.record("no deletion")
            return
        }
        #expect(lost.tombstone[\Trip.destination] == nil)
        #expect(lost.tombstone.unreadableValues.keys.sorted() == ["destination"])
    }

    /// How many of the history's values have which of the keys.
    private func uses(_ keys: StoreKeys) throws -> [String] {
        try Verifier.verify(store.url, keys: keys).keyUses.filter { $0.table == "apus_history_tombstone" }
            .map { use in "\(use.key) \(use.used.map { "\($0.rank)" } ?? "?") \(use.count)" }
    }

    @Test func allPagesOfEncryptedValuesGetTheNewKey() throws {
        let (old, new) = (EncryptionKey.random(), EncryptionKey.random())
        let keys = StoreKeys(KeyClosure { $0 == "own" ? [old] : [] })
        let context = try open(SealedHistory.self, keys: keys)
        for number in 0..<2500 { context.insert(Trip(name: "\(number)", destination: "to \(number)")) }
        try context.save()
        try context.delete(model: Trip.self)
        try context.save()
        let both = StoreKeys(KeyClosure { $0 == "own" ? [new, old] : [] })
        #expect(try uses(both) == ["own older 2500"])
        #expect(try Rekeyer(keys: both).rekey(store.url).count == 2500)
        #expect(try uses(both) == ["own first 2500"])
    }

    private enum SealedHistory: SchemaMigrationPlan {
        static let modelName = FeaturesSchema.modelName
        static let entities = FeaturesSchema.entities
        static let versions: [FrozenSchema] = []
        static let mappings: [StageMapping] = []
        static let head: FrozenSchema? = HistoryFeatures.frozen("head") {
            $0.edit("Trip", "destination") {
                $0.encryptionKey = "own"
                $0.preservesValueOnDeletion = true
            }
        }
    }

    @Test func aStatusCountsTheHistory() throws {
        let context = try open()
        context.insert(Tag(name: "a"))
        context.insert(Tag(name: "b"))
        try context.save()
        let history = try #require(try StoreStatus(of: store.url).history)
        #expect(history.transactions == 1 && history.changes == 2)
        #expect(abs(try #require(history.since).timeIntervalSinceNow) < 600)
    }
}
