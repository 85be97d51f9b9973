/// Objects in order, each once. Adding, removing and finding an object take constant time, however many there are.
struct ObjectList {
    /// The objects, and removed ones until the list is swept.
    private var list: [ModelObject]

    /// The objects of a long list, created when one is looked for: most lists are only read. A list without them has
    /// no removed objects in its array.
    private var members: Set<ObjectIdentifier>?

    /// How often removed objects are still in the array. If one was added again, its last occurrence counts.
    private var removed: [ObjectIdentifier: Int] = [:]

    /// Creates a list of objects, of which none occurs twice.
    init(_ objects: [ModelObject] = []) {
        list = objects
    }

    /// The objects, in order.
    var objects: [ModelObject] {
        mutating get {
            if !removed.isEmpty { sweep() }
            return list
        }
    }

    /// Whether there are no objects.
    var isEmpty: Bool { members?.isEmpty ?? list.isEmpty }

    /// Whether the object is in the list.
    mutating func contains(_ object: ModelObject) -> Bool {
        if members == nil {
            // Comparing a few objects is faster.
            if list.count <= 16 { return list.contains { $0 === object } }
            members = Set(list.map { ObjectIdentifier($0) })
        }
        return members?.contains(ObjectIdentifier(object)) == true
    }

    /// Appends an object, unless it is in the list.
    mutating func append(_ object: ModelObject) {
        if !contains(object) { appendNew(object) }
    }

    /// Appends an object that is not in the list, which needs no search.
    mutating func appendNew(_ object: ModelObject) {
        if let members, list.count > 2 * members.count + 16 { sweep() }
        list.append(object)
        members?.insert(ObjectIdentifier(object))
    }

    /// Removes an object, if it is in the list.
    mutating func remove(_ object: ModelObject) {
        guard contains(object) else { return }
        let isLong = members?.remove(ObjectIdentifier(object)) != nil
        if isLong, list.last !== object {
            removed[ObjectIdentifier(object), default: 0] += 1
        } else if let index = list.lastIndex(where: { $0 === object }) {
            list.remove(at: index)
        }
        // An empty list retains nothing.
        if isEmpty { self = ObjectList() }
    }

    /// Removes the removed objects from the array.
    private mutating func sweep() {
        var rest = removed
        list.removeAll { object in
            guard !rest.isEmpty, let count = rest[ObjectIdentifier(object)] else { return false }
            rest[ObjectIdentifier(object)] = count > 1 ? count - 1 : nil
            return true
        }
        removed = [:]
    }
}
