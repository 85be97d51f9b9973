import ApusSchema

/// Judges what the lines of a mapping about entities do with older objects: which objects they make, and what is lost of
/// those that become others.
struct OriginJudge {
    let context: StageContext
    let preparation: Preparation

    func judge() -> Findings {
        var findings = Findings()
        findings.use(preparation.used)
        for match in preparation.overall.entities where context.matching.olderName(of: match.new.name) != nil {
            if let change = preparation.overall.parentChange(of: match) { findings.add(change, of: match.new.name) }
        }
        for line in preparation.lines { judge(line, &findings) }
        for entity in preparation.older.schema.entities { judgeLosses(of: entity, &findings) }
        for references in preparation.lostReferences { judgeLoss(of: references, &findings) }
        return findings
    }

    private func judge(_ line: Mapping.Line, _ findings: inout Findings) {
        guard let origins = line.origins, let entity = context.newer.entity(line.path.entity) else { return }
        if preparation.overall.olderName(of: entity.name) == nil {
            findings.add(EntityAdded(entity: entity), of: entity.name)
        }
        findings.add(ObjectsMade(entity: entity.name, origins: origins), of: entity.name, judged: .written(line))
    }

    // MARK: Objects and values

    private func judgeLosses(of entity: Entity, _ findings: inout Findings) {
        let concrete = preparation.older.concreteEntities(below: entity.name)
        if preparation.consumed.contains(entity.name), preparation.overall.newerName(of: entity.name) == nil,
            let line = preparation.line(from: entity.name)
        {
            let acceptance = context.lines.acceptance(of: entity.name)
            let mayLose = !preparation.takesAll(of: entity.name)
            let refusal = Refusal(.entityRemoved(nameTakenBy: nil), at: ElementPath(entity.name))
            findings.add(
                EntityRemoved(entity: entity),
                of: entity.name,
                judged: mayLose && acceptance != nil ? .loss([acceptance], refusal) : .written(line)
            )
        } else if !preparation.takesAll(of: entity.name), let acceptance = context.lines.acceptance(of: entity.name) {
            findings.add(
                ObjectsDropped(entity: entity.name),
                of: context.matching.newerName(of: entity.name) ?? entity.name,
                judged: .loss([acceptance], Refusal(.entityRemoved(nameTakenBy: nil), at: ElementPath(entity.name)))
            )
        }
        for owned in preparation.older.declared(by: entity.name) {
            guard case .attribute(let attribute) = owned.property, attribute.isKept else { continue }
            let losers = concrete.filter { name in
                if context.keeper(of: preparation.older.schema.leaves(of: attribute), in: name) != nil { return false }
                // Objects that lose a value are searched for, unless the loss is accepted.
                return preparation.loses(owned, of: name)
                    || preparation.mayLose(owned, of: name)
                        && context.lines.acceptance(of: preparation.older.paths(of: owned, in: name)) != nil
            }
            if losers.isEmpty { continue }
            let path = owned.path
            findings.add(
                AttributeRemoved(attribute: attribute, isLoss: true),
                of: entity.name,
                judged: .loss(
                    losers.map { name in
                        context.lines.acceptance(of: preparation.older.paths(of: owned, in: name))
                            ?? (preparation.givenUp.contains(name) ? context.lines.acceptance(of: name) : nil)
                    },
                    context.separation(of: owned, from: losers)
                        ?? Refusal(
                            .propertyRemoved(.attribute, nameTakenBy: nil),
                            at: path,
                            settledBy: context.accepting(path)
                        )
                )
            )
        }
    }

    // MARK: References

    private func judgeLoss(of lost: Preparation.LostReferences, _ findings: inout Findings) {
        let path = lost.references.holder
        guard let relationship = preparation.older.relationship(path) else { return }
        let paths = [path] + (lost.references.inverse.map { [$0] } ?? [])
        let acceptance =
            paths.lazy.compactMap { context.lines.acceptance(of: [$0]) }.first
            ?? [path.entity, relationship.destination].lazy.compactMap(acceptance(ofObjectsBelow:)).first
        let newer = preparation.overall.newer(path)
        let separation = lost.separation ?? lost.farSeparation
        func add(_ difference: any Difference, of entity: String, _ reason: Refusal.Reason, at path: ElementPath) {
            let refusal = Refusal(
                reason,
                at: path,
                settledBy: (separation.map(context.relating) ?? []) + context.accepting(lost.references.holder)
            )
            findings.add(difference, of: entity, judged: .loss([acceptance], refusal))
        }
        if let newer, let name = newer.property, lost.separation == nil, let far = lost.farSeparation {
            add(
                ReferencesNarrowed(name: name, entities: lost.unreachable.isEmpty ? [far.entity] : lost.unreachable),
                of: newer.entity,
                .referencesSeparated(keeper: far.keeper, entity: far.entity),
                at: newer
            )
        } else if let newer, let name = newer.property, !lost.unreachable.isEmpty {
            add(
                ReferencesNarrowed(name: name, entities: lost.unreachable),
                of: newer.entity,
                .referencesNarrowed(entities: lost.unreachable),
                at: newer
            )
        } else if newer != nil, let loser = lost.losers.first {
            let entity = preparation.overall.newerName(of: loser) ?? loser
            add(
                InheritedPropertyLost(property: relationship.name, declaredBy: path.entity, isLoss: true),
                of: entity,
                .inheritedPropertyLost(relationship.name, .relationship),
                at: ElementPath(entity)
            )
        } else {
            add(
                RelationshipRemoved(relationship: relationship, losesReferences: true),
                of: path.entity,
                separation.map { .referencesSeparated(keeper: $0.keeper, entity: nil) }
                    ?? .propertyRemoved(.relationship, nameTakenBy: nil),
                at: path
            )
        }
    }

    /// Returns a line that accepts the loss of all objects below an older entity, of which no others are made: that covers all
    /// references from and to them.
    private func acceptance(ofObjectsBelow entity: String) -> Mapping.Line? {
        let lines = preparation.older.concreteEntities(below: entity).map { name -> Mapping.Line? in
            let stays = preparation.overall.newerName(of: name).map(context.newer.isConcrete) == true
            let isLost = preparation.written(of: name).isEmpty && (preparation.isGone(name) || !stays)
            return isLost ? context.lines.acceptance(of: name) : nil
        }
        return lines.contains(nil) ? nil : lines.first ?? nil
    }
}
