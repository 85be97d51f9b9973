import ApusStore
import Foundation

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
        guard let reader = try take() else { return try write(work) }
        let result = Swift.Result { try reader.read(work) }
        let isCurrent = reader.isCurrent
        giveBack(reader)
        if !isCurrent { throw StoreError(store.path, .writtenMeanwhile) }
        return try result.get()
    }

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
    private func take() throws -> StoreConnection? {
        if !store.allowsReaders { return nil }
        condition.lock()
        var unusable: [StoreConnection] = []
        defer { for reader in unusable { try? reader.close() } }
        var found: StoreConnection?
        while let last = idle.popLast() {
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
            giveBack(nil)
            throw error
        }
    }

    private func giveBack(_ reader: StoreConnection?) {
        condition.lock()
        used -= 1
        let isKept = reader != nil && (idle.count < Self.maximumIdle || isClosed)
        if isKept, let reader { idle.append(reader) }
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
        let readers = idle
        idle = []
        condition.unlock()
        // The connection that writes is the last one: it empties the log, and removes it.
        for reader in readers { try? reader.close() }
        try writer?.close(finalizing: finalize)
    }
}
