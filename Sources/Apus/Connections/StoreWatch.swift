import ApusStore
import Foundation
import GRDB

/// Finds out whether other processes have changed a store, after the kernel has reported that its files may have been written.
///
/// A commit writes the log, or ends the journal, so that it has an event; but it is visible only some time after it, when the log
/// is synced. So the watch looks several times, less and less often, and then rests. Where the kernel reports nothing, it looks from
/// time to time. It takes no lock that another process would have to wait for.
final class StoreWatch: @unchecked Sendable {
    private let store: Store
    private let location: String
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
    private var lastFound: DispatchTime?
    /// Whether an event is on its way to the queue: there may be very many.
    private let lock = NSLock()
    private var isNoted = false

    // One per store: a look waits for a save of its store.
    private let queue = DispatchQueue(label: "apus.watch", qos: .utility)

    /// The pauses before the looks after an event, in milliseconds. The last ones are for a disk that takes seconds to sync.
    private static let pauses = [15, 50, 200, 800, 3000, 12_000, 48_000]
    /// How many of them are short.
    private static let shortPauses = 4
    /// The pause between looks where the kernel reports nothing, or as long as the store cannot be read.
    private static let longPause = 500
    /// The pause after changes were found: each time, all contexts read again what they have, however often others save.
    private static let leastPause = 200

    /// It fails for a store that no other process can open: one in memory, or one that a migration is working on.
    ///
    /// - Parameters:
    ///   - store: The store.
    ///   - reportsEvents: Whether to use what the kernel reports.
    ///   - found: Called when other processes have changed the store, on the watch's queue.
    init?(_ store: PersistentStore, reportsEvents: Bool = true, _ found: @escaping @Sendable () -> Void) {
        guard let location = store.file.location, !store.file.isBorrowed else { return nil }
        (self.store, self.location, connections, changes) = (store.file, location, store.connections, store.changes)
        self.found = found
        seen = changes.byOthers
        queue.sync {
            // Before the first look, so that no change is between them.
            if reportsEvents {
                events = StoreFileEvents(ofStoreAt: location) { [weak self] isLasting in self?.noteEvent(isLasting) }
            }
            if store.file.isReadOnly { seen = (try? countOfReader()) ?? 0 }
        }
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

    /// Whether no look is due soon unless there is an event.
    var isResting: Bool { queue.sync { events != nil && looks.map { $0 >= Self.shortPauses } != false } }

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
            if !isLasting {
                events?.cancel()
                events = nil
            }
            // A look that is due at once sees this one, too.
            if looks == 0 { return }
            looks = 0
            schedule()
        }
    }

    /// Sets the timer for the next look.
    private func schedule() {
        guard !isStopped, let looks else { return }
        let pause = events == nil || looks >= Self.pauses.count ? Self.longPause : Self.pauses[looks]
        var time = DispatchTime.now() + .milliseconds(pause)
        if let lastFound { time = max(time, lastFound + .milliseconds(Self.leastPause)) }
        timer?.cancel()
        let timer = DispatchSource.makeTimerSource(queue: queue)
        timer.schedule(deadline: time, leeway: .milliseconds(pause / 10))
        timer.setEventHandler { [weak self] in self?.look() }
        self.timer = timer
        timer.resume()
    }

    private func look() {
        guard !isStopped, let looks else { return }
        timer?.cancel()
        timer = nil
        let isLast = looks + 1 >= Self.pauses.count
        let count = try? store.isReadOnly ? countOfReader() : countOfWriter()
        if let count, count != seen {
            seen = count
            lastFound = .now()
            found()
        }
        // A store that cannot be read now is looked at again. If its file is gone, there is an event when there is another.
        let isSettled = count != nil || !FileManager.default.fileExists(atPath: location)
        self.looks = isLast && isSettled && events != nil ? nil : looks + 1
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
