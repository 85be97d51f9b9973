import ApusSchema

// References to objects of which one stays for several with the same unique values.

extension ProjectionStep {
    /// Removes all objects but those that stay, and leads references to the latter.
    mutating func keepOne(of found: [Candidates], below entity: String) {
        let reduced = matching.newer.concreteEntities(below: entity)
        let owners = found.map { one in
            Lookup.Rows(
                of: one.rows.extent,
                conditions: one.rows.conditions,
                key: one.identity,
                value: one.common,
                ranks: [one.common]
            )
        }
        func isReduced(_ member: Extent.Member) -> Bool {
            guard let destination = member.destination else { return false }
            return matching.newer.concreteEntities(below: destination).contains(where: reduced.contains)
        }
        var extents: [ReducedExtent] = []
        let names = matching.newer.schema.entities.flatMap { matching.newer.extentNames(of: $0.name) }
        for extent in names.compactMap({ older[$0] }) {
            let isCandidate = found.contains { $0.name == extent.extent.name }
            let references = extent.extent.members.filter(isReduced)
            if !isCandidate, references.isEmpty { continue }
            var reduced = ReducedExtent(extent, references)
            for index in reduced.sources.indices {
                for field in references.map(\.field) {
                    reduced.sources[index].values[field] = extent.fields(extent.sources[index])[field].map {
                        led($0, to: owners)
                    }
                }
                guard
                    let one = found.first(where: { $0.name == extent.extent.name && $0.source == extent.sources[index] }
                    )
                else { continue }
                reduced.sources[index].conditions.append(graph.same(one.common, one.identity, then: one.identity))
                for member in extent.extent.members {
                    guard case .key(let name) = member.field else { continue }
                    take(member, named: name, one, found, isReduced(member) ? owners : nil, &reduced.sources[index])
                }
            }
            extents.append(reduced)
        }
        for extent in extents {
            var extent = extent
            switch extent.extent.name {
            case .objects(let name): for member in extent.references { keepSole(member, of: name, extents, &extent) }
            case .joinTable: keepFirstPairs(of: &extent)
            }
            replace(extent.extent, by: extent.made)
        }
    }

    /// Returns the identity of the object that stays for a referenced one.
    private mutating func led(_ reference: ExpressionGraph.ID, to owners: [Lookup.Rows]) -> ExpressionGraph.ID {
        if graph[reference].constant == .null { return reference }
        return graph.coalesced(graph.lookup(Lookup(owners, for: reference, .known)), reference)
    }

    /// Gives an object that stays the to-one reference that it lacks: that of the first of the others that has one.
    private mutating func take(
        _ member: Extent.Member,
        named name: String,
        _ one: Candidates,
        _ found: [Candidates],
        _ owners: [Lookup.Rows]?,
        _ source: inout ReducedSource
    ) {
        guard let own = reference(member, of: one, owners), graph[own].isNullable else { return }
        var keys: [Lookup.Rows] = []
        var orderKeys: [Lookup.Rows] = []
        for other in found {
            guard let key = reference(member, of: other, owners), graph[key].constant != .null else { continue }
            let conditions = graph[key].isNullable ? [key] : []
            keys.append(rows(of: other, where: conditions, value: key, ranks: [other.identity]))
            guard let order = other.rows.fields[.orderKey(name)] else { continue }
            orderKeys.append(rows(of: other, where: conditions, value: order, ranks: [other.identity]))
        }
        source.values[member.field] = graph.coalesced(own, graph.lookup(search(keys, for: one, .one(.first))))
        guard let order = source.before[.orderKey(name)] else { return }
        let others = graph.lookup(search(orderKeys, for: one, .one(.first)))
        source.values[.orderKey(name)] = graph.computed(
            .conditional(.isNull(.leaf(own)), .leaf(others), .leaf(order)),
            .int64
        )
    }

    /// Returns the reference that an object has when all lead to objects that stay: null where it led from one object to
    /// another one with the same values.
    private mutating func reference(
        _ member: Extent.Member,
        of one: Candidates,
        _ owners: [Lookup.Rows]?
    ) -> ExpressionGraph.ID? {
        guard let before = one.rows.fields[member.field], let owners else { return one.rows.fields[member.field] }
        let after = led(before, to: owners)
        guard let destination = member.destination,
            matching.newer.root(of: one.rows.entity) == matching.newer.root(of: destination)
        else { return after }
        let isOne: TypedCondition<ExpressionGraph.ID> = .and([
            .comparison(.leaf(after), .equal, .leaf(one.common), .usual),
            .not(.comparison(.leaf(before), .equal, .leaf(one.identity), .usual)),
        ])
        return graph.computed(.conditional(isOne, .constant(.null), .leaf(after)), .int64)
    }

    /// Keeps one reference to each object where the inverse is to-one: that to the object itself, or else to the first of the
    /// others.
    private mutating func keepSole(
        _ member: Extent.Member,
        of entity: String,
        _ extents: [ReducedExtent],
        _ extent: inout ReducedExtent
    ) {
        let owned = matching.newer.properties(of: entity).first { $0.name == member.field.property }
        guard let owned, case .relationship(let relationship) = owned.property, let inverse = relationship.inverse,
            matching.newer.relationship(ElementPath(relationship.destination, inverse))?.isToMany == false
        else { return }
        let names = matching.newer.concreteEntities(below: owned.owner).map(Extent.Name.objects)
        let holders = extents.filter { names.contains($0.extent.name) }.flatMap(\.sources)
        let searched = holders.compactMap { holder(of: $0, member.field) }
        // A relationship that is its own inverse is kept on both sides, or on none.
        let isOwnInverse = inverse == relationship.name && owned.owner == relationship.destination
        let pairs = isOwnInverse ? holders.compactMap { mutual($0, member.field, searched) } : []
        for index in extent.sources.indices {
            let source = extent.sources[index]
            guard let key = source.values[member.field], let identity = source.before[.identity] else { continue }
            var kept = sole(key, identity, searched)
            if isOwnInverse { kept = graph.same(graph.lookup(Lookup(pairs, for: kept, .known)), identity, then: kept) }
            extent.sources[index].values[member.field] = kept
        }
    }

    /// Returns a reference if it is the one that its object keeps; null otherwise.
    private mutating func sole(
        _ key: ExpressionGraph.ID,
        _ identity: ExpressionGraph.ID,
        _ searched: [Lookup.Rows]
    ) -> ExpressionGraph.ID {
        graph.same(graph.lookup(Lookup(searched, for: key, .one(.first))), identity, then: key)
    }

    /// Returns rows that may keep the reference to an object, those with a reference to the object itself first.
    private mutating func holder(of source: ReducedSource, _ field: Field) -> Lookup.Rows? {
        guard let key = source.values[field], let old = source.before[field], let identity = source.before[.identity]
        else { return nil }
        return Lookup.Rows(
            of: source.rows,
            conditions: source.conditions,
            key: key,
            value: identity,
            ranks: [changed(old, key), old, identity]
        )
    }

    /// Returns rows with the references that they keep, found by their identities.
    private mutating func mutual(
        _ source: ReducedSource,
        _ field: Field,
        _ searched: [Lookup.Rows]
    ) -> Lookup.Rows? {
        guard let key = source.values[field], let identity = source.before[.identity] else { return nil }
        return Lookup.Rows(
            of: source.rows,
            conditions: source.conditions,
            key: identity,
            value: sole(key, identity, searched),
            ranks: [identity]
        )
    }

    /// Returns 0 for a reference that is the same as before, otherwise 1.
    private mutating func changed(_ old: ExpressionGraph.ID, _ new: ExpressionGraph.ID) -> ExpressionGraph.ID {
        graph.computed(
            .conditional(
                .comparison(.leaf(old), .equal, .leaf(new), .usual),
                .constant(.integer(0)),
                .constant(.integer(1))
            ),
            .int64
        )
    }

    /// Keeps one of several pairs of a join table that have become equal, and none of two objects that have become one.
    private mutating func keepFirstPairs(of extent: inout ReducedExtent) {
        let roots = Set(extent.extent.members.compactMap(\.destination).map(matching.newer.root))
        let ends: [Field] = [.source, .target]
        var pairs: [(old: [ExpressionGraph.ID], new: [ExpressionGraph.ID])] = []
        for index in extent.sources.indices {
            let source = extent.sources[index]
            let old = ends.compactMap { source.before[$0] }
            let new = ends.compactMap { source.values[$0] ?? source.before[$0] }
            pairs.append((old, new))
            guard roots.count == 1 else { continue }
            let isOne: TypedCondition<ExpressionGraph.ID> = .and([
                .comparison(.leaf(new[0]), .equal, .leaf(new[1]), .usual),
                .not(.comparison(.leaf(old[0]), .equal, .leaf(old[1]), .usual)),
            ])
            extent.sources[index].conditions.append(
                graph.computed(.conditional(isOne, .constant(.null), .constant(.integer(1))), .int64)
            )
        }
        let ranks = pairs.map { old, new in zip(old, new).map { changed($0, $1) } }
        // Two searches find the first older pair: that of its source, then that of its target.
        func search(_ end: Int) -> [Lookup.Rows] {
            pairs.indices.map { index in
                let (source, pair) = (extent.sources[index], pairs[index])
                return Lookup.Rows(
                    of: source.rows,
                    conditions: source.conditions,
                    key: pair.new[0],
                    furtherKeys: [pair.new[1]] + (end == 1 ? [pair.old[0]] : []),
                    value: pair.old[end],
                    ranks: [ranks[index][end], pair.old[end]]
                )
            }
        }
        let (sources, targets) = (search(0), search(1))
        for (index, (old, new)) in pairs.enumerated() {
            let source = graph.lookup(Lookup(sources, for: new[0], and: [new[1]], .one(.first)))
            let target = graph.lookup(Lookup(targets, for: new[0], and: [new[1], old[0]], .one(.first)))
            extent.sources[index].conditions += [
                graph.same(source, old[0], then: source), graph.same(target, old[1], then: target),
            ]
        }
    }
}

/// An extent while its rows, or the references in them, become fewer.
struct ReducedExtent {
    /// The extent.
    let extent: Extent
    /// The members that refer to objects some of which are removed.
    let references: [Extent.Member]
    /// The sources of the rows.
    var sources: [ReducedSource]

    init(_ projection: Projection.ExtentProjection, _ references: [Extent.Member]) {
        extent = projection.extent
        self.references = references
        sources = projection.sources.map { source in
            let before = Dictionary(zip(projection.extent.members.map(\.field), source.values)) { first, _ in first }
            return ReducedSource(rows: source.extent, before: before, conditions: source.conditions)
        }
    }

    /// The sources with their new conditions and values.
    var made: [Projection.Source] {
        sources.map { source in
            Projection.Source(
                extent: source.rows,
                conditions: source.conditions,
                values: extent.members.compactMap { source.values[$0.field] ?? source.before[$0.field] }
            )
        }
    }
}

/// The rows of one source of a ``ReducedExtent``.
struct ReducedSource {
    /// The extent of the pass's source that the expressions read.
    let rows: Extent.Name
    /// The values before.
    let before: [Field: ExpressionGraph.ID]
    /// The conditions of a row.
    var conditions: [ExpressionGraph.ID]
    /// The values that are others now.
    var values: [Field: ExpressionGraph.ID] = [:]
}
