import ApusTestSupport
import Foundation
import Testing

@testable import Apus

/// Keeps the trips of two stores in step. Both know a trip by its `id`. If both have changed one, the later change wins; at the same
/// moment, that of the first store does.
struct TripSync {
    let contexts: [ModelContext]
    /// How far each store's history was followed. Keep them, for example as JSON.
    var tokens: [DefaultHistoryToken]

    mutating func run() throws {
        // What a failed run has left must not be saved, nor fail again.
        for context in contexts { context.rollback() }
        // Everything up to here is followed when both are saved. What is written in the meantime is followed twice.
        let ends = try contexts.map { try $0.historyToken() }
        if let first = try latestChanges(in: 0), let second = try latestChanges(in: 1) {
            let changes = [first, second]
            for (from, to) in [(0, 1), (1, 0)] {
                for (id, change) in changes[from] {
                    let other = changes[to][id]?.date ?? .distantPast
                    let wins = from == 0 ? change.date >= other : change.date > other
                    if wins { try apply(id, isDeleted: change.isDeleted, from: contexts[from], to: contexts[to]) }
                }
            }
        } else {
            try compareAll()
        }
        for context in contexts { try context.save() }
        // Not before: if a save fails, the next run finds the changes again.
        tokens = ends
    }

    /// When each trip was changed last by anyone but the synchronization itself; `nil` if the history cannot say it.
    private func latestChanges(in index: Int) throws -> [UUID: (date: Date, isDeleted: Bool)]? {
        var descriptor = HistoryDescriptor(after: tokens[index])
        descriptor.excludedAuthors = ["sync"]
        descriptor.models = [Trip.self]
        let transactions: [DefaultHistoryTransaction]
        do {
            transactions = try contexts[index].fetchHistory(descriptor)
        } catch ModelError.historyTokenExpired { return nil }
        // First of all: identities from before a migration may be those of other objects after it.
        if transactions.contains(where: { $0.migration?.entityNames.contains("Trip") == true }) { return nil }
        var latest: [UUID: (date: Date, isDeleted: Bool)] = [:]
        for transaction in transactions {
            for change in transaction.changes {
                if case .delete(let deletion) = change {
                    // The object is gone, but it has left its `id`.
                    if let id = deletion.tombstone[\Trip.id] ?? nil { latest[id] = (transaction.timestamp, true) }
                } else {
                    let trip = try contexts[index].fetch(Trip.self, id: change.changedPersistentIdentifier)
                    if let id = trip?.id { latest[id] = (transaction.timestamp, false) }
                }
            }
        }
        return latest
    }

    /// Gives both stores the trips of both, so that nothing is lost. If both have one, that of the first store wins.
    private func compareAll() throws {
        let trips = try contexts.map { try $0.fetch(FetchDescriptor<Trip>()) }
        let ids = trips.map { Set($0.compactMap(\.id)) }
        for id in ids[0] { try apply(id, isDeleted: false, from: contexts[0], to: contexts[1]) }
        for id in ids[1].subtracting(ids[0]) { try apply(id, isDeleted: false, from: contexts[1], to: contexts[0]) }
    }

    private func apply(_ id: UUID, isDeleted: Bool, from: ModelContext, to: ModelContext) throws {
        let old = try Self.trip(id, to)
        if isDeleted {
            if let old { to.delete(old) }
        } else if let trip = try Self.trip(id, from) {
            let copy = old ?? Trip(name: trip.name)
            if old == nil { to.insert(copy) }
            (copy.id, copy.name, copy.destination, copy.nights) = (id, trip.name, trip.destination, trip.nights)
        }
    }

    private static func trip(_ id: UUID, _ context: ModelContext) throws -> Trip? {
        try context.fetch(FetchDescriptor<Trip>(predicate: #Predicate { $0.id == id })).first
    }
}

/// `Documentation/History.md`: what it shows is compiled here, and run.
struct HistoryPageTests {
    private let stores: [TemporaryStore]
    private let contexts: [ModelContext]

    init() throws {
        stores = [try TemporaryStore(), try TemporaryStore()]
        contexts = try stores.map { ModelContext(try ModelContainer(for: HistoryFeatures.self, url: $0.url)) }
    }

    /// A search index, which follows a store.
    private struct SearchIndex {
        var texts: [PersistentIdentifier: String] = [:]
        var token = DefaultHistoryToken()

        /// Reads all trips: at first, and when the history does not go back far enough.
        mutating func rebuild(_ context: ModelContext) throws {
            token = try context.historyToken()
            texts = [:]
            for trip in try context.fetch(FetchDescriptor<Trip>()) { texts[trip.persistentModelID] = trip.name }
        }

        mutating func update(_ context: ModelContext) throws {
            do {
                for transaction in try context.fetchHistory(after: token) {
                    if transaction.migration?.entityNames.contains("Trip") == true { return try rebuild(context) }
                    for change in transaction.changes {
                        let id = change.changedPersistentIdentifier
                        texts[id] = try context.fetch(Trip.self, id: id)?.name
                    }
                    token = transaction.token
                }
            } catch ModelError.historyTokenExpired { try rebuild(context) }
        }
    }

    @Test func anIndexFollowsAStore() throws {
        let context = contexts[0]
        var index = SearchIndex()
        try index.rebuild(context)
        let trip = Trip(name: "Alps")
        context.insert(trip)
        context.insert(Trip(name: "Sea"))
        try context.save()
        trip.name = "The Alps"
        try context.save()
        try index.update(context)
        #expect(index.texts.values.sorted() == ["Sea", "The Alps"])
        context.delete(trip)
        try context.save()
        try context.deleteHistory(before: context.historyToken())
        try index.update(context)
        #expect(index.texts.values.sorted() == ["Sea"])
    }

    @Test func storesAreKeptInStep() throws {
        for context in contexts { context.author = "sync" }
        let users = try stores.map { ModelContext(try ModelContainer(for: HistoryFeatures.self, url: $0.url)) }
        var sync = TripSync(contexts: contexts, tokens: try contexts.map { try $0.historyToken() })
        func run() throws -> [[String]] {
            // What a relaunch does.
            sync.tokens = try JSONDecoder().decode([DefaultHistoryToken].self, from: JSONEncoder().encode(sync.tokens))
            try sync.run()
            return try contexts.map { try $0.fetch(FetchDescriptor<Trip>()).map { "\($0.name) \($0.nights)" }.sorted() }
        }
        func trip(_ user: Int, _ name: String) throws -> Trip {
            try #require(users[user].fetch(FetchDescriptor<Trip>(predicate: #Predicate { $0.name == name })).first)
        }
        for (user, name) in [(0, "Alps"), (1, "Sea")] {
            let trip = Trip(name: name, nights: 2)
            trip.id = UUID()
            users[user].insert(trip)
            try users[user].save()
        }
        #expect(try run() == [["Alps 2", "Sea 2"], ["Alps 2", "Sea 2"]])
        // Both change one: the later one wins, whole.
        try trip(0, "Sea").nights = 5
        try users[0].save()
        Thread.sleep(forTimeInterval: 0.01)
        try trip(1, "Sea").nights = 7
        try users[1].save()
        #expect(try run() == [["Alps 2", "Sea 7"], ["Alps 2", "Sea 7"]])
        users[1].delete(try trip(1, "Alps"))
        try users[1].save()
        #expect(try run() == [["Sea 7"], ["Sea 7"]])
        #expect(try run() == [["Sea 7"], ["Sea 7"]])
        // A later change brings back what the other store deleted.
        users[0].delete(try trip(0, "Sea"))
        try users[0].save()
        Thread.sleep(forTimeInterval: 0.01)
        try trip(1, "Sea").nights = 9
        try users[1].save()
        #expect(try run() == [["Sea 9"], ["Sea 9"]])
    }

    private func insert(_ name: String, _ context: ModelContext) throws {
        let trip = Trip(name: name, nights: 2)
        trip.id = UUID()
        context.insert(trip)
        try context.save()
    }

    /// What a failed run has left would be in conflict with what users have changed since.
    @Test func aFailedRunIsNotInConflictLater() throws {
        for context in contexts { context.author = "sync" }
        let users = try stores.map { ModelContext(try ModelContainer(for: HistoryFeatures.self, url: $0.url)) }
        var sync = TripSync(contexts: contexts, tokens: try contexts.map { try $0.historyToken() })
        try insert("Alps", users[0])
        try sync.run()
        let trips = try users.map { user in try #require(try user.fetch(FetchDescriptor<Trip>()).first) }
        trips[0].nights = 5
        try users[0].save()
        try stores[1].tell("CREATE TRIGGER stop BEFORE UPDATE ON Trip BEGIN SELECT RAISE(ABORT, 'stopped'); END")
        #expect(throws: (any Error).self) { try sync.run() }
        try stores[1].tell("DROP TRIGGER stop")
        Thread.sleep(forTimeInterval: 0.01)
        trips[1].nights = 7
        try users[1].save()
        try sync.run()
        for context in contexts {
            #expect(try context.fetch(FetchDescriptor<Trip>()).map { "\($0.name) \($0.nights)" } == ["Alps 7"])
        }
    }

    @Test func aFailedSaveLosesNoChange() throws {
        for context in contexts { context.author = "sync" }
        let user = ModelContext(try ModelContainer(for: HistoryFeatures.self, url: stores[0].url))
        var sync = TripSync(contexts: contexts, tokens: try contexts.map { try $0.historyToken() })
        try insert("Alps", user)
        try stores[1].tell("CREATE TRIGGER stop BEFORE INSERT ON Trip BEGIN SELECT RAISE(ABORT, 'stopped'); END")
        #expect(throws: (any Error).self) { try sync.run() }
        try stores[1].tell("DROP TRIGGER stop")
        // What a relaunch does.
        let others = try stores.map { ModelContext(try ModelContainer(for: HistoryFeatures.self, url: $0.url)) }
        for context in others { context.author = "sync" }
        sync = TripSync(contexts: others, tokens: sync.tokens)
        try sync.run()
        #expect(try others[1].fetch(FetchDescriptor<Trip>()).map(\.name) == ["Alps"])
    }

    @Test func anExpiredTokenLosesNoChange() throws {
        for context in contexts { context.author = "sync" }
        var sync = TripSync(contexts: contexts, tokens: try contexts.map { try $0.historyToken() })
        let users = try stores.map { ModelContext(try ModelContainer(for: HistoryFeatures.self, url: $0.url)) }
        try insert("Alps", users[0])
        try insert("Sea", users[1])
        try users[0].deleteHistory(before: users[0].historyToken())
        try sync.run()
        for context in contexts {
            #expect(try context.fetch(FetchDescriptor<Trip>()).map(\.name).sorted() == ["Alps", "Sea"])
        }
    }

    @Test func thePageShowsThisCode() throws {
        let (blocks, missing) = try PageCode.blocks(of: "History.md", in: #filePath)
        #expect(blocks.count >= 2)
        #expect(missing.isEmpty)
    }
}
