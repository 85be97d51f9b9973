public import ApusSchema

extension Stage {
    /// Returns the combined difference of several neighbouring stages. An element that was removed in between and added
    /// again is a loss and an addition.
    ///
    /// - Parameters:
    ///   - stages: The stages, oldest first.
    ///   - schema: The schema that a composition of no stages starts and ends with.
    ///   - point: That schema's point in the history.
    /// - Returns: The difference as one stage.
    public static func composed(_ stages: [Stage], at schema: Schema, _ point: Point) -> Stage {
        if stages.count == 1 { return stages[0] }
        guard let first = stages.first, let last = stages.last else {
            return Stage(
                from: point,
                to: point,
                preparation: nil,
                matching: .identity(schema),
                mapping: nil,
                mappingFile: nil,
                lines: MappingLines(),
                reductions: [],
                assertions: [],
                changes: [],
                refusals: []
            )
        }
        let matching = stages.dropFirst().reduce(first.overall) { $0.composed(with: $1.overall) }
        let judgement = StageJudgement(matching, mapping: nil, mappingFile: nil, isSettled: true)
        let losses: [[ElementPath: Change.Verdict]] = stages.map { stage in
            Dictionary(
                stage.changes.compactMap { change in stage.overall.lost(change).map { ($0, change.verdict) } }
            ) { first, _ in first }
        }
        let changes: [Change] = judgement.changes.map { change in
            guard change.verdict == .accepted, let path = matching.lost(change),
                let verdict = verdict(ofLosing: path, in: stages, losses)
            else { return change }
            return switch verdict {
            case .refused, .mapped: Change(change.difference, entity: change.entity, verdict: verdict)
            case .lightweight, .accepted: change
            }
        }
        var composed = Stage(
            from: first.from,
            to: last.to,
            preparation: nil,
            matching: matching,
            mapping: nil,
            mappingFile: nil,
            lines: MappingLines(),
            reductions: [],
            assertions: [],
            changes: adding(changesMappedIn: stages, to: changes),
            refusals: stages.flatMap(\.refusals)
        )
        composed.composedCode = stages.flatMap(\.allCode)
        return composed
    }

    /// Returns the verdict of the stage in which an element of the first schema is lost.
    private static func verdict(
        ofLosing path: ElementPath,
        in stages: [Stage],
        _ losses: [[ElementPath: Change.Verdict]]
    ) -> Change.Verdict? {
        var path = path
        for (stage, losses) in zip(stages, losses) {
            guard let next = stage.overall.newer(path) else {
                return losses[path] ?? losses[stage.overall.declared(path)]
            }
            path = next
        }
        return nil
    }

    /// The elements of the older schema whose rows or values the stage loses: a removed entity without its properties,
    /// and only one of a relationship and its inverse.
    public var losses: [ElementPath] {
        // What the mapping makes others of is not lost.
        let lost = changes.compactMap { change -> (change: Change, path: ElementPath)? in
            if case .mapped = change.verdict { return nil }
            return matching.lost(change).map { (change, $0) }
        }
        let gone = Set(
            lost.filter { $0.change.difference is EntityRemoved || $0.change.difference is EntityBecameAbstract }
                .map(\.path.entity).filter { preparation?.written(of: $0).isEmpty != false }
        )
        var relationships: Set<ElementPath> = []
        var seen: Set<ElementPath> = []
        // Objects of several newer entities may lose one property of an older one.
        return lost.compactMap { change, path in
            guard let relationship = change.difference as? RelationshipRemoved else { return path }
            let isListed = relationship.relationship.inversePath.map { inverse in
                relationships.contains(inverse)
                    || gone.isSuperset(of: overall.older.concreteEntities(below: inverse.entity))
            }
            relationships.insert(path)
            return isListed == true ? nil : path
        }.filter { seen.insert($0).inserted }
    }
}

extension Matching {
    /// Returns the element of the older schema whose objects, values, references or order a change loses, or `nil` if
    /// it loses nothing.
    func lost(_ change: Change) -> ElementPath? {
        func property(_ newer: String) -> ElementPath? {
            self.older(ElementPath(change.entity, newer)).map { declared($0) }
        }
        func removed(_ name: String) -> ElementPath {
            declared(ElementPath(olderName(of: change.entity) ?? change.entity, name))
        }
        switch change.difference {
        case let one as EntityRemoved: return one.entity.isAbstract ? nil : ElementPath(one.entity.name)
        case let one as ObjectsDropped: return ElementPath(one.entity)
        case is EntityBecameAbstract: return olderName(of: change.entity).map { ElementPath($0) }
        case let one as AttributeRemoved: return one.isLoss ? removed(one.attribute.name) : nil
        case let one as RelationshipRemoved: return one.losesReferences ? removed(one.relationship.name) : nil
        case let one as InheritedPropertyLost:
            guard one.isLoss, let entity = olderName(of: change.entity) else { return nil }
            return ElementPath(entity, one.property)
        case let one as BecameDerived: return change.verdict == .lightweight ? nil : property(one.name)
        case let one as BecameTransient: return change.verdict == .lightweight ? nil : property(one.name)
        case let one as BecameUnordered: return change.verdict == .lightweight ? nil : property(one.name)
        case let one as ReferencesNarrowed: return change.verdict == .lightweight ? nil : property(one.name)
        case let one as EnumCaseRemoved:
            guard change.verdict != .lightweight, let match = types.enumerations[change.entity] else { return nil }
            return ElementPath(match.old.name, one.name)
        case let one as PartRemoved:
            guard change.verdict != .lightweight, let match = types.composites[change.entity] else { return nil }
            return ElementPath(match.old.name, one.part.name)
        case let one as PartTypeChanged:
            guard change.verdict == .accepted, let match = types.composites[change.entity],
                let pair = match.parts.pair(newer: one.name)
            else { return nil }
            return ElementPath(match.old.name, pair.old.name)
        default: return nil
        }
    }

    /// Returns the path of an older property with the entity that declares it.
    fileprivate func declared(_ path: ElementPath) -> ElementPath {
        older.properties(of: path.entity).first { $0.name == path.property }?.path ?? path
    }
}
