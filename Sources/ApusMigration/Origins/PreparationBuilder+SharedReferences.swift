import ApusSchema

// Several older relationships that one newer relationship continues, as where two entities become one that has a
// relationship which both had.

extension PreparationBuilder {
    /// One of these older relationships, with the older side at the end of the prepared relationship.
    private struct Shared {
        let references: References
        let near: ElementPath
        let one: Relationship
        let back: Relationship?
        /// The older entities of the objects at both ends.
        let owners: Set<String>
        let ends: Set<String>

        init?(_ references: References, _ near: ElementPath, in old: IndexedSchema) {
            guard let one = old.relationship(near) else { return nil }
            (self.references, self.near, self.one) = (references, near, one)
            back = references.side(across: near).flatMap(old.relationship)
            owners = Set(old.concreteEntities(below: near.entity))
            ends = Set(old.concreteEntities(below: one.destination))
        }

        /// Whether it is its own inverse.
        var isSymmetric: Bool { references.inverse == references.holder }
    }

    /// Continues older references under a prepared relationship that continues others already. What an expression computes has
    /// no second source, and what the mapping gives up is given up.
    mutating func join(_ references: References, holder: ElementPath?, inverse: ElementPath?) {
        guard !isAccepted(references), let (path, near) = joining(references, holder: holder, inverse: inverse),
            let made = schema.entity(path.entity)?.relationship(path.property ?? ""),
            let shared = Shared(references, near, in: old), !shared.isSymmetric,
            canHold(shared, holder: holder, inverse: inverse),
            hasObjects(of: near.entity, below: path.entity),
            hasObjects(of: shared.one.destination, below: made.destination),
            continuing[path, default: []].allSatisfy({ canShare(shared, with: $0) })
        else { return }
        loosen(path, as: shared.one)
        if let back = shared.back, let path = made.inversePath { loosen(path, as: back) }
        kept.append(
            KeptReferences(
                side: near,
                owner: path.entity,
                destination: made.destination,
                name: references.usesJoinTable ? nil : made.name
            )
        )
        carry(references, near, to: path)
    }

    /// Returns the prepared relationship that newer ones at both sides of older references are, and the older side at its end.
    private func joining(
        _ references: References,
        holder: ElementPath?,
        inverse: ElementPath?
    ) -> (path: ElementPath, near: ElementPath)? {
        var found: Set<[ElementPath]> = []
        for (newer, own) in [(holder, references.holder), (inverse, references.inverse)] {
            guard let path = newer.flatMap(declaredPath), let own else { continue }
            if continuing[path] != nil { found.insert([path, own]) }
            guard let back = schema.entity(path.entity)?.relationship(path.property ?? "")?.inversePath,
                let across = references.side(across: own)
            else { continue }
            if continuing[back] != nil { found.insert([back, across]) }
        }
        return found.count == 1 ? found.first.map { ($0[0], $0[1]) } : nil
    }

    /// Returns whether the newer relationship has all references of an older one, and their order: a loss would be one of
    /// several relationships at once.
    private func canHold(_ shared: Shared, holder: ElementPath?, inverse: ElementPath?) -> Bool {
        let isHolder = shared.near == shared.references.holder
        let newer = (isHolder ? holder : inverse).flatMap(new.declaredRelationship)
        let back = (isHolder ? inverse : holder).flatMap(new.declaredRelationship)
        let one =
            newer?.relationship
            ?? back?.relationship.inversePath.flatMap(new.relationship)
        let other = back?.relationship ?? one?.inversePath.flatMap(new.relationship)
        func keeps(_ newer: Relationship?, _ older: Relationship?) -> Bool {
            guard let older else { return true }
            guard let newer else { return !older.isOrdered }
            return (newer.isToMany || !older.isToMany) && (newer.isOrdered || !older.isOrdered)
        }
        return one != nil && keeps(one, shared.one) && keeps(other, shared.back)
    }

    /// Returns whether no object would have references, or an order, of two older relationships where it can have those of one.
    private func canShare(_ shared: Shared, with near: ElementPath) -> Bool {
        guard let past = old.relationship(near), let entity = old.entity(near.entity),
            let references = old.schema.references(of: past, in: entity),
            let other = Shared(references, near, in: old), !other.isSymmetric,
            references.usesJoinTable == shared.references.usesJoinTable
        else { return false }
        func areAlike(_ one: Relationship?, _ other: Relationship?) -> Bool {
            one?.isToMany == other?.isToMany && one?.isOrdered == other?.isOrdered
        }
        guard areAlike(shared.one, other.one), areAlike(shared.back, other.back) else { return false }
        let haveOtherOwners = shared.owners.isDisjoint(with: other.owners)
        let haveOtherEnds = shared.ends.isDisjoint(with: other.ends)
        guard references.usesJoinTable else {
            return haveOtherOwners && near == references.holder && shared.near == shared.references.holder
                && (haveOtherEnds || shared.back.map { $0.isToMany && !$0.isOrdered } ?? true)
        }
        return (haveOtherOwners || haveOtherEnds) && (haveOtherOwners || !shared.one.isOrdered)
            && (haveOtherEnds || shared.back?.isOrdered != true)
    }

    /// Lets a prepared relationship have what an older one had that it continues as well.
    private mutating func loosen(_ path: ElementPath, as older: Relationship) {
        guard var made = schema.entity(path.entity)?.relationship(path.property ?? "") else { return }
        if older.isOptional { made.isOptional = true }
        made.minimumModelCount = made.minimumModelCount.flatMap { own in older.minimumModelCount.map { min(own, $0) } }
        let maxima = [made.maximumModelCount, older.maximumModelCount].compactMap(\.self).filter { $0 > 0 }
        made.maximumModelCount = maxima.count == 2 ? maxima.max() : nil
        add(made, to: path.entity)
    }
}
