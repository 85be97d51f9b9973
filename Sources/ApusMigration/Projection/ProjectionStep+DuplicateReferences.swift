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
                if let one { take(one, found, extent.extent.members, &reduced.sources[index]) }
                for member in references { lead(member, of: extent.extent.name, to: owners, &reduced.sources[index]) }
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
        _ found: [Candidates],
        _ members: [Extent.Member],
        _ source: inout ReducedSource
    ) {
        source.conditions.append(graph.same(one.common, one.identity, then: one.identity))
        for field in members.map(\.field) {
            guard case .key(let name) = field, let own = source.before[field], graph[own].isNullable else { continue }
            func first(_ field: Field, _ step: inout ProjectionStep) -> ExpressionGraph.ID {
                let others = found.compactMap { other -> Lookup.Rows? in
                    guard let key = other.rows.fields[.key(name)], let value = other.rows.fields[field],
                        step.graph[key].constant != .null
                    else { return nil }
                    let conditions = step.graph[key].isNullable ? [key] : []
                    return step.rows(of: other, where: conditions, value: value, ranks: [other.identity])
                }
                return step.graph.lookup(step.search(others, for: one, .one(.first)))
            }
            source.values[field] = graph.coalesced(own, first(field, &self))
            guard let order = source.before[.orderKey(name)] else { continue }
            let others = first(.orderKey(name), &self)
            source.values[.orderKey(name)] = graph.computed(
                .conditional(.isNull(.leaf(own)), .leaf(others), .leaf(order)),
                .int64
            )
        }
    }

    /// Leads a reference to the object that stays. One between two objects with the same values is removed.
    private mutating func lead(
        _ member: Extent.Member,
        of name: Extent.Name,
        to owners: [Lookup.Rows],
        _ source: inout ReducedSource
    ) {
        let field = member.field
        guard let before = source.values[field] ?? source.before[field], graph[before].constant != .null else { return }
        let after = graph.coalesced(graph.lookup(Lookup(owners, for: before, .known)), before)
        source.values[field] = after
        guard case .objects(let entity) = name, let own = source.before[.identity], let old = source.before[field],
            let destination = member.destination, matching.newer.root(of: entity) == matching.newer.root(of: destination)
        else { return }
        let isOwn: TypedCondition<ExpressionGraph.ID> = .and([
            .comparison(.leaf(after), .equal, .leaf(own), .usual),
            .not(.comparison(.leaf(old), .equal, .leaf(own), .usual)),
        ])
        source.values[field] = graph.computed(.conditional(isOwn, .constant(.null), .leaf(after)), .int64)
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
        guard case .relationship(let relationship)? = owned?.property, let inverse = relationship.inverse,
            matching.newer.relationship(ElementPath(relationship.destination, inverse))?.isToMany == false
        else { return }
        let holders = matching.newer.concreteEntities(below: owned?.owner ?? entity)
        var searched: [Lookup.Rows] = []
        for other in extents {
            guard case .objects(let name) = other.extent.name, holders.contains(name) else { continue }
            for source in other.sources {
                guard let key = source.values[member.field], let old = source.before[member.field],
                    let identity = source.before[.identity]
                else { continue }
                let isOthers = graph.computed(
                    .conditional(
                        .comparison(.leaf(key), .equal, .leaf(old), .usual),
                        .constant(.integer(0)),
                        .constant(.integer(1))
                    ),
                    .int64
                )
                searched.append(
                    Lookup.Rows(
                        of: source.rows,
                        conditions: source.conditions,
                        key: key,
                        value: identity,
                        ranks: [isOthers, old, identity]
                    )
                )
            }
        }
        for index in extent.sources.indices {
            guard let key = extent.sources[index].values[member.field],
                let identity = extent.sources[index].before[.identity]
            else { continue }
            let chosen = graph.lookup(Lookup(searched, for: key, .one(.first)))
            extent.sources[index].values[member.field] = graph.same(chosen, identity, then: key)
        }
    }

    /// Keeps one of several pairs of a join table that have become equal, and none of an object with itself.
    private mutating func keepFirstPairs(of extent: inout ReducedExtent) {
        let ends: [Field] = [.source, .target]
        let all = extent.sources.compactMap { source -> (source: ReducedSource, old: [ExpressionGraph.ID], new: [ExpressionGraph.ID])? in
            let (old, new) = (ends.compactMap { source.before[$0] }, ends.compactMap { source.values[$0] ?? source.before[$0] })
            return old.count == 2 && new.count == 2 ? (source, old, new) : nil
        }
        guard all.count == extent.sources.count else { return }
        let roots = extent.extent.members.compactMap(\.destination).map(matching.newer.root)
        let isWithinOneHierarchy = Set(roots).count == 1
        // Two searches find the first older pair: that of its source, then that of its target.
        let ranks = all.map { one in
            zip(one.old, one.new).map { old, new in
                graph.computed(
                    .conditional(
                        .comparison(.leaf(old), .equal, .leaf(new), .usual),
                        .constant(.integer(0)),
                        .constant(.integer(1))
                    ),
                    .int64
                )
            }
        }
        func search(_ end: Int) -> [Lookup.Rows] {
            zip(all, ranks).map { one, ranks in
                Lookup.Rows(
                    of: one.source.rows,
                    conditions: one.source.conditions,
                    key: one.new[0],
                    furtherKeys: [one.new[1]] + (end == 1 ? [one.old[0]] : []),
                    value: one.old[end],
                    ranks: [ranks[end], one.old[end]]
                )
            }
        }
        let (sources, targets) = (search(0), search(1))
        for (index, one) in all.enumerated() {
            let isPair = graph.computed(
                .conditional(
                    .and([
                        .comparison(.leaf(one.new[0]), .equal, .leaf(one.new[1]), .usual),
                        .not(.comparison(.leaf(one.old[0]), .equal, .leaf(one.old[1]), .usual)),
                    ]),
                    .constant(.null),
                    .constant(.integer(1))
                ),
                .int64
            )
            let source = graph.lookup(Lookup(sources, for: one.new[0], and: [one.new[1]], .one(.first)))
            let target = graph.lookup(Lookup(targets, for: one.new[0], and: [one.new[1], one.old[0]], .one(.first)))
            extent.sources[index].conditions += [
                graph.same(source, one.old[0], then: source), graph.same(target, one.old[1], then: target),
            ]
            if isWithinOneHierarchy { extent.sources[index].conditions.append(isPair) }
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
