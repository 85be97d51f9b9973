import ApusMigration

/// The changes of one entity, enum or composite.
struct ChangeGroup {
    /// The newer name of the entity, enum or composite, or its older name if it was removed.
    let name: String

    /// The change of the entity or type as a whole: it was added, removed or renamed.
    private(set) var whole: Change?

    /// The changes of its properties, cases, parts and settings.
    private(set) var parts: [Change] = []

    /// All changes, starting with that of the whole.
    var changes: [Change] { (whole.map { [$0] } ?? []) + parts }

    /// Groups changes by entity, enum or composite, in the order of first occurrence.
    static func groups(of changes: [Change]) -> [ChangeGroup] {
        var groups: [ChangeGroup] = []
        var indices: [Key: Int] = [:]
        for change in changes {
            // A newer entity may have the name of a removed one.
            let key = Key(name: change.entity, isRemoved: change.difference is EntityRemoved)
            let index = indices[key] ?? groups.count
            indices[key] = index
            if index == groups.count { groups.append(ChangeGroup(name: change.entity)) }
            if change.isOfWhole {
                groups[index].whole = change
            } else {
                groups[index].parts.append(change)
            }
        }
        return groups
    }

    /// The group with those of its changes that fulfil a condition.
    func filtered(_ isIncluded: (Change) -> Bool) -> ChangeGroup {
        var group = self
        group.whole = whole.flatMap { isIncluded($0) ? $0 : nil }
        group.parts = parts.filter(isIncluded)
        return group
    }

    private struct Key: Hashable {
        let name: String
        let isRemoved: Bool
    }

    private init(name: String) {
        self.name = name
    }
}

extension Change {
    /// Whether it changes an entity or type as a whole.
    fileprivate var isOfWhole: Bool {
        switch difference {
        case is EntityAdded, is EntityRemoved, is EntityRenamed, is TypeRenamed: true
        default: false
        }
    }
}
