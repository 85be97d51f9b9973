import ApusSchema

/// Judges how a relationship differs, and what happens to its references.
struct RelationshipJudge {
    let context: StageContext

    private var matching: Matching { context.matching }
    private var references: ReferenceRules { context.references }

    /// Judges a matched relationship.
    ///
    /// - Parameters:
    ///   - before: The older relationship.
    ///   - after: The newer relationship.
    ///   - match: The two with the entities that declare them.
    ///   - kinds: The newer entities whose objects have it.
    /// - Returns: What is found.
    func judge(from before: Relationship, to after: Relationship, _ match: PropertyMatch, in kinds: [String])
        -> Findings
    {
        var findings = Findings()
        let entity: String = match.to.owner
        if before.name != after.name {
            findings.add(RelationshipRenamed(from: before.name, to: after.name), entity)
        }
        if before.deleteRule != after.deleteRule {
            findings.add(
                DeleteRuleChanged(name: after.name, from: before.deleteRule, to: after.deleteRule),
                entity
            )
        }
        judgeSettings(from: before, to: after, in: entity, &findings)
        let obstacle: Refusal? = kinds.lazy.compactMap { self.obstacle(from: before, to: after, match, in: $0) }.first
        judgeEnds(from: before, to: after, match, obstacle, in: kinds, &findings)
        guard obstacle == nil else { return findings }
        judgeStorage(from: before, to: after, match, in: kinds, &findings)
        judgeOptionality(from: before, to: after, match, &findings)
        return findings
    }

    /// Finds whether cardinality, destination and inverse differ, and at which of them an obstacle is.
    private func judgeEnds(
        from before: Relationship,
        to after: Relationship,
        _ match: PropertyMatch,
        _ obstacle: Refusal?,
        in kinds: [String],
        _ findings: inout Findings
    ) {
        let entity: String = match.to.owner
        func judgement(_ isHere: (Refusal.Reason) -> Bool) -> Finding.Judgement? {
            obstacle.flatMap { isHere($0.reason) ? .refused($0) : nil }
        }
        if before.isToMany != after.isToMany {
            let refused: Finding.Judgement? = judgement { $0 == .toManyBecameToOne }
            findings.add(
                CardinalityChanged(name: after.name, isToMany: after.isToMany),
                entity,
                refused ?? .lightweight
            )
        }
        let elsewhere: Finding.Judgement? = judgement { if case .destinationChanged = $0 { true } else { false } }
        if matching.newerName(of: before.destination) != after.destination || elsewhere != nil {
            findings.add(
                DestinationChanged(name: after.name, from: before.destination, to: after.destination),
                entity,
                elsewhere ?? .lightweight
            )
        }
        if obstacle == nil { judgeSurvivors(from: before, to: after, match, in: kinds, &findings) }
        let other: Finding.Judgement? = judgement { if case .inverseChanged = $0 { true } else { false } }
        if other != nil || (obstacle == nil && newerInverse(of: before) != after.inverse) {
            findings.add(
                InverseChanged(name: after.name, from: before.inverse, to: after.inverse),
                entity,
                other ?? .lightweight
            )
        }
    }

    private func newerInverse(of before: Relationship) -> String? {
        guard let name = before.inverse else { return nil }
        // The entity that declares it may be an ancestor of the one that the relationship points to.
        let owner: String? = context.old.namedInverse(of: before)?.entity.name
        return matching.newer(ElementPath(owner ?? before.destination, name))?.property
            ?? matching.newer(ElementPath(before.destination, name))?.property
    }

    /// Finds references that are lost because they point to objects that the relationship no longer reaches.
    private func judgeSurvivors(
        from before: Relationship,
        to after: Relationship,
        _ match: PropertyMatch,
        in kinds: [String],
        _ findings: inout Findings
    ) {
        guard references.oldReferences(match.from.path) != nil else { return }
        let entity: String = match.to.owner
        let ends = references.survivors(below: before.destination, within: after.destination)
        let misplaced: [String] = ends.lost.filter { context.goesOn($0) }
        if !misplaced.isEmpty {
            let found: [Mapping.Line?] = context.olderKinds(of: kinds).map {
                context.lines.acceptance(of: context.older.paths(of: match.from, in: $0))
            }
            let refusal = Refusal(
                .referencesNarrowed(kinds: misplaced),
                at: match.to.path,
                settledBy: context.accepting(match.from.path)
            )
            findings.add(ReferencesNarrowed(name: after.name, kinds: misplaced), entity, .loss(found, refusal))
        }
        guard !ends.lost.isEmpty, !after.isToMany, !after.isOptional, !after.isTransient else { return }
        if let path = requirement(of: match.to, in: entity) {
            findings.use([.require(path)])
        } else {
            findings.refuse(
                Refusal(
                    .requiredReferencesNarrowed(kinds: ends.lost),
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
        let entity: String = match.to.owner
        if !before.isOptional, after.isOptional { findings.add(BecameOptional(name: after.name), entity) }
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
        findings.add(BecameRequired(name: after.name, fill: nil), entity, judgement)
    }

    /// The path under which the mapping says that a relationship points to an object in every row.
    private func requirement(of property: OwnedProperty, in entity: String) -> ElementPath? {
        context.lines.requirement(of: context.newer.paths(of: property, in: entity))
    }

    /// Judges a relationship that the objects of some kinds did not have.
    func judgeAddition(of property: OwnedProperty, _ relationship: Relationship, to kinds: [String], in entity: String)
        -> Findings
    {
        var findings = Findings()
        let path: ElementPath = property.path
        let holders: [String] = kinds.filter(context.hasOldObjects)
        let mayBeEmpty: Bool = relationship.isOptional || relationship.isToMany || relationship.isTransient
        // The other side may have been there, and then this one is seen from it.
        let isKnown: Bool = holders.contains { references.knownFlow(to: path, in: $0) != nil }
        var judgement: Finding.Judgement = .lightweight
        if mayBeEmpty || holders.allSatisfy({ references.isKnownEverywhere(path, in: $0) }) {
            judgement = .lightweight
        } else if let path = requirement(of: property, in: entity), isKnown {
            findings.use([.require(path)])
            judgement = .written(.require(path))
        } else {
            judgement = .refused(withoutObject(.relationshipAddedWithoutObject, ElementPath(entity, relationship.name)))
        }
        findings.add(RelationshipAdded(relationship: relationship), entity, judgement)
        return findings
    }

    /// A required relationship, of which nothing says which objects the rows that exist point to.
    func withoutObject(_ reason: Refusal.Reason, _ path: ElementPath) -> Refusal {
        Refusal(reason, at: path, settledBy: [.edit(.makeOptional(path, type: nil, isNew: true))])
    }

    private func judgeSettings(
        from before: Relationship,
        to after: Relationship,
        in entity: String,
        _ findings: inout Findings
    ) {
        if !before.isUnique, after.isUnique { findings.add(UniquenessAdded(properties: [after.name]), entity) }
        if before.isUnique, !after.isUnique { findings.add(UniquenessRemoved(properties: [after.name]), entity) }
        for (key, from, to) in Self.counts.differences(before, after) {
            findings.add(CountsChanged(name: after.name, key: key.name, from: from, to: to), entity)
        }
        for (key, from, to) in Self.settings.differences(before, after) {
            findings.add(RelationshipSettingChanged(name: after.name, key: key.name, from: from, to: to), entity)
        }
    }

    private static let counts: [Key<Relationship>] = Relationship.keys.filter {
        ["minimumModelCount", "maximumModelCount"].contains($0.name)
    }

    private static let settings: [Key<Relationship>] = Relationship.keys.filter {
        ["hashModifier", "column", "table"].contains($0.name)
    }
}
