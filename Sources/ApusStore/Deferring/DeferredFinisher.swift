import ApusMigration
public import Foundation
package import GRDB

/// Does the work that migrations left for later, such as dropping columns and making indexes.
///
/// The store may be in use meanwhile, here and in other processes: the work is done in short transactions, except that the one that drops a
/// column rewrites its table, and the one that makes an index reads it: for about ten seconds per gigabyte, in which writers wait or fail
/// with `StoreError.Reason.locked`. Whatever interrupts it, the store is correct, and the next call goes
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
    /// - Throws: `StoreError`. What was done before stays, and the next call goes on. If something that was added by hand uses a column, the
    ///   error is thrown when everything else is done.
    @discardableResult
    public func finish(
        _ url: URL,
        progress: (MigrationProgress) -> Void = { _ in }
    ) throws(StoreError) -> DeferredReport {
        let (report, error) = attempt(url, progress: progress)
        if let error { throw error }
        return report
    }

    /// Does all of the work, or as much as can be done.
    ///
    /// - Parameters:
    ///   - url: The store.
    ///   - progress: Called after each piece.
    /// - Returns: What was done, and why not all was.
    package func attempt(
        _ url: URL,
        progress: (MigrationProgress) -> Void = { _ in }
    ) -> (report: DeferredReport, error: StoreError?) {
        var report = DeferredReport()
        do throws(StoreError) {
            try run(StoreFile(url), &report, progress)
            return (report, nil)
        } catch {
            // If waiting for a lock was cancelled, report the cancellation, not the lock.
            let isStopped = error.reason == .locked && isCancelled()
            return (report, isStopped ? StoreError(error.path, .cancelled) : error)
        }
    }

    private func run(
        _ file: StoreFile,
        _ report: inout DeferredReport,
        _ progress: (MigrationProgress) -> Void
    ) throws(StoreError) {
        let timeout = LockTimeout(seconds: lockTimeout, isCancelled: isCancelled)
        try StoreError.wrapping(file.path) {
            try file.requireFile()
            guard try mayHaveWork(file, timeout) else { return }
            let database = try file.openForWriting(enforcesForeignKeys: true, timeout: timeout)
            defer { try? database.close() }
            try database.writeWithoutTransaction { db in
                _ = try StoreDescription.readAll(db, path: file.path)
                let pieces = DeferredPieces(path: file.path, now: now)
                var finishing = DeferredFinishing(try DeferredWork.read(db))
                do {
                    while !isCancelled(), try finishing.doNext(pieces, db) { progress(finishing.progress) }
                    report = finishing.report(remaining: try DeferredWork.read(db))
                } catch {
                    report = finishing.report()
                    // Stopping while it waits for a lock is like stopping between two pieces.
                    let isLocked = (error as? DatabaseError).map { StoreError(file.path, $0).reason == .locked }
                    guard isLocked == true, isCancelled() else { throw error }
                }
            }
        }
    }

    /// Whether there may be something to do: a store with nothing to do is not opened for writing.
    private func mayHaveWork(_ file: StoreFile, _ timeout: LockTimeout) throws(StoreError) -> Bool {
        do throws(StoreError) {
            return try file.reading(timeout: timeout) { database in
                try database.read { db in
                    _ = try StoreDescription.readAll(db, path: file.path)
                    return try DeferredWork.hasTable(db)
                }
            }
        } catch {
            // A writing connection rolls back an interrupted transaction.
            guard error.reason == .needsRecovery else { throw error }
            return true
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
    private let pending: [DeferredWork]
    private let start = ContinuousClock.now
    private var title = ""
    private var log = DeferredLog()
    /// How many rows the next piece clears.
    private var rows = DeferredPieces.firstRows
    /// The rows of the list that cannot be done now, and the first reason.
    private var blocked: Set<Int64> = []
    private var problem: StoreError?

    init(_ pending: [DeferredWork]) { self.pending = pending }

    /// Does the next piece that can be done.
    ///
    /// - Parameters:
    ///   - pieces: The work.
    ///   - db: A connection that writes, outside of a transaction.
    /// - Returns: Whether there was something to do.
    /// - Throws: `StoreError` or `DatabaseError`. What cannot be done because of something that was added by hand is reported when
    ///   everything else is done.
    mutating func doNext(_ pieces: DeferredPieces, _ db: Database) throws -> Bool {
        while true {
            do {
                if let piece = try pieces.next(db, rows: rows, leavingOut: blocked, after: log) {
                    add(piece)
                    return true
                }
                if let problem { throw problem }
                return false
            } catch let error as DeferredPieces.Blocked {
                blocked.insert(error.item)
                problem = problem ?? error.error
            }
        }
    }

    private mutating func add(_ piece: DeferredPieces.Piece) {
        title = piece.work.description
        log = piece.log
        made.rowsCleared += piece.rows
        if piece.isDone {
            made.finished.append(piece.work)
        } else {
            rows = DeferredPieces.rows(after: rows, taking: piece.seconds)
        }
    }

    /// The progress so far. How many rows there are is not counted.
    package var progress: MigrationProgress {
        MigrationProgress(
            title: title,
            stepsDone: made.finished.count,
            steps: max(pending.count, made.finished.count),
            rowsDone: made.rowsCleared,
            rows: 0
        )
    }

    /// What was done, and what is left.
    ///
    /// - Parameter remaining: What is left; `nil` if it cannot be read.
    /// - Returns: The report.
    func report(remaining: [DeferredWork]? = nil) -> DeferredReport {
        var report = made
        report.remaining = remaining ?? pending.filter { !made.finished.contains($0) }
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
        try finishing.doNext(DeferredPieces(path: path, check: { try self.checkGeneration($0) }), db)
    }

    /// What was done, and what is left.
    package func report(of finishing: DeferredFinishing, _ db: Database) throws -> DeferredReport {
        finishing.report(remaining: try DeferredWork.read(db))
    }

    /// What migrations left for later.
    package func deferredWork(_ db: Database) throws -> [DeferredWork] { try DeferredWork.read(db) }
}
