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

    /// Whether another process has changed the store, or another container of this one, or more objects have lost deleted ones than
    /// the save before lists. The lists are empty then.
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

    /// The number of objects.
    var count: Int { inserted.count + updated.count + deleted.count }

    /// Whether it lists what has changed.
    var isSave: Bool { kind == .save }

    /// The same changes and further updates.
    func adding(_ others: [(id: PersistentIdentifier, properties: PropertyMask)]) -> SavedChanges {
        if others.isEmpty { return self }
        var indexes = Dictionary(zip(updated, updated.indices)) { first, _ in first }
        var (updated, properties) = (updated, properties)
        for other in others {
            if let index = indexes[other.id] {
                properties[index].formUnion(other.properties)
            } else {
                indexes[other.id] = updated.count
                updated.append(other.id)
                properties.append(other.properties)
            }
        }
        return SavedChanges(inserted: inserted, updated: updated, deleted: deleted, properties: properties)
    }

    /// Some saves as one. An object that was deleted is, whatever else happened to it: who has it lets go of it. If its deletion was
    /// taken back later, it is inserted as well.
    static func joining(_ saves: some Sequence<SavedChanges>) -> SavedChanges {
        var (inserted, deleted): (Set<PersistentIdentifier>, Set<PersistentIdentifier>) = ([], [])
        var updated: [PersistentIdentifier: PropertyMask] = [:]
        for save in saves {
            // One that is in both lists of a save, which joins others, was inserted last.
            inserted.subtract(save.deleted)
            inserted.formUnion(save.inserted)
            deleted.formUnion(save.deleted)
            for (id, properties) in zip(save.updated, save.properties) {
                updated[id, default: PropertyMask()].formUnion(properties)
            }
        }
        let order = Array(updated)
        return SavedChanges(
            inserted: Array(inserted),
            updated: order.map(\.key),
            deleted: Array(deleted),
            properties: order.map(\.value)
        )
    }

    /// What says which objects have no row any more: the deleted ones, and those of them that were inserted again.
    var deletions: SavedChanges {
        let gone = Set(deleted)
        return SavedChanges(inserted: inserted.filter(gone.contains), updated: [], deleted: deleted, properties: [])
    }

    /// All objects of a store were deleted.
    static func erasure(of store: StoreID) -> SavedChanges { SavedChanges(.erasure(store)) }

    /// Another process has changed something, or it is not listed what has changed.
    static let byOtherProcess = SavedChanges(.byOtherProcess)
}
