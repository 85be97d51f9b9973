import ApusSchema

extension StageInference {
    /// Why a matched relationship cannot keep its references, or `nil` where it can.
    func relationshipObstacle(
        from before: Relationship,
        to after: Relationship,
        _ match: PropertyMatch,
        in kind: String
    ) -> Refusal? {
        guard references.oldReferences(match.from.path) != nil,
            let newReferences = references.newReferences(match.to.path)
        else { return nil }
        let path: ElementPath = match.to.path
        func obstacle(_ code: String, _ message: String) -> Refusal {
            refusal(code, path, message, dropping: match.from.path)
        }
        if before.isToMany, !after.isToMany {
            return obstacle(CardinalityChanged.page.code, "'\(path)' changes from to-many to to-one")
        }
        let ends = references.survivors(below: before.destination, within: after.destination)
        let misplaced: [String] = ends.lost.filter { goesOn($0) }
        if ends.kept.isEmpty, !misplaced.isEmpty {
            let far: String? = matching.newerName(of: before.destination)
            let words: String =
                before.destination == after.destination
                ? ", which is \(far.map { "'\($0)' now" } ?? "gone"), and leads to another '\(after.destination)'"
                : " and now leads to '\(after.destination)'"
            return obstacle(DestinationChanged.page.code, "'\(path)' led to '\(before.destination)'\(words)")
        }
        if let reason = inverseObstacle(newReferences, match, after, in: kind) {
            return obstacle(InverseChanged.page.code, "'\(path)' \(reason)")
                .helping(first: likelyRenameOfInverse(after, before))
        }
        return nil
    }

    /// Why the references of a matched relationship are not those of its newer inverse, or `nil`.
    private func inverseObstacle(
        _ newReferences: References,
        _ match: PropertyMatch,
        _ after: Relationship,
        in kind: String
    ) -> String? {
        let holderKind: String = newReferences.holder == match.to.path ? kind : newReferences.holder.entity
        if case .failure(let error) = references.flow(to: newReferences, in: holderKind) {
            switch error.conflict {
            case .ownInverse: return "led one way and is now its own inverse"
            case .independent(let one, let other):
                let across: ElementPath? = newReferences.side(across: match.to.path)
                let oldBack: ElementPath? = references.oldReferences(match.from.path)?.side(across: match.from.path)
                if let oldBack, let across, oldBack != one,
                    oldBack != other || references.olderSide(of: across) != oldBack
                {
                    return "had the inverse '\(oldBack)' and now has '\(across)', which is not the same one renamed"
                }
                let back: String = across.map { "'\($0)'" } ?? "its inverse"
                return "and \(back) were independent and are now each other's inverse"
            }
        }
        // A new inverse that leads to one object only, where several objects may share one so far.
        guard let back = newReferences.side(across: match.to.path), back != match.to.path,
            references.olderSide(of: back) == nil, let inverse = newer.relationship(back), !inverse.isToMany
        else { return nil }
        let wasOneToOne: Bool =
            references.oldReferences(match.from.path)?.side(across: match.from.path)
            .flatMap { older.relationship($0) }.map { !$0.isToMany } ?? false
        if wasOneToOne { return nil }
        return after.isToMany
            ? "gets an inverse that leads to one object only, but several objects may share one so far"
            : "becomes one side of a one-to-one relationship, but several objects may share one so far"
    }

    /// The line that makes the newer inverse the older one under another name, where both are without a match.
    private func likelyRenameOfInverse(_ after: Relationship, _ before: Relationship) -> String? {
        guard let older = before.inverse, let newer = after.inverse,
            let far = matching.match(older: before.destination), far.new.name == after.destination,
            far.removed.contains(where: { $0.name == older }), far.added.contains(where: { $0.name == newer })
        else { return nil }
        return "if '\(far.new.name).\(newer)' is '\(far.old.name).\(older)' renamed, add 'originalName: \(older)' to it"
    }

    /// Finds what a relationship says otherwise.
    mutating func inferChanges(
        from before: Relationship,
        to after: Relationship,
        _ match: PropertyMatch,
        in kinds: [String]
    ) {
        let entity: String = match.to.owner
        if before.name != after.name { add(RelationshipRenamed(from: before.name, to: after.name), entity) }
        if before.deleteRule != after.deleteRule {
            add(DeleteRuleChanged(name: after.name, from: before.deleteRule, to: after.deleteRule), entity)
        }
        inferSettings(from: before, to: after, in: entity)
        let obstacle: Refusal? = firstObstacle(of: match, in: kinds)
        if before.isToMany != after.isToMany {
            let isRefused: Bool = obstacle?.code == CardinalityChanged.page.code
            add(
                CardinalityChanged(name: after.name, isToMany: after.isToMany),
                entity,
                isRefused ? obstacle.map { .refused($0) } ?? .lightweight : .lightweight
            )
        }
        inferDestination(from: before, to: after, match, obstacle, in: kinds)
        if let obstacle, obstacle.code == InverseChanged.page.code {
            add(InverseChanged(name: after.name, from: before.inverse, to: after.inverse), entity, .refused(obstacle))
        } else if obstacle == nil, newerInverse(of: before, match) != after.inverse {
            add(InverseChanged(name: after.name, from: before.inverse, to: after.inverse), entity)
        }
        guard obstacle == nil else { return }
        inferStorage(from: before, to: after, match, in: kinds)
        inferOptionality(from: before, to: after, match)
    }

    private func newerInverse(of before: Relationship, _ match: PropertyMatch) -> String? {
        guard let name = before.inverse else { return nil }
        // The entity that declares it may be an ancestor of the one that the relationship leads to.
        let owner: String? = old.namedInverse(of: before)?.entity.name
        return matching.newer(ElementPath(owner ?? before.destination, name))?.property
            ?? matching.newer(ElementPath(before.destination, name))?.property
    }

    private mutating func inferDestination(
        from before: Relationship,
        to after: Relationship,
        _ match: PropertyMatch,
        _ obstacle: Refusal?,
        in kinds: [String]
    ) {
        let entity: String = match.to.owner
        if matching.newerName(of: before.destination) != after.destination {
            let isRefused: Bool = obstacle?.code == DestinationChanged.page.code
            add(
                DestinationChanged(name: after.name, from: before.destination, to: after.destination),
                entity,
                isRefused ? obstacle.map { .refused($0) } ?? .lightweight : .lightweight
            )
        } else if let obstacle, obstacle.code == DestinationChanged.page.code {
            add(
                DestinationChanged(name: after.name, from: before.destination, to: after.destination),
                entity,
                .refused(obstacle)
            )
        }
        guard obstacle == nil, references.oldReferences(match.from.path) != nil else { return }
        let ends = references.survivors(below: before.destination, within: after.destination)
        let misplaced: [String] = ends.lost.filter { goesOn($0) }
        if !misplaced.isEmpty {
            let found: [MappingWords.Line?] = olderKinds(of: kinds).map {
                words.acceptance(of: older.paths(of: match.from, in: $0))
            }
            let verdict: Change.Verdict =
                verdict(ofLosing: found, refusedBecause: refusal(ofNarrowing: match, to: misplaced))
            add(ReferencesNarrowed(name: after.name, kinds: misplaced), entity, verdict)
        }
        guard !ends.lost.isEmpty, !after.isToMany, !after.isOptional, !after.isTransient else { return }
        if let path = words.requirement(of: newer.paths(of: match.to, in: entity)) {
            lines.insert(.require(path))
        } else if !isSettled {
            add(refusal(ofEmptying: match, lost: ends.lost))
        }
    }

    private mutating func inferStorage(
        from before: Relationship,
        to after: Relationship,
        _ match: PropertyMatch,
        in kinds: [String]
    ) {
        let entity: String = match.to.owner
        let (older, newer) = (references.oldReferences(match.from.path), references.newReferences(match.to.path))
        if older != nil, newer == nil {
            let found: [MappingWords.Line?] = olderKinds(of: kinds).map { acceptance(of: match.from, in: $0) }
            let verdict: Change.Verdict =
                verdict(ofLosing: found, refusedBecause: refusal(ofNotKeeping: match, isDerived: false))
            add(BecameTransient(name: after.name), entity, verdict)
        }
        if older == nil, let newer {
            let isKnown: Bool = references.settledFlow(to: newer, in: kinds.first ?? entity) != nil
            let isEmpty: Bool = after.isOptional || after.isToMany || isKnown
            add(
                BecameStored(name: after.name, fill: nil),
                entity,
                isEmpty ? .lightweight : .refused(refusal(ofStoring: after, in: entity))
            )
        }
        if before.isTransient != after.isTransient, (older == nil) == (newer == nil) {
            // The other side keeps the references, before and after, or neither did.
            add(
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
            add(StorageMoved(name: after.name), entity)
        }
        if before.isToMany, after.isToMany || newer == nil {
            if !before.isOrdered, after.isOrdered { add(BecameOrdered(name: after.name), entity) }
            if before.isOrdered, !after.isOrdered, older == nil {
                add(BecameUnordered(name: after.name), entity)
            } else if before.isOrdered, !after.isOrdered, newer != nil {
                let found: [MappingWords.Line?] = olderKinds(of: kinds).map { acceptance(of: match.from, in: $0) }
                let verdict: Change.Verdict =
                    verdict(ofLosing: found, refusedBecause: refusal(ofUnordering: match))
                add(BecameUnordered(name: after.name), entity, verdict)
            }
        }
    }

    private mutating func inferOptionality(from before: Relationship, to after: Relationship, _ match: PropertyMatch) {
        let entity: String = match.to.owner
        if !before.isOptional, after.isOptional { add(BecameOptional(name: after.name), entity) }
        guard before.isOptional, !after.isOptional else { return }
        var verdict: Change.Verdict = .lightweight
        if !after.isToMany, !after.isTransient {
            if let path = words.requirement(of: newer.paths(of: match.to, in: entity)) {
                lines.insert(.require(path))
                verdict = self.verdict(telling: .require(path))
            } else {
                verdict = .refused(refusal(ofRequiring: after, in: entity))
            }
        }
        add(BecameRequired(name: after.name, fill: nil), entity, verdict)
    }

    private mutating func inferSettings(from before: Relationship, to after: Relationship, in entity: String) {
        if !before.isUnique, after.isUnique { add(UniquenessAdded(properties: [after.name]), entity) }
        if before.isUnique, !after.isUnique { add(UniquenessRemoved(properties: [after.name]), entity) }
        for (key, from, to) in Self.counts.differences(before, after) {
            add(CountsChanged(name: after.name, key: key.name, from: from, to: to), entity)
        }
        for (key, from, to) in Self.settings.differences(before, after) {
            add(RelationshipSettingChanged(name: after.name, key: key.name, from: from, to: to), entity)
        }
    }

    private static let counts: [Key<Relationship>] = Relationship.keys.filter {
        ["minimumModelCount", "maximumModelCount"].contains($0.name)
    }

    private static let settings: [Key<Relationship>] = Relationship.keys.filter {
        ["hashModifier", "column", "table"].contains($0.name)
    }
}
