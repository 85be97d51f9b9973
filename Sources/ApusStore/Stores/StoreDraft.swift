import Foundation

/// A temporary file next to a store. It gets the store's name when it is complete, so that no process ever opens an
/// incomplete store.
///
/// Its process holds a lock on it (`flock`), which ends with the process. The next draft of the same store removes those
/// that a killed process left behind.
final class StoreDraft {
    /// The file, empty at first.
    let file: StoreFile

    private let descriptor: Int32

    /// What follows the store's name in a draft's, before a UUID.
    static let suffix: String = ".new-"

    /// Creates the file.
    ///
    /// - Parameters:
    ///   - target: The store.
    ///   - permissions: The permissions of the file, which the process may restrict.
    /// - Throws: `StoreError.readOnly` if the file cannot be created.
    init(of target: StoreFile, permissions: mode_t = 0o644) throws(StoreError) {
        Self.removeAbandoned(of: target)
        let location = target.location + Self.suffix + UUID().uuidString
        file = StoreFile(URL(fileURLWithPath: location), shownAs: target.path)
        descriptor = open(location, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, permissions)
        guard descriptor >= 0 else {
            let error = errno
            throw StoreError(target.path, error == ENOSPC || error == EDQUOT ? .diskFull : .readOnly)
        }
        flock(descriptor, LOCK_EX | LOCK_NB)
    }

    /// Removes the file, unless it got the store's name.
    func remove() { file.remove() }

    deinit { close(descriptor) }

    /// Removes the drafts of a store that no process works on.
    private static func removeAbandoned(of target: StoreFile) {
        let url = URL(fileURLWithPath: target.location)
        let folder = url.deletingLastPathComponent()
        let prefix = url.lastPathComponent + suffix
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [] {
            guard name.hasPrefix(prefix), ExternalFiles.isName(String(name.dropFirst(prefix.count))) else { continue }
            let draft = StoreFile(folder.appending(path: name))
            let descriptor = open(draft.location, O_RDWR | O_NOFOLLOW | O_CLOEXEC)
            guard descriptor >= 0 else { continue }
            defer { close(descriptor) }
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { draft.remove() }
        }
    }
}
