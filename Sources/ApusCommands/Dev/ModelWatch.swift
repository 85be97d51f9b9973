import ApusFiles
import Foundation

/// Notices changes of a project's models and mappings.
///
/// It compares the names, sizes and times of the files a few times a second. A kernel's events would be missed for files on a
/// network or of a container's host, and folders that git replaces would have to be watched again; the files of a project are so few
/// that asking for them costs nothing that can be measured.
struct ModelWatch {
    /// What is known of a file without reading it.
    fileprivate struct Stamp: Hashable {
        var seconds = 0
        var nanoseconds = 0
        var changedSeconds = 0
        var changedNanoseconds = 0
        var bytes = 0
        var file: UInt64 = 0
    }

    /// The files at some moment.
    struct Snapshot: Equatable {
        fileprivate let stamps: [String: Stamp]
        /// The file that the store is; `nil` if there is none.
        var store: UInt64?
    }

    /// The project's folder.
    let folder: URL
    /// The store that follows. It is noticed if it is deleted, or replaced by another file; what is written to it is no change.
    let store: String?

    /// How long to wait between two looks, in microseconds.
    private static let interval: UInt32 = 100_000
    /// The number of looks without a change after which files count as written: editors and git write several.
    private static let quiet = 2
    /// The number of looks after which files count as written although one of them changes again and again.
    private static let patience = 20
    /// The number of looks without a change before something is done that cannot wait for another look.
    private static let still = 10

    /// The files now.
    func snapshot() -> Snapshot {
        var stamps: [String: Stamp] = [:]
        add(folder.appending(path: ProjectFile.name).path, to: &stamps)
        for name in ["Schemas", "Migrations"] { addFolder(folder.appending(path: name).path, depth: 0, to: &stamps) }
        return Snapshot(stamps: stamps, store: storeFile)
    }

    /// The number of the store's file now.
    var storeFile: UInt64? {
        var found = stat()
        guard let store, stat(store, &found) == 0 else { return nil }
        return UInt64(found.st_ino)
    }

    /// Waits until files have changed, and are written.
    ///
    /// - Parameters:
    ///   - before: The files as they were when they were last read.
    ///   - isStopped: Whether to stop waiting.
    /// - Returns: The files now; `nil` if the waiting was stopped.
    func change(since before: Snapshot, until isStopped: () -> Bool) -> Snapshot? {
        var (last, quiet, waited) = (before, 0, 0)
        while !isStopped() {
            let now = snapshot()
            quiet = now == last ? quiet + 1 : 0
            waited = now == before ? 0 : waited + 1
            last = now
            if now != before, quiet >= Self.quiet || waited >= Self.patience { return now }
            usleep(Self.interval)
        }
        return nil
    }

    /// Waits whether the files stay as they were when they were read.
    ///
    /// - Parameters:
    ///   - before: The files as they were.
    ///   - isStopped: Whether to stop waiting.
    /// - Returns: Whether they did, for about a second.
    func isStill(since before: Snapshot, until isStopped: () -> Bool) -> Bool {
        for _ in 0..<Self.still {
            if isStopped() || snapshot() != before { return false }
            usleep(Self.interval)
        }
        return snapshot() == before
    }

    /// Adds the files of a folder that are read: in the folder of a model, and in those inside it. A store or a log that is beside them
    /// is not. Links are followed, as when the project is read; the depth ends a circle of them.
    private func addFolder(_ path: String, depth: Int, to stamps: inout [String: Stamp]) {
        guard depth < 3, let names = try? FileManager.default.contentsOfDirectory(atPath: path) else { return }
        for name in names where !name.hasPrefix(".") {
            let inner = "\(path)/\(name)"
            let isRead = Self.endings.contains { name.hasSuffix($0) }
            if add(inner, to: &stamps, isRead: isRead) { addFolder(inner, depth: depth + 1, to: &stamps) }
        }
    }

    /// What the names of files end with that are read, or reported because they are not.
    private static let endings = [".yaml", ".yml", ".json", ".lock"]

    /// Adds a folder, or a file if it is read.
    ///
    /// - Returns: Whether it is a folder.
    @discardableResult
    private func add(_ path: String, to stamps: inout [String: Stamp], isRead: Bool = true) -> Bool {
        var found = stat()
        guard stat(path, &found) == 0 else { return false }
        let isFolder = found.st_mode & S_IFMT == S_IFDIR
        #if canImport(Darwin)
        let (written, changed) = (found.st_mtimespec, found.st_ctimespec)
        #else
        let (written, changed) = (found.st_mtim, found.st_ctim)
        #endif
        if isFolder {
            stamps[path] = Stamp()
        } else if isRead {
            stamps[path] = Stamp(
                seconds: written.tv_sec,
                nanoseconds: written.tv_nsec,
                changedSeconds: changed.tv_sec,
                changedNanoseconds: changed.tv_nsec,
                bytes: Int(found.st_size),
                file: UInt64(found.st_ino)
            )
        }
        return isFolder
    }
}
