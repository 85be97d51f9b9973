import ApusSchema
import Foundation
import GRDB
import Testing

@testable import Apus

/// Resets: whatever fails, all stores have what they had; what succeeds is seen by everyone who has the store open.
struct ResetTests {
    private struct Failure: Error {}

    private static func document(_ byte: UInt8, _ title: String) -> Document {
        Document(title: title, scan: Data(repeating: byte, count: 300_000), colours: [])
    }

    /// A store with seed data, an edited row of it, and objects of the user's, one of them with an external file.
    private static func fill(_ container: ModelContainer) throws -> ModelContext {
        let context = ModelContext(container)
        try #require(try context.all(Playlist.self).first).name = "Mine"
        context.insert(Trip(name: "Alps", leader: Person(name: "Ada")))
        context.insert(document(7, "d"))
        try context.save()
        return context
    }

    /// All that is in the files of a store, external files included.
    private static func content(_ url: URL, withFiles: Bool = true) throws -> [String] {
        let tables = ["Playlist", "Track", "Guest", "Trip", "Person", "Document", "apus_seed", "apus_seed_row"]
        let queue = try DatabaseQueue(path: url.path)
        defer { try? queue.close() }
        let rows = try queue.read { db in
            try tables.filter { try db.tableExists($0) }.flatMap { table in
                try Row.fetchAll(db, sql: "SELECT * FROM \(table)").map { "\(table) \($0)" }
            }
        }
        if !withFiles { return rows }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: url.path + "-files")) ?? []
        return rows + names.sorted()
    }

    private static func hasLeftovers(_ url: URL) throws -> Bool {
        try FileManager.default.contentsOfDirectory(atPath: url.deletingLastPathComponent().path)
            .contains { $0.contains(".new-") }
    }

    // MARK: One store

    @Test func theClosureAddsToTheSeedData() throws {
        let store = try TemporaryStore()
        let container = try ModelContainer(for: SeededFeatures.self, url: store.url)
        let context = try Self.fill(container)
        let other = ModelContext(try ModelContainer(for: SeededFeatures.self, url: store.url))
        let (list, trip) = (
            try #require(try context.all(Playlist.self).first), try #require(try context.all(Trip.self).first)
        )
        let seen = try #require(try other.all(Trip.self).first)
        let last = trip.persistentModelID
        trip.name = "Unsaved"
        try container.reset { filling in
            #expect(try filling.all(Trip.self).isEmpty)
            #expect(try filling.all(Playlist.self).map(\.name) == ["Best of"])
            filling.insert(Trip(name: "First", leader: Person(name: "Ben")))
            filling.insert(Self.document(8, "e"))
            try filling.save()
            filling.insert(Trip(name: "Second"))
        }
        #expect(try context.all(Trip.self).map(\.name).sorted() == ["First", "Second"])
        #expect(list.isDeleted && trip.isDeleted && !context.hasChanges)
        #expect(try context.all(Trip.self).allSatisfy { $0.persistentModelID != last })
        #expect(try context.all(Document.self).map { $0.scan.first } == [8])
        other.rollback()
        #expect(try other.all(Trip.self).count == 2)
        // Another container learns of it when it reads the object.
        #expect(seen.name.isEmpty && seen.isDeleted)
        #expect(try FileManager.default.contentsOfDirectory(atPath: store.url.path + "-files").count == 1)
        // The context of the closure is of no use afterwards, and the container goes on.
        context.insert(Trip(name: "Third"))
        try context.save()
        #expect(try store.lines("SELECT count(*) FROM Trip") == ["3"])
        #expect(try Self.hasLeftovers(store.url) == false)
    }

    /// A file of the caller's own that is missing, or a full disk that it is on, is not a disk of the store that fails.
    @Test(arguments: [CocoaError.Code.fileReadNoSuchFile, .fileWriteOutOfSpace])
    func theErrorOfTheClosureIsTheCallers(_ code: CocoaError.Code) throws {
        let store = try TemporaryStore()
        let container = try ModelContainer(for: SeededFeatures.self, url: store.url)
        _ = try Self.fill(container)
        let before = try Self.content(store.url)
        #expect(throws: CocoaError(code)) { try container.reset { _ in throw CocoaError(code) } }
        let other = DatabaseError(resultCode: .SQLITE_BUSY, message: "another database")
        let found = #expect(throws: DatabaseError.self) { try container.reset { _ in throw other } }
        #expect(found?.message == "another database")
        #expect(try Self.content(store.url) == before)
    }

    @Test(arguments: ["closure", "save", "seed", "reference", "disk", "dangling", "constraint"])
    func whateverFailsTheStoreHasWhatItHad(_ kind: String) throws {
        let store = try TemporaryStore()
        let container = try ModelContainer(for: SeededFeatures.self, url: store.url)
        let context = try Self.fill(container)
        let trip = try #require(try context.all(Trip.self).first)
        trip.name = "Unsaved"
        switch kind {
        case "seed": try store.tell("CREATE TRIGGER t BEFORE INSERT ON Track BEGIN SELECT RAISE(ABORT, 'no'); END")
        case "reference": try store.tell("CREATE TABLE m (t REFERENCES Trip (_id)); INSERT INTO m SELECT _id FROM Trip")
        case "dangling", "constraint":
            // Found when the context is saved, or when the transaction is committed if the context has nothing to save.
            try store.tell(
                """
                CREATE TABLE m (t REFERENCES Trip (_id) DEFERRABLE INITIALLY DEFERRED);
                CREATE TRIGGER t AFTER INSERT ON Track BEGIN INSERT INTO m VALUES (-7); END
                """
            )
        default: break
        }
        let before = try Self.content(store.url)
        if kind == "disk" {
            try container.coordinator.stores[0].connections.write { access in
                let pages = try Int.fetchOne(access.database, sql: "PRAGMA page_count") ?? 0
                try access.database.execute(sql: "PRAGMA max_page_count = \(pages + 5)")
            }
        }
        let error = #expect(throws: (any Error).self) {
            try container.reset { filling in
                if kind == "constraint" { return }
                filling.insert(Self.document(9, "f"))
                filling.insert(Trip(name: "New"))
                try filling.save()
                #expect(try FileManager.default.contentsOfDirectory(atPath: store.url.path + "-files").count == 2)
                switch kind {
                case "closure": throw Failure()
                case "save":
                    filling.insert(Seat(code: "1a", number: 1))
                    filling.insert(Seat(code: "1a", number: 2))
                case "disk":
                    for number in 0..<400 {
                        filling.insert(Trip(name: "\(number)" + String(repeating: "x", count: 4000)))
                    }
                default: break
                }
            }
        }
        switch kind {
        case "closure": #expect(error is Failure)
        case "save": #expect(error is ModelError)
        case "dangling":
            guard case .danglingReferences? = error as? ModelError else {
                Issue.record("\(String(describing: error))")
                break
            }
        default: #expect(error is StoreError, "\(String(describing: error))")
        }
        if kind == "disk" {
            #expect((error as? StoreError)?.reason == .diskFull)
            try container.coordinator.stores[0].connections.write { access in
                try access.database.execute(sql: "PRAGMA max_page_count = 1073741823")
            }
        }
        #expect(try Self.content(store.url) == before)
        #expect(try Self.hasLeftovers(store.url) == false)
        // No context has lost anything.
        context.processPendingChanges()
        #expect(!trip.isDeleted && context.hasChanges)
        if kind != "reference" { try context.save() }
        if kind == "closure" {
            try container.resetToSeedData()
            context.processPendingChanges()
            #expect(trip.isDeleted)
        }
    }

    @Test func aResetWithinAResetIsRefused() throws {
        let store = try TemporaryStore()
        let container = try ModelContainer(for: SeededFeatures.self, url: store.url)
        _ = try Self.fill(container)
        let before = try Self.content(store.url)
        #expect(throws: ModelError.nestedSave) { try container.reset { _ in try container.reset() } }
        #expect(throws: (any Error).self) {
            try container.reset { filling in
                let other = ModelContext(container)
                other.insert(Trip(name: "x"))
                try other.save()
            }
        }
        #expect(throws: (any Error).self) { try container.reset { try $0.container.resetToSeedData() } }
        #expect(try Self.content(store.url) == before)
    }

    @Test func theHistoryHasTheReset() throws {
        let store = try TemporaryStore()
        let container = try ModelContainer(for: SeededHistoryFeatures.self, url: store.url)
        let context = try Self.fill(container)
        let token = try context.historyToken()
        #expect(throws: Failure.self) {
            try container.reset { filling in
                filling.insert(Trip(name: "New"))
                try filling.save()
                throw Failure()
            }
        }
        #expect(try context.fetchHistory(after: token).isEmpty)
        try container.reset { $0.insert(Trip(name: "New")) }
        let transactions = try ModelContext(container).fetchHistory(after: token)
        #expect(transactions.map(\.author) == [nil, "apus.seed", nil])
        let kinds = transactions.map { transaction in
            Set(
                transaction.changes.map { change in
                    switch change {
                    case .insert: "insert"
                    case .update: "update"
                    case .delete: "delete"
                    }
                }
            )
        }
        #expect(kinds.first == ["delete"] && kinds.last == ["insert"])
        #expect(transactions.last?.processIdentifier == ProcessInfo.processInfo.processName)
    }

    private final class Shared: @unchecked Sendable {
        private let lock = NSLock()
        private var (hasStopped, found): (Bool, [String]) = (false, [])

        var isStopped: Bool { lock.withLock { hasStopped } }
        var errors: [String] { lock.withLock { found } }

        func stop() { lock.withLock { hasStopped = true } }
        func add(_ error: String) { lock.withLock { found.append(error) } }
    }

    /// Threads of this container and of another one read and write while the store is reset, again and again.
    @Test func resetsWhileOthersUseTheStore() throws {
        let store = try TemporaryStore()
        let container = try ModelContainer(for: SeededFeatures.self, url: store.url)
        let other = try ModelContainer(for: SeededFeatures.self, url: store.url)
        _ = try Self.fill(container)
        let (shared, group) = (Shared(), DispatchGroup())
        for (number, user) in [container, other, container].enumerated() {
            DispatchQueue.global().async(group: group) {
                let context = ModelContext(user)
                var saves = 0
                while !shared.isStopped || saves < 3 {
                    do {
                        for list in try context.all(Playlist.self) {
                            list.name += "x"
                            _ = list.tracks.map(\.title)
                        }
                        context.insert(Trip(name: "thread \(number)"))
                        try context.save()
                        saves += 1
                    } catch ModelError.objectGone, ModelError.conflict {
                        context.rollback()
                    } catch {
                        shared.add("\(error)")
                        return
                    }
                }
            }
        }
        for round in 0..<12 {
            try container.reset { filling in
                filling.insert(Trip(name: "round \(round)"))
                try filling.save()
                // Nobody else writes meanwhile.
                #expect(try filling.all(Trip.self).map(\.name) == ["round \(round)"])
            }
            usleep(10_000)
        }
        shared.stop()
        group.wait()
        #expect(shared.errors == [])
        try container.reset { $0.insert(Trip(name: "last")) }
        #expect(try store.lines("SELECT name FROM Trip") == ["last"])
        #expect(try store.lines("SELECT name FROM Playlist") == ["Best of"])
        #expect(try store.lines("PRAGMA foreign_key_check").isEmpty)
    }

    // MARK: Several stores

    /// A folder with a store of playlists, which have seed data, and one of everything else.
    private struct Folder {
        let trips: TemporaryStore
        let playlists: URL
        let container: ModelContainer
        let context: ModelContext

        init(playlistsInMemory: Bool = false) throws {
            trips = try TemporaryStore()
            playlists = trips.url.deletingLastPathComponent().appending(path: "playlists.sqlite")
            container = try ModelContainer(
                for: SeededStoresFeatures.self,
                configurations: ModelConfiguration("trips", url: trips.url),
                playlistsInMemory
                    ? ModelConfiguration("playlists", isStoredInMemoryOnly: true)
                    : ModelConfiguration("playlists", url: playlists)
            )
            context = try ResetTests.fill(container)
        }

        func content() throws -> [[String]] {
            try [trips.url, playlists].filter { FileManager.default.fileExists(atPath: $0.path) }
                .map { try ResetTests.content($0) }
        }

        /// Opens the stores as another launch of the app does.
        func openAgain() throws -> ModelContainer {
            try ModelContainer(
                for: SeededStoresFeatures.self,
                configurations: ModelConfiguration("trips", url: trips.url),
                ModelConfiguration("playlists", url: playlists)
            )
        }

        /// Has the first store refuse the next commit, after the last ones were committed and some work was done.
        func refuseCommit(after work: @escaping () throws -> Void) throws {
            try container.coordinator.stores[0].connections.write { access in
                access.database.add(transactionObserver: Refusal(work), extent: .databaseLifetime)
            }
        }

        /// Has the first store refuse to commit a reset: the last ones are committed before it.
        func refuseCommits() throws {
            try trips.tell(
                """
                CREATE TABLE m (t REFERENCES Trip (_id) DEFERRABLE INITIALLY DEFERRED);
                CREATE TRIGGER t AFTER DELETE ON Trip BEGIN INSERT INTO m VALUES (-7); END
                """
            )
        }
    }

    private final class Refusal: TransactionObserver {
        private let work: () throws -> Void

        init(_ work: @escaping () throws -> Void) { self.work = work }

        func observes(eventsOfKind kind: DatabaseEventKind) -> Bool { true }
        func databaseDidChange(with event: DatabaseEvent) {}
        func databaseWillCommit() throws {
            try work()
            throw Failure()
        }
        func databaseDidCommit(_ database: Database) {}
        func databaseDidRollback(_ database: Database) {}
    }

    @Test func severalStoresAreResetTogether() throws {
        let folder = try Folder()
        let (trip, list) = (
            try #require(try folder.context.all(Trip.self).first),
            try #require(try folder.context.all(Playlist.self).first)
        )
        let before = try folder.content()
        #expect(throws: Failure.self) {
            try folder.container.reset { filling in
                filling.insert(Trip(name: "New"))
                filling.insert(Playlist(name: "New"))
                try filling.save()
                throw Failure()
            }
        }
        #expect(try folder.content() == before)
        #expect(!trip.isDeleted && !list.isDeleted)
        try folder.container.reset { filling in
            filling.insert(Trip(name: "New"))
            filling.insert(Playlist(name: "New"))
        }
        #expect(try folder.context.all(Trip.self).map(\.name) == ["New"])
        #expect(try folder.context.all(Playlist.self).map(\.name).sorted() == ["Best of", "New"])
        #expect(trip.isDeleted && list.isDeleted)
        #expect(try Self.hasLeftovers(folder.trips.url) == false)
    }

    @Test(arguments: [false, true])
    func aCommittedStoreIsPutBack(inMemory: Bool) throws {
        let folder = try Folder(playlistsInMemory: inMemory)
        let list = try #require(try folder.context.all(Playlist.self).first)
        try folder.refuseCommits()
        let before = try folder.content()
        #expect(throws: StoreError.self) {
            try folder.container.reset { $0.insert(Playlist(name: "New")) }
        }
        #expect(try folder.content() == before)
        #expect(try ModelContext(folder.container).all(Playlist.self).map(\.name) == ["Mine"])
        #expect(!list.isDeleted)
        list.name = "Mine again"
        try folder.context.save()
        #expect(try ModelContext(folder.container).all(Playlist.self).map(\.name) == ["Mine again"])
        #expect(try Self.hasLeftovers(folder.trips.url) == false)
    }

    @Test func withoutABackupTheErrorSaysWhatIsReset() throws {
        let folder = try Folder()
        let list = try #require(try folder.context.all(Playlist.self).first)
        try folder.refuseCommits()
        let before = try folder.content()
        let error = #expect(throws: ModelError.self) { try folder.container.reset(backup: false) }
        guard case .resetNotUndone(["playlists"], [], _)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(try folder.content()[0] == before[0])
        #expect(try folder.context.all(Playlist.self).map(\.name) == ["Best of"])
        #expect(list.isDeleted)
    }

    /// What another connection has saved after the commit is not undone, and what was reset is not lost.
    @Test func aStoreThatOthersHaveChangedIsNotPutBack() throws {
        let folder = try Folder()
        let trips = try Self.content(folder.trips.url)
        let playlists = try Self.content(folder.playlists, withFiles: false)
        let list = try #require(try folder.context.all(Playlist.self).first)
        let trip = try #require(try folder.context.all(Trip.self).first)
        try folder.refuseCommit { [url = folder.playlists] in
            let other = try DatabaseQueue(path: url.path)
            try other.write { try $0.execute(sql: "CREATE TABLE theirs (x); INSERT INTO theirs VALUES ('x')") }
            try other.close()
        }
        let error = #expect(throws: ModelError.self) { try folder.container.reset() }
        guard case .resetNotUndone(["playlists"], let copies, _)? = error, let copy = copies.first, copies.count == 1
        else {
            Issue.record("\(String(describing: error))")
            return
        }
        let found = try DatabaseQueue(path: folder.playlists.path).read { db in
            try String.fetchAll(db, sql: "SELECT name FROM Playlist UNION ALL SELECT x FROM theirs")
        }
        #expect(found == ["Best of", "x"])
        #expect(try Self.content(URL(filePath: copy), withFiles: false) == playlists)
        #expect(try Self.content(folder.trips.url) == trips)
        folder.context.processPendingChanges()
        #expect(list.isDeleted && !trip.isDeleted)
        // The copy stays: the next launch removes only what a killed reset has left.
        let left = folder.playlists.path + ".new-" + UUID().uuidString
        try Data([1]).write(to: URL(filePath: left))
        _ = try folder.openAgain()
        #expect(FileManager.default.fileExists(atPath: copy))
        #expect(!FileManager.default.fileExists(atPath: left))
    }

    /// For a moment, contexts could read what was committed.
    @Test func whatIsPutBackCountsAsAChange() throws {
        let folder = try Folder()
        let changes = folder.container.coordinator.stores[1].changes
        let other = ModelContext(folder.container)
        var (names, known) = ([String](), 0)
        try folder.refuseCommit {
            names = try other.all(Playlist.self).map(\.name)
            known = changes.known
        }
        #expect(throws: Failure.self) { try folder.container.reset() }
        #expect(names == ["Best of"])
        // That of the commit, and that of putting it back.
        #expect(changes.known == known + 2)
        #expect(try other.all(Playlist.self).map(\.name) == ["Mine"])
        #expect(try Self.hasLeftovers(folder.trips.url) == false)
    }

    /// A live result that was fetched in that moment is fetched again.
    @Test func aLiveResultHasWhatIsPutBack() throws {
        let folder = try Folder()
        let other = ModelContext(folder.container)
        let live = LiveFetch(FetchDescriptor<Playlist>(), in: other)
        var shown: [String]?
        try folder.refuseCommit { shown = try live.change()?.results.map(\.name) }
        #expect(throws: Failure.self) { try folder.container.reset() }
        #expect(shown == ["Best of"])
        #expect(try live.change()?.results.map(\.name) == ["Mine"])
    }

    /// Without copies, so that no store can be committed and put back.
    @Test func aTransactionThatHasEndedStopsTheReset() throws {
        let folder = try Folder()
        try folder.trips.tell("CREATE TRIGGER t BEFORE INSERT ON Trip BEGIN SELECT RAISE(ROLLBACK, 'no'); END")
        let before = try folder.content()
        let error = #expect(throws: (any Error).self) {
            try folder.container.reset(backup: false) { filling in
                filling.insert(Trip(name: "New"))
                // As code does that takes a failed row for a detail.
                var failure: (any Error)?
                do { try filling.save() } catch { failure = error }
                #expect(failure != nil)
                filling.rollback()
            }
        }
        #expect(error is StoreError)
        #expect(try folder.content() == before)
    }

    /// What the closure has not saved must not be saved by itself, in a store that is not reset.
    @Test func afterATransactionThatHasEndedNothingIsSaved() throws {
        let folder = try Folder()
        try folder.trips.tell("CREATE TRIGGER t BEFORE INSERT ON Trip BEGIN SELECT RAISE(ROLLBACK, 'no'); END")
        let before = try folder.content()
        #expect(throws: StoreError.self) {
            try folder.container.reset(backup: false) { filling in
                let trip = Trip(name: "New")
                filling.insert(trip)
                var failure: (any Error)?
                do { try filling.save() } catch { failure = error }
                #expect(failure != nil)
                filling.delete(trip)
                filling.insert(Person(name: "Left"))
            }
        }
        #expect(try folder.content() == before)
    }

    /// Where there are no links, the copy has the external files only in the folder of the store.
    @Test func whatAKeptCopyNeedsIsNotRemoved() throws {
        let trips = try TemporaryStore()
        let playlists = trips.url.deletingLastPathComponent().appending(path: "playlists.sqlite")
        let container = try ModelContainer(
            for: SeededStoresFeatures.self,
            configurations: ModelConfiguration("playlists", url: playlists),
            ModelConfiguration("trips", url: trips.url)
        )
        _ = try Self.fill(container)
        let before = try Self.content(trips.url)
        let files = try FileManager.default.contentsOfDirectory(atPath: trips.url.path + "-files")
        #expect(files.count == 1)
        try container.coordinator.stores[0].connections.write { access in
            let refusal = Refusal { try trips.tell("CREATE TABLE theirs (x)") }
            access.database.add(transactionObserver: refusal, extent: .databaseLifetime)
        }
        let error = #expect(throws: ModelError.self) { try container.reset() }
        guard case .resetNotUndone(["trips"], let copies, _)? = error, let copy = copies.first else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(try Self.content(URL(filePath: copy)) == before)
        #expect(try FileManager.default.contentsOfDirectory(atPath: trips.url.path + "-files") == files)
    }

    // MARK: Other processes

    #if os(macOS) || os(Linux)
    @Test func objectsReadAsDeletedAfterAResetByAnotherProcess() async throws {
        let store = try TemporaryStore()
        let container = try ModelContainer(for: SeededFeatures.self, url: store.url)
        let context = try Self.fill(container)
        let trip = try #require(try context.all(Trip.self).first)
        let other = ModelContext(container)
        let unread = try #require(other.model(for: trip.persistentModelID) as? Trip)
        await #expect(processExitsWith: .success) { [path = store.url.path as String] in
            let container = try ModelContainer(for: SeededFeatures.self, url: URL(filePath: path))
            try container.reset { $0.insert(Trip(name: "Theirs")) }
        }
        context.rollback()
        #expect(try context.all(Trip.self).map(\.name) == ["Theirs"])
        #expect(trip.name.isEmpty && trip.isDeleted)
        #expect(unread.name.isEmpty && unread.isDeleted)
    }

    @Test func aKilledResetChangesNothing() async throws {
        let store = try TemporaryStore()
        try { _ = try Self.fill(ModelContainer(for: SeededFeatures.self, url: store.url)) }()
        let before = try Self.content(store.url, withFiles: false)
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = store.url.path as String] in
            let container = try ModelContainer(for: SeededFeatures.self, url: URL(filePath: path))
            try container.reset { filling in
                filling.insert(Self.document(9, "f"))
                try filling.save()
                kill(getpid(), SIGKILL)
            }
        }
        let files = try FileManager.default.contentsOfDirectory(atPath: store.url.path + "-files")
        #expect(files.count == 2)
        // What the killed process wrote belongs to no row, and goes with the next reset.
        let container = try ModelContainer(for: SeededFeatures.self, url: store.url)
        #expect(try Self.content(store.url, withFiles: false) == before)
        // Large values are read on demand, which needs the context.
        let context = ModelContext(container)
        let bytes = try withExtendedLifetime(context) { try context.all(Document.self).map { $0.scan.first } }
        #expect(bytes == [7])
        try container.resetToSeedData()
        #expect(try ModelContext(container).all(Playlist.self).map(\.name) == ["Best of"])
        #expect((try? FileManager.default.contentsOfDirectory(atPath: store.url.path + "-files")) ?? [] == [])
    }

    /// Processes that are killed at different moments: each store has all that it had, or all of the new content.
    @Test func killsAtAnyMomentLeaveWholeStores() async throws {
        var found: [String: Int] = [:]
        for number in 0..<8 {
            let store = try TemporaryStore()
            try { _ = try Self.fill(ModelContainer(for: SeededFeatures.self, url: store.url)) }()
            let before = try Self.content(store.url, withFiles: false)
            await #expect(processExitsWith: .signal(SIGKILL)) {
                [path = store.url.path as String, number = number as Int] in
                let container = try ModelContainer(for: SeededFeatures.self, url: URL(filePath: path))
                Thread.detachNewThread {
                    usleep(UInt32(number) * 25_000)
                    kill(getpid(), SIGKILL)
                }
                try container.reset { filling in
                    for number in 0..<300 { filling.insert(Trip(name: "\(number)")) }
                }
                while true { sleep(1) }
            }
            let names = try store.lines("SELECT name FROM Playlist")
            let trips = try store.lines("SELECT count(*) FROM Trip")[0]
            found["\(names) \(trips)", default: 0] += 1
            if names == ["Mine"] {
                #expect(try Self.content(store.url, withFiles: false) == before)
            } else {
                #expect(names == ["Best of"] && trips == "300")
            }
            _ = try ModelContainer(for: SeededFeatures.self, url: store.url)
        }
        print("killed while resetting: \(found.sorted { $0.key < $1.key })")
    }
    #endif
}
