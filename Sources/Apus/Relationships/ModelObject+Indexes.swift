public import Foundation

extension ModelObject {
    // MARK: - What generated code calls

    /// Inserts objects into an ordered relationship, so that each is at its index afterwards.
    @_spi(Generated)
    public final func apusInsert(_ position: Int, _ objects: [ModelObject], at indexes: IndexSet) {
        precondition(objects.count == indexes.count, "each object needs an index")
        let moved = Set(objects.map { ObjectIdentifier($0) })
        let owner = context
        let known = many(position).objects
        var list = known.filter { !moved.contains(ObjectIdentifier($0)) }
        let added = list.count + objects.count - known.count
        guard hasIndexes(indexes, in: known.count, adding: added, position, owner) else { return }
        for (object, index) in zip(objects, indexes) { list.insert(object, at: index) }
        apusSet(position, list)
    }

    /// Removes the objects at some indexes from an ordered relationship.
    @_spi(Generated)
    public final func apusRemove(_ position: Int, at indexes: IndexSet) {
        let owner = context
        let list = many(position).objects
        // An object in no context has no save that could report it, and nothing is lost.
        if owner == nil, indexes.last ?? -1 >= list.count { return }
        guard hasIndexes(indexes, in: list.count, position, owner) else { return }
        apusSet(position, list.indices.filter { !indexes.contains($0) }.map { list[$0] })
    }

    /// Replaces the objects at some indexes of an ordered relationship.
    @_spi(Generated)
    public final func apusReplace(_ position: Int, at indexes: IndexSet, with objects: [ModelObject]) {
        precondition(objects.count == indexes.count, "each index needs an object")
        let owner = context
        var list: [ModelObject?] = many(position).objects
        guard hasIndexes(indexes, in: list.count, position, owner) else { return }
        for index in indexes { list[index] = nil }
        let moved = Set(objects.map { ObjectIdentifier($0) })
        for (index, object) in list.enumerated() where object.map({ moved.contains(ObjectIdentifier($0)) }) == true {
            list[index] = nil
        }
        for (index, object) in zip(indexes, objects) { list[index] = object }
        apusSet(position, list.compactMap { $0 })
    }

    /// Returns whether a list of an object has indexes. If not, the context reports it: another context or process may have
    /// made the list shorter since the user saw it. The last parameter is the object's context before the list was read, which
    /// may have shown that the object is gone.
    private func hasIndexes(
        _ indexes: IndexSet,
        in count: Int,
        adding added: Int = 0,
        _ position: Int,
        _ owner: (any ObjectContext)?
    ) -> Bool {
        if indexes.last ?? -1 < count + added { return true }
        let name = entity.properties[position].name
        guard let owner else {
            // A new object would lose what is added to its list, and no save would report it. The others are never saved.
            precondition(lifecycle != .free, "index out of range: '\(name)' has \(count) objects")
            return false
        }
        owner.report(
            lifecycle == .gone
                ? .objectGone(persistentModelID)
                : .indexOutOfRange(object: persistentModelID, property: name, index: indexes.last ?? 0, count: count)
        )
        return false
    }
}
