package import Foundation

/// The folder beside a store in which large values lie, a file a value.
///
/// A file is never changed and its name is never used again. A writer that holds the store's write lock writes and syncs
/// new files, commits the rows that name them, and removes files that nothing names any more afterwards. So whatever
/// interrupts it, each name that a row has leads to a whole file, and the most that is left behind is a file too many.
package struct ExternalFiles: Sendable {
    /// The folder; it is there only where there is a file in it.
    package let folder: URL

    /// A folder that is to become a store's.
    package init(folder: URL) {
        self.folder = folder
    }

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
    /// - Parameters:
    ///   - data: The value.
    ///   - id: What no other file was ever named by.
    /// - Returns: The file's name, which a row is to hold.
    /// - Throws: An error of the file system; nothing is left then.
    package func write(_ data: Data, as id: UUID = UUID()) throws -> String {
        if !FileManager.default.fileExists(atPath: folder.path) {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            // A folder that is lost would take its files along.
            DiskWriting.flushFolder(of: folder.path)
        }
        let file: URL = url(id.uuidString)
        guard !FileManager.default.fileExists(atPath: file.path) else {
            throw CocoaError(.fileWriteFileExists, userInfo: [NSFilePathErrorKey: file.path])
        }
        do {
            try data.write(to: file, options: .withoutOverwriting)
            try DiskWriting.flush(file.path)
            DiskWriting.flushFolder(of: file.path)
        } catch {
            try? FileManager.default.removeItem(at: file)
            throw error
        }
        return id.uuidString
    }

    /// Gives another folder the same files: a file is never changed, so where the disk is the same one, it need not be
    /// written twice.
    ///
    /// - Parameters:
    ///   - names: The files' names; those that are missing are left out.
    ///   - other: The other folder, which has none of them yet.
    /// - Throws: An error of the file system.
    func copy(_ names: Set<String>, to other: ExternalFiles) throws {
        let present: Set<String> = names.intersection(self.names())
        guard !present.isEmpty else { return }
        try FileManager.default.createDirectory(at: other.folder, withIntermediateDirectories: true)
        for name in present.sorted() {
            do {
                try FileManager.default.linkItem(at: url(name), to: other.url(name))
            } catch {
                try FileManager.default.copyItem(at: url(name), to: other.url(name))
                try DiskWriting.flush(other.url(name).path)
            }
        }
        DiskWriting.flushFolder(of: other.url(present.first ?? "").path)
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

    /// Removes files; what cannot be removed now is collected later.
    ///
    /// - Parameter names: The names of files that no row names any more.
    package func remove(_ names: [String]) {
        for name in names where Self.isName(name) { try? FileManager.default.removeItem(at: url(name)) }
    }

    /// Whether a text is a name that ``write(_:)`` gives, and so leads nowhere but into the folder.
    package static func isName(_ text: String) -> Bool { UUID(uuidString: text)?.uuidString == text }

    private func url(_ name: String) -> URL { folder.appendingPathComponent(name) }
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
