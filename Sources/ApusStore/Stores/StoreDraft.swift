import Foundation

/// A temporary file next to a store. It gets the store's name when it is complete, so that no process ever opens an
/// incomplete store.
///
/// A process that makes a draft holds a shared lock (`flock`) on the folder, which ends with the process. Without any
/// such lock, what has a draft's name is what a killed process left, and the next draft of the same store removes it.
/// The lock is not on the draft itself: SQLite's own locks on a file are lost where the same process closes another
/// descriptor of it. Network file systems may keep it on one machine only.
final class StoreDraft {
    /// The file, which does not exist at first.
    let file: StoreFile

    /// The folder, or -1 where it cannot be opened.
    private let folder: Int32

    /// What follows the store's name in a draft's, before a UUID.
    static let suffix: String = ".new-"

    /// Chooses the name.
    ///
    /// - Parameter target: The store.
    init(of target: StoreFile) {
        let url = URL(fileURLWithPath: target.location)
        let path = url.deletingLastPathComponent().path
        folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        if flock(folder, LOCK_EX | LOCK_NB) == 0 { Self.removeAbandoned(url.lastPathComponent + Self.suffix, in: path) }
        // Another process removes drafts only for a moment. Without the lock, one may take this draft for an abandoned
        // one: publishing it fails then, and nothing else is lost.
        var attempts = 0
        while flock(folder, LOCK_SH | LOCK_NB) != 0, errno == EWOULDBLOCK || errno == EINTR, attempts < 20 {
            attempts += 1
            usleep(5_000)
        }
        let location = target.location + Self.suffix + UUID().uuidString
        file = StoreFile(URL(fileURLWithPath: location), shownAs: target.path)
    }

    deinit { if folder >= 0 { close(folder) } }

    /// Removes the file, unless it got the store's name.
    func remove() { file.remove() }

    /// Removes the drafts of a store that no process works on.
    private static func removeAbandoned(_ prefix: String, in folder: String) {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] where name.hasPrefix(prefix) {
            // The name of a draft, of its journal or of the folder of its external files.
            let identifier = String(name.dropFirst(prefix.count).prefix(36))
            guard ExternalFiles.isName(identifier) else { continue }
            StoreFile(URL(fileURLWithPath: folder).appending(path: prefix + identifier)).remove()
        }
    }
}
