import ApusMigration

/// The changes of one entity, enum or composite.
struct ChangeGroup {
    /// The entity, enum or composite, by its newer name, or by its older one where it is gone.
    let name: String

    /// What became of the whole: it is new, gone or renamed.
    private(set) var whole: Change?

    /// The changes of its properties, cases, parts and settings.
    private(set) var parts: [Change] = []

    /// All changes, that of the whole first.
    var changes: [Change] { (whole.map { [$0] } ?? []) + parts }

    /// The changes by what they are about, in the order of first mention.
    static func groups(of changes: [Change]) -> [ChangeGroup] {
        var groups: [ChangeGroup] = []
        var places: [Key: Int] = [:]
        for change in changes {
            // A newer entity may have the name of one that is gone.
            let key = Key(name: change.entity, isGone: change.difference is EntityRemoved)
            let place: Int = places[key] ?? groups.count
            places[key] = place
            if place == groups.count { groups.append(ChangeGroup(name: change.entity)) }
            if change.isOfWhole {
                groups[place].whole = change
            } else {
                groups[place].parts.append(change)
            }
        }
        return groups
    }

    private struct Key: Hashable {
        let name: String
        let isGone: Bool
    }

    private init(name: String) {
        self.name = name
    }
}

extension Change {
    /// Whether it is about an entity or type as a whole.
    fileprivate var isOfWhole: Bool {
        switch difference {
        case is EntityAdded, is EntityRemoved, is EntityRenamed, is TypeRenamed: true
        default: false
        }
    }
}
