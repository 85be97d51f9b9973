package import Foundation

/// The folder next to a store with its large values, one file per value.
///
/// A file is never changed, and its name is never used again. A writer that holds the store's write lock writes and
/// syncs new files, commits the rows that refer to them, and then removes files that no row refers to. So whatever
/// interrupts it, each row refers to a complete file, and at most some unused files are left behind.
package struct ExternalFiles: Sendable {
    /// The folder; it exists only if there is a file in it.
    package let folder: URL

    /// The system's `openat`, which tests replace.
    var openFile: @Sendable (_ owner: CInt, _ path: String, _ flags: CInt) -> CInt = { openat($0, $1, $2) }

    /// Creates a value for a folder that will become a store's.
    package init(folder: URL) {
        self.folder = folder
    }

    /// Creates a value for the folder of a store.
    ///
    /// - Parameter path: The store's file. Links are resolved, so that all paths to a store have the same folder, just
    ///   as they have the same write-ahead log.
    package init(ofStoreAt path: String) {
        let file = URL(fileURLWithPath: path).resolvingSymlinksInPath()
        folder = file.deletingLastPathComponent().appendingPathComponent(file.lastPathComponent + Self.suffix)
    }

    /// The suffix that is appended to the store's name.
    package static let suffix: String = "-files"

    /// The maximum size in bytes of a value that SQLite holds (<https://www.sqlite.org/limits.html>).
    static let maximum: Int = 1_000_000_000

    /// The minimum size in bytes of a value that is written to a file. SQLite reads smaller ones faster from the row
    /// (<https://www.sqlite.org/intern-v-extern-blob.html>).
    package static let threshold: Int = 100 * 1024

    /// Writes a value to a new file, and syncs it to disk.
    ///
    /// - Parameters:
    ///   - data: The value.
    ///   - id: The file's name, which must never have been used.
    /// - Returns: The file's name, to be stored in a row.
    /// - Throws: An error of the file system; no file is left then.
    package func write(_ data: Data, as id: UUID = UUID()) throws -> String {
        switch Self.type(of: folder) {
        case .typeDirectory: break
        case .some: throw ExternalFileError.notAFolder(folder.lastPathComponent)
        case nil:
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            // If the new folder were lost, its files would be lost with it.
            DiskWriting.flushFolder(of: folder.path)
        }
        let file = url(id.uuidString)
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

    /// Copies files to another folder. Because files are never changed, they are hard-linked if both folders are on the
    /// same volume.
    ///
    /// - Parameters:
    ///   - names: The files' names; missing files are skipped.
    ///   - other: The other folder, which has none of them yet.
    /// - Throws: ``ExternalFileError`` if a symbolic link has the name of a file or of the folder: a copy without the
    ///   files would not be one; an error of the file system.
    func copy(_ names: Set<String>, to other: ExternalFiles) throws {
        for name in names {
            if let type = Self.type(of: url(name)), type != .typeRegular { throw ExternalFileError.notAFile(name) }
        }
        if let type = Self.type(of: folder), type != .typeDirectory, !names.isEmpty {
            throw ExternalFileError.notAFolder(folder.lastPathComponent)
        }
        let present = names.intersection(self.names())
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
    /// - Parameters:
    ///   - name: The file's name, from a row.
    ///   - limit: The maximum number of bytes.
    /// - Returns: The bytes.
    /// - Throws: ``ExternalFileError``.
    package func read(_ name: String, limit: Int = .max) throws(ExternalFileError) -> Data {
        try read(open(name, limit: limit), name)
    }

    /// Reads the rest of the opened file of a value.
    func read(_ file: FileHandle, _ name: String) throws(ExternalFileError) -> Data {
        do {
            return try file.readToEnd() ?? Data()
        } catch {
            let cause = (error as? CocoaError)?.underlying as? POSIXError
            throw .unavailable(name, cause.map { Self.message(of: $0.code.rawValue) } ?? error.localizedDescription)
        }
    }

    /// Opens the file of a value for reading, and looks at what is opened.
    ///
    /// - Parameters:
    ///   - name: The file's name, from a row.
    ///   - limit: The maximum number of bytes.
    /// - Returns: The file, which is closed when it is no longer used.
    /// - Throws: ``ExternalFileError``.
    func open(_ name: String, limit: Int) throws(ExternalFileError) -> FileHandle {
        guard Self.isName(name) else { throw .invalidName(name) }
        // What is opened is what is looked at and read, whatever has its name meanwhile.
        let owner = try open(folder.path, O_DIRECTORY, name)
        defer { close(owner) }
        // Opening a pipe would wait for its writer.
        let file = try open(name, in: owner, O_NONBLOCK, name)
        let handle = FileHandle(fileDescriptor: file, closeOnDealloc: true)
        var info = stat()
        guard fstat(file, &info) == 0 else { throw .unavailable(name, Self.message(of: errno)) }
        guard info.st_mode & S_IFMT == S_IFREG else { throw .notAFile(name) }
        guard Int(info.st_size) <= limit else { throw .tooLarge(name) }
        return handle
    }

    /// Opens a file or a folder for reading, without following a symbolic link.
    private func open(
        _ path: String,
        in owner: CInt = AT_FDCWD,
        _ flags: CInt,
        _ name: String
    ) throws(ExternalFileError) -> CInt {
        while true {
            let file = openFile(owner, path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | flags)
            if file >= 0 { return file }
            switch errno {
            case EINTR: continue
            case ENOENT: throw .missing(name)
            case ELOOP, ENOTDIR, ENXIO: throw .notAFile(name)
            case let number where number == EACCES || number == EPERM:
                throw .denied(name, Self.message(of: number))
            case let number: throw .unavailable(name, Self.message(of: number))
            }
        }
    }

    private static func message(of error: CInt) -> String { String(cString: strerror(error)) }

    /// The names of all external files, sorted. Other files in the folder are ignored, and so is everything in a folder
    /// that is reached by a symbolic link, because it is not the store's.
    package func names() -> [String] {
        guard isOwnFolder else { return [] }
        let found: [String] = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return found.filter { Self.isName($0) && Self.type(of: url($0)) == .typeRegular }.sorted()
    }

    /// Whether the folder exists and is not a symbolic link.
    private var isOwnFolder: Bool { Self.type(of: folder) == .typeDirectory }

    /// The type of a file, whose links are not followed; `nil` if it does not exist.
    private static func type(of url: URL) -> FileAttributeType? {
        try? FileManager.default.attributesOfItem(atPath: url.path)[.type] as? FileAttributeType
    }

    /// Removes the files that no row refers to, and the folder if it is empty then.
    ///
    /// - Parameter used: The names that rows refer to. The write lock must have been held since they were read, so that
    ///   no other writer can commit a row with a new file.
    package func removeAll(except used: Set<String>) {
        // A file that cannot be removed now is removed the next time.
        for name in names() where !used.contains(name) { try? FileManager.default.removeItem(at: url(name)) }
        guard isOwnFolder else { return }
        let rest = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
        if rest?.isEmpty == true { try? FileManager.default.removeItem(at: folder) }
    }

    /// Removes files; those that cannot be removed now are collected later.
    ///
    /// - Parameter names: The names of files that no row refers to any more.
    package func remove(_ names: [String]) {
        guard isOwnFolder else { return }
        for name in names where Self.isName(name) { try? FileManager.default.removeItem(at: url(name)) }
    }

    /// Whether a text is a name that ``write(_:as:)`` returns, so that it cannot point outside the folder.
    package static func isName(_ text: String) -> Bool { UUID(uuidString: text)?.uuidString == text }

    private func url(_ name: String) -> URL { folder.appendingPathComponent(name) }
}

/// The error of a value that cannot be read from its external file.
package enum ExternalFileError: Error, Hashable, CustomStringConvertible {
    /// The row's value is not the name of an external file.
    case invalidName(String)
    /// The file does not exist.
    case missing(String)
    /// Something else has the file's name, such as a symbolic link, which is not followed.
    case notAFile(String)
    /// The file is larger than a value that SQLite holds.
    case tooLarge(String)
    /// Something else has the folder's name, such as a symbolic link, which is not followed.
    case notAFolder(String)
    /// The user may not read the file, or the folder: the system's message.
    case denied(String, String)
    /// The system does not open or read the file now: its message. That says nothing about what is in the file.
    case unavailable(String, String)

    /// Whether the file is not there, is none, or may not be read, rather than that it cannot be read now.
    var isAboutFile: Bool {
        switch self {
        case .invalidName, .missing, .notAFile, .denied: true
        case .tooLarge, .notAFolder, .unavailable: false
        }
    }

    /// What is wrong with a value whose file cannot be read, to follow "is". Values with the same problem have the same text.
    var valueProblem: String {
        switch self {
        case .invalidName: "not the name of an external file"
        case .missing: "in an external file that is missing"
        case .notAFile: "not the name of a file in the folder of external files"
        case .tooLarge: "in an external file that is larger than a value can be"
        case .notAFolder(let name): "in an external file, but '\(name)' is not a folder"
        case .denied(_, let message), .unavailable(_, let message):
            "in an external file that cannot be read: \(message)"
        }
    }

    package var description: String {
        switch self {
        case .tooLarge(let name): "the external file '\(name)' is larger than a value in a store can be"
        case .invalidName(let text): "'\(text)' is not the name of an external file (expected a UUID)"
        case .missing(let name): "the external file '\(name)' is missing"
        case .notAFile(let name): "'\(name)' is not a file in the store's folder of external files"
        case .notAFolder(let name): "'\(name)' is not a folder, which is needed for external files"
        case .denied(let name, let message), .unavailable(let name, let message):
            "the external file '\(name)' cannot be read: \(message)"
        }
    }
}
