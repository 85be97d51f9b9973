import ApusSchema

extension RelationshipJudge {
    /// Returns why a matched relationship cannot keep its references in the objects of an entity, or `nil` if it can.
    func obstacle(from before: Relationship, to after: Relationship, _ match: PropertyMatch, in holder: String)
        -> Refusal?
    {
        guard references.oldReferences(match.from.path) != nil, references.newReferences(match.to.path) != nil else {
            return nil
        }
        let accept = context.accepting(match.from.path)
        let ends = references.survivors(below: before.destination, within: after.destination)
        if ends.kept.isEmpty, ends.lost.contains(where: context.keepsObjects) {
            let name = context.matching.newerName(of: before.destination)
            return Refusal(
                .destinationChanged(from: before.destination, newerName: name, to: after.destination),
                at: match.to.path,
                settledBy: accept
            )
        }
        return conflict(match, in: holder).map { conflict in
            Refusal(
                .inverseChanged(conflict),
                at: match.to.path,
                settledBy: likelyRenameOfInverse(after, before)
                    + (conflict == .ownInverse ? computing(match, from: before, to: after) : []) + accept
            )
        }
    }

    /// Returns the resolution to compute a to-one relationship from the older one, which works if all references are returned.
    private func computing(
        _ match: PropertyMatch,
        from before: Relationship,
        to after: Relationship
    ) -> [Refusal.Settlement] {
        guard !before.isToMany, !after.isToMany else { return [] }
        return context.writing(.value(match.to.path, "$\(OlderScope.source).\(before.name)"))
    }

    /// Returns why the references of a matched relationship differ from those of its newer inverse, or `nil` if they do
    /// not.
    private func conflict(_ match: PropertyMatch, in holder: String) -> Refusal.InverseConflict? {
        guard case .failure(let error) = references.flows(to: match.to.path, in: holder) else { return nil }
        switch error.conflict {
        case .ownInverse: return .ownInverse
        case .independent:
            let across = references.newReferences(match.to.path)?.side(across: match.to.path)
            let oldBack = references.oldReferences(match.from.path)?.side(across: match.from.path)
            if let oldBack, let across, references.olderSide(of: across) != oldBack {
                return .replaced(older: oldBack, newer: across)
            }
            return .independent(of: across)
        }
    }

    /// Returns how references that an object may have several of can be given up although one of them can be kept: as a
    /// choice between the two sides of a relationship if only the inverse is to-one. `nil` if there is at most one.
    ///
    /// A line that accepts that some references can no longer point to their objects, or that their order is lost, says
    /// nothing about the others.
    func crowding(_ match: PropertyMatch, in holder: String) -> Surrender? {
        guard references.oldReferences(match.from.path) != nil, let newer = references.newReferences(match.to.path)
        else {
            return nil
        }
        if case .relationship(let before) = match.old, case .relationship(let after) = match.new {
            let ends = references.survivors(below: before.destination, within: after.destination)
            if ends.lost.contains(where: context.keepsObjects) { return nil }
            if before.losesOrder(as: after) { return nil }
        }
        if let back = references.oldReferences(match.from.path)?.side(across: match.from.path),
            let before = context.older.relationship(back),
            let after = newer.side(across: match.to.path).flatMap(context.newer.relationship),
            before.losesOrder(as: after)
        {
            return nil
        }
        if references.mayBeSeveral(match.to.path, in: holder) { return match.from.isToMany ? .whole : .choice }
        guard let across = newer.side(across: match.to.path), across != match.to.path else { return nil }
        return context.newer.family(below: across.entity).contains { references.mayBeSeveral(across, in: $0) }
            ? .choice : nil
    }

    /// Returns the newer inverse as a possible rename of the older one, if neither has a match.
    private func likelyRenameOfInverse(_ after: Relationship, _ before: Relationship) -> [Refusal.Settlement] {
        guard let older = before.inverse, let newer = after.inverse,
            let far = context.matching.match(older: before.destination), far.new.name == after.destination,
            far.removed.contains(where: { $0.name == older }), far.added.contains(where: { $0.name == newer })
        else { return [] }
        return [.originalName(older, of: ElementPath(far.new.name, newer))]
    }

    /// Judges whether references are stored, on which side, and in which order.
    func judgeStorage(
        from before: Relationship,
        to after: Relationship,
        _ match: PropertyMatch,
        in holders: [String],
        _ findings: inout Findings
    ) {
        let references = context.references
        let entity = match.to.owner
        let (older, newer) = (references.oldReferences(match.from.path), references.newReferences(match.to.path))
        func loss(_ reason: Refusal.Reason) -> Finding.Judgement {
            .loss(
                context.olderEntities(of: holders).map { context.acceptance(of: match.from, in: $0) },
                Refusal(reason, at: match.to.path, settledBy: context.accepting(match.from.path))
            )
        }
        if older != nil, newer == nil {
            findings.add(BecameTransient(name: after.name), of: entity, judged: loss(.becameTransient))
        }
        if older == nil, newer != nil {
            let line = useRequirement(of: match.to, after, in: entity, &findings)
            findings.add(
                BecameStored(name: after.name, fill: nil),
                of: entity,
                judged: line.map { .written($0) } ?? .lightweight
            )
        }
        if before.isTransient != after.isTransient, (older == nil) == (newer == nil) {
            // The other side stores the references before and after, or neither side does.
            findings.add(
                RelationshipSettingChanged(
                    name: after.name,
                    key: "transient",
                    from: before.isTransient ? "true" : nil,
                    to: after.isTransient ? "true" : nil
                ),
                of: entity
            )
        }
        if let older, let newer,
            let flow = references.settledFlows(
                to: newer.holder,
                in: newer.holder == match.to.path ? holders.first ?? entity : newer.holder.entity
            ).first,
            newer.holder == match.to.path || match.from.path == older.holder,
            flow.isReversed || older.usesJoinTable != newer.usesJoinTable
        {
            findings.add(StorageMoved(name: after.name), of: entity)
        }
        judgeDuplicates(match.to.path, in: holders, &findings)
        guard before.isToMany, after.isToMany || newer == nil else { return }
        if !before.isOrdered, after.isOrdered { findings.add(BecameOrdered(name: after.name), of: entity) }
        if before.isOrdered, !after.isOrdered, older == nil || newer != nil {
            findings.add(
                BecameUnordered(name: after.name),
                of: entity,
                judged: older == nil ? .lightweight : loss(.orderLost)
            )
        }
    }
}

extension Relationship {
    /// Whether it is a list that becomes a set.
    fileprivate func losesOrder(as after: Relationship) -> Bool {
        isToMany && isOrdered && after.isToMany && !after.isOrdered
    }
}
