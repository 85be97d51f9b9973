import ApusMigration
public import Foundation
package import GRDB

/// Does the work that migrations left for later, such as dropping columns and making indexes.
///
/// The store may be in use meanwhile, here and in other processes: the work is done in short transactions, except that the one that drops a
/// column rewrites its table, and the one that makes an index reads it. Whatever interrupts it, the store is correct, and the next call goes
/// on. Two processes may do it at the same time.
///
/// ```swift
/// let report = try DeferredFinisher().finish(url)
/// ```
public struct DeferredFinisher: Sendable {
    /// How many seconds to wait for a store that another process has locked, for each transaction.
    public var lockTimeout: Double = LockTimeout().seconds

    /// Called between two pieces to ask whether to stop. What was done by then stays.
    public var isCancelled: @Sendable () -> Bool = { Task.isCancelled }

    /// The clock, for the store's log.
    var now: @Sendable () -> Date = { Date() }

    /// Creates a finisher.
    public init() {}

    /// Does all of the work, of all models.
    ///
    /// - Parameters:
    ///   - url: The store.
    ///   - progress: Called after each piece.
    /// - Returns: What was done, and what is left if it was cancelled.
    /// - Throws: `StoreError`. What was done before stays, and the next call goes on.
    @discardableResult
    public func finish(
        _ url: URL,
        progress: (MigrationProgress) -> Void = { _ in }
    ) throws(StoreError) -> DeferredReport {
        let file = StoreFile(url)
        let timeout = LockTimeout(seconds: lockTimeout, isCancelled: isCancelled)
        return try StoreError.wrapping(file.path) {
            try file.requireFile()
            // A store with nothing to do is not opened for writing.
            let isPending = try file.reading(timeout: timeout) { database in
                try database.read { db in
                    _ = try StoreDescription.readAll(db, path: file.path)
                    return try DeferredWork.hasTable(db)
                }
            }
            if !isPending { return DeferredReport() }
            let database = try file.openForWriting(enforcesForeignKeys: true, timeout: timeout)
            defer { try? database.close() }
            return try database.writeWithoutTransaction { db in
                let pieces = DeferredPieces(path: file.path, now: now)
                var finishing = DeferredFinishing(try DeferredWork.read(db))
                while !isCancelled(), let piece = try pieces.next(db) {
                    finishing.add(piece)
                    progress(finishing.progress)
                }
                return finishing.report(remaining: try DeferredWork.read(db))
            }
        }
    }
}

/// What was done of the work that migrations left for later.
public struct DeferredReport: Hashable, Sendable {
    /// What was done.
    public internal(set) var finished: [DeferredWork] = []

    /// What is left.
    public internal(set) var remaining: [DeferredWork] = []

    /// The number of rows in which columns were cleared before they were dropped.
    public internal(set) var rowsCleared: Int = 0

    /// The duration in seconds.
    public internal(set) var seconds: Double = 0

    /// Whether nothing is left.
    public var isComplete: Bool { remaining.isEmpty }

    /// Adds what was done in another store.
    package mutating func add(_ other: DeferredReport) {
        finished += other.finished
        remaining += other.remaining
        rowsCleared += other.rowsCleared
        seconds += other.seconds
    }

    package init() {}
}

/// The state of doing the work of a store.
package struct DeferredFinishing {
    private var made = DeferredReport()
    private let count: Int
    private let start = ContinuousClock.now
    private var title = ""

    init(_ pending: [DeferredWork]) { count = pending.count }

    mutating func add(_ piece: DeferredPieces.Piece) {
        title = piece.work.description
        made.rowsCleared += piece.rows
        if piece.isDone { made.finished.append(piece.work) }
    }

    /// The progress so far. How many rows there are is not counted.
    package var progress: MigrationProgress {
        MigrationProgress(
            title: title,
            stepsDone: made.finished.count,
            steps: max(count, made.finished.count),
            rowsDone: made.rowsCleared,
            rows: 0
        )
    }

    func report(remaining: [DeferredWork]) -> DeferredReport {
        var report = made
        report.remaining = remaining
        report.seconds = (ContinuousClock.now - start) / .seconds(1)
        return report
    }
}

extension Store {
    /// Begins to do what migrations left for later.
    package func finishing(_ db: Database) throws -> DeferredFinishing {
        try checkGeneration(db)
        return DeferredFinishing(try DeferredWork.read(db))
    }

    /// Does the next piece of what migrations left for later.
    ///
    /// - Parameters:
    ///   - finishing: The state of the work.
    ///   - db: The connection that writes, outside of a transaction.
    /// - Returns: Whether there was something to do.
    /// - Throws: `StoreError`, `DatabaseError`; the piece is rolled back then.
    package func finishPiece(_ finishing: inout DeferredFinishing, _ db: Database) throws -> Bool {
        let pieces = DeferredPieces(path: path, check: { try self.checkGeneration($0) })
        guard let piece = try pieces.next(db) else { return false }
        finishing.add(piece)
        return true
    }

    /// What was done, and what is left.
    package func report(of finishing: DeferredFinishing, _ db: Database) throws -> DeferredReport {
        finishing.report(remaining: try DeferredWork.read(db))
    }

    /// What migrations left for later.
    package func deferredWork(_ db: Database) throws -> [DeferredWork] { try DeferredWork.read(db) }
}
