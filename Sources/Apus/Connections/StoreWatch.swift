import ApusStore
import Foundation
import GRDB

/// Finds out from time to time whether other processes have changed a store.
final class StoreWatch: @unchecked Sendable {
    private let store: Store
    private let connections: StoreConnections
    private let changes: StoreChanges
    private let timer: any DispatchSourceTimer
    // These are only used on the queue.
    /// The connection that looks at a store that is only read.
    private var reader: (connection: StoreConnection, changes: StoreChanges)?
    private var seen: Int
    private var reopened = 0

    // One per store: a look waits for a save of its store.
    private let queue = DispatchQueue(label: "apus.watch", qos: .utility)
    private static let interval = DispatchTimeInterval.milliseconds(500)

    /// - Parameters:
    ///   - store: The store.
    ///   - found: Called when other processes have changed the store, on the watch's queue.
    init(_ store: PersistentStore, _ found: @escaping @Sendable () -> Void) {
        (self.store, connections, changes) = (store.file, store.connections, store.changes)
        seen = changes.byOthers
        timer = DispatchSource.makeTimerSource(queue: queue)
        timer.schedule(deadline: .now() + Self.interval, repeating: Self.interval, leeway: .milliseconds(100))
        timer.setEventHandler { [weak self] in if self?.hasNews() == true { found() } }
        if store.file.isReadOnly { seen = (try? countOfReader()) ?? 0 }
        timer.resume()
    }

    deinit { timer.cancel() }

    /// Ends the watch, after a look that is under way.
    func stop() {
        timer.cancel()
        queue.sync { closeReader() }
    }

    private func hasNews() -> Bool {
        // A store that cannot be read now is looked at again.
        guard !timer.isCancelled, let count = try? store.isReadOnly ? countOfReader() : countOfWriter() else {
            return false
        }
        defer { seen = count }
        return count != seen
    }

    private func countOfWriter() throws -> Int {
        try connections.write { _ = try changes.count($0.database) }
        return changes.byOthers
    }

    private func countOfReader() throws -> Int {
        if reader?.connection.isCurrent == false {
            reopened += 1
            closeReader()
        }
        let reader = try self.reader ?? (StoreConnection(store.makeReader()), StoreChanges())
        self.reader = reader
        try reader.connection.read { _ = try reader.changes.count($0.database) }
        return reader.changes.byOthers + reopened
    }

    private func closeReader() {
        guard let (connection, changes) = reader else { return }
        reopened += changes.byOthers
        reader = nil
        connection.read { _ in changes.close() }
        try? connection.close()
    }
}
