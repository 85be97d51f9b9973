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
///
/// It is used by one thread.
final class LiveChanges {
    private let all: [LiveChange]
    private let byRoot: [Int: [LiveChange]]
    private var knownKeys: [Int: Set<LiveQuery.Key>] = [:]
    /// How many sets of keys were made.
    private(set) var setCount = 0

    init(_ changes: [LiveChange], in coordinator: StoreCoordinator) {
        all = changes
        byRoot = Dictionary(grouping: changes) { coordinator.table(of: $0.object.entity)?.root ?? -1 }
    }

    /// The roots.
    var roots: Dictionary<Int, [LiveChange]>.Keys { byRoot.keys }

    /// The number of changes of some roots; without them, of all.
    func count(of roots: Set<Int>?) -> Int {
        guard let roots else { return all.count }
        return roots.reduce(0) { $0 + (byRoot[$1]?.count ?? 0) }
    }

    /// The changes of some roots; without them, all.
    func of(_ roots: Set<Int>?) -> [LiveChange] {
        guard let roots else { return all }
        let present = roots.filter { byRoot[$0] != nil }
        if present.count == 1, let root = present.first { return byRoot[root] ?? [] }
        return present.flatMap { byRoot[$0] ?? [] }
    }

    /// The keys of all changed objects of a hierarchy. All live results share the set.
    func keys(ofRoot root: Int) -> Set<LiveQuery.Key> {
        if let keys = knownKeys[root] { return keys }
        setCount += 1
        let keys = Set((byRoot[root] ?? []).map { $0.object.persistentModelID.key })
        knownKeys[root] = keys
        return keys
    }
}
