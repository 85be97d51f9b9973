import Foundation

/// A folder that is removed with its last reference.
final class TemporaryFolder: Sendable {
    let url: URL

    init() throws {
        self.url = FileManager.default.temporaryDirectory.appending(path: "apus-fault-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    /// A file in the folder.
    subscript(name: String) -> URL {
        url.appending(path: name)
    }
}
