import Foundation

/// A folder that is gone when its last user is.
final class TemporaryFolder {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "apus-seeding-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    func store(_ name: String = "store.sqlite") -> URL { url.appending(path: name) }
}
