import Apus
import ApusStore
import Foundation
import Testing

/// A store is where its URL says, whatever the working directory is.
struct StoreLocationTests {
    private let folder: URL
    private let name = "apus-\(UUID().uuidString).sqlite"
    /// A URL with a base, whose `relativePath` is only the name.
    private var url: URL { URL(filePath: name, relativeTo: folder) }

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(
            path: "apus-\(UUID().uuidString)",
            directoryHint: .isDirectory
        )
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    @Test func externalFilesOfARelativeURLAreNextToTheStore() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let scan = Data(repeating: 7, count: 200_000)
        let context = ModelContext(try ModelContainer(for: FeaturesSchema.self, url: url))
        context.insert(Document(title: "a", scan: scan, colours: []))
        try context.save()
        #expect(!FileManager.default.fileExists(atPath: "\(name)-files"))
        let absolute = folder.appending(path: name)
        #expect(FileManager.default.fileExists(atPath: absolute.path + "-files"))
        let other = ModelContext(try ModelContainer(for: FeaturesSchema.self, url: absolute))
        #expect(try other.all(Document.self).first?.scan == scan)
        #expect(other.hasChanges == false)
        try? FileManager.default.removeItem(atPath: "\(name)-files")
    }

    @Test func theFolderOfAGroupMayBeAURL() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let group = folder.appending(path: "group")
        let configuration = ModelConfiguration("Trips", groupContainer: .url(group))
        #expect(configuration.url.path == group.appending(path: "Trips.store").path)
        let context = ModelContext(try ModelContainer(for: Trip.self, configurations: configuration))
        context.insert(Trip(name: "a"))
        try context.save()
        #expect(Store.isStore(at: group.appending(path: "Trips.store")))
        // As elsewhere, a store in memory has no file.
        let memory = ModelConfiguration("Other", isStoredInMemoryOnly: true, groupContainer: .url(group))
        _ = try ModelContainer(for: Trip.self, configurations: memory)
        #expect(!FileManager.default.fileExists(atPath: group.appending(path: "Other.store").path))
    }

    @Test func aFileInTheWorkingDirectoryIsNotTheStore() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data("a note".utf8).write(to: URL(fileURLWithPath: name))
        defer { try? FileManager.default.removeItem(atPath: name) }
        let context = ModelContext(try ModelContainer(for: FeaturesSchema.self, url: url))
        context.insert(Trip(name: "a"))
        try context.save()
        #expect(Store.isStore(at: folder.appending(path: name)))
        #expect(try String(contentsOfFile: name, encoding: .utf8) == "a note")
    }
}
