import ApusSchema

/// Judges the differences of a relationship and what happens to its references.
struct RelationshipJudge {
    let context: StageContext

    private var matching: Matching { context.matching }
    private var references: ReferenceRules { context.references }

    /// Judges a matched relationship.
    ///
    /// - Parameters:
    ///   - before: The older relationship.
    ///   - after: The newer relationship.
    ///   - match: Both relationships with the entities that declare them.
    ///   - holders: The newer entities whose objects have the relationship.
    /// - Returns: The findings.
    func judge(from before: Relationship, to after: Relationship, _ match: PropertyMatch, in holders: [String])
        -> Findings
    {
        var findings = Findings()
        let entity = match.to.owner
        if before.name != after.name {
            findings.add(RelationshipRenamed(from: before.name, to: after.name), of: entity)
        }
        if before.deleteRule != after.deleteRule {
            findings.add(
                DeleteRuleChanged(name: after.name, from: before.deleteRule, to: after.deleteRule),
                of: entity
            )
        }
        judgeSettings(from: before, to: after, in: entity, &findings)
        let obstacle: Refusal? = holders.lazy.compactMap { self.obstacle(from: before, to: after, match, in: $0) }.first
        judgeEnds(from: before, to: after, match, obstacle, in: holders, &findings)
        guard obstacle == nil else { return findings }
        judgeStorage(from: before, to: after, match, in: holders, &findings)
        judgeOptionality(from: before, to: after, match, &findings)
        return findings
    }

    /// Judges cardinality, destination and inverse, and attributes the obstacle to one of them.
    private func judgeEnds(
        from before: Relationship,
        to after: Relationship,
        _ match: PropertyMatch,
        _ obstacle: Refusal?,
        in holders: [String],
        _ findings: inout Findings
    ) {
        let entity = match.to.owner
        func judgement(_ isHere: (Refusal.Reason) -> Bool) -> Finding.Judgement? {
            obstacle.flatMap { isHere($0.reason) ? .refused($0) : nil }
        }
        if before.isToMany != after.isToMany {
            let refused = judgement { $0 == .toManyBecameToOne }
            findings.add(
                CardinalityChanged(name: after.name, isToMany: after.isToMany),
                of: entity,
                judged: refused ?? .lightweight
            )
        }
        let elsewhere = judgement { if case .destinationChanged = $0 { true } else { false } }
        if matching.newerName(of: before.destination) != after.destination || elsewhere != nil {
            findings.add(
                DestinationChanged(name: after.name, from: before.destination, to: after.destination),
                of: entity,
                judged: elsewhere ?? .lightweight
            )
        }
        if obstacle == nil { judgeSurvivors(from: before, to: after, match, in: holders, &findings) }
        let other = judgement { if case .inverseChanged = $0 { true } else { false } }
        if other != nil || (obstacle == nil && newerInverse(of: before) != after.inverse) {
            findings.add(
                InverseChanged(name: after.name, from: before.inverse, to: after.inverse),
                of: entity,
                judged: other ?? .lightweight
            )
        }
    }

    private func newerInverse(of before: Relationship) -> String? {
        guard let name = before.inverse else { return nil }
        // An ancestor of the destination may declare the inverse.
        let owner = context.old.namedInverse(of: before)?.entity.name
        return matching.newer(ElementPath(owner ?? before.destination, name))?.property
            ?? matching.newer(ElementPath(before.destination, name))?.property
    }

    /// Judges references that are lost because the relationship can no longer point to their objects.
    private func judgeSurvivors(
        from before: Relationship,
        to after: Relationship,
        _ match: PropertyMatch,
        in holders: [String],
        _ findings: inout Findings
    ) {
        guard references.oldReferences(match.from.path) != nil else { return }
        let entity = match.to.owner
        let ends = references.survivors(below: before.destination, within: after.destination)
        let unreachable = ends.lost.filter { context.keepsObjects($0) }
        if !unreachable.isEmpty {
            let found: [Mapping.Line?] = context.olderEntities(of: holders).map {
                context.lines.acceptance(of: context.older.paths(of: match.from, in: $0))
            }
            let refusal = Refusal(
                .referencesNarrowed(entities: unreachable),
                at: match.to.path,
                settledBy: context.accepting(match.from.path)
            )
            findings.add(
                ReferencesNarrowed(name: after.name, entities: unreachable),
                of: entity,
                judged: .loss(found, refusal)
            )
        }
        guard !ends.lost.isEmpty, !after.isToMany, !after.isOptional, !after.isTransient else { return }
        if let path = requirement(of: match.to, in: entity) {
            findings.use([.require(path)])
        } else {
            findings.refuse(
                Refusal(
                    .requiredReferencesNarrowed(entities: ends.lost),
                    at: match.to.path,
                    settledBy: [.edit(.makeOptional(match.to.path, type: nil, isNew: true))]
                        + context.writing(.require(match.to.path))
                )
            )
        }
    }

    private func judgeOptionality(
        from before: Relationship,
        to after: Relationship,
        _ match: PropertyMatch,
        _ findings: inout Findings
    ) {
        let entity = match.to.owner
        if !before.isOptional, after.isOptional { findings.add(BecameOptional(name: after.name), of: entity) }
        guard before.isOptional, !after.isOptional else { return }
        var judgement: Finding.Judgement = .lightweight
        if !after.isToMany, !after.isTransient {
            if let path = requirement(of: match.to, in: entity) {
                findings.use([.require(path)])
                judgement = .written(.require(path))
            } else {
                let path = ElementPath(entity, after.name)
                judgement = .refused(
                    Refusal(
                        .relationshipBecameRequired,
                        at: path,
                        settledBy: [.edit(.makeOptional(path, type: nil, isNew: false))]
                            + context.writing(.require(path))
                    )
                )
            }
        }
        findings.add(BecameRequired(name: after.name, fill: nil), of: entity, judged: judgement)
    }

    /// Returns the path of the `require` line for a relationship, if the mapping has one.
    private func requirement(of property: OwnedProperty, in entity: String) -> ElementPath? {
        context.lines.requirement(of: context.newer.paths(of: property, in: entity))
    }

    /// Judges a relationship that is new in the objects of some entities.
    func judgeAddition(
        of property: OwnedProperty,
        _ relationship: Relationship,
        to entities: [String],
        in entity: String
    )
        -> Findings
    {
        var findings = Findings()
        let path = property.path
        let holders = entities.filter(context.hasExistingObjects)
        let mayBeEmpty = relationship.isOptional || relationship.isToMany || relationship.isTransient
        // The inverse may have existed before; its references then determine those of the new relationship.
        let isKnown = holders.contains { references.knownFlow(to: path, in: $0) != nil }
        var judgement: Finding.Judgement = .lightweight
        if mayBeEmpty || holders.allSatisfy({ references.isKnownEverywhere(path, in: $0) }) {
            judgement = .lightweight
        } else if let path = requirement(of: property, in: entity), isKnown {
            findings.use([.require(path)])
            judgement = .written(.require(path))
        } else {
            judgement = .refused(withoutObject(.relationshipAddedWithoutObject, ElementPath(entity, relationship.name)))
        }
        findings.add(RelationshipAdded(relationship: relationship), of: entity, judged: judgement)
        return findings
    }

    /// Returns the refusal of a required relationship if nothing determines which objects existing rows point to.
    func withoutObject(_ reason: Refusal.Reason, _ path: ElementPath) -> Refusal {
        Refusal(reason, at: path, settledBy: [.edit(.makeOptional(path, type: nil, isNew: true))])
    }

    private func judgeSettings(
        from before: Relationship,
        to after: Relationship,
        in entity: String,
        _ findings: inout Findings
    ) {
        context.judgeUniqueness(
            from: (before.name, before.isUnique),
            to: (after.name, after.isUnique),
            in: entity,
            &findings
        )
        for (key, from, to) in Self.counts.differences(before, after) {
            findings.add(CountsChanged(name: after.name, key: key.name, from: from, to: to), of: entity)
        }
        for (key, from, to) in Self.settings.differences(before, after) {
            findings.add(RelationshipSettingChanged(name: after.name, key: key.name, from: from, to: to), of: entity)
        }
    }

    private static let counts: [Key<Relationship>] = Relationship.keys.filter {
        ["minimumModelCount", "maximumModelCount"].contains($0.name)
    }

    private static let settings: [Key<Relationship>] = Relationship.keys.filter {
        ["hashModifier", "column", "table"].contains($0.name)
    }
}
