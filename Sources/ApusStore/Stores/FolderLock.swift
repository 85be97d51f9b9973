import Foundation

/// A lock on a folder (`flock`), which ends with its value, and with the process. So what lies in a folder without any such lock is
/// what a killed process left behind.
///
/// The lock is not on a file: SQLite's own locks on a file are lost where the same process closes another descriptor of
/// it. Network file systems may keep it on one machine only.
final class FolderLock {
    /// The folder, or -1 where it cannot be opened.
    private let folder: Int32

    /// Opens a folder, and does not lock it yet.
    ///
    /// - Parameters:
    ///   - path: The folder.
    ///   - followsLinks: Whether the folder may be a symbolic link to one.
    init(_ path: String, followsLinks: Bool = true) {
        folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | (followsLinks ? 0 : O_NOFOLLOW))
    }

    deinit { if folder >= 0 { close(folder) } }

    /// Whether the folder is open, and belongs to this user.
    var isOwn: Bool {
        var info = stat()
        return fstat(folder, &info) == 0 && info.st_uid == geteuid()
    }

    /// Does something unless a process has a lock on the folder. Afterwards, this one has.
    func exclusively(_ work: () -> Void) {
        guard flock(folder, LOCK_EX | LOCK_NB) == 0 else { return }
        work()
        // Otherwise the folder might be closed as soon as nothing refers to the lock any more.
        withExtendedLifetime(self) {}
    }

    /// Keeps other processes from having the folder exclusively, which they do only for a moment.
    ///
    /// - Returns: False if that moment took too long. True also where there are no such locks: no process can have
    ///   the folder exclusively then.
    @discardableResult
    func share() -> Bool {
        var attempts = 0
        while flock(folder, LOCK_SH | LOCK_NB) != 0 {
            guard errno == EWOULDBLOCK || errno == EINTR else { return true }
            guard attempts < 20 else { return false }
            attempts += 1
            usleep(5_000)
        }
        return true
    }
}
