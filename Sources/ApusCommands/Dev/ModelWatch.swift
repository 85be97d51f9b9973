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
        let seconds: Int
        let nanoseconds: Int
        let changedSeconds: Int
        let changedNanoseconds: Int
        let bytes: Int
        let file: UInt64
    }

    /// The files at some moment.
    struct Snapshot: Equatable {
        fileprivate let stamps: [String: Stamp]
    }

    /// The project's folder.
    let folder: URL

    /// How long to wait between two looks, in microseconds.
    private static let interval: UInt32 = 100_000
    /// The number of looks without a change after which files count as written: editors and git write several.
    private static let quiet = 2

    /// The files now.
    func snapshot() -> Snapshot {
        var stamps: [String: Stamp] = [:]
        add(folder.appending(path: ProjectFile.name).path, to: &stamps)
        for name in ["Schemas", "Migrations"] { addFolder(folder.appending(path: name).path, depth: 0, to: &stamps) }
        return Snapshot(stamps: stamps)
    }

    /// Waits until files have changed, and are written.
    ///
    /// - Parameters:
    ///   - before: The files as they were when they were last read.
    ///   - isStopped: Whether to stop waiting.
    /// - Returns: The files now; `nil` if the waiting was stopped.
    func change(since before: Snapshot, until isStopped: () -> Bool) -> Snapshot? {
        var (last, quiet) = (before, 0)
        while !isStopped() {
            let now = snapshot()
            quiet = now == last ? quiet + 1 : 0
            last = now
            if now != before, quiet >= Self.quiet { return now }
            usleep(Self.interval)
        }
        return nil
    }

    /// Links are followed, as when the project is read; the depth ends a circle of them.
    private func addFolder(_ path: String, depth: Int, to stamps: inout [String: Stamp]) {
        guard depth < 8, let names = try? FileManager.default.contentsOfDirectory(atPath: path) else { return }
        for name in names where !name.hasPrefix(".") {
            let inner = "\(path)/\(name)"
            if add(inner, to: &stamps) { addFolder(inner, depth: depth + 1, to: &stamps) }
        }
    }

    /// Adds a file.
    ///
    /// - Returns: Whether it is a folder.
    @discardableResult
    private func add(_ path: String, to stamps: inout [String: Stamp]) -> Bool {
        var found = stat()
        guard stat(path, &found) == 0 else { return false }
        let isFolder = found.st_mode & S_IFMT == S_IFDIR
        #if canImport(Darwin)
        let (written, changed) = (found.st_mtimespec, found.st_ctimespec)
        #else
        let (written, changed) = (found.st_mtim, found.st_ctim)
        #endif
        stamps[path] = Stamp(
            seconds: isFolder ? 0 : written.tv_sec,
            nanoseconds: isFolder ? 0 : written.tv_nsec,
            changedSeconds: isFolder ? 0 : changed.tv_sec,
            changedNanoseconds: isFolder ? 0 : changed.tv_nsec,
            bytes: isFolder ? 0 : Int(found.st_size),
            file: isFolder ? 0 : UInt64(found.st_ino)
        )
        return isFolder
    }
}
