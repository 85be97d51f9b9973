import ApusSchema

extension RelationshipJudge {
    /// Why a matched relationship cannot keep its references for the objects of a kind, or `nil` if it can.
    func obstacle(from before: Relationship, to after: Relationship, _ match: PropertyMatch, in kind: String)
        -> Refusal?
    {
        let references: ReferenceRules = context.references
        guard references.oldReferences(match.from.path) != nil,
            let newReferences = references.newReferences(match.to.path)
        else { return nil }
        let accept: [Refusal.Settlement] = context.accepting(match.from.path)
        if before.isToMany, !after.isToMany {
            return Refusal(.toManyBecameToOne, at: match.to.path, settledBy: accept)
        }
        let ends = references.survivors(below: before.destination, within: after.destination)
        if ends.kept.isEmpty, ends.lost.contains(where: context.goesOn) {
            let name: String? = context.matching.newerName(of: before.destination)
            return Refusal(
                .destinationChanged(from: before.destination, nowCalled: name, to: after.destination),
                at: match.to.path,
                settledBy: accept
            )
        }
        return conflict(newReferences, match, after, in: kind).map { conflict in
            Refusal(
                .inverseChanged(conflict),
                at: match.to.path,
                settledBy: likelyRenameOfInverse(after, before) + accept
            )
        }
    }

    /// Why the references of a matched relationship are not those of its newer inverse, or `nil`.
    private func conflict(
        _ newReferences: References,
        _ match: PropertyMatch,
        _ after: Relationship,
        in kind: String
    ) -> Refusal.InverseConflict? {
        let references: ReferenceRules = context.references
        let holderKind: String = newReferences.holder == match.to.path ? kind : newReferences.holder.entity
        if case .failure(let error) = references.flow(to: newReferences, in: holderKind) {
            switch error.conflict {
            case .ownInverse: return .ownInverse
            case .independent(let one, let other):
                let across: ElementPath? = newReferences.side(across: match.to.path)
                let oldBack: ElementPath? = references.oldReferences(match.from.path)?.side(across: match.from.path)
                if let oldBack, let across, oldBack != one,
                    oldBack != other || references.olderSide(of: across) != oldBack
                {
                    return .replaced(older: oldBack, newer: across)
                }
                return .independent(of: across)
            }
        }
        // A new to-one inverse, while several objects may share one so far.
        guard let back = newReferences.side(across: match.to.path), back != match.to.path,
            references.olderSide(of: back) == nil, let inverse = context.newer.relationship(back), !inverse.isToMany
        else { return nil }
        let wasOneToOne: Bool =
            references.oldReferences(match.from.path)?.side(across: match.from.path)
            .flatMap { context.older.relationship($0) }.map { !$0.isToMany } ?? false
        return wasOneToOne ? nil : .shared(isToMany: after.isToMany)
    }

    /// The newer inverse as the older one under another name, if both are without a match.
    private func likelyRenameOfInverse(_ after: Relationship, _ before: Relationship) -> [Refusal.Settlement] {
        guard let older = before.inverse, let newer = after.inverse,
            let far = context.matching.match(older: before.destination), far.new.name == after.destination,
            far.removed.contains(where: { $0.name == older }), far.added.contains(where: { $0.name == newer })
        else { return [] }
        return [.originalName(older, of: ElementPath(far.new.name, newer))]
    }

    /// Finds whether references are kept in the store, by which side, and in which order.
    func judgeStorage(
        from before: Relationship,
        to after: Relationship,
        _ match: PropertyMatch,
        in kinds: [String],
        _ findings: inout Findings
    ) {
        let references: ReferenceRules = context.references
        let entity: String = match.to.owner
        let (older, newer) = (references.oldReferences(match.from.path), references.newReferences(match.to.path))
        func loss(_ reason: Refusal.Reason) -> Finding.Judgement {
            .loss(
                context.olderKinds(of: kinds).map { context.acceptance(of: match.from, in: $0) },
                Refusal(reason, at: match.to.path, settledBy: context.accepting(match.from.path))
            )
        }
        if older != nil, newer == nil {
            findings.add(BecameTransient(name: after.name), entity, loss(.becameTransient))
        }
        if older == nil, let newer {
            let isKnown: Bool = references.settledFlow(to: newer, in: kinds.first ?? entity) != nil
            let mayBeEmpty: Bool = after.isOptional || after.isToMany || isKnown
            let path = ElementPath(entity, after.name)
            findings.add(
                BecameStored(name: after.name, fill: nil),
                entity,
                mayBeEmpty ? .lightweight : .refused(withoutObject(.relationshipBecameStored, path))
            )
        }
        if before.isTransient != after.isTransient, (older == nil) == (newer == nil) {
            // The other side keeps the references, before and after, or neither did.
            findings.add(
                RelationshipSettingChanged(
                    name: after.name,
                    key: "transient",
                    from: before.isTransient ? "true" : nil,
                    to: after.isTransient ? "true" : nil
                ),
                entity
            )
        }
        if let older, let newer, let flow = references.settledFlow(to: newer, in: kinds.first ?? entity),
            newer.holder == match.to.path || match.from.path == older.holder,
            flow.isReversed || older.isPairs != newer.isPairs
        {
            findings.add(StorageMoved(name: after.name), entity)
        }
        guard before.isToMany, after.isToMany || newer == nil else { return }
        if !before.isOrdered, after.isOrdered { findings.add(BecameOrdered(name: after.name), entity) }
        if before.isOrdered, !after.isOrdered, older == nil || newer != nil {
            findings.add(BecameUnordered(name: after.name), entity, older == nil ? .lightweight : loss(.orderLost))
        }
    }
}
