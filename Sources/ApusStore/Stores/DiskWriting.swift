import Foundation

/// Syncs files and folders to disk.
enum DiskWriting {
    /// Syncs a file.
    ///
    /// - Throws: An error of the file system.
    static func flush(_ path: String) throws {
        let handle = try FileHandle(forUpdating: URL(fileURLWithPath: path))
        defer { try? handle.close() }
        try handle.synchronize()
    }

    /// Syncs the folder of a file, so that its name is on disk, if the system supports that.
    static func flushFolder(of path: String) {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        // Some file systems do not allow opening a folder; they sync names by themselves.
        guard let handle = FileHandle(forReadingAtPath: folder) else { return }
        defer { try? handle.close() }
        try? handle.synchronize()
    }
}
