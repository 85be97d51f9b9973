public import Foundation

/// The objects of a live result that have something in common.
public struct ResultsSection<Model: PersistentModel, Key: Hashable> {
    /// What the objects have in common.
    public let key: Key
    /// The objects, in the order of the fetch.
    public let objects: [Model]

    /// Puts objects into sections, in the order of the first object of each.
    static func sections(of objects: [Model], by key: KeyPath<Model, Key>) -> [ResultsSection] {
        var indexes: [Key: Int] = [:]
        var sections: [(key: Key, objects: [Model])] = []
        for object in objects {
            let value = object[keyPath: key]
            if let index = indexes[value] {
                sections[index].objects.append(object)
            } else {
                indexes[value] = sections.count
                sections.append((value, [object]))
            }
        }
        return sections.map { ResultsSection(key: $0.key, objects: $0.objects) }
    }
}

/// The sections of a live result, and the steps to them from those before, as `UITableView.performBatchUpdates` and
/// `NSTableView` accept them.
///
/// Deletions and the sources of moves have the indexes before, insertions and the targets of moves those afterwards. What belongs to
/// a deleted or an inserted section comes and goes with it, and is not listed by itself; an object that leaves such a section, or
/// enters one, is deleted or inserted, not moved. A section that moves is deleted and inserted. The steps are computed in
/// O(*n* log *n*).
public struct SectionedChange<Model: PersistentModel, SectionKey: Hashable> {
    /// The index of an object: that of its section, and that in the section.
    public struct Index: Hashable, Comparable, Sendable {
        /// The index of the section.
        public let section: Int
        /// The index of the object in the section.
        public let item: Int

        /// Orders by section, then by item.
        public static func < (lhs: Index, rhs: Index) -> Bool {
            (lhs.section, lhs.item) < (rhs.section, rhs.item)
        }
    }

    /// The sections now.
    public let sections: [ResultsSection<Model, SectionKey>]
    /// The objects that were deleted from sections that stay, by their indexes before.
    public private(set) var deletedItems: [Index] = []
    /// The deleted sections, by their indexes before.
    public private(set) var deletedSections = IndexSet()
    /// The inserted sections, by their indexes now.
    public private(set) var insertedSections = IndexSet()
    /// The objects that were inserted into sections that stay, by their indexes now.
    public private(set) var insertedItems: [Index] = []
    /// The objects that were moved within and between sections that stay.
    public private(set) var moves: [(from: Index, to: Index)] = []
    /// The objects that were there before, moved or not, and may have changed, by their indexes now: update them after the other
    /// steps.
    public private(set) var updatedItems: [Index] = []

    /// Whether there are no steps.
    public var isEmpty: Bool {
        deletedItems.isEmpty && deletedSections.isEmpty && insertedSections.isEmpty && insertedItems.isEmpty
            && moves.isEmpty && updatedItems.isEmpty
    }

    init(
        from former: [ResultsSection<Model, SectionKey>],
        to sections: [ResultsSection<Model, SectionKey>],
        updated: Set<ObjectIdentifier>
    ) {
        self.sections = sections
        let steps = ListDifference(from: former.map(\.key), to: sections.map(\.key))
        deletedSections = IndexSet(steps.removals.map(\.offset))
        insertedSections = IndexSet(steps.insertions.map(\.offset))
        // The sections that stay are in the same order.
        let oldStaying = former.indices.filter { !deletedSections.contains($0) }
        let newStaying = sections.indices.filter { !insertedSections.contains($0) }
        var old: [ObjectIdentifier: Index] = [:]
        for section in oldStaying {
            for (item, object) in former[section].objects.enumerated() {
                old[ObjectIdentifier(object)] = Index(section: section, item: item)
            }
        }
        var new: Set<ObjectIdentifier> = []
        for section in newStaying { new.formUnion(sections[section].objects.map { ObjectIdentifier($0) }) }
        for (oldSection, newSection) in zip(oldStaying, newStaying) {
            let (before, now) = (former[oldSection].objects, sections[newSection].objects)
            let items = ListDifference(
                from: before.map { ObjectIdentifier($0) },
                to: now.map { ObjectIdentifier($0) }
            )
            for (item, _) in items.removals where !new.contains(ObjectIdentifier(before[item])) {
                deletedItems.append(Index(section: oldSection, item: item))
            }
            for (item, _) in items.insertions {
                let index = Index(section: newSection, item: item)
                if let source = old[ObjectIdentifier(now[item])] {
                    moves.append((source, index))
                } else {
                    insertedItems.append(index)
                }
            }
            for (item, object) in now.enumerated()
            where updated.contains(ObjectIdentifier(object)) && old[ObjectIdentifier(object)] != nil {
                updatedItems.append(Index(section: newSection, item: item))
            }
        }
    }
}
