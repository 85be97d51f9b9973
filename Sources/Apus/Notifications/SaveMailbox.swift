import Foundation

/// What other contexts have saved, until a context looks at it.
final class SaveMailbox: @unchecked Sendable {
    private let lock = NSLock()
    private var saves: [SavedChanges] = []
    /// The number of saves from which on they are joined.
    private var limit = SaveMailbox.leastLimit
    private var notice: (@Sendable () -> Void)?
    private var mostListed = 100_000

    /// How many objects joined saves list. Only tests set it.
    var mostObjects: Int {
        get { lock.withLock { mostListed } }
        set { lock.withLock { mostListed = newValue } }
    }

    /// Sets what is called when something arrives, on any thread.
    func notify(_ notice: @escaping @Sendable () -> Void) { lock.withLock { self.notice = notice } }

    func add(_ save: SavedChanges) {
        let notice = lock.withLock {
            // One is enough to read everything again.
            if save.isByOtherProcess, saves.last?.isByOtherProcess == true { return self.notice }
            saves.append(save)
            if saves.count >= limit { join() }
            return self.notice
        }
        notice?()
    }

    var isEmpty: Bool { lock.withLock { saves.isEmpty } }

    func takeAll() -> [SavedChanges] {
        lock.withLock {
            defer { (saves, limit) = ([], Self.leastLimit) }
            return saves
        }
    }

    /// Bounds what waits for a context that is not used for a long time: by the number of rows rather than that of saves, and beyond
    /// many rows by one save that has everything read again.
    private func join() {
        var joined = SavedChanges.joining(saves.filter(\.isSave))
        // An erasure asks which rows there are now, so it does not matter when it was.
        let erased = Set(saves.compactMap(\.erased)).sorted().map { SavedChanges.erasure(of: $0) }
        var isUnknown = saves.contains(where: \.isByOtherProcess)
        if joined.count > mostListed {
            // Rows that are read again are not found to be deleted, so deletions stay known as long as possible, with what was
            // inserted again: its row exists.
            isUnknown = true
            joined = joined.deleted.count > mostListed ? SavedChanges.joining([]) : joined.deletions
        }
        saves = erased + (joined.count == 0 ? [] : [joined]) + (isUnknown ? [.byOtherProcess] : [])
        limit = max(Self.leastLimit, saves.count * 2)
    }

    private static let leastLimit = 64
}

/// The mailboxes and streams that receive the saves of a container's contexts.
final class SaveObservers: @unchecked Sendable {
    private struct Box {
        weak var mailbox: SaveMailbox?
    }

    private let lock = NSLock()
    private var mailboxes: [Box] = []
    /// The number of mailboxes from which on those of ended contexts are removed.
    private var limit = 16
    let streams = Streams<SavedChanges>()

    func add(_ mailbox: SaveMailbox) {
        lock.withLock {
            if mailboxes.count >= limit {
                mailboxes.removeAll { $0.mailbox == nil }
                limit = max(16, mailboxes.count * 2)
            }
            mailboxes.append(Box(mailbox: mailbox))
        }
    }

    /// Passes a save on to all but the context that made it.
    func post(_ save: SavedChanges, from own: SaveMailbox?) {
        let others = lock.withLock { mailboxes.compactMap(\.mailbox) }
        for mailbox in others where mailbox !== own { mailbox.add(save) }
        streams.yield(save)
    }
}
