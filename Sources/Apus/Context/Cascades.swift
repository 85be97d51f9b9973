/// What the delete rule `cascade` deleted since the last save. It is kept if its cause is inserted again.
struct Cascades {
    private struct Entry {
        let parent: ModelObject
        /// The relationships of a new object, which loses them.
        let ends: [(position: Int, end: RelationshipEnd)]
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
        let values = object.lifecycle == .gone ? object.values : nil
        let ends = values.map { values in object.entity.relationshipPositions.map { ($0, values[apusEnd: $0]) } }
        entries[ObjectIdentifier(object)] = Entry(parent: parent, ends: ends ?? [])
        children[ObjectIdentifier(parent), default: []].append(object)
    }

    /// Forgets an object that stays deleted, whatever it was deleted with.
    mutating func forget(_ object: ModelObject) {
        entries[ObjectIdentifier(object)] = nil
    }

    /// Forgets an object that is inserted again. A new one is related again to the objects that it was related to.
    mutating func restore(_ object: ModelObject) {
        guard let ends = entries.removeValue(forKey: ObjectIdentifier(object))?.ends, !ends.isEmpty else { return }
        [object].changing(\.relationshipPositions) {
            // What was set meanwhile stays. Without a row, a list that was only read is empty.
            for (position, end) in ends where object.knownRelated(position).isEmpty {
                object.knownValues[apusEnd: position] = end
            }
        }
    }

    /// The objects that are still deleted because of an object.
    mutating func takeChildren(of parent: ModelObject) -> [ModelObject] {
        (children.removeValue(forKey: ObjectIdentifier(parent)) ?? []).filter {
            entries[ObjectIdentifier($0)]?.parent === parent
        }
    }
}
