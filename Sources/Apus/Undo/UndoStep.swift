/// What objects were before they changed: each property that changed, once.
///
/// It has no changes of changes, so it can be applied to objects that have changed otherwise since: each property gets the
/// value that it had, and each object is in the context again or not.
final class UndoStep: @unchecked Sendable {
    /// What an object was.
    struct Entry {
        let object: ModelObject
        /// Whether the object was in the context.
        let wasPresent: Bool
        /// Whether the object has left the context, so that all of its properties are known.
        var hasLeft = false
        /// The row of an object that has left the context.
        var row: Int64?
        /// The attributes that changed, and their values.
        var attributes = PropertyMask()
        private(set) var values: ModelBacking?
        /// The attributes of `values` that are known.
        private(set) var known = PropertyMask()
        /// The objects of to-one relationships.
        var ones: [Int: ModelObject?] = [:]
        /// Whether objects were in to-many relationships whose inverse is not to-one.
        var members: [Int: [Member]] = [:]
        /// The objects of ordered relationships.
        var orders: [Int: [ModelObject]] = [:]
        private var knownMembers: Set<MemberKey> = []

        init(_ object: ModelObject, wasPresent: Bool) {
            (self.object, self.wasPresent) = (object, wasPresent)
        }

        /// Records the value of an attribute, unless it is known.
        mutating func note(_ current: ModelBacking, at position: Int) {
            if known.contains(position) { return }
            known.insert(position)
            let values = self.values ?? current.apusEntity.valuesType.init()
            self.values = values
            values.apusTake(position, from: current)
        }

        /// Records whether an object was in a to-many relationship, unless that is known.
        mutating func note(_ other: ModelObject, at position: Int, _ wasIn: () -> Bool) {
            guard knownMembers.insert(MemberKey(position: position, object: ObjectIdentifier(other))).inserted else {
                return
            }
            members[position, default: []].append(Member(object: other, wasIn: wasIn()))
        }

        /// The properties that may have changed.
        var positions: [Int] {
            if hasLeft || !wasPresent { return Array(object.entity.properties.indices) }
            return object.entity.properties.indices.filter {
                attributes.contains($0) || ones[$0] != nil || members[$0] != nil || orders[$0] != nil
            }
        }
    }

    /// An object that was in a to-many relationship, or was not.
    struct Member {
        let object: ModelObject
        let wasIn: Bool
    }

    private struct MemberKey: Hashable {
        let position: Int
        let object: ObjectIdentifier
    }

    private(set) var entries: [Entry] = []
    private var indexes: [ObjectIdentifier: Int] = [:]

    /// What is recorded of an object; `nil` for nothing.
    func entry(of object: ModelObject) -> Entry? { indexes[ObjectIdentifier(object)].map { entries[$0] } }

    /// Adds an entry as it is, unless there is one of its object.
    func take(_ entry: Entry) {
        if indexes[ObjectIdentifier(entry.object)] != nil { return }
        indexes[ObjectIdentifier(entry.object)] = entries.count
        entries.append(entry)
    }

    /// Records what another step knows of the attributes and to-one relationships of an object, unless it is known.
    func keep(_ other: Entry, where isIncluded: (Int) -> Bool = { _ in true }) {
        guard other.wasPresent else { return }
        withEntry(of: other.object) { entry in
            if let values = other.values {
                for position in other.object.entity.properties.indices
                where other.attributes.contains(position) && isIncluded(position) {
                    entry.attributes.insert(position)
                    entry.note(values, at: position)
                }
            }
            for (position, one) in other.ones where entry.ones[position] == nil && isIncluded(position) {
                entry.ones[position] = .some(one)
            }
        }
    }

    /// Forgets an object.
    func remove(_ object: ModelObject) {
        guard let index = indexes.removeValue(forKey: ObjectIdentifier(object)) else { return }
        let last = entries.removeLast()
        if index == entries.count { return }
        entries[index] = last
        indexes[ObjectIdentifier(last.object)] = index
    }

    /// Whether the order of the objects of a relationship is recorded.
    func hasOrder(of object: ModelObject, at position: Int) -> Bool {
        indexes[ObjectIdentifier(object)].map { entries[$0].orders[position] != nil } ?? false
    }

    /// The objects that are given back something, or that others are related to again, once each.
    var objects: [ModelObject] {
        var known: Set<ObjectIdentifier> = []
        return entries.flatMap { entry in
            [entry.object] + entry.ones.values.compactMap { $0 } + entry.members.values.joined().map(\.object)
        }.filter { known.insert(ObjectIdentifier($0)).inserted }
    }

    /// Whether the step gives an object back all that has changed.
    func covers(_ changes: PropertyMask, of object: ModelObject) -> Bool {
        let positions = indexes[ObjectIdentifier(object)].map { Set(entries[$0].positions) } ?? []
        return object.entity.properties.indices.allSatisfy { !changes.contains($0) || positions.contains($0) }
    }

    /// Changes the entry of an object, which is made if there is none.
    ///
    /// - Parameters:
    ///   - object: The object.
    ///   - isPresent: Whether the object is in the context.
    ///   - change: Records what the object is now. It is not called if the object was not in the context, because nothing
    ///     that it has become is kept then.
    func withEntry(of object: ModelObject, isPresent: Bool = true, _ change: (inout Entry) -> Void = { _ in }) {
        let index = indexes[ObjectIdentifier(object)] ?? entries.count
        if index == entries.count {
            indexes[ObjectIdentifier(object)] = index
            entries.append(Entry(object, wasPresent: isPresent))
        }
        if entries[index].wasPresent { change(&entries[index]) }
    }
}
