import ApusStore
import Foundation
import GRDB

/// The connections of a container to its store. One writes, and the others read what is committed meanwhile, as SQLite's
/// write-ahead log allows (<https://sqlite.org/wal.html>); so no reader waits for a save, and no save for readers.
///
/// A store in memory, or without such a log, has one connection for both.
final class StoreConnections: @unchecked Sendable {
    private let store: Store
    /// The connection that writes; `nil` if the store is only read.
    private let writer: StoreConnection?
    private let condition = NSCondition()
    /// The readers that no transaction uses, the one that was used last at the end: its pages are in memory.
    private var idle: [StoreConnection] = []
    /// The same of those that code of the app reads on: what it leaves there, such as a pragma, must not change a fetch.
    private var guests: [StoreConnection] = []
    /// The readers of one state each, which are in a transaction.
    private var pinned: [StoreConnection] = []
    private var used = 0
    private var isClosed = false

    /// How many readers that no transaction uses stay open.
    private static let maximumIdle = max(8, ProcessInfo.processInfo.activeProcessorCount)

    /// - Parameters:
    ///   - store: The store.
    ///   - reader: The connection of a store that is only read.
    init(_ store: Store, reader: StoreReader?) {
        self.store = store
        writer = store.isReadOnly ? nil : StoreConnection(writing: store)
        idle = reader.map { [StoreConnection($0)] } ?? []
    }

    /// Runs work that reads on one of the connections.
    ///
    /// - Throws: The error of the work; ``ModelError/containerClosed``; `StoreError` if the store cannot be read.
    func read<Result>(_ work: (StoreAccess) throws -> Result) throws -> Result {
        guard let reader = try take(from: \.idle) else { return try write(work) }
        defer { giveBack(reader, to: \.idle) }
        return try read(on: reader, work)
    }

    private func read<Result>(on reader: StoreConnection, _ work: (StoreAccess) throws -> Result) throws -> Result {
        let result = Swift.Result { try reader.read(work) }
        if !reader.isCurrent { throw StoreError(store.path, .writtenMeanwhile) }
        return try result.get()
    }

    /// Runs code of the app that reads, in a transaction that is rolled back.
    ///
    /// - Throws: As ``read(_:)``.
    func readAsGuest<Result>(_ work: (Database) throws -> Result) throws -> Result {
        // There is one connection, that of the migration, whose transaction the app's SQL could end.
        if store.isBorrowed { throw ModelError.containerClosed }
        func run(_ access: StoreAccess) throws -> Result {
            let database = access.database
            // A store in memory has one connection, which a context may be using on this thread.
            if database.isInsideTransaction { return try database.readOnly { try work(database) } }
            try database.beginTransaction(.deferred)
            defer { if database.isInsideTransaction { try? database.rollback() } }
            return try database.readOnly {
                try store.checkGeneration(database)
                return try work(database)
            }
        }
        guard let reader = try take(from: \.guests) else { return try write(run) }
        defer { giveBack(reader, to: \.guests) }
        return try read(on: reader, run)
    }

    // MARK: - One state

    /// Begins to read one state of the store.
    ///
    /// - Returns: What reads it until ``unpin(_:)``; `nil` if the store has one connection only.
    /// - Throws: As ``read(_:)``.
    func pin() throws -> StoreConnection? {
        guard let reader = try take(from: \.idle) else { return nil }
        do {
            try read(on: reader) { access in
                try access.database.beginTransaction(.deferred)
                do {
                    // SQLite chooses the state with the first read.
                    try store.checkGeneration(access.database)
                } catch {
                    try? access.database.rollback()
                    throw error
                }
            }
        } catch {
            giveBack(reader, to: \.idle)
            throw error
        }
        condition.withLock {
            pinned.append(reader)
            used -= 1
            condition.signal()
        }
        return reader
    }

    /// Runs work that reads the state of a pinned connection.
    ///
    /// - Throws: As ``read(_:)``.
    func read<Result>(pinned reader: StoreConnection, _ work: (StoreAccess) throws -> Result) throws -> Result {
        try condition.withLock {
            if isClosed { throw ModelError.containerClosed }
            used += 1
        }
        defer {
            condition.withLock {
                used -= 1
                condition.signal()
            }
        }
        return try read(on: reader, work)
    }

    /// Ends the transaction of a pinned connection.
    func unpin(_ reader: StoreConnection) {
        let isOpen = condition.withLock {
            guard !isClosed, let index = pinned.firstIndex(where: { $0 === reader }) else { return false }
            pinned.remove(at: index)
            used += 1
            return true
        }
        if !isOpen { return }
        _ = reader.read { try? $0.database.rollback() }
        giveBack(reader, to: \.idle)
    }

    // MARK: -

    /// Runs work that writes.
    ///
    /// - Throws: The error of the work; ``ModelError/readOnly`` if the store is only read; ``ModelError/containerClosed``.
    func write<Result>(_ work: (StoreAccess) throws -> Result) throws -> Result {
        guard let writer else { throw ModelError.readOnly }
        return try writer.write { access in
            // Asked on the connection's queue: nothing is prepared on it any more while it is closed.
            if condition.withLock({ isClosed }) { throw ModelError.containerClosed }
            return try work(access)
        }
    }

    /// A reader for one transaction; `nil` if the connection that writes has to be used.
    private func take(
        from pool: ReferenceWritableKeyPath<StoreConnections, [StoreConnection]>
    ) throws -> StoreConnection? {
        if !store.allowsReaders { return nil }
        condition.lock()
        var unusable: [StoreConnection] = []
        defer { for reader in unusable { try? reader.close() } }
        var found: StoreConnection?
        while let last = self[keyPath: pool].popLast() {
            if last.isCurrent {
                found = last
                break
            }
            unusable.append(last)
        }
        let isClosed = isClosed
        if !isClosed { used += 1 }
        condition.unlock()
        if isClosed { throw ModelError.containerClosed }
        if let found { return found }
        do {
            return StoreConnection(try store.makeReader())
        } catch {
            giveBack(nil, to: pool)
            throw error
        }
    }

    private func giveBack(
        _ reader: StoreConnection?,
        to pool: ReferenceWritableKeyPath<StoreConnections, [StoreConnection]>
    ) {
        condition.lock()
        used -= 1
        let isKept = reader != nil && (self[keyPath: pool].count < Self.maximumIdle || isClosed)
        if isKept, let reader { self[keyPath: pool].append(reader) }
        condition.signal()
        condition.unlock()
        if !isKept { try? reader?.close() }
    }

    /// Closes the connections, after the transactions that are reading.
    ///
    /// - Parameter finalize: Finalizes other statements of the connection that writes.
    /// - Throws: `DatabaseError` if the connection that writes cannot be closed.
    func close(finalizing finalize: () -> Void) throws {
        condition.lock()
        isClosed = true
        while used > 0 { condition.wait() }
        let readers = idle + guests + pinned
        (idle, guests, pinned) = ([], [], [])
        condition.unlock()
        // The connection that writes is the last one: it empties the log, and removes it.
        for reader in readers { try? reader.close() }
        try writer?.close(finalizing: finalize)
    }
}
