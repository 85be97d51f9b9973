import Foundation
import GRDB

/// The file of a store, and how it is opened.
struct StoreFile: Sendable {
    /// The path in messages, as the caller passed it. It is not a location: a relative URL has only the part after its base
    /// here.
    let path: String

    /// The absolute path with links resolved: SQLite expects the journal and the log there. Because it is absolute, no
    /// name (`:memory:`, `file:a?mode=rwc`) has a special meaning to SQLite.
    let location: String

    /// - Parameters:
    ///   - url: The file.
    ///   - path: The path in messages, if it is another one: for a copy, that of the original.
    init(_ url: URL, shownAs path: String? = nil) {
        self.path = path ?? url.relativePath
        self.location = url.absoluteURL.resolvingSymlinksInPath().path
    }

    /// Whether there is a file.
    var exists: Bool { hasCompanion("") }

    /// The size in bytes, including the write-ahead log.
    var size: Int { size(of: "") + size(of: "-wal") }

    /// The size of the file with a suffix; 0 if it does not exist.
    private func size(of suffix: String) -> Int {
        FileEntry(location + suffix)?.size ?? 0
    }

    /// Whether a file with the store's name and a suffix exists.
    func hasCompanion(_ suffix: String) -> Bool {
        FileManager.default.fileExists(atPath: location + suffix)
    }

    /// Checks that the file is a store, before SQLite may create any file next to it.
    ///
    /// - Returns: The file's header.
    @discardableResult
    func requireFile() throws(StoreError) -> DatabaseHeader {
        try requireRegularFile()
        try requireOneName()
        guard let header = DatabaseHeader(at: location) else {
            guard FileManager.default.isReadableFile(atPath: location) else { throw StoreError(path, .noPermission) }
            throw StoreError(path, .disk(isWriting: false, message: "the first bytes of the file cannot be read"))
        }
        if header.bytes.isEmpty { throw StoreError(path, .empty) }
        // SQLite restores the first page from the journal or the log then.
        if !header.isDatabase, canBeRestored { return header }
        guard header.isDatabase else { throw StoreError(path, .notADatabase) }
        // The missing part may be in the log or in the journal.
        let isAlone = !StoreCompanion.logSuffixes.contains(where: hasCompanion)
        if let size = header.statedSize, header.fileSize < size, isAlone {
            throw StoreError(path, .truncated(size: header.fileSize, expected: size))
        }
        guard header.isStore else { throw StoreError(path, .notAStore) }
        if header.format > StoreFormat.deferringNumber { throw StoreError(path, .newerFormat(header.format)) }
        return header
    }

    /// Whether the file's header is that of a store.
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

    /// Whether there is a rollback journal. SQLite knows whether another process is using it or was interrupted: only
    /// in the second case, a read-only connection fails.
    private var hasJournal: Bool {
        beginning(of: "-journal").contains { $0 != 0 }
    }

    /// Whether there is a valid log or journal. A loss of power may have torn the file's first page while it was
    /// written; the log or the journal still has its content.
    private var canBeRestored: Bool {
        // https://sqlite.org/fileformat2.html, sections 3 and 4.1
        beginning(of: "-journal") == Data([0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7])
            || beginning(of: "-wal").starts(with: [0x37, 0x7f, 0x06])
    }

    /// The first eight bytes of the file with a suffix; none if it does not exist.
    private func beginning(of suffix: String) -> Data {
        guard let handle = FileHandle(forReadingAtPath: location + suffix) else { return Data() }
        defer { try? handle.close() }
        return (try? handle.read(upToCount: 8)) ?? Data()
    }

    /// Reads the store without leaving a trace, neither in the file nor next to it. If a process has begun to write meanwhile,
    /// the work is done again in the usual way: see ``openReader(timeout:isLasting:)``.
    ///
    /// - Parameters:
    ///   - timeout: How long to wait for a locked store.
    ///   - work: The closure that reads. It must not write, and may be called twice.
    /// - Returns: The closure's result.
    /// - Throws: `StoreError` if the file is not a store or cannot be read.
    func reading<Result>(
        timeout: LockTimeout = LockTimeout(),
        _ work: (DatabaseQueue) throws -> Result
    ) throws(StoreError) -> Result {
        try StoreError.wrapping(path) {
            let reader = try openReader(timeout: timeout)
            let found = Swift.Result<Result, any Error> {
                defer { try? reader.database.close() }
                return try work(reader.database)
            }
            if reader.isCurrent { return try found.get() }
            let database = try openForReading(timeout: timeout)
            defer { try? database.close() }
            return try work(database)
        }
    }

    /// Opens the file for reading.
    ///
    /// To read a store in WAL mode, SQLite creates files next to it, which a read-only folder or disk does not allow.
    /// If there is no log, no process is writing, and the file can be opened as immutable instead.
    ///
    /// - Parameters:
    ///   - timeout: How long to wait for a locked store.
    ///   - isLasting: Whether the connection stays open for longer, so that it is better to have SQLite's locks if possible.
    /// - Returns: The connection.
    /// - Throws: `StoreError`, `DatabaseError`.
    func openReader(timeout: LockTimeout = LockTimeout(), isLasting: Bool = false) throws -> StoreReader {
        let header = try requireFile()
        if header.hasLog, !(isLasting && isWritable), let state = State(self), state.isAlone {
            let opened = Result { try openImmutable() }
            if State(self) == state { return StoreReader(database: try opened.get(), unlocked: (self, state)) }
        }
        return StoreReader(database: try openForReading(timeout: timeout))
    }

    /// Opens the file for reading, with SQLite's locks.
    ///
    /// A read-only connection leaves the files of its write-ahead log behind. So if there is no log, and closing would
    /// not checkpoint anything, the connection is read-write with `query_only` set.
    ///
    /// - Parameters:
    ///   - timeout: How long to wait for a locked store.
    ///   - isKnown: Whether the file was checked before.
    /// - Returns: The connection.
    /// - Throws: `StoreError`, `DatabaseError`.
    func openForReading(timeout: LockTimeout = LockTimeout(), isKnown: Bool = false) throws -> DatabaseQueue {
        if !isKnown { try requireFile() }
        var configuration = Configuration()
        configuration.busyMode = timeout.busyMode
        configuration.readonly = hasCompanion("-wal") || hasJournal
        // A context may go on reading one state of the store.
        configuration.allowsUnsafeTransactions = true
        configuration.prepareDatabase { db in
            try Self.prepare(db)
            try db.execute(sql: "PRAGMA query_only = ON")
        }
        do {
            return try DatabaseQueue(path: location, configuration: configuration)
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CANTOPEN && hasCompanion("-wal") {
            throw StoreError(path, .unreadableLog)
        }
    }

    /// Opens the file as immutable; nothing is locked.
    private func openImmutable() throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.allowsUnsafeTransactions = true
        configuration.prepareDatabase { db in try Self.prepare(db) }
        return try DatabaseQueue(path: uri("immutable=1"), configuration: configuration)
    }

    private func uri(_ parameters: String) -> String {
        let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789/-._~"
        let plain = CharacterSet(charactersIn: letters)
        let escaped = location.addingPercentEncoding(withAllowedCharacters: plain) ?? location
        return "file:\(escaped)?\(parameters)"
    }

    /// Prepares a connection before it reads the first page.
    private static func prepare(_ db: Database) throws {
        SQLiteFunctions.add(to: db)
        // Damage is found when a page is read, rather than when it is written: rows that reach beyond a page, as all last
        // ones do if the header reserves bytes that are not reserved.
        try db.execute(sql: "PRAGMA cell_size_check = ON")
    }

    /// What changes if a process writes to a store.
    struct State: Equatable {
        private let id: FileEntry.ID
        private let size: Int
        private let changed: [Int]
        /// Whether there is neither a log nor a journal; an empty one does not count.
        let isAlone: Bool

        /// Returns `nil` if there is no file.
        init?(_ file: StoreFile) {
            guard let entry = FileEntry(file.location) else { return nil }
            (id, size, changed) = (entry.id, entry.size, entry.changed)
            isAlone = file.size(of: "-wal") == 0 && !file.hasJournal
        }
    }

    /// Opens the file for writing.
    ///
    /// - Parameters:
    ///   - enforcesForeignKeys: False only while tables are rebuilt: dropping one would cascade.
    ///   - needsSpace: Whether to refuse a full disk.
    ///   - timeout: How long to wait for a locked store.
    /// - Returns: The connection.
    /// - Throws: `DatabaseError`; `StoreError.readOnly` and `StoreError.diskFull` before SQLite would fail and leave
    ///   temporary files behind.
    func openForWriting(
        enforcesForeignKeys: Bool,
        needsSpace: Bool = true,
        timeout: LockTimeout = LockTimeout()
    ) throws -> DatabaseQueue {
        guard isWritable else { throw StoreError(path, .readOnly) }
        if needsSpace { try requireSpace() }
        var configuration = Configuration()
        configuration.foreignKeysEnabled = enforcesForeignKeys
        configuration.busyMode = timeout.busyMode
        configuration.prepareDatabase { db in
            try Self.prepare(db)
            // Overwrites deleted content only if that needs no additional writes; otherwise DROP would be slow.
            try db.execute(sql: "PRAGMA secure_delete = FAST")
            // A commit must survive a loss of power, because obsolete external files are removed after it. The default
            // may be weaker (Apple's SQLite does not sync the log at a commit), and it may keep the name of a rollback
            // journal on disk for a while, which would restore the older version.
            try db.execute(sql: "PRAGMA synchronous = EXTRA")
        }
        return try DatabaseQueue(path: location, configuration: configuration)
    }

    /// Whether this process may write the store, and the files next to it.
    var isWritable: Bool {
        let folder = URL(fileURLWithPath: location).deletingLastPathComponent().path
        return access(folder, W_OK) == 0 && (access(location, W_OK) == 0 || access(location, F_OK) != 0)
    }

    /// - Throws: `StoreError.diskFull` if the disk does not even have the space to open the store for writing.
    func requireSpace() throws(StoreError) {
        if let bytesFree, bytesFree < Self.minimumSpace { throw StoreError(path, .diskFull) }
    }

    /// The free bytes on the store's volume, if known.
    var bytesFree: Int? {
        let folder = URL(fileURLWithPath: location).deletingLastPathComponent().path
        let attributes = try? FileManager.default.attributesOfFileSystem(forPath: folder)
        return (attributes?[.systemFreeSize] as? NSNumber)?.intValue
    }

    /// The bytes that SQLite needs as soon as it opens a store: for the index of the write-ahead log and the log's
    /// first page.
    private static let minimumSpace: Int = 32_768 + 8192
}
