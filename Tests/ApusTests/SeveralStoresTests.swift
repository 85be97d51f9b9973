import Foundation
import GRDB
import Testing

@testable import Apus

/// Containers with several stores.
struct SeveralStoresTests {
    /// A folder with a store of playlists, and one of everything else.
    private final class Folder {
        let trips: TemporaryStore
        let playlists: URL

        init() throws {
            trips = try TemporaryStore()
            playlists = trips.url.deletingLastPathComponent().appending(path: "playlists.sqlite")
        }

        func configurations(
            playlistsAllowSave: Bool = true
        ) -> (ModelConfiguration, ModelConfiguration) {
            (
                ModelConfiguration("trips", url: trips.url),
                ModelConfiguration(
                    "playlists",
                    schema: Schema([Playlist.self]),
                    url: playlists,
                    allowsSave: playlistsAllowSave
                )
            )
        }

        func container(playlistsAllowSave: Bool = true) throws -> ModelContainer {
            let (trips, playlists) = configurations(playlistsAllowSave: playlistsAllowSave)
            return try ModelContainer(for: FeaturesSchema.self, configurations: trips, playlists)
        }

        /// Queries the file of the playlists.
        func ask(_ sql: String) throws -> [String] {
            try DatabaseQueue(path: playlists.path).read { try String.fetchAll($0, sql: sql) }
        }
    }

    private func fill(_ context: ModelContext) throws {
        let trip = Trip(name: "Alps", leader: Person(name: "Ada"))
        context.insert(trip)
        let list = Playlist(name: "Songs")
        context.insert(list)
        list.tracks = [Track(title: "one"), Track(title: "two")]
        try context.save()
    }

    @Test func aDumpReplacesNoneOfTheStores() async throws {
        let folder = try Folder()
        let container = try folder.container()
        try fill(ModelContext(container))
        let (trips, playlists) = (folder.trips.url.path, folder.playlists.path)
        let link = folder.trips.url.deletingLastPathComponent().appending(path: "link")
        try FileManager.default.createSymbolicLink(
            at: link,
            withDestinationURL: folder.trips.url.deletingLastPathComponent()
        )
        let names = [trips, trips + "-wal", trips + "-journal", trips + "-files", trips + "-files/a.csv"]
        for path in names + [playlists, playlists + "-shm", link.path + "/store.sqlite-journal"] {
            let isThere = FileManager.default.fileExists(atPath: path)
            for type in [Playlist.self, Trip.self] as [any PersistentModel.Type] {
                let error = await #expect(throws: CocoaError.self, "\(path)") {
                    try await container.dump(type, to: URL(filePath: path), as: RowFile(.csv))
                }
                #expect(error?.code == .fileWriteFileExists, "\(path)")
            }
            #expect(FileManager.default.fileExists(atPath: path) == isThere, "\(path)")
        }
        // Another name of the same file.
        let other = folder.trips.url.deletingLastPathComponent().appending(path: "other.csv")
        try FileManager.default.linkItem(at: folder.trips.url, to: other)
        await #expect(throws: CocoaError.self) { try await container.dump(Playlist.self, to: other) }
        try FileManager.default.removeItem(at: other)
        #expect(try folder.ask("SELECT name FROM Playlist") == ["Songs"])
        #expect(try folder.trips.lines("SELECT name FROM Trip") == ["Alps"])
        #expect(try await container.dump(Playlist.self, to: other) == 1)
    }

    @Test func aReturnedIdentityOutlivesAFailureInAnotherStore() throws {
        let folder = try Folder()
        let context = ModelContext(try folder.container())
        let list = Playlist(name: "Songs")
        context.insert(list)
        context.insert(Seat(code: "1a", number: 1))
        try context.save()
        let id = list.persistentModelID
        context.undoManager = UndoManager()
        context.delete(list)
        try context.save()
        context.undo()
        context.insert(Seat(code: "1a", number: 2))
        try context.save()
        #expect(list.persistentModelID == id)
        #expect(try folder.ask("SELECT CAST(_id AS TEXT) FROM Playlist") == ["1"])
    }

    @Test func eachEntityHasItsStore() throws {
        let folder = try Folder()
        let container = try folder.container()
        #expect(container.configurations.map(\.name).sorted() == ["playlists", "trips"])
        let context = ModelContext(container)
        try fill(context)
        #expect(
            try folder.trips.lines("SELECT (SELECT count(*) FROM Trip), (SELECT count(*) FROM Playlist)") == ["1|0"]
        )
        #expect(try folder.ask("SELECT (SELECT count(*) FROM Trip) || (SELECT count(*) FROM Track)") == ["02"])

        let again = ModelContext(try folder.container())
        let list = try #require(try again.all(Playlist.self).first)
        #expect(list.tracks.map(\.title) == ["one", "two"])
        #expect(try again.all(Trip.self).first?.leader?.name == "Ada")
        list.tracks.removeFirst()
        list.name = "Fewer"
        try again.all(Trip.self).first?.name = "Andes"
        again.insert(Person(name: "Ben"))
        try again.save()
        #expect(try folder.ask("SELECT name FROM Playlist") == ["Fewer"])
        #expect(try folder.trips.lines("SELECT name FROM Trip") == ["Andes"])
        // Objects of unlike stores may have the same row.
        let identifiers = [PersistentIdentifier(entityName: "Trip", row: 1), list.persistentModelID]
        #expect(identifiers.map { again.model(for: $0) != nil } == [true, true])
        #expect(try again.fetchCount(FetchDescriptor<Track>(where: Track.columns.title == "two")) == 1)
    }

    @Test func aSaveThatOneStoreRefusesSavesNothing() throws {
        let folder = try Folder()
        let context = ModelContext(try folder.container())
        try fill(context)
        // The second store refuses what the context does not know of.
        try DatabaseQueue(path: folder.playlists.path).write {
            try $0.execute(sql: "CREATE TRIGGER no BEFORE UPDATE ON Playlist BEGIN SELECT RAISE(ABORT, 'no'); END")
        }
        try context.all(Trip.self).first?.name = "Andes"
        try context.all(Playlist.self).first?.name = "Other"
        context.insert(Person(name: "Ben"))
        #expect(throws: ModelError.self) { try context.save() }
        #expect(try folder.trips.lines("SELECT name FROM Trip") == ["Alps"])
        #expect(try folder.trips.lines("SELECT name FROM Person") == ["Ada"])
        #expect(context.insertedModelsArray.count == 1 && context.changedModelsArray.count == 2)
        try DatabaseQueue(path: folder.playlists.path).write { try $0.execute(sql: "DROP TRIGGER no") }
        try context.save()
        #expect(try folder.trips.lines("SELECT name FROM Trip") == ["Andes"])
        #expect(try folder.trips.lines("SELECT name FROM Person") == ["Ada", "Ben"])
        #expect(try folder.ask("SELECT name FROM Playlist") == ["Other"])
    }

    @Test func conflictsAreFoundInEachStore() throws {
        let folder = try Folder()
        let context = ModelContext(try folder.container())
        try fill(context)
        let list = try #require(try context.all(Playlist.self).first)
        let trip = try #require(try context.all(Trip.self).first)
        let other = ModelContext(try folder.container())
        try other.all(Playlist.self).first?.name = "theirs"
        try other.save()
        (list.name, trip.name) = ("mine", "mine")
        #expect(throws: ModelError.conflict([.init(object: list.persistentModelID, properties: ["name"])])) {
            try context.save()
        }
        #expect(try folder.trips.lines("SELECT name FROM Trip") == ["Alps"])
        context.mergePolicy = .storeWins
        try context.save()
        #expect(list.name == "theirs" && trip.name == "mine")
        #expect(try folder.trips.lines("SELECT name FROM Trip") == ["mine"])
    }

    @Test func readOnlyBesideWritable() throws {
        let folder = try Folder()
        try fill(ModelContext(try folder.container()))
        let context = ModelContext(try folder.container(playlistsAllowSave: false))
        try context.all(Trip.self).first?.name = "Andes"
        try context.save()
        let list = try #require(try context.all(Playlist.self).first)
        #expect(list.tracks.count == 2)
        list.name = "x"
        try context.all(Trip.self).first?.name = "Urals"
        #expect(throws: ModelError.readOnly) { try context.save() }
        #expect(try folder.trips.lines("SELECT name FROM Trip") == ["Andes"])
        #expect(throws: ModelError.readOnly) { try context.container.erase() }
    }

    @Test func inMemoryBesideAFile() throws {
        let folder = try Folder()
        let (trips, _) = folder.configurations()
        let memory = ModelConfiguration("cache", schema: Schema([Playlist.self]), isStoredInMemoryOnly: true)
        let container = try ModelContainer(for: Trip.self, configurations: trips, memory)
        try fill(ModelContext(container))
        let context = ModelContext(container)
        #expect(try context.all(Playlist.self).count == 1 && context.all(Trip.self).count == 1)
        try container.erase()
        #expect(try context.all(Playlist.self).isEmpty && context.all(Trip.self).isEmpty)
    }

    @Test func eachStoreIsMigratedFromItsVersion() async throws {
        let folder = try Folder()
        _ = try ModelContainer(for: FeaturesV1.self, url: folder.playlists)
        _ = try folder.trips.open()
        let (trips, playlists) = folder.configurations()
        var migrations: [ModelContainer.Migration] = []
        let container = try await ModelContainer.open(for: Trip.self, configurations: trips, playlists) {
            migrations.append($0)
        }
        #expect(migrations.map(\.url) == [folder.playlists] && migrations.map(\.from) == ["1"])
        try fill(ModelContext(container))
    }

    @Test func whatCannotBeAssignedIsRefused() throws {
        func problem(
            _ configurations: ModelConfiguration...
        ) -> ModelError.StoreAssignmentProblem? {
            do {
                _ = try ModelContainer(for: [Trip.self], configurations: configurations)
                return nil
            } catch ModelError.storeAssignment(let problem) {
                #expect(!"\(ModelError.storeAssignment(problem))".isEmpty)
                return problem
            } catch {
                return nil
            }
        }
        func memory(_ name: String, _ types: [any PersistentModel.Type]?) -> ModelConfiguration {
            ModelConfiguration(name, schema: types.map { Schema($0) }, isStoredInMemoryOnly: true)
        }
        #expect(problem(memory("a", nil), memory("b", nil)) == .severalForTheRest(configurations: ["a", "b"]))
        #expect(
            problem(memory("a", [Track.self]), memory("b", [Playlist.self]))
                == .entityInSeveral("Guest", configurations: ["a", "b"])
        )
        #expect(
            problem(memory("a", [Track.self]), memory("b", [Trip.self]))
                == .entityInNone("Everything", configurations: ["a", "b"])
        )
        let file = URL(filePath: "/tmp/apus-none.sqlite")
        #expect(
            problem(
                ModelConfiguration("a", schema: Schema([Track.self]), url: file),
                ModelConfiguration("b", url: file)
            ) == .sameFile(configurations: ["a", "b"])
        )
        #expect(!FileManager.default.fileExists(atPath: file.path))
    }

    /// Objects that a store has from before would not be found.
    @Test func objectsInTheWrongStoreAreNotPassedOver() throws {
        let folder = try Folder()
        let old = try folder.trips.open()
        old.insert(Playlist(name: "old"))
        try old.save()
        let expected = ModelError.storeAssignment(
            .objectsElsewhere(entity: "Playlist", configuration: "trips", of: "playlists")
        )
        #expect(throws: expected) { try folder.container() }
        try old.delete(model: Playlist.self)
        try old.save()
        #expect(throws: Never.self) { try folder.container() }
    }
}
