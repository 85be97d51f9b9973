import ApusSchema

extension ProjectionStep {
    /// Returns the key of a newer to-one relationship of an entity's objects.
    mutating func key(of property: OwnedProperty?, in rows: SourceRows) -> ExpressionGraph.ID {
        guard let property, case .relationship(let relationship) = property.property,
            let newer = references.newReferences(property.path)
        else { preconditionFailure("'\(rows.entity)' has a key of no to-one relationship") }
        let flows = references.provenFlows(to: property.path, in: rows.entity)
        let choice = choice(for: property.path, in: rows.entity)
        var id = end(flows, within: relationship.destination, choice, rows)
        check(id, at: property.path, in: rows)
        id = chosen(id, by: newer.inverse, rows)
        // Rows without an object stay, even if the relationship is required, unless the mapping demands one in each.
        guard stage.lines.requirement(of: matching.newer.paths(of: property, in: rows.entity)) != nil else { return id }
        let required = graph.required(id, property.path)
        check(required, at: property.path, in: rows)
        return required
    }

    /// Returns what happens if an object has several references for a to-one relationship.
    func choice(for path: ElementPath, in entity: String) -> Lookup.Choice {
        guard references.mayBeSeveral(path, in: entity) else { return .known }
        return stage.lines.duplicates(of: path).map { .one($0) } ?? .only
    }

    /// Returns the object at the other end of older references: the value of the row's own key, or the object that
    /// other rows relate to it.
    mutating func end(
        _ flows: [ReferenceFlow],
        within destination: String,
        _ choice: Lookup.Choice,
        _ rows: SourceRows
    ) -> ExpressionGraph.ID {
        if flows.count == 1, let flow = flows.first, !flow.isReversed, !flow.old.usesJoinTable {
            return ownKey(flow, within: destination, rows.fields)
        }
        return graph.lookup(
            Lookup(related(along: flows, within: destination, [rows]).map(\.rows), for: rows.identity, choice)
        )
    }

    /// Rows that relate objects to a row, with the expression of the row's order key among the object's.
    private struct Related {
        let rows: Lookup.Rows
        var orderKey: ExpressionGraph.ID?
    }

    /// Returns the rows that relate objects to some rows: their own, with a key, or others.
    private mutating func related(
        along flows: [ReferenceFlow],
        within destination: String,
        _ near: [SourceRows]
    ) -> [Related] {
        var found: [Related] = []
        for flow in flows {
            if flow.old.usesJoinTable {
                found += pairs(along: flow, within: destination)
            } else if flow.isReversed {
                found += referrers(along: flow, within: destination)
            } else {
                for rows in near {
                    let key = ownKey(flow, within: destination, rows.fields)
                    if graph[key].constant == .null { continue }
                    found.append(
                        Related(
                            rows: Lookup.Rows(
                                of: rows.extent,
                                conditions: [key],
                                key: rows.identity,
                                value: key,
                                ranks: [key]
                            ),
                            orderKey: rows.fields[.orderKey(flow.old.holder.property ?? "")]
                        )
                    )
                }
            }
        }
        // Ranks of different relationships cannot be compared.
        return flows.count == 1
            ? found : found.map { Related(rows: $0.rows.ranked(by: [$0.rows.value]), orderKey: $0.orderKey) }
    }

    private mutating func ownKey(
        _ flow: ReferenceFlow,
        within destination: String,
        _ fields: SourceFields
    ) -> ExpressionGraph.ID {
        // Objects of other entities, which never had the relationship, have no references.
        guard let key = fields[.key(flow.old.holder.property ?? "")] else { return graph.literal(.null, .int64) }
        return narrowed(key, farEnds(of: flow, within: destination))
    }

    /// Returns which objects at the far end of older references are kept below a newer destination, and which are not.
    private func farEnds(of flow: ReferenceFlow, within destination: String) -> (kept: [String], lost: [String]) {
        let far = flow.isReversed ? flow.old.holder.entity : oldTarget(of: flow.old)
        let ends = references.survivors(below: far, within: destination)
        guard let some = flow.farEntities.map(Set.init) else { return ends }
        return (ends.kept.filter(some.contains), ends.lost + ends.kept.filter { !some.contains($0) })
    }

    /// Returns the object at the other end of a one-to-one relationship, or null if the mapping decides that it belongs to
    /// another row. A reference stays only if both of its objects choose each other.
    ///
    /// - Parameters:
    ///   - key: The identity of the object that the row chooses.
    ///   - inverse: The relationship at the other end, by which that object chooses.
    ///   - rows: The rows.
    /// - Returns: The object's identity, or null.
    mutating func chosen(
        _ key: ExpressionGraph.ID,
        by inverse: ElementPath?,
        _ rows: SourceRows
    ) -> ExpressionGraph.ID {
        guard let inverse, let duplicates = stage.lines.duplicates(of: inverse),
            let destination = matching.newer.relationship(inverse)?.destination
        else { return key }
        // Entities with different older relationships may have used one name for different things.
        var groups: [(flows: [ReferenceFlow], entities: [String], rows: [SourceRows])] = []
        for entity in matching.newer.concreteEntities(below: inverse.entity) {
            guard let name = matching.olderName(of: entity), let before = older[.objects(name)] else { continue }
            let flows = references.provenFlows(to: inverse, in: entity)
            let sources = before.sources.map {
                SourceRows(entity, before, $0)
            }
            if let index = groups.firstIndex(where: { $0.flows == flows }) {
                groups[index].entities.append(name)
                groups[index].rows += sources
            } else {
                groups.append((flows, [name], sources))
            }
        }
        var found: [Lookup.Rows] = []
        for (number, group) in groups.enumerated() {
            let others = groups.enumerated().filter { $0.offset != number }.flatMap(\.element.entities)
            for related in related(along: group.flows, within: destination, group.rows) {
                found.append(related.rows.found(by: narrowed(related.rows.key, (group.entities, others))))
            }
        }
        // Rows of different groups never have one key, so their ranks are not compared.
        let width = found.map(\.ranks.count).max() ?? 0
        found = found.map { $0.ranked(by: $0.ranks + Array(repeating: $0.value, count: width - $0.ranks.count)) }
        return graph.same(graph.lookup(Lookup(found, for: key, .one(duplicates))), rows.identity, then: key)
    }

    /// Returns the older order key of an object in an ordered relationship, or `nil` if the relationship was unordered.
    mutating func olderOrderKey(of property: OwnedProperty?, in rows: SourceRows) -> ExpressionGraph.ID? {
        guard let property, case .relationship(let relationship) = property.property else { return nil }
        let flows = references.provenFlows(to: property.path, in: rows.entity)
        if flows.count == 1, let flow = flows.first, !flow.isReversed, !flow.old.usesJoinTable {
            return rows.fields[.orderKey(flow.old.holder.property ?? "")]
        }
        let found = related(along: flows, within: relationship.destination, [rows])
        guard found.contains(where: { $0.orderKey != nil }) else { return nil }
        // The key's own search stops at several objects.
        let choice: Lookup.Choice =
            switch self.choice(for: property.path, in: rows.entity) {
            case .known, .gathered: .known
            case .only, .onlyFound: .one(.first)
            case .one(let duplicates): .one(duplicates)
            }
        let isLast = choice == .one(.newest)
        let ranks = found.map { related in
            // Of two rows that relate the same object, the one with a rank in its list counts.
            let preference = graph.literal(.integer((related.orderKey == nil) == isLast ? 0 : 1), .int64)
            return Lookup.Rows(
                of: related.rows.extent,
                conditions: related.rows.conditions,
                key: related.rows.key,
                value: related.orderKey ?? graph.literal(.integer(Self.afterList), .int64),
                ranks: related.rows.ranks + [preference]
            )
        }
        return graph.lookup(Lookup(ranks, for: rows.identity, choice))
    }

    /// The order key of objects that were not in the list: behind it, in the order of their identities.
    private static let afterList: Int64 = 1 << 62

    /// Returns the objects whose older key refers to a row.
    private func referrers(along flow: ReferenceFlow, within destination: String) -> [Related] {
        farEnds(of: flow, within: destination).kept.flatMap { entity -> [Related] in
            guard let before = older[.objects(entity)] else { return [] }
            return before.sources.compactMap { source in
                let fields = before.fields(source)
                // The relationship may be newer than the rows, in an earlier stage of the same pass.
                guard let key = fields[.key(flow.old.holder.property ?? "")], graph[key].constant != .null else {
                    return nil
                }
                let identity = fields.required(.identity)
                let rank = fields[.orderKey(flow.old.holder.property ?? "")]
                return Related(
                    rows: Lookup.Rows(
                        of: source.extent,
                        conditions: source.conditions,
                        key: key,
                        value: identity,
                        ranks: (rank.map { [$0] } ?? []) + [identity]
                    )
                )
            }
        }
    }

    /// Returns the rows of an older join table that relate objects to a row.
    private mutating func pairs(along flow: ReferenceFlow, within destination: String) -> [Related] {
        guard let before = older[.joinTable(flow.old.holder)] else { return [] }
        let ends = farEnds(of: flow, within: destination)
        return before.sources.map { source in
            let fields = before.fields(source)
            let (near, far): (Field, Field) = flow.isReversed ? (.target, .source) : (.source, .target)
            let (key, other) = (fields.required(near), fields.required(far))
            let value = narrowed(other, ends)
            let (nearRank, farRank): (Field, Field) =
                flow.isReversed ? (.targetOrderKey, .sourceOrderKey) : (.sourceOrderKey, .targetOrderKey)
            return Related(
                rows: Lookup.Rows(
                    of: source.extent,
                    conditions: source.conditions + (value == other ? [] : [value]),
                    key: key,
                    value: value,
                    ranks: (fields[farRank].map { [$0] } ?? []) + [value]
                ),
                orderKey: fields[nearRank]
            )
        }
    }

    /// Returns the destination of older references from their holder.
    private func oldTarget(of old: References) -> String {
        matching.older.relationship(old.holder)?.destination ?? ""
    }

    /// Returns the sources of a newer relationship's join table.
    mutating func pairs(of extent: Extent, holder: ElementPath) -> [Projection.Source] {
        guard let relationship = matching.newer.relationship(holder) else { return [] }
        // Several older entities may have had relationships of their own that are one relationship now.
        var flows: [(flow: ReferenceFlow, entities: Set<String>)] = []
        for entity in matching.newer.concreteEntities(below: holder.entity) {
            guard let olderEntity = matching.olderName(of: entity) else { continue }
            for flow in references.provenFlows(to: holder, in: entity) {
                if let index = flows.firstIndex(where: { $0.flow == flow }) {
                    flows[index].entities.insert(olderEntity)
                } else {
                    flows.append((flow, [olderEntity]))
                }
            }
        }
        return flows.flatMap { flow, entities in
            let near = flow.isReversed ? oldTarget(of: flow.old) : flow.old.holder.entity
            let all = matching.older.concreteEntities(below: near)
            let sourceEnds = (kept: all.filter(entities.contains), lost: all.filter { !entities.contains($0) })
            let targetEnds = farEnds(of: flow, within: relationship.destination)
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
        return before.sources.map { source in
            let fields = before.fields(source)
            let (near, far): (Field, Field) = flow.isReversed ? (.target, .source) : (.source, .target)
            let (from, to) = (fields.required(near), fields.required(far))
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
                let (identity, key) = (fields.required(.identity), fields.required(.key(name)))
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
            case .identity, .entity, .attribute, .lookup, .key, .orderKey:
                preconditionFailure("a join table has no field \(member.field)")
            }
        }
        return Projection.Source(extent: older.extent, conditions: conditions, values: values)
    }
}

extension Lookup.Rows {
    /// Returns the same rows, found by another key.
    fileprivate func found(by key: ExpressionGraph.ID) -> Lookup.Rows {
        Lookup.Rows(of: extent, conditions: conditions, key: key, value: value, ranks: ranks)
    }

    /// Returns the same rows with other ranks.
    fileprivate func ranked(by ranks: [ExpressionGraph.ID]) -> Lookup.Rows {
        Lookup.Rows(of: extent, conditions: conditions, key: key, value: value, ranks: ranks)
    }
}
