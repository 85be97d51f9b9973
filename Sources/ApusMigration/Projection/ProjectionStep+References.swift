import ApusSchema

extension ProjectionStep {
    /// Returns the key of a newer to-one relationship of an entity's objects.
    mutating func key(of property: OwnedProperty?, in rows: SourceRows) -> ExpressionGraph.ID {
        guard let property, case .relationship(let relationship) = property.property,
            let newer = references.newReferences(property.path),
            let flow = references.provenFlow(to: newer, in: rows.entity), !flow.old.usesJoinTable
        else { return graph.literal(.null, .int64) }
        let id = end(flow, within: relationship.destination, rows.fields)
        // If the relationship is required, rows without an object stop the migration before the first write.
        if relationship.isOptional { return id }
        let path = property.path
        let required = graph.required(id, path)
        if graph[required].canFail {
            checks.append(Projection.Check(extent: rows.extent, expression: required, path: path))
        }
        return required
    }

    /// Returns the object at the other end of older references, from the side that now holds the key: the key's value,
    /// or the object that has the key.
    mutating func end(
        _ flow: ReferenceFlow,
        within destination: String,
        _ fields: SourceFields
    ) -> ExpressionGraph.ID {
        if flow.isReversed { return referrer(flow.old, within: destination) }
        let ends = references.survivors(below: oldTarget(of: flow.old), within: destination)
        // Objects of other entities, which never had the relationship, have no references.
        let key = fields[.key(flow.old.holder.property ?? "")]
        return narrowed(key ?? graph.literal(.null, .int64), ends)
    }

    /// Returns the older order key of an object in an ordered relationship, or `nil` if the relationship was unordered.
    func olderOrderKey(of property: OwnedProperty?, in rows: SourceRows) -> ExpressionGraph.ID? {
        guard let property, let newer = references.newReferences(property.path),
            let flow = references.provenFlow(to: newer, in: rows.entity), !flow.isReversed
        else { return nil }
        return rows.fields[.orderKey(flow.old.holder.property ?? "")]
    }

    /// Returns the identity of the object, among those that are kept, whose older key refers to a row.
    private mutating func referrer(_ old: References, within destination: String) -> ExpressionGraph.ID {
        let ends = references.survivors(below: old.holder.entity, within: destination)
        var referrers: [Referrer] = []
        for entity in ends.kept {
            guard let extent = older[.objects(entity)] else { continue }
            for source in extent.sources {
                guard case .objects(let name) = source.extent,
                    let key = extent.fields(source)[.key(old.holder.property ?? "")]
                else { continue }
                referrers.append(Referrer(entity: name, key: key))
            }
        }
        return graph.referrer(referrers)
    }

    /// Returns the destination of older references from their holder.
    private func oldTarget(of old: References) -> String {
        matching.older.relationship(old.holder)?.destination ?? ""
    }

    /// Returns the sources of a newer relationship's join table.
    mutating func pairs(of extent: Extent, holder: ElementPath) -> [Projection.Source] {
        guard let newer = references.newReferences(holder), let relationship = matching.newer.relationship(holder)
        else {
            return []
        }
        // Several older entities may have had relationships of their own that are one relationship now.
        var flows: [(flow: ReferenceFlow, entities: Set<String>)] = []
        for entity in matching.newer.concreteEntities(below: holder.entity) {
            guard let olderEntity = matching.olderName(of: entity),
                let flow = references.provenFlow(to: newer, in: entity)
            else { continue }
            if let index = flows.firstIndex(where: { $0.flow == flow }) {
                flows[index].entities.insert(olderEntity)
            } else {
                flows.append((flow, [olderEntity]))
            }
        }
        return flows.flatMap { flow, entities in
            let near = flow.isReversed ? oldTarget(of: flow.old) : flow.old.holder.entity
            let far = flow.isReversed ? flow.old.holder.entity : oldTarget(of: flow.old)
            let all = matching.older.concreteEntities(below: near)
            let sourceEnds = (kept: all.filter(entities.contains), lost: all.filter { !entities.contains($0) })
            let targetEnds = references.survivors(below: far, within: relationship.destination)
            return flow.old.usesJoinTable
                ? movedRows(of: extent, along: flow, from: sourceEnds, to: targetEnds)
                : rowsFromKeys(of: extent, along: flow, from: sourceEnds, to: targetEnds)
        }
    }

    /// Returns join table rows that come from an older join table, with the sides swapped if the other side now holds
    /// it.
    private mutating func movedRows(
        of extent: Extent,
        along flow: ReferenceFlow,
        from sourceEnds: (kept: [String], lost: [String]),
        to targetEnds: (kept: [String], lost: [String])
    ) -> [Projection.Source] {
        guard let before = older[.joinTable(flow.old.holder)] else { return [] }
        return before.sources.compactMap { source in
            let fields = before.fields(source)
            let (near, far): (Field, Field) = flow.isReversed ? (.target, .source) : (.source, .target)
            guard let from = fields[near], let to = fields[far] else { return nil }
            // Narrowed first, because `pairs` reads the graph as it is when the call begins.
            let (start, end) = (narrowed(from, sourceEnds), narrowed(to, targetEnds))
            return pairs(
                extent,
                from: source,
                source: start,
                target: end,
                sourceOrderKey: fields[flow.isReversed ? .targetOrderKey : .sourceOrderKey] ?? from,
                targetOrderKey: fields[flow.isReversed ? .sourceOrderKey : .targetOrderKey] ?? to
            )
        }
    }

    /// Returns join table rows that come from older keys.
    private mutating func rowsFromKeys(
        of extent: Extent,
        along flow: ReferenceFlow,
        from sourceEnds: (kept: [String], lost: [String]),
        to targetEnds: (kept: [String], lost: [String])
    ) -> [Projection.Source] {
        let name = flow.old.holder.property ?? ""
        let holders = flow.isReversed ? targetEnds : sourceEnds
        let others = flow.isReversed ? sourceEnds : targetEnds
        var made: [Projection.Source] = []
        for entity in holders.kept {
            guard let before = older[.objects(entity)] else { continue }
            for source in before.sources {
                let fields = before.fields(source)
                guard let identity = fields[.identity], let key = fields[.key(name)] else { continue }
                let other = narrowed(key, others)
                let orderKey = fields[.orderKey(name)] ?? identity
                made.append(
                    flow.isReversed
                        ? pairs(
                            extent,
                            from: source,
                            source: other,
                            target: identity,
                            sourceOrderKey: key,
                            targetOrderKey: orderKey
                        )
                        : pairs(
                            extent,
                            from: source,
                            source: identity,
                            target: other,
                            sourceOrderKey: orderKey,
                            targetOrderKey: key
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
        sourceOrderKey: ExpressionGraph.ID,
        targetOrderKey: ExpressionGraph.ID
    ) -> Projection.Source {
        var conditions = older.conditions
        for end in [source, target] where graph[end].isNullable && !conditions.contains(end) {
            conditions.append(end)
        }
        let values: [ExpressionGraph.ID] = extent.members.map { member in
            switch member.field {
            case .source: source
            case .target: target
            case .sourceOrderKey: sourceOrderKey
            case .targetOrderKey: targetOrderKey
            case .identity, .entity, .attribute, .key, .orderKey: source
            }
        }
        return Projection.Source(extent: older.extent, conditions: conditions, values: values)
    }
}
