/// What the delete rule `cascade` deleted since the last save. It is kept if its cause is inserted again.
struct Cascades {
    private struct Entry {
        let parent: ModelObject
        /// The relationships of a new object, which loses them.
        var ends: [Int: RelationshipEnd]
    }

    /// By deleted object. An object that was deleted once more, by itself, has none.
    private var entries: [ObjectIdentifier: Entry] = [:]

    /// What was deleted with each object, also if its entry is gone or another one since.
    private var children: [ObjectIdentifier: [ModelObject]] = [:]

    /// Notes that an object was deleted because of another one.
    ///
    /// What is deleted with a new object is not kept, because the new object is not either, unless it was itself deleted
    /// because of a stored one.
    mutating func note(_ object: ModelObject, of parent: ModelObject) {
        guard parent.lifecycle == .deleted || entries[ObjectIdentifier(parent)] != nil else { return }
        entries[ObjectIdentifier(object)] = Entry(
            parent: parent,
            ends: object.lifecycle == .gone ? Self.ends(of: object) : [:]
        )
        children[ObjectIdentifier(parent), default: []].append(object)
    }

    /// Adds what another context deleted, as far as its rows are in the store.
    ///
    /// - Parameters:
    ///   - other: The cascades of the other context.
    ///   - counterpart: Returns the object that stands for one of the other context.
    mutating func add(_ other: Cascades, _ counterpart: (ModelObject) -> ModelObject?) {
        for object in other.children.values.joined() where object.lifecycle == .deleted {
            guard let parent = other.entries[ObjectIdentifier(object)]?.parent, parent.lifecycle == .deleted,
                let object = counterpart(object), let parent = counterpart(parent),
                object.lifecycle == .deleted, !contains(object)
            else { continue }
            note(object, of: parent)
        }
    }

    /// Whether an object is kept if the one that it was deleted with is.
    func contains(_ object: ModelObject) -> Bool {
        entries[ObjectIdentifier(object)] != nil
    }

    /// Forgets an object that stays deleted, whatever it was deleted with.
    ///
    /// - Returns: The ends of the relationships that a new object leaves.
    mutating func forget(_ object: ModelObject) -> [Int: RelationshipEnd] {
        entries.removeValue(forKey: ObjectIdentifier(object))?.ends ?? [:]
    }

    /// Forgets an object that is inserted again.
    ///
    /// - Returns: The ends of the relationships that a new object has again: without those objects that have left it.
    mutating func takeEnds(of object: ModelObject) -> [Int: RelationshipEnd] {
        var ends = forget(object)
        for (position, end) in ends {
            guard let inverse = object.entity.relationship(at: position).inverse else { continue }
            for other in end.known where other !== object && !refers(other, at: inverse, to: object) {
                ends[position]?.subtract(other)
            }
        }
        return ends
    }

    /// Removes a new object from another one, which may be new and deleted.
    mutating func remove(_ object: ModelObject, from other: ModelObject, at position: Int) {
        entries[ObjectIdentifier(other)]?.ends[position]?.subtract(object)
    }

    /// The known ends of an object's relationships, by position.
    static func ends(of object: ModelObject) -> [Int: RelationshipEnd] {
        guard let values = object.values else { return [:] }
        return Dictionary(uniqueKeysWithValues: object.entity.relationshipPositions.map { ($0, values[apusEnd: $0]) })
    }

    /// Whether an object's end of a relationship has another object, which is new.
    private func refers(_ other: ModelObject, at position: Int, to object: ModelObject) -> Bool {
        let ends = [entries[ObjectIdentifier(other)]?.ends[position], other.values?[apusEnd: position]]
        return ends.contains { $0?.isKnownToHave(object) == true }
    }

    /// The objects that are still deleted because of an object.
    mutating func takeChildren(of parent: ModelObject) -> [ModelObject] {
        (children.removeValue(forKey: ObjectIdentifier(parent)) ?? []).filter {
            entries[ObjectIdentifier($0)]?.parent === parent
        }
    }
}
