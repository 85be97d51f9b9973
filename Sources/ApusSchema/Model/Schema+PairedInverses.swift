extension Schema {
    /// Lets relationships return the inverse that only the other side names, as in SwiftData.
    ///
    /// A relationship without an inverse gets the one that names it, if it points to the entity that declares that one, both
    /// are transient or neither is, and no other relationship names it. Two that the newest version stores separately stay
    /// separate, so that a head whose lines are those of a version of an older Apus does not differ from it.
    ///
    /// - Parameter newest: The newest frozen version.
    package mutating func pairInverses(after newest: Schema?) {
        for pair in oneSidedPairs where newest?.separates(pair, of: self) != true {
            entities[pair.back.entity].relationships[pair.back.relationship].inverse =
                entities[pair.front.entity].relationships[pair.front.relationship].name
        }
    }

    /// Leaves out each inverse that ``pairInverses(after:)`` would return, so that a head says what a version means.
    package mutating func separateInverses() {
        for pair in oneSidedPairs {
            entities[pair.front.entity].relationships[pair.front.relationship].inverse = nil
        }
    }

    /// Two relationships, of which one names the other as its inverse.
    private struct Pair {
        /// The indexes of the one that names the other.
        let front: (entity: Int, relationship: Int)
        /// The indexes of the one without an inverse.
        let back: (entity: Int, relationship: Int)
    }

    private var oneSidedPairs: [Pair] {
        let numbers = Dictionary(entities.indices.map { (entities[$0].name, $0) }) { first, _ in first }
        var fronts: [ElementPath: [(entity: Int, relationship: Int)]] = [:]
        for (number, entity) in entities.enumerated() {
            for (index, relationship) in entity.relationships.enumerated() {
                guard let inverse = relationship.inverse else { continue }
                fronts[ElementPath(relationship.destination, inverse), default: []].append((number, index))
            }
        }
        return fronts.compactMap { path, fronts in
            guard fronts.count == 1, let number = numbers[path.entity] else { return nil }
            let front = entities[fronts[0].entity].relationships[fronts[0].relationship]
            let backs = entities[number].relationships
            guard let index = backs.firstIndex(where: { $0.name == path.property }), backs[index].inverse == nil,
                backs[index].destination == entities[fronts[0].entity].name,
                backs[index].isTransient == front.isTransient
            else { return nil }
            return Pair(front: fronts[0], back: (number, index))
        }
    }

    /// Whether this older schema has the two relationships of a pair, under these names or their original ones, with an
    /// inverse on the same side only.
    private func separates(_ pair: Pair, of newer: Schema) -> Bool {
        let front = named(pair.front, of: newer)
        let back = named(pair.back, of: newer)
        return front.contains { _, relationship in
            back.contains { entity, other in
                relationship.inverse == other.name && relationship.destination == entity.name && other.inverse == nil
            }
        }
    }

    /// The relationships here that have the name or the original name of one of a newer schema, in the entities that have
    /// those of its entity.
    private func named(_ index: (entity: Int, relationship: Int), of newer: Schema) -> [(Entity, Relationship)] {
        let entity = newer.entities[index.entity]
        let relationship = entity.relationships[index.relationship]
        return [entity.name, entity.originalName].compactMap { $0.flatMap(self.entity) }.flatMap { entity in
            [relationship.name, relationship.originalName].compactMap { name in
                entity.relationships.first { $0.name == name }.map { (entity, $0) }
            }
        }
    }
}
