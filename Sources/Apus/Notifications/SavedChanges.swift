import Foundation

/// What a context has saved, or what else has happened to a store.
public struct SavedChanges: Sendable {
    /// The new objects.
    public let inserted: [PersistentIdentifier]
    /// The changed objects, those included whose relationships changed.
    public let updated: [PersistentIdentifier]
    /// The deleted objects.
    public let deleted: [PersistentIdentifier]

    /// Whether all objects of a store were deleted, by `ModelContainer.erase()`. The lists are empty then.
    public var isErasure: Bool { erased != nil }

    /// The store that was erased.
    var erased: StoreID? { if case .erasure(let store) = kind { store } else { nil } }

    /// Whether another process has changed the store, or another container of this one. The lists are empty then.
    public var isByOtherProcess: Bool { kind == .byOtherProcess }

    /// The changed properties of each changed object.
    let properties: [PropertyMask]

    private let kind: Kind

    private enum Kind: Equatable {
        case save
        case erasure(StoreID)
        case byOtherProcess
    }

    init(
        inserted: [PersistentIdentifier],
        updated: [PersistentIdentifier],
        deleted: [PersistentIdentifier],
        properties: [PropertyMask]
    ) {
        (self.inserted, self.updated, self.deleted, self.properties) = (inserted, updated, deleted, properties)
        kind = .save
    }

    private init(_ kind: Kind) {
        (inserted, updated, deleted, properties) = ([], [], [], [])
        self.kind = kind
    }

    /// All objects of a store were deleted.
    static func erasure(of store: StoreID) -> SavedChanges { SavedChanges(.erasure(store)) }

    /// Another process has changed something.
    static let byOtherProcess = SavedChanges(.byOtherProcess)
}

/// What other contexts have saved, until a context looks at it.
final class SaveMailbox: @unchecked Sendable {
    private let lock = NSLock()
    private var saves: [SavedChanges] = []
    private var notice: (@Sendable () -> Void)?

    /// Sets what is called when something arrives, on any thread.
    func notify(_ notice: @escaping @Sendable () -> Void) { lock.withLock { self.notice = notice } }

    func add(_ save: SavedChanges) {
        let notice = lock.withLock {
            // One is enough to read everything again.
            if save.isByOtherProcess, saves.last?.isByOtherProcess == true { return self.notice }
            saves.append(save)
            return self.notice
        }
        notice?()
    }

    var isEmpty: Bool { lock.withLock { saves.isEmpty } }

    func takeAll() -> [SavedChanges] {
        lock.withLock {
            defer { saves = [] }
            return saves
        }
    }
}

/// The mailboxes and streams that receive the saves of a container's contexts.
final class SaveObservers: @unchecked Sendable {
    private struct Box {
        weak var mailbox: SaveMailbox?
    }

    private let lock = NSLock()
    private var mailboxes: [Box] = []
    let streams = Streams<SavedChanges>()

    func add(_ mailbox: SaveMailbox) {
        lock.withLock {
            mailboxes.removeAll { $0.mailbox == nil }
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
