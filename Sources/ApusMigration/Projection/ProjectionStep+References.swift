import ApusSchema

extension ProjectionStep {
    /// The key of a newer to-one relationship of the objects of a kind.
    mutating func key(
        _ property: OwnedProperty?,
        _ kind: String,
        _ fields: SourceFields,
        _ extent: Extent.Name
    ) -> ExpressionGraph.ID {
        guard let property, case .relationship(let relationship) = property.property,
            let newer = references.newReferences(property.path),
            let flow = references.provenFlow(to: newer, in: kind), !flow.old.isPairs
        else { return graph.literal(.null, .int64) }
        let id: ExpressionGraph.ID = end(flow, within: relationship.destination, fields)
        // Where the model says that there is one, rows without one stop the migration before anything is written.
        if relationship.isOptional { return id }
        let path: ElementPath = property.path
        let required: ExpressionGraph.ID = graph.required(id, path)
        if graph[required].canFail {
            checks.append(Projection.Check(extent: extent, expression: required, path: path))
        }
        return required
    }

    /// The object that older references lead to, seen from the side that keeps the key now: what the key says, or who
    /// has it.
    mutating func end(
        _ flow: ReferenceFlow,
        within destination: String,
        _ fields: SourceFields
    ) -> ExpressionGraph.ID {
        if flow.isReversed { return referrer(flow.old, within: destination) }
        let ends = references.survivors(below: oldTarget(of: flow.old), within: destination)
        // Of objects of another kind, which never had the relationship, there are no references.
        let key: ExpressionGraph.ID? = fields[.key(flow.old.holder.property ?? "")]
        return narrowed(key ?? graph.literal(.null, .int64), ends)
    }

    /// The place that an object had in the list of the object that it leads to; `nil` where that was no list.
    func olderPlace(
        _ property: OwnedProperty?,
        _ kind: String,
        _ fields: SourceFields
    ) -> ExpressionGraph.ID? {
        guard let property, let newer = references.newReferences(property.path),
            let flow = references.provenFlow(to: newer, in: kind), !flow.isReversed
        else { return nil }
        return fields[.place(flow.old.holder.property ?? "")]
    }

    /// The identity of the object whose older key leads to a row; of the objects that stay.
    private mutating func referrer(_ old: References, within destination: String) -> ExpressionGraph.ID {
        let ends = references.survivors(below: old.holder.entity, within: destination)
        var referrers: [Referrer] = []
        for kind in ends.kept {
            guard let extent = older[.objects(kind)] else { continue }
            for source in extent.sources {
                guard case .objects(let name) = source.extent,
                    let key = extent.fields(source)[.key(old.holder.property ?? "")]
                else { continue }
                referrers.append(Referrer(kind: name, key: key))
            }
        }
        return graph.referrer(referrers)
    }

    /// The entity that older references lead to from their holder.
    private func oldTarget(of old: References) -> String {
        matching.older.relationship(old.holder)?.destination ?? ""
    }

    /// Where the pairs of a newer relationship come from.
    mutating func pairs(of extent: Extent, holder: ElementPath) -> [Projection.Source] {
        guard let newer = references.newReferences(holder), let relationship = matching.newer.relationship(holder)
        else {
            return []
        }
        // Objects of several kinds may have had relationships of their own that are one now.
        var flows: [(flow: ReferenceFlow, kinds: Set<String>)] = []
        for kind in matching.newer.kinds(below: holder.entity) {
            guard let olderKind = matching.olderName(of: kind), let flow = references.provenFlow(to: newer, in: kind)
            else { continue }
            if let index = flows.firstIndex(where: { $0.flow == flow }) {
                flows[index].kinds.insert(olderKind)
            } else {
                flows.append((flow, [olderKind]))
            }
        }
        return flows.flatMap { flow, kinds in
            let near: String = flow.isReversed ? oldTarget(of: flow.old) : flow.old.holder.entity
            let far: String = flow.isReversed ? flow.old.holder.entity : oldTarget(of: flow.old)
            let all: [String] = matching.older.kinds(below: near)
            let sourceEnds = (kept: all.filter(kinds.contains), lost: all.filter { !kinds.contains($0) })
            let targetEnds = references.survivors(below: far, within: relationship.destination)
            return flow.old.isPairs
                ? turned(flow, extent, sourceEnds, targetEnds) : paired(flow, extent, sourceEnds, targetEnds)
        }
    }

    /// Pairs that were pairs before, turned round where the other side holds them now.
    private mutating func turned(
        _ flow: ReferenceFlow,
        _ extent: Extent,
        _ sourceEnds: (kept: [String], lost: [String]),
        _ targetEnds: (kept: [String], lost: [String])
    ) -> [Projection.Source] {
        guard let before = older[.pairs(flow.old.holder)] else { return [] }
        return before.sources.compactMap { source in
            let fields: SourceFields = before.fields(source)
            let (near, far): (Field, Field) = flow.isReversed ? (.target, .source) : (.source, .target)
            guard let from = fields[near], let to = fields[far] else { return nil }
            // Made first: `pairs` looks at the graph as it was when the call began.
            let (start, end) = (narrowed(from, sourceEnds), narrowed(to, targetEnds))
            return pairs(
                extent,
                from: source,
                source: start,
                target: end,
                sourcePlace: fields[flow.isReversed ? .targetPlace : .sourcePlace] ?? from,
                targetPlace: fields[flow.isReversed ? .sourcePlace : .targetPlace] ?? to
            )
        }
    }

    /// Pairs that were keys before.
    private mutating func paired(
        _ flow: ReferenceFlow,
        _ extent: Extent,
        _ sourceEnds: (kept: [String], lost: [String]),
        _ targetEnds: (kept: [String], lost: [String])
    ) -> [Projection.Source] {
        let name: String = flow.old.holder.property ?? ""
        let holders = flow.isReversed ? targetEnds : sourceEnds
        let others = flow.isReversed ? sourceEnds : targetEnds
        var made: [Projection.Source] = []
        for kind in holders.kept {
            guard let before = older[.objects(kind)] else { continue }
            for source in before.sources {
                let fields: SourceFields = before.fields(source)
                guard let identity = fields[.identity], let key = fields[.key(name)] else { continue }
                let other: ExpressionGraph.ID = narrowed(key, others)
                let place: ExpressionGraph.ID = fields[.place(name)] ?? identity
                made.append(
                    flow.isReversed
                        ? pairs(
                            extent,
                            from: source,
                            source: other,
                            target: identity,
                            sourcePlace: key,
                            targetPlace: place
                        )
                        : pairs(
                            extent,
                            from: source,
                            source: identity,
                            target: other,
                            sourcePlace: place,
                            targetPlace: key
                        )
                )
            }
        }
        return made
    }

    private func pairs(
        _ extent: Extent,
        from older: Projection.Source,
        source: ExpressionGraph.ID,
        target: ExpressionGraph.ID,
        sourcePlace: ExpressionGraph.ID,
        targetPlace: ExpressionGraph.ID
    ) -> Projection.Source {
        var conditions: [ExpressionGraph.ID] = older.conditions
        for end in [source, target] where graph[end].isNullable && !conditions.contains(end) {
            conditions.append(end)
        }
        let values: [ExpressionGraph.ID] = extent.members.map { member in
            switch member.field {
            case .source: source
            case .target: target
            case .sourcePlace: sourcePlace
            case .targetPlace: targetPlace
            case .identity, .entity, .attribute, .key, .place: source
            }
        }
        return Projection.Source(extent: older.extent, conditions: conditions, values: values)
    }
}
