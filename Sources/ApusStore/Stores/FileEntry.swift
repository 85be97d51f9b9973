import Foundation

/// What a file system says about a file.
struct FileEntry {
    /// The identity of a file, whatever its name.
    struct ID: Hashable {
        let device: UInt64
        let number: UInt64
    }

    let id: ID
    /// Whether it is a file, and not a folder, a symbolic link, a pipe, a socket or a device.
    let isRegular: Bool
    /// The number of its names.
    let links: Int
    /// The size in bytes.
    let size: Int
    /// When its content and its entry changed last, in nanoseconds since 1970. Systems count in steps of milliseconds.
    let changed: [Int]

    /// Returns `nil` if there is no file at the path; a symbolic link is not followed.
    init?(_ path: String) {
        var info = stat()
        guard lstat(path, &info) == 0 else { return nil }
        id = ID(device: UInt64(truncatingIfNeeded: info.st_dev), number: UInt64(info.st_ino))
        isRegular = info.st_mode & S_IFMT == S_IFREG
        (links, size) = (Int(info.st_nlink), Int(info.st_size))
        #if canImport(Darwin)
        let moments = [info.st_mtimespec, info.st_ctimespec]
        #else
        let moments = [info.st_mtim, info.st_ctim]
        #endif
        changed = moments.map { $0.tv_sec &* 1_000_000_000 &+ $0.tv_nsec }
    }
}
