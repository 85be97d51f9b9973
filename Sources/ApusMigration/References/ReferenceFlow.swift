import ApusSchema

/// The older references that newer references come from, and their direction.
struct ReferenceFlow: Hashable {
    /// The older references.
    let old: References
    /// Whether the newer holder is the other side of the older references.
    let isReversed: Bool
}

/// The rules that map references to a newer schema. Both judging a stage and carrying it out follow them.
struct ReferenceRules {
    let matching: Matching

    /// A reason why newer references do not come from one older relationship.
    enum Conflict: Hashable {
        /// The two sides were sides of different relationships.
        case independent(ElementPath, ElementPath)
        /// The relationship is now its own inverse and was one-way before.
        case ownInverse(ElementPath)
    }

    /// Returns the newer references of which a relationship is one side.
    func newReferences(_ path: ElementPath) -> References? {
        references(path, in: matching.newer)
    }

    /// Returns the older references of which a relationship is one side.
    func oldReferences(_ path: ElementPath) -> References? {
        references(path, in: matching.older)
    }

    private func references(_ path: ElementPath, in schema: IndexedSchema) -> References? {
        guard let entity = schema.entity(path.entity), let relationship = schema.relationship(path) else { return nil }
        return schema.schema.references(of: relationship, in: entity)
    }

    /// Returns the older references that newer ones come from in an entity on the holder's side, or `nil` if they are
    /// new.
    func flow(to references: References, in entity: String) -> Result<ReferenceFlow?, ConflictError> {
        let here = olderSide(of: references.holder, in: entity)
        let back: ElementPath? =
            references.inverse.flatMap { side in
                side == references.holder ? here : olderSide(of: side)
            }
        let ownInverse = references.inverse == references.holder
        switch (here, back) {
        case (nil, nil): return .success(nil)
        case (let here?, let back):
            guard let before = oldReferences(here) else { return .success(nil) }
            if ownInverse, before.inverse != before.holder { return .failure(ConflictError(.ownInverse(here))) }
            if let back, !ownInverse, let other = oldReferences(back),
                other != before || other.side(across: here) != back
            {
                return .failure(ConflictError(.independent(here, back)))
            }
            return .success(ReferenceFlow(old: before, isReversed: before.holder != here))
        case (nil, let back?):
            guard let before = oldReferences(back) else { return .success(nil) }
            return .success(ReferenceFlow(old: before, isReversed: before.holder == back && before.inverse != back))
        }
    }

    /// Returns the older references that newer ones come from, or `nil` if they are new or in conflict.
    func settledFlow(to references: References, in entity: String) -> ReferenceFlow? {
        if case .success(let flow) = flow(to: references, in: entity) { flow } else { nil }
    }

    /// Returns the older references that newer ones come from in a stage without refusals, or `nil` if they are new.
    func provenFlow(to references: References, in entity: String) -> ReferenceFlow? {
        switch flow(to: references, in: entity) {
        case .success(let flow): flow
        case .failure(let error):
            preconditionFailure("a stage without refusals has independent references: \(error.conflict)")
        }
    }

    /// Returns the older references that a newer relationship of an entity uses. The relationship itself may be new if
    /// its inverse is not.
    func knownFlow(to path: ElementPath, in entity: String) -> ReferenceFlow? {
        guard let newer = newReferences(path) else { return nil }
        let holders = newer.holder == path ? [entity] : matching.newer.family(below: newer.holder.entity)
        return holders.lazy.compactMap { settledFlow(to: newer, in: $0) }.first
    }

    /// Returns whether every object of an entity has such an older reference, because the older to-one relationship was
    /// required.
    func isKnownEverywhere(_ path: ElementPath, in entity: String) -> Bool {
        guard let newer = newReferences(path), let after = matching.newer.relationship(path),
            let flow = knownFlow(to: path, in: entity)
        else { return false }
        let isHolder = newer.holder == path
        let side: ElementPath? = flow.isReversed == isHolder ? flow.old.inverse : flow.old.holder
        guard let before = side.flatMap(matching.older.relationship), !before.isToMany, !before.isOptional else {
            return false
        }
        return survivors(below: before.destination, within: after.destination).lost.isEmpty
    }

    /// Returns the older relationship that matches a newer one in an entity, with the entity that declares it.
    func olderSide(of path: ElementPath, in entity: String) -> ElementPath? {
        guard let name = path.property, let pair = matching.properties(ofNewer: entity)?.pair(newer: name),
            pair.to.owner == path.entity, case .relationship = pair.old
        else { return nil }
        return pair.from.path
    }

    /// Returns the older relationship that matches a newer one in its own entity, or else in the first entity that has
    /// one.
    func olderSide(of path: ElementPath) -> ElementPath? {
        for name in matching.newer.family(below: path.entity) {
            if let side = olderSide(of: path, in: name) { return side }
        }
        return nil
    }

    /// Returns which concrete entities below an older destination are still below a newer one, so that references to
    /// their objects may stay, and which are not.
    func survivors(below oldName: String, within newName: String) -> (kept: [String], lost: [String]) {
        var kept: [String] = []
        var lost: [String] = []
        for entity in matching.older.concreteEntities(below: oldName) {
            if let name = matching.newerName(of: entity), matching.newer.isConcrete(name),
                matching.newer.isKind(name, of: newName)
            {
                kept.append(entity)
            } else {
                lost.append(entity)
            }
        }
        return (kept, lost)
    }
}

/// A conflict as an error, so that it can be the failure of a result.
struct ConflictError: Error, Hashable {
    let conflict: ReferenceRules.Conflict

    init(_ conflict: ReferenceRules.Conflict) {
        self.conflict = conflict
    }
}

extension References {
    /// Returns the other side of one of the two, or `nil` if there is none.
    func side(across path: ElementPath) -> ElementPath? {
        path == holder ? inverse : holder
    }
}
