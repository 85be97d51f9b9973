import ApusStore
import Foundation
import GRDB

/// Finds out whether other processes have changed a store, after the kernel has reported that its files may have been written.
///
/// A commit is visible only some time after the log was written, when no event comes any more. So the watch looks several times, and
/// rests when no process is writing. Where the kernel reports nothing, it looks from time to time.
final class StoreWatch: @unchecked Sendable {
    private let store: Store
    private let connections: StoreConnections
    private let changes: StoreChanges
    private let found: @Sendable () -> Void
    // These are only used on the queue.
    private var events: StoreFileEvents?
    private var timer: (any DispatchSourceTimer)?
    private var isStopped = false
    /// The number of looks since the last event; `nil` if no look is due.
    private var looks: Int?
    /// The connection that looks at a store that is only read.
    private var reader: (connection: StoreConnection, changes: StoreChanges)?
    private var seen: Int
    private var reopened = 0
    /// Whether an event is on its way to the queue: there may be very many.
    private let lock = NSLock()
    private var isNoted = false

    // One per store: a look waits for a save of its store.
    private let queue = DispatchQueue(label: "apus.watch", qos: .utility)

    /// The pauses before the looks after an event, in milliseconds.
    private static let pauses = [15, 50, 200, 800]
    /// The pause between looks as long as another process writes, or where the kernel reports nothing.
    private static let longPause = 500
    /// The pauses after which only a store without permission to write is looked at: whether others write it cannot be asked.
    private static let readerPauses = [3000, 12_000, 48_000]

    /// - Parameters:
    ///   - store: The store.
    ///   - reportsEvents: Whether to use what the kernel reports.
    ///   - found: Called when other processes have changed the store, on the watch's queue.
    init(_ store: PersistentStore, reportsEvents: Bool = true, _ found: @escaping @Sendable () -> Void) {
        (self.store, connections, changes) = (store.file, store.connections, store.changes)
        self.found = found
        seen = changes.byOthers
        // Before the first look, so that no change is between them.
        if reportsEvents {
            events = StoreFileEvents(ofStoreAt: store.file.path) { [weak self] isLasting in
                self?.noteEvent(isLasting)
            }
        }
        if store.file.isReadOnly { seen = (try? countOfReader()) ?? 0 }
        noteEvent(true)
    }

    deinit {
        events?.cancel()
        timer?.cancel()
    }

    /// Ends the watch, after a look that is under way.
    func stop() {
        queue.sync {
            isStopped = true
            events?.cancel()
            timer?.cancel()
            (events, timer, looks) = (nil, nil, nil)
            closeReader()
        }
    }

    /// Whether no look is due until the next event.
    var isResting: Bool { queue.sync { looks == nil && events != nil } }

    private func noteEvent(_ isLasting: Bool) {
        let isFirst = lock.withLock {
            defer { isNoted = true }
            return !isNoted
        }
        if !isFirst, isLasting { return }
        queue.async { [weak self] in
            guard let self else { return }
            lock.withLock { isNoted = false }
            if isStopped { return }
            if !isLasting { events = nil }
            // A look that is due at once sees this one, too.
            if looks == 0 { return }
            looks = 0
            schedule()
        }
    }

    /// Sets the timer for the next look.
    private func schedule() {
        guard !isStopped, let looks else { return }
        let pauses = store.isReadOnly ? Self.pauses + Self.readerPauses : Self.pauses
        let pause = events == nil || looks >= pauses.count ? Self.longPause : pauses[looks]
        timer?.cancel()
        let timer = DispatchSource.makeTimerSource(queue: queue)
        timer.schedule(deadline: .now() + .milliseconds(pause), leeway: .milliseconds(pause / 10))
        timer.setEventHandler { [weak self] in self?.look() }
        self.timer = timer
        timer.resume()
    }

    private func look() {
        guard !isStopped, let looks else { return }
        timer?.cancel()
        timer = nil
        let isLast = looks + 1 >= Self.pauses.count + (store.isReadOnly ? Self.readerPauses.count : 0)
        // Asked before the look: if no process writes, all that was reported is visible.
        let isComplete = isLast && events != nil && (store.isReadOnly || !store.isBeingWritten)
        let count = try? store.isReadOnly ? countOfReader() : countOfWriter()
        if let count, count != seen {
            seen = count
            found()
        }
        // A store that cannot be read now is looked at again.
        self.looks = isComplete && count != nil ? nil : looks + 1
        schedule()
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
