package import Foundation

/// The folder beside a store in which large values lie, a file a value.
///
/// A file is never changed and its name is never used again. A writer that holds the store's write lock writes and syncs
/// new files, commits the rows that name them, and removes files that nothing names any more afterwards. So whatever
/// interrupts it, each name that a row has leads to a whole file, and the most that is left behind is a file too many.
package struct ExternalFiles: Sendable {
    /// The folder; it is there only where there is a file in it.
    package let folder: URL

    /// The folder of a store.
    ///
    /// - Parameter path: The store's file; two ways to one file lead to one folder, as they lead to one log of SQLite's.
    package init(ofStoreAt path: String) {
        let file: URL = URL(fileURLWithPath: path).resolvingSymlinksInPath()
        folder = file.deletingLastPathComponent().appendingPathComponent(file.lastPathComponent + Self.suffix)
    }

    /// What the folder's name has beyond the store's.
    package static let suffix: String = "-files"

    /// The least size, in bytes, of a value that is written to a file: below, a row holds it faster than a file system
    /// (<https://www.sqlite.org/intern-v-extern-blob.html>).
    package static let threshold: Int = 100 * 1024

    /// Writes a value to a file of its own, which is on the disk when this returns.
    ///
    /// - Parameter data: The value.
    /// - Returns: The file's name, which a row is to hold.
    /// - Throws: An error of the file system; nothing is left then.
    package func write(_ data: Data) throws -> String {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let name: String = UUID().uuidString
        let file: URL = url(name)
        do {
            try data.write(to: file, options: .withoutOverwriting)
            try Self.synchronize(file)
            try Self.synchronize(folder)
        } catch {
            try? FileManager.default.removeItem(at: file)
            throw error
        }
        return name
    }

    /// Reads a value.
    ///
    /// - Parameter name: What a row says.
    /// - Returns: The bytes.
    /// - Throws: ``ExternalFileError``, or an error of the file system.
    package func read(_ name: String) throws -> Data {
        guard Self.isName(name) else { throw ExternalFileError.noName(name) }
        guard FileManager.default.fileExists(atPath: url(name).path) else { throw ExternalFileError.missing(name) }
        return try Data(contentsOf: url(name))
    }

    /// The names of all files that were written here, sorted; a file that bears another kind of name is not ours.
    package func names() -> [String] {
        let found: [String] = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return found.filter(Self.isName).sorted()
    }

    /// Removes the files that no row names, and the folder when it is empty.
    ///
    /// - Parameter used: The names that rows have, read under the write lock that is still held: nobody else can be about
    ///   to commit a row that names a file.
    package func removeAll(except used: Set<String>) {
        // What cannot be removed now is tried again the next time.
        for name in names() where !used.contains(name) { try? FileManager.default.removeItem(at: url(name)) }
        let rest: [String]? = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
        if rest?.isEmpty == true { try? FileManager.default.removeItem(at: folder) }
    }

    /// Whether a text is a name that ``write(_:)`` gives, and so leads nowhere but into the folder.
    package static func isName(_ text: String) -> Bool { UUID(uuidString: text)?.uuidString == text }

    private func url(_ name: String) -> URL { folder.appendingPathComponent(name) }

    private static func synchronize(_ url: URL) throws {
        let descriptor: Int32 = open(url.path, O_RDONLY)
        guard descriptor >= 0 else { throw CocoaError(.fileReadUnknown, userInfo: [NSFilePathErrorKey: url.path]) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else {
            throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: url.path])
        }
    }
}

/// Why a value that lies in a file cannot be read.
package enum ExternalFileError: Error, Hashable, CustomStringConvertible {
    /// What the row says is no name of a file.
    case noName(String)
    /// There is no such file.
    case missing(String)

    package var description: String {
        switch self {
        case .noName(let text): "'\(text)' is no name of a file beside the store"
        case .missing(let name): "the file '\(name)' beside the store is missing"
        }
    }
}
