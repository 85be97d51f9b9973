import Foundation

/// A file that replaces another one, or becomes a new one, when it is whole.
///
/// Until then it has another name, and only its owner can read it: it may have values that are encrypted elsewhere.
struct FileReplacement {
    private let target: URL
    private let part: URL
    private let handle: FileHandle
    /// The permissions of the older file; `nil` if there is none.
    private let permissions: mode_t?

    /// - Parameter target: The file, with links resolved.
    /// - Throws: `CocoaError` if something else than a file has the name; `POSIXError`.
    init(of target: URL) throws {
        var older = stat()
        if lstat(target.path, &older) == 0 {
            // What is in a folder would be lost.
            guard older.st_mode & S_IFMT == S_IFREG else {
                throw CocoaError(.fileWriteFileExists, userInfo: [NSFilePathErrorKey: target.path])
            }
            permissions = older.st_mode & 0o7777
        } else {
            guard errno == ENOENT else { throw Self.failure() }
            permissions = nil
        }
        self.target = target
        part = Self.hidden(beside: target)
        handle = try Self.create(part, 0o600)
    }

    /// Writes a text to the end.
    func write(_ text: String) throws { try handle.write(contentsOf: Data(text.utf8)) }

    /// Gives the file its name. At any moment, one of the two has it, and after a loss of power as well.
    ///
    /// - Throws: An error of the file system; the older file stays then.
    func commit() throws {
        let permissions = try permissions ?? newPermissions()
        guard fchmod(handle.fileDescriptor, permissions) == 0 else { throw Self.failure() }
        try handle.synchronize()
        try handle.close()
        guard rename(part.path, target.path) == 0 else { throw Self.failure() }
    }

    /// Removes what was written, unless the file has its name already.
    func discard() { try? FileManager.default.removeItem(at: part) }

    /// The permissions that a new file gets. The mask of the process cannot be read without changing it for all threads.
    private func newPermissions() throws -> mode_t {
        let url = Self.hidden(beside: target)
        let empty = try Self.create(url, 0o666)
        defer {
            try? empty.close()
            try? FileManager.default.removeItem(at: url)
        }
        var info = stat()
        guard fstat(empty.fileDescriptor, &info) == 0 else { throw Self.failure() }
        return info.st_mode & 0o777
    }

    private static func hidden(beside url: URL) -> URL {
        url.deletingLastPathComponent().appending(path: ".\(UUID().uuidString)")
    }

    private static func create(_ url: URL, _ permissions: mode_t) throws -> FileHandle {
        let file = open(url.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, permissions)
        guard file >= 0 else { throw failure() }
        return FileHandle(fileDescriptor: file, closeOnDealloc: true)
    }

    private static func failure() -> POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
}
