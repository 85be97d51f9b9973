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
        let changes = try contexts.indices.map { try latestChanges(in: $0) }
        for (from, to) in [(0, 1), (1, 0)] {
            for (id, change) in changes[from] {
                let other = changes[to][id]?.date ?? .distantPast
                let wins = from == 0 ? change.date >= other : change.date > other
                if wins { try apply(id, isDeleted: change.isDeleted, from: contexts[from], to: contexts[to]) }
            }
        }
        for context in contexts { try context.save() }
    }

    /// When each trip was changed last by anyone but the synchronization itself.
    private mutating func latestChanges(in index: Int) throws -> [UUID: (date: Date, isDeleted: Bool)] {
        var descriptor = HistoryDescriptor(after: tokens[index])
        descriptor.excludedAuthors = ["sync"]
        descriptor.models = [Trip.self]
        var latest: [UUID: (date: Date, isDeleted: Bool)] = [:]
        for transaction in try contexts[index].fetchHistory(descriptor) {
            tokens[index] = transaction.token
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

    @Test func thePageShowsThisCode() throws {
        let file = URL(filePath: #filePath)
        let page = file.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Documentation/History.md")
        func lines(_ text: String) -> String {
            text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: "\n")
        }
        let code = try lines(String(contentsOf: file, encoding: .utf8))
        let parts = try String(contentsOf: page, encoding: .utf8).components(separatedBy: "```")
        let blocks = stride(from: 1, to: parts.count, by: 2).map { parts[$0] }.filter { $0.hasPrefix("swift\n") }
        #expect(blocks.count >= 2)
        for block in blocks {
            #expect(code.contains(lines(String(block.dropFirst("swift\n".count)))), "not compiled: \(block)")
        }
    }
}
