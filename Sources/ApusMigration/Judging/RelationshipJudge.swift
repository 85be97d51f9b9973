import ApusSchema

/// Judges the differences of a relationship and what happens to its references.
struct RelationshipJudge {
    let context: StageContext

    private var matching: Matching { context.matching }
    var references: ReferenceRules { context.references }

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
        judgeOptionality(from: before, to: after, match, in: holders, &findings)
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
            findings.add(CardinalityChanged(name: after.name, isToMany: after.isToMany), of: entity)
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
        // What the mapping computes points to nothing that the newer schema does not allow.
        if context.preparation?.computedSides.contains(match.from.path) == true { return }
        guard references.oldReferences(match.from.path) != nil else { return }
        let entity = match.to.owner
        let ends = references.survivors(below: before.destination, within: after.destination)
        let unreachable = ends.lost.filter { context.keepsObjects($0) }
        if !unreachable.isEmpty {
            let found: [Mapping.Line?] = context.olderEntities(of: holders).map {
                context.lines.acceptance(of: context.older.paths(of: match.from, in: $0))
                    // Earlier versions of Apus kept no references of sides that part, whichever of them a line names.
                    ?? (context.lines.isReleased ? context.acceptance(of: match.from, in: $0) : nil)
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
        if !ends.lost.isEmpty { useRequirement(of: match.to, after, in: entity, &findings) }
    }

    private func judgeOptionality(
        from before: Relationship,
        to after: Relationship,
        _ match: PropertyMatch,
        in holders: [String],
        _ findings: inout Findings
    ) {
        let entity = match.to.owner
        if !before.isOptional, after.isOptional { findings.add(BecameOptional(name: after.name), of: entity) }
        guard before.isOptional, !after.isOptional else { return }
        let line = useRequirement(of: match.to, after, in: entity, &findings)
        let isComputed = context.preparation?.computedSides.contains(match.from.path) == true
        // One that only the mapping made was never optional: the line is shown as a check of its rows.
        if isComputed, line != nil, isNew(match, in: holders) { return }
        let isLeft = line == nil && !isComputed && holders.contains(where: context.hasExistingObjects)
        findings.add(
            BecameRequired(name: after.name, fill: nil, rowsLeftEmpty: isLeft ? .some : .none),
            of: entity,
            judged: line.map { .written($0) } ?? .lightweight
        )
    }

    /// Whether no older object had the relationship before the mapping computed it.
    private func isNew(_ match: PropertyMatch, in holders: [String]) -> Bool {
        guard let older = context.preparation?.older else { return false }
        return context.olderEntities(of: holders).allSatisfy { entity in
            !older.properties(of: entity).contains { $0.name == match.from.name }
        }
    }

    /// The existing rows that stay without an object of a new relationship. A new inverse of an older relationship has its references.
    private func rowsLeftEmpty(by relationship: Relationship, in entities: [String], _ line: Mapping.Line?)
        -> RowsLeftEmpty
    {
        guard !relationship.isToMany, !relationship.isOptional, !relationship.isTransient, line == nil,
            entities.contains(where: context.hasExistingObjects)
        else { return .none }
        let inverse = relationship.inverse.flatMap { matching.older(ElementPath(relationship.destination, $0)) }
        return inverse == nil ? .all : .some
    }

    /// Uses the `require` line for a required to-one relationship, and returns it. Without one, objects whose relationship is
    /// empty stay as they are, as in Core Data: the next save of each has to set the relationship.
    @discardableResult
    func useRequirement(
        of property: OwnedProperty,
        _ relationship: Relationship,
        in entity: String,
        _ findings: inout Findings
    ) -> Mapping.Line? {
        guard !relationship.isToMany, !relationship.isOptional, !relationship.isTransient,
            let path = context.lines.requirement(of: context.newer.paths(of: property, in: entity))
        else { return nil }
        findings.use([.require(path)])
        return .require(path)
    }

    /// Uses the `duplicates` line for a to-one relationship, if its objects may have had several references.
    func judgeDuplicates(_ path: ElementPath, in holders: [String], _ findings: inout Findings) {
        guard let choice = context.lines.duplicates(of: path),
            holders.contains(where: { references.mayBeSeveral(path, in: $0) })
        else { return }
        findings.use([.duplicates(path, choice)])
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
        let line = useRequirement(of: property, relationship, in: entity, &findings)
        findings.add(
            RelationshipAdded(
                relationship: relationship,
                rowsLeftEmpty: rowsLeftEmpty(by: relationship, in: entities, line)
            ),
            of: entity,
            judged: line.map { .written($0) } ?? .lightweight
        )
        judgeDuplicates(property.path, in: entities.filter(context.hasExistingObjects), &findings)
        return findings
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
