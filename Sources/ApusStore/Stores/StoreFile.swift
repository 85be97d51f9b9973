import Foundation
import GRDB

/// The file of a store, and how it is opened.
struct StoreFile: Sendable {
    /// The path, as it was named.
    let path: String

    /// The file that the path leads to, through links: SQLite looks for a journal or a log beside that one. It begins at
    /// the root, so that no name (`:memory:`, `file:a?mode=rwc`) means something special to SQLite.
    let location: String

    /// - Parameters:
    ///   - url: The file.
    ///   - path: What people are told is its path, where that is another one: of a copy, the original's.
    init(_ url: URL, shownAs path: String? = nil) {
        self.path = path ?? url.relativePath
        self.location = url.absoluteURL.resolvingSymlinksInPath().path
    }

    /// The size in bytes, that of the write-ahead log included.
    var size: Int { size(of: "") + size(of: "-wal") }

    /// The size of a file beside the store, 0 where there is none.
    private func size(of suffix: String) -> Int {
        let attributes = try? FileManager.default.attributesOfItem(atPath: location + suffix)
        return (attributes?[.size] as? NSNumber)?.intValue ?? 0
    }

    /// Whether a file lies beside the store that has its name and that ending.
    func hasCompanion(_ suffix: String) -> Bool {
        FileManager.default.fileExists(atPath: location + suffix)
    }

    /// Makes sure that there is a store by its own word, before SQLite may write anything beside it.
    ///
    /// - Returns: How the file begins.
    @discardableResult
    func requireFile() throws(StoreError) -> DatabaseHeader {
        try requireRegularFile()
        guard let header = DatabaseHeader(at: location) else {
            guard FileManager.default.isReadableFile(atPath: location) else { throw StoreError(path, .noPermission) }
            throw StoreError(path, .disk(isWriting: false, message: "the first bytes of the file cannot be read"))
        }
        if header.bytes.isEmpty { throw StoreError(path, .empty) }
        // SQLite takes the first page from beside the file then; what it says there is read as every time.
        if !header.isDatabase, canBeMended { return header }
        guard header.isDatabase else { throw StoreError(path, .notADatabase) }
        // What is still missing may stand in the log or in the journal.
        let isAlone: Bool = !hasCompanion("-wal") && !hasCompanion("-journal")
        if let size = header.statedSize, header.fileSize < size, isAlone {
            throw StoreError(path, .truncated(size: header.fileSize, expected: size))
        }
        guard header.isStore else { throw StoreError(path, .notAStore) }
        if header.format > StoreFormat.number { throw StoreError(path, .newerFormat(header.format)) }
        return header
    }

    /// Whether the file is a store by its own word.
    var isStore: Bool {
        do { try requireRegularFile() } catch { return false }
        return DatabaseHeader(at: location)?.isStore ?? false
    }

    private func requireRegularFile() throws(StoreError) {
        let type: FileAttributeType?
        do {
            type = try FileManager.default.attributesOfItem(atPath: location)[.type] as? FileAttributeType
        } catch {
            switch (error as? CocoaError)?.code {
            case .fileReadNoPermission: throw StoreError(path, .noPermission)
            default: throw StoreError(path, .missing)
            }
        }
        switch type {
        case .typeRegular?: break
        case .typeDirectory?: throw StoreError(path, .isDirectory)
        case .typeSymbolicLink?: throw StoreError(path, .brokenLink)
        default: throw StoreError(path, .notAFile)
        }
    }

    /// Whether a rollback journal lies beside the file. SQLite knows whether another process is writing it just now, or
    /// was interrupted and it waits to be rolled back: a connection that may not write fails in the second case only.
    private var hasJournal: Bool {
        beginning(of: "-journal").contains { $0 != 0 }
    }

    /// Whether a log or a journal of SQLite's lies beside the file. A loss of power may have torn the file's first page
    /// while it was written, as any other page; what is to stand there is still beside it.
    private var canBeMended: Bool {
        // https://sqlite.org/fileformat2.html, sections 3 and 4.1
        beginning(of: "-journal") == Data([0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7])
            || beginning(of: "-wal").starts(with: [0x37, 0x7f, 0x06])
    }

    /// The first eight bytes of a file beside the store, none where there is none.
    private func beginning(of suffix: String) -> Data {
        guard let handle = FileHandle(forReadingAtPath: location + suffix) else { return Data() }
        defer { try? handle.close() }
        return (try? handle.read(upToCount: 8)) ?? Data()
    }

    /// Looks at the store, and leaves no trace: neither in the file nor beside it.
    ///
    /// To be read, a store with a log needs files beside it, which SQLite makes; a folder or a disk may not take them.
    /// Where no log is there, nobody is writing, and SQLite can be told to do without. Whether somebody began meanwhile is
    /// looked for afterwards; then all is done again in the usual way.
    ///
    /// - Parameters:
    ///   - patience: How long a locked store is waited for.
    ///   - work: What looks; it may read several times, never writes, and may be called twice.
    /// - Returns: What the work found.
    /// - Throws: `StoreError` where the file is no store or cannot be read.
    func reading<Result>(
        patience: Patience = Patience(),
        _ work: (DatabaseQueue) throws -> Result
    ) throws(StoreError) -> Result {
        try StoreError.wrapping(path) {
            let header: DatabaseHeader = try requireFile()
            if header.hasLog, let before = FileState(self), before.isAlone {
                let found = Swift.Result<Result, any Error> {
                    let database: DatabaseQueue = try openAlone()
                    defer { try? database.close() }
                    return try work(database)
                }
                if FileState(self) == before { return try found.get() }
            }
            let database: DatabaseQueue = try openForReading(patience: patience)
            defer { try? database.close() }
            return try work(database)
        }
    }

    /// Opens the file to look at it only.
    ///
    /// A connection that may not write leaves the files of its write-ahead log behind. So where there is no log, and
    /// hence nothing that closing would write back, the connection may write but is told not to.
    func openForReading(patience: Patience = Patience()) throws -> DatabaseQueue {
        try requireFile()
        var configuration = Configuration()
        configuration.busyMode = patience.busyMode
        configuration.readonly = hasCompanion("-wal") || hasJournal
        configuration.prepareDatabase { db in
            SQLiteFunctions.add(to: db)
            try db.execute(sql: "PRAGMA query_only = ON")
        }
        do {
            return try DatabaseQueue(path: location, configuration: configuration)
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CANTOPEN && hasCompanion("-wal") {
            throw StoreError(path, .unreadableLog)
        }
    }

    /// Opens the file as one that nobody writes; nothing is locked.
    private func openAlone() throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.prepareDatabase { db in SQLiteFunctions.add(to: db) }
        let letters: String = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789/-._~"
        let plain = CharacterSet(charactersIn: letters)
        let escaped: String = location.addingPercentEncoding(withAllowedCharacters: plain) ?? location
        return try DatabaseQueue(path: "file:\(escaped)?immutable=1", configuration: configuration)
    }

    /// What tells whether somebody has written to a store.
    private struct FileState: Equatable {
        let size: Int?
        let changed: Date?
        /// Whether neither a log nor a journal is there; an empty one says nothing.
        let isAlone: Bool

        init?(_ file: StoreFile) {
            guard let attributes = try? FileManager.default.attributesOfItem(atPath: file.location) else { return nil }
            size = (attributes[.size] as? NSNumber)?.intValue
            changed = attributes[.modificationDate] as? Date
            isAlone = file.size(of: "-wal") == 0 && !file.hasJournal
        }
    }

    /// Opens the file to write to it.
    ///
    /// - Parameters:
    ///   - enforcesForeignKeys: False only while tables are remade: dropping one would cascade.
    ///   - patience: How long a locked store is waited for.
    /// - Returns: The connection.
    /// - Throws: `DatabaseError`; `StoreError.readOnly` and `StoreError.diskFull` before SQLite fails half-way and leaves
    ///   what it has made.
    func openForWriting(enforcesForeignKeys: Bool, patience: Patience = Patience()) throws -> DatabaseQueue {
        let folder: String = URL(fileURLWithPath: location).deletingLastPathComponent().path
        let isWritable: Bool = access(folder, W_OK) == 0 && (access(location, W_OK) == 0 || access(location, F_OK) != 0)
        guard isWritable else { throw StoreError(path, .readOnly) }
        if let bytesFree, bytesFree < Self.leastRoom { throw StoreError(path, .diskFull) }
        var configuration = Configuration()
        configuration.foreignKeysEnabled = enforcesForeignKeys
        configuration.busyMode = patience.busyMode
        configuration.prepareDatabase { db in
            SQLiteFunctions.add(to: db)
            // Overwrites deleted content only where that costs no further writing: it decides the price of DROP.
            try db.execute(sql: "PRAGMA secure_delete = FAST")
            // What is committed stays, also after a loss of power: files of values are removed on the strength of it. The
            // usual setting may be less (Apple's SQLite syncs no log at a commit), and leaves a rollback journal's name
            // on the disk for a while, which would bring the older version back.
            try db.execute(sql: "PRAGMA synchronous = EXTRA")
        }
        return try DatabaseQueue(path: location, configuration: configuration)
    }

    /// The bytes that are free on the disk that the store lies on, where that is known.
    var bytesFree: Int? {
        let folder: String = URL(fileURLWithPath: location).deletingLastPathComponent().path
        let attributes = try? FileManager.default.attributesOfFileSystem(forPath: folder)
        return (attributes?[.systemFreeSize] as? NSNumber)?.intValue
    }

    /// What SQLite needs beside a store as soon as it is opened, in bytes: the index of its log, and the log's first page.
    private static let leastRoom: Int = 32_768 + 8192
}
