import Foundation
import Testing

@testable import Apus

/// The histories of a container with several stores, whose configurations select classes.
struct HistoryStoresTests {
    private let trips: TemporaryStore
    private let playlists: TemporaryStore

    init() throws {
        trips = try TemporaryStore()
        playlists = try TemporaryStore()
    }

    private func open() throws -> ModelContext {
        let container = try ModelContainer(
            for: HistoryFeatures.self,
            configurations: ModelConfiguration("trips", url: trips.url),
            ModelConfiguration("playlists", schema: Schema([Playlist.self]), url: playlists.url)
        )
        return ModelContext(container)
    }

    private func texts(_ transactions: [DefaultHistoryTransaction]) -> [String] {
        transactions.flatMap { $0.changes.map(HistoryTests.text).sorted() }
    }

    private func save(_ context: ModelContext, _ name: String) throws {
        context.insert(Trip(name: name))
        context.insert(Playlist(name: name))
        try context.save()
    }

    @Test func aHistoryIsReadInPartsFromItsBeginning() throws {
        let context = try open()
        try save(context, "one")
        try save(context, "two")
        let all = texts(try context.fetchHistory(after: nil))
        #expect(all == ["+Trip 1", "+Trip 2", "+Playlist 1", "+Playlist 2"])
        var (found, token, rounds): ([String], DefaultHistoryToken?, Int) = ([], nil, 0)
        while rounds < 10 {
            var descriptor = HistoryDescriptor(after: token)
            descriptor.fetchLimit = 1
            let part = try context.fetchHistory(descriptor)
            guard let last = part.last else { break }
            found += texts(part)
            rounds += 1
            // Over a relaunch.
            token = try JSONDecoder().decode(DefaultHistoryToken.self, from: JSONEncoder().encode(last.token))
        }
        #expect(found == all && rounds == 4)
        #expect(try token == context.historyToken())
    }

    @Test func aPartOfAHistoryThatWasCutIsFollowedByTheRest() throws {
        let context = try open()
        try save(context, "one")
        try context.deleteHistory(before: context.historyToken())
        #expect(try context.fetchHistory(after: nil).isEmpty)
        try save(context, "two")
        var descriptor = HistoryDescriptor<DefaultHistoryTransaction>()
        descriptor.fetchLimit = 1
        let first = try context.fetchHistory(descriptor)
        #expect(texts(first) == ["+Trip 2"])
        // The second store was cut, too, and none of its transactions was fetched with the token.
        let token = try #require(first.last?.token)
        #expect(texts(try context.fetchHistory(after: token)) == ["+Playlist 2"])
        #expect(texts(try open().fetchHistory(after: token)) == ["+Playlist 2"])
        #expect(try context.deleteHistory(before: token) == 1)
        #expect(texts(try context.fetchHistory(after: token)) == ["+Playlist 2"])
    }

    /// A token names the histories that it knows; one of other stores is expired, and nothing is skipped.
    @Test func aTokenOfOneStoreDoesNotStandForAnother() throws {
        let context = try open()
        try save(context, "one")
        let token = try context.historyToken()
        try save(context, "two")
        let others = try TemporaryStore()
        let alone = ModelContext(
            try ModelContainer(
                for: HistoryFeatures.self,
                configurations: ModelConfiguration("trips", url: trips.url),
                ModelConfiguration("others", schema: Schema([Playlist.self]), url: others.url)
            )
        )
        #expect(throws: ModelError.self) { try alone.fetchHistory(after: token) }
        #expect(texts(try context.fetchHistory(after: token)) == ["+Trip 2", "+Playlist 2"])
    }
}
