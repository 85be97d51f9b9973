import ApusSchema

/// Which older references newer ones are, and which way round.
struct ReferenceFlow: Hashable {
    /// The older references.
    let old: References
    /// Whether the newer holder's side is the older one's other side.
    let isReversed: Bool
}

/// The rules by which references become those of a newer schema. Judging a stage and carrying it out both follow them.
struct ReferenceRules {
    let matching: Matching

    /// Why newer references are not those of one older relationship.
    enum Conflict: Hashable {
        /// The two sides were sides of different relationships.
        case independent(ElementPath, ElementPath)
        /// A relationship is its own inverse now, and led one way before.
        case ownInverse(ElementPath)
    }

    /// The references of the newer schema that the relationship of a path is a side of.
    func newReferences(_ path: ElementPath) -> References? {
        references(path, in: matching.newer)
    }

    /// The references of the older schema that the relationship of a path is a side of.
    func oldReferences(_ path: ElementPath) -> References? {
        references(path, in: matching.older)
    }

    private func references(_ path: ElementPath, in schema: IndexedSchema) -> References? {
        guard let entity = schema.entity(path.entity), let relationship = schema.relationship(path) else { return nil }
        return schema.schema.references(of: relationship, in: entity)
    }

    /// The older references that newer ones are for the objects of a kind of the holder's side; `nil` where they are new.
    func flow(to references: References, in kind: String) -> Result<ReferenceFlow?, ConflictError> {
        let here: ElementPath? = olderSide(of: references.holder, in: kind)
        let back: ElementPath? =
            references.inverse.flatMap { side in
                side == references.holder ? here : olderSide(of: side)
            }
        let ownInverse: Bool = references.inverse == references.holder
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

    /// The older references that newer ones are; where the rules cannot settle it, none.
    func settledFlow(to references: References, in kind: String) -> ReferenceFlow? {
        if case .success(let flow) = flow(to: references, in: kind) { flow } else { nil }
    }

    /// The older references that newer ones are, in a stage that is not refused; `nil` if they are new.
    func provenFlow(to references: References, in kind: String) -> ReferenceFlow? {
        switch flow(to: references, in: kind) {
        case .success(let flow): flow
        case .failure(let error):
            preconditionFailure("a stage without refusals has independent references: \(error.conflict)")
        }
    }

    /// The older references that a newer relationship of a kind leads along, though itself it may be new: the other side
    /// may have been there before.
    func knownFlow(to path: ElementPath, in kind: String) -> ReferenceFlow? {
        guard let newer = newReferences(path) else { return nil }
        let kinds: [String] = newer.holder == path ? [kind] : matching.newer.family(below: newer.holder.entity)
        return kinds.lazy.compactMap { settledFlow(to: newer, in: $0) }.first
    }

    /// Whether every object of a kind has such an older reference, since the older to-one relationship was required.
    func isKnownEverywhere(_ path: ElementPath, in kind: String) -> Bool {
        guard let newer = newReferences(path), let after = matching.newer.relationship(path),
            let flow = knownFlow(to: path, in: kind)
        else { return false }
        let isHolder: Bool = newer.holder == path
        let side: ElementPath? = flow.isReversed == isHolder ? flow.old.inverse : flow.old.holder
        guard let before = side.flatMap(matching.older.relationship), !before.isToMany, !before.isOptional else {
            return false
        }
        return survivors(below: before.destination, within: after.destination).lost.isEmpty
    }

    /// The older relationship that a newer one was for the objects of a kind, under the entity that declares it.
    func olderSide(of path: ElementPath, in kind: String) -> ElementPath? {
        guard let name = path.property, let pair = matching.properties(ofNewer: kind)?.pair(newer: name),
            pair.to.owner == path.entity, case .relationship = pair.old
        else { return nil }
        return pair.from.path
    }

    /// The older relationship that a newer one was: for its own entity, or else for the first kind that has one.
    func olderSide(of path: ElementPath) -> ElementPath? {
        for name in matching.newer.family(below: path.entity) {
            if let side = olderSide(of: path, in: name) { return side }
        }
        return nil
    }

    /// The older kinds whose objects may stay at one end of references: those below an older entity that are still kinds
    /// below a newer one.
    func survivors(below oldName: String, within newName: String) -> (kept: [String], lost: [String]) {
        var kept: [String] = []
        var lost: [String] = []
        for kind in matching.older.kinds(below: oldName) {
            if let name = matching.newerName(of: kind), matching.newer.isConcrete(name),
                matching.newer.isKind(name, of: newName)
            {
                kept.append(kind)
            } else {
                lost.append(kind)
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
    /// The side across from one of the two; `nil` where there is none.
    func side(across path: ElementPath) -> ElementPath? {
        path == holder ? inverse : holder
    }
}
