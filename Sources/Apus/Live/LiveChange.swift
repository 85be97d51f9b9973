import ApusSchema

/// A change of an object, for live results.
struct LiveChange {
    enum Kind {
        case inserted
        case deleted
        /// Some properties have changed; `nil` if it is unknown which.
        case updated(PropertyMask?)
    }

    let object: ModelObject
    let kind: Kind
    /// Whether others may have changed the row as well, so that the object does not have all values of the row.
    var isChangedByOthers = false
}

/// The changes of a save or an event, by the roots of their objects' hierarchies: most live results depend on one or two.
struct LiveChanges {
    private let all: [LiveChange]
    private let byRoot: [Int: [LiveChange]]

    init(_ changes: [LiveChange], in coordinator: StoreCoordinator) {
        all = changes
        byRoot = Dictionary(grouping: changes) { coordinator.table(of: $0.object.entity)?.root ?? -1 }
    }

    /// The roots.
    var roots: Dictionary<Int, [LiveChange]>.Keys { byRoot.keys }

    /// The changes of some roots; without them, all.
    func of(_ roots: Set<Int>?) -> [LiveChange] {
        guard let roots else { return all }
        if byRoot.count == 1 { return byRoot.keys.allSatisfy(roots.contains) ? all : [] }
        return roots.flatMap { byRoot[$0] ?? [] }
    }
}
