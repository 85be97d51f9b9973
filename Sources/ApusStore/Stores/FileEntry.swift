import Foundation

/// What a file system says about a file.
struct FileEntry {
    /// The identity of a file, whatever its name.
    struct ID: Equatable {
        let device: UInt64
        let number: UInt64
    }

    let id: ID
    /// The number of its names.
    let links: Int
    /// The size in bytes.
    let size: Int
    /// When it was written last, in nanoseconds since 1970.
    let changed: Int

    /// Returns `nil` if there is no file at the path; a symbolic link is not followed.
    init?(_ path: String) {
        var info = stat()
        guard lstat(path, &info) == 0 else { return nil }
        id = ID(device: UInt64(truncatingIfNeeded: info.st_dev), number: UInt64(info.st_ino))
        (links, size) = (Int(info.st_nlink), Int(info.st_size))
        #if canImport(Darwin)
        let moment = info.st_mtimespec
        #else
        let moment = info.st_mtim
        #endif
        changed = moment.tv_sec &* 1_000_000_000 &+ moment.tv_nsec
    }
}
