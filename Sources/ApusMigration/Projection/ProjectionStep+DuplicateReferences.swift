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
                let one = found.first { $0.name == extent.extent.name && $0.source == extent.sources[index] }
                if let one {
                    take(one, among: found, owners, members: extent.extent.members, as: &reduced.sources[index])
                }
                for member in references { lead(member, to: owners, found, &reduced.sources[index]) }
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

    /// Keeps the row of a candidate if its object stays, which then gets the to-one references that it lacks: those of the
    /// first of the others that has one.
    private mutating func take(
        _ one: Candidates,
        among found: [Candidates],
        _ owners: [Lookup.Rows],
        members: [Extent.Member],
        as source: inout ReducedSource
    ) {
        source.conditions.append(graph.same(one.common, one.identity, then: one.identity))
        guard case .objects(let entity) = one.name else { return }
        for member in members {
            guard case .key(let name) = member.field, let before = source.before[member.field] else { continue }
            let declaration = owner(of: name, in: entity)
            // Other sub-entities may have another relationship of that name.
            let sharing = found.filter { other in
                if case .objects(let entity) = other.name { owner(of: name, in: entity) == declaration } else { false }
            }
            let isWithin = member.destination.map(matching.newer.root) == matching.newer.root(of: entity)
            let own = isWithin ? outward(before, member, of: one, among: found, owners) : before
            guard graph[own].isNullable else { continue }
            var others: [(other: Candidates, key: ExpressionGraph.ID, ranks: [ExpressionGraph.ID])] = []
            for other in sharing {
                guard let key = other.rows.fields[member.field], graph[key].constant != .null else { continue }
                others.append(
                    isWithin
                        ? (
                            other, outward(key, member, of: other, among: found, owners),
                            [changed(key, other.identity, ifSame: 1, otherwise: 0), other.identity]
                        )
                        : (other, key, [other.identity])
                )
            }
            func first(_ field: Field, _ step: inout ProjectionStep) -> ExpressionGraph.ID {
                let rows = others.compactMap { other, key, ranks -> Lookup.Rows? in
                    guard let value = field == member.field ? key : other.rows.fields[field] else { return nil }
                    return step.rows(
                        of: other,
                        where: step.graph[key].isNullable ? [key] : [],
                        value: value,
                        ranks: ranks
                    )
                }
                return step.graph.lookup(step.search(rows, for: one, .one(.first)))
            }
            source.values[member.field] = graph.coalesced(own, first(member.field, &self))
            guard let order = source.before[.orderKey(name)] else { continue }
            let further = first(.orderKey(name), &self)
            source.values[.orderKey(name)] = graph.computed(
                .conditional(.isNull(.leaf(own)), .leaf(further), .leaf(order)),
                .int64
            )
        }
    }

    private func owner(of name: String, in entity: String) -> String? {
        matching.newer.properties(of: entity).first { $0.name == name }?.owner
    }

    /// Returns a reference within a hierarchy, or null if it points to another object with the same values, or if the object that
    /// it points to then is not one of the relationship's destination. One of an object to itself points to the object that
    /// stays; but of a one-to-one relationship, it goes with the object.
    private mutating func outward(
        _ key: ExpressionGraph.ID,
        _ member: Extent.Member,
        of one: Candidates,
        among found: [Candidates],
        _ owners: [Lookup.Rows]
    ) -> ExpressionGraph.ID {
        let common = graph.lookup(Lookup(owners, for: key, .known))
        var own = one.common
        if case .objects(let entity) = one.name, isOneToOne(member.field.property, in: entity) {
            own = graph.same(one.common, one.identity, then: one.common)
        }
        let led = self.led(key, to: member.destination ?? "", owners, found)
        var isNone: TypedCondition<ExpressionGraph.ID> = .comparison(
            .leaf(common),
            .equal,
            .leaf(one.common),
            .usual
        )
        if graph[led].isNullable { isNone = .or([isNone, .isNull(.leaf(led))]) }
        return graph.computed(
            .conditional(
                .comparison(.leaf(key), .equal, .leaf(one.identity), .usual),
                .leaf(own),
                .conditional(isNone, .constant(.null), .leaf(key))
            ),
            .int64
        )
    }

    /// Returns whether the inverse of a relationship is to-one, and whether it is the relationship itself; `nil` if it is not.
    private func toOneInverse(of owned: OwnedProperty?) -> (isItself: Bool, owner: String)? {
        guard let owned, case .relationship(let relationship) = owned.property, let inverse = relationship.inverse,
            matching.newer.relationship(ElementPath(relationship.destination, inverse))?.isToMany == false
        else { return nil }
        return (inverse == owned.name && owned.owner == relationship.destination, owned.owner)
    }

    private func isOneToOne(_ name: String?, in entity: String) -> Bool {
        toOneInverse(of: matching.newer.properties(of: entity).first { $0.name == name })?.isItself == false
    }

    /// Leads a reference to the object that stays.
    private mutating func lead(
        _ member: Extent.Member,
        to owners: [Lookup.Rows],
        _ found: [Candidates],
        _ source: inout ReducedSource
    ) {
        let field = member.field
        guard let before = source.values[field] ?? source.before[field], graph[before].constant != .null,
            let destination = member.destination
        else { return }
        source.referred[field] = before
        source.values[field] = led(before, to: destination, owners, found)
    }

    /// Returns a reference to the object that stays, or null if that is not one of the relationship's destination.
    private mutating func led(
        _ key: ExpressionGraph.ID,
        to destination: String,
        _ owners: [Lookup.Rows],
        _ found: [Candidates]
    ) -> ExpressionGraph.ID {
        let led = graph.coalesced(graph.lookup(Lookup(owners, for: key, .known)), key)
        let possible = matching.newer.concreteEntities(below: destination).map(Extent.Name.objects)
        if found.allSatisfy({ possible.contains($0.name) }) { return led }
        let rows = possible.compactMap { older[$0] }.flatMap { extent in
            extent.sources.compactMap { source -> Lookup.Rows? in
                let values = Dictionary(zip(extent.extent.members.map(\.field), source.values)) { first, _ in first }
                return values[.identity].map {
                    Lookup.Rows(of: source.extent, conditions: source.conditions, key: $0, value: $0, ranks: [$0])
                }
            }
        }
        return graph.lookup(Lookup(rows, for: led, .known))
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
        guard let (isOwnInverse, owner) = toOneInverse(of: owned) else { return }
        let names = matching.newer.concreteEntities(below: owner).map(Extent.Name.objects)
        let holders = extents.filter { names.contains($0.extent.name) }.flatMap(\.sources)
        let searched = holders.compactMap { holder(of: $0, member.field) }
        // A relationship that is its own inverse is kept on both sides, or on none.
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
        guard let key = source.values[field], let old = source.referred[field], let identity = source.before[.identity]
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
    private mutating func changed(
        _ old: ExpressionGraph.ID,
        _ new: ExpressionGraph.ID,
        ifSame same: Int64 = 0,
        otherwise other: Int64 = 1
    ) -> ExpressionGraph.ID {
        graph.computed(
            .conditional(
                .comparison(.leaf(old), .equal, .leaf(new), .usual),
                .constant(.integer(same)),
                .constant(.integer(other))
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
            return ReducedSource(
                rows: source.extent,
                before: before,
                branches: source.branches,
                conditions: source.conditions
            )
        }
    }

    /// The sources with their new conditions and values.
    var made: [Projection.Source] {
        sources.map { source in
            Projection.Source(
                extent: source.rows,
                conditions: source.conditions,
                values: extent.members.compactMap { source.values[$0.field] ?? source.before[$0.field] },
                branches: source.branches
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
    /// The branches of the older objects.
    let branches: [Branch]
    /// The conditions of a row.
    var conditions: [ExpressionGraph.ID]
    /// The references to the reduced entity before they led to the objects that stay.
    var referred: [Field: ExpressionGraph.ID] = [:]
    /// The values that are others now.
    var values: [Field: ExpressionGraph.ID] = [:]
}
