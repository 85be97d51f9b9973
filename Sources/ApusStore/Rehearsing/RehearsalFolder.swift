import Foundation

/// The folder of a copy that is migrated in place of its store.
///
/// The copy has the store's values, also those that the migration encrypts. So what a killed process left behind is removed: its folder
/// is not locked any more.
final class RehearsalFolder {
    /// The folder.
    let url: URL

    private let lock: FolderLock

    /// What precedes a UUID in the name.
    private static let prefix = "apus-rehearsal-"

    /// Makes a folder that no other user may read, and removes those that were left behind.
    ///
    /// - Parameter parent: The folder to make it in, which is made, too, if it does not exist.
    /// - Throws: An error of the file system.
    init(in parent: URL) throws {
        Self.removeAbandoned(in: parent)
        var (url, lock) = try Self.make(in: parent)
        // Before it was locked, another process may have taken it for an abandoned one.
        while !lock.share() || !FileManager.default.fileExists(atPath: url.path) {
            (url, lock) = try Self.make(in: parent)
        }
        self.url = url
        self.lock = lock
    }

    private static func make(in parent: URL) throws -> (url: URL, lock: FolderLock) {
        let url = parent.appending(path: "\(prefix)\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: url,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        return (url, FolderLock(url.path, followsLinks: false))
    }

    /// Removes the folder.
    func remove() { try? FileManager.default.removeItem(at: url) }

    /// Removes this user's folders that no process has locked.
    ///
    /// - Parameter parent: The folder that they are in.
    static func removeAbandoned(in parent: URL) {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: parent.path)) ?? [] {
            guard name.hasPrefix(prefix), ExternalFiles.isName(String(name.dropFirst(prefix.count))) else { continue }
            let url = parent.appending(path: name)
            let lock = FolderLock(url.path, followsLinks: false)
            // Only the user's own: root could remove any.
            guard lock.isOwn else { continue }
            lock.exclusively { try? FileManager.default.removeItem(at: url) }
        }
    }
}
