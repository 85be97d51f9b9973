import Foundation

/// Makes sure that what was written is on the disk, not only on its way there.
enum DiskWriting {
    /// Waits until a file is on the disk.
    ///
    /// - Throws: A file error.
    static func flush(_ path: String) throws {
        let handle = try FileHandle(forUpdating: URL(fileURLWithPath: path))
        defer { try? handle.close() }
        try handle.synchronize()
    }

    /// Waits until the names in a file's folder are on the disk, where the system can do that.
    static func flushFolder(of path: String) {
        let folder: String = URL(fileURLWithPath: path).deletingLastPathComponent().path
        // Not every file system lets a folder be opened; the names come there by themselves then.
        guard let handle = FileHandle(forReadingAtPath: folder) else { return }
        defer { try? handle.close() }
        try? handle.synchronize()
    }
}
