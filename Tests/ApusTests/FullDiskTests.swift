import ApusStore
import Foundation
import GRDB
import Testing

@testable import Apus

/// A disk that is full or fails is an error of the store that is on it, whatever meets it.
struct FullDiskTests {
    /// What writes.
    enum Work: CaseIterable {
        case save, change, batchInsert, batchUpdate, batchUpdateOfUnique, batchDelete, load, reset
    }

    private static let long = String(repeating: "x", count: 4000)

    /// Fills a store with what the work changes.
    private func fill(_ container: ModelContainer) throws {
        let context = ModelContext(container)
        try context.batchInsert(into: Trip.self, from: 0..<1000) { [Trip.columns.name.to("\($0)")] }
        for number in 0..<1000 { context.insert(Seat(code: "\(number)", number: Int64(number))) }
        try context.save()
        try context.batchInsert(into: Tag.self, from: 0..<1000) { [Tag.columns.name.to("\($0)\(Self.long)")] }
    }

    /// Writes more than is free, and more than SQLite keeps in memory until a commit.
    private func write(_ work: Work, _ container: ModelContainer) async throws {
        let context = ModelContext(container)
        switch work {
        case .save:
            for number in 0..<1500 { context.insert(Trip(name: "\(number)" + Self.long)) }
            try context.save()
        case .change:
            for trip in try context.all(Trip.self) { trip.name += Self.long }
            try context.save()
        case .batchInsert:
            try context.batchInsert(into: Trip.self, from: 0..<1500) { [Trip.columns.name.to("\($0)\(Self.long)")] }
        case .batchUpdate:
            try context.batchUpdate(model: Trip.self, set: Trip.columns.name.to(Self.long))
        case .batchUpdateOfUnique:
            try context.batchUpdate(model: Seat.self, set: Seat.columns.number.to(Seat.columns.number + 1))
        case .batchDelete: try context.batchDelete(model: Tag.self)
        case .load:
            let file = FileManager.default.temporaryDirectory.appending(path: "apus-\(UUID().uuidString).csv")
            defer { try? FileManager.default.removeItem(at: file) }
            try Data(("name\n" + (0..<1500).map { "\($0)\(Self.long)\n" }.joined()).utf8).write(to: file)
            try await container.load(file, of: Trip.self)
        case .reset:
            try container.reset { filling in
                for number in 0..<1500 { filling.insert(Trip(name: "\(number)" + Self.long)) }
            }
        }
    }

    private func content(_ container: ModelContainer) throws -> [String] {
        try container.database.read { db in
            try String.fetchAll(
                db,
                sql: """
                    SELECT count(*) || ' ' || coalesce(sum(length(name)), 0) FROM Trip
                    UNION ALL SELECT count(*) || ' ' || coalesce(sum(number), 0) FROM Seat
                    UNION ALL SELECT count(*) || ' ' || coalesce(sum(length(name)), 0) FROM Tag
                    """
            )
        }
    }

    /// Sets the greatest number of pages that a store may have beyond those that it has.
    private func limit(_ store: PersistentStore, toPages pages: Int?) throws {
        try store.connections.write { access in
            let count = try Int.fetchOne(access.database, sql: "PRAGMA page_count") ?? 0
            _ = try Int.fetchOne(
                access.database,
                sql: "PRAGMA max_page_count = \(pages.map { count + $0 } ?? 1_073_741_823)"
            )
        }
    }

    @Test(arguments: [Work.save, .change, .batchInsert, .batchUpdate, .load])
    func aStoreThatMayNotGrow(_ work: Work) async throws {
        let store = try TemporaryStore()
        let container = try ModelContainer(for: FeaturesSchema.self, url: store.url)
        try fill(container)
        let before = try content(container)
        try limit(container.coordinator.stores[0], toPages: 5)
        await #expect(throws: StoreError(store.url.path, .diskFull)) { try await write(work, container) }
        #expect(try content(container) == before)
        try limit(container.coordinator.stores[0], toPages: nil)
        try await write(work, container)
        #expect(try content(container) != before)
    }

    #if os(Linux)
    @Test(.enabled(if: SmallDisk.isPossible, "nothing can be mounted here"), arguments: Work.allCases)
    func aFullDisk(_ work: Work) async throws {
        let disk = try SmallDisk()
        let url = disk.folder.appending(path: "store.sqlite")
        let container = try ModelContainer(for: FeaturesSchema.self, url: url)
        try fill(container)
        try container.coordinator.stores[0].connections.write { _ = try $0.database.checkpoint(.truncate) }
        let before = try content(container)
        try disk.fill()
        await #expect(throws: StoreError(url.path, .diskFull)) { try await write(work, container) }
        #expect(try content(container) == before)
        try disk.free()
        try await write(work, container)
        #expect(try content(container) != before)
        try container.coordinator.close()
    }

    @Test func aDiskThatCannotBeRead() throws {
        let store = try TemporaryStore()
        try fill(ModelContainer(for: FeaturesSchema.self, url: store.url))
        let container = try ModelContainer(for: FeaturesSchema.self, url: store.url)
        let context = ModelContext(container)
        // The connection that reads is open, and has read no page of a tag.
        #expect(try context.all(Person.self).isEmpty)
        let broken = try UnreadableFile(store.url)
        #expect(broken.count > 1)
        func expectFailure(_ work: () throws -> Void, sourceLocation: SourceLocation = #_sourceLocation) {
            let error = #expect(throws: StoreError.self, sourceLocation: sourceLocation) { try work() }
            switch error?.reason {
            // SQLite asks the folder for its size as well, and may find a database whose end is missing.
            case .disk(isWriting: false, _)?, .damaged?: break
            default: Issue.record("\(String(describing: error))", sourceLocation: sourceLocation)
            }
            #expect(error?.path == store.url.path, sourceLocation: sourceLocation)
        }
        expectFailure { _ = try context.all(Tag.self) }
        expectFailure { _ = try context.fetch(FetchDescriptor(where: Tag.columns.name == "a")) }
        expectFailure { _ = try context.fetchCount(FetchDescriptor(where: Tag.columns.name == "a")) }
        expectFailure { _ = try context.fetchIdentifiers(FetchDescriptor<Tag>()) }
        expectFailure { try context.batchUpdate(model: Tag.self, set: Tag.columns.name.to("b")) }
        expectFailure { try context.batchDelete(model: Tag.self) }
        broken.mend()
        #expect(try context.all(Tag.self).count == 1000)
    }
    #endif

    /// Of several stores, the error is that of the one whose disk is full, in whatever order they are written.
    @Test(arguments: ["trips", "playlists"]) func theStoreWithTheFullDiskIsNamed(full: String) throws {
        let folder = try TemporaryStore()
        let playlists = folder.url.deletingLastPathComponent().appending(path: "playlists.sqlite")
        let container = try ModelContainer(
            for: FeaturesSchema.self,
            configurations: ModelConfiguration("trips", url: folder.url),
            ModelConfiguration("playlists", schema: Schema([Playlist.self]), url: playlists)
        )
        let store = try #require(container.coordinator.stores.first { $0.configuration.name == full })
        for works in [0, 1] {
            try limit(store, toPages: 5)
            let error = #expect(throws: StoreError.self) {
                if works == 0 {
                    let context = ModelContext(container)
                    for number in 0..<50 {
                        context.insert(Trip(name: "\(number)" + Self.long))
                        context.insert(Playlist(name: "\(number)" + Self.long))
                    }
                    try context.save()
                } else {
                    try container.reset { filling in
                        for number in 0..<50 {
                            filling.insert(Trip(name: "\(number)" + Self.long))
                            filling.insert(Playlist(name: "\(number)" + Self.long))
                        }
                    }
                }
            }
            #expect(error == StoreError(full == "trips" ? folder.url.path : playlists.path, .diskFull))
            try limit(store, toPages: nil)
        }
        let context = ModelContext(container)
        #expect(try context.all(Trip.self).isEmpty && context.all(Playlist.self).isEmpty)
    }

    /// What a store has a reason for is its error, by whichever code SQLite reports it: `SQLITE_ABORT` is the disk that fails while
    /// another statement is running.
    @Test(arguments: [4, 4 | 2 << 8, 5, 6, 8, 9, 10, 11, 13, 14, 15, 23, 26] as [Int32])
    func aCodeOfTheStoreIsNotOneOfTheStatement(_ code: Int32) throws {
        let error = DatabaseError(resultCode: ResultCode(rawValue: code), message: "m")
        #expect(error.explained("SELECT 1") is DatabaseError)
    }

    @Test(arguments: [1, 18, 19, 20, 25] as [Int32])
    func aCodeOfTheStatementIsNotOneOfTheStore(_ code: Int32) throws {
        let error = DatabaseError(resultCode: ResultCode(rawValue: code), message: "m")
        #expect(error.explained("SELECT 1") is ModelError)
    }
}
