import ApusSchema

// Objects with the same unique values: one of them stays and takes over the references of the others, or all stay with
// different values. The step leads from the newer schema to itself.

extension ProjectionStep {
    /// Rows of one source that are objects of the reduced entity.
    struct Candidates {
        let name: Extent.Name
        let source: Projection.Source
        let rows: SourceRows
        let identity: ExpressionGraph.ID
        /// The values of the unique properties.
        let keys: [ExpressionGraph.ID]
        /// The identity of the object that stays for a row: its own if there are no others.
        var common: ExpressionGraph.ID
    }

    /// Carries out a decision about objects with the same unique values.
    mutating func reduce(_ reduction: DuplicateReduction) {
        var found: [Candidates] = []
        for entity in matching.newer.concreteEntities(below: reduction.entity) {
            guard let extent = older[.objects(entity)] else { continue }
            for source in extent.sources {
                let rows = SourceRows(entity, extent, source)
                // What fails in a row fails whether its object stays or not.
                for (member, value) in zip(extent.extent.members, source.values) {
                    check(value, at: ElementPath(entity, member.field.property), in: rows)
                }
                let keys = reduction.fields.compactMap { value(of: $0, in: rows) }
                // A row without one of the values is equal to no other.
                guard keys.count == reduction.fields.count, !keys.contains(where: { graph[$0].constant == .null })
                else {
                    continue
                }
                found.append(
                    Candidates(
                        name: .objects(entity),
                        source: source,
                        rows: rows,
                        identity: rows.identity,
                        keys: keys,
                        common: rows.identity
                    )
                )
            }
        }
        if found.isEmpty { return }
        switch reduction.kept {
        case .numbered(let attribute): number(found, by: attribute, reduction.fields)
        case .one(let choice, let attribute):
            let ranks = found.map { one in attribute.map { self.ranks(by: $0, choice, one.rows) } ?? [] }
            let searched = zip(found, ranks).map { one, ranks in
                rows(of: one, value: one.identity, ranks: ranks + [one.identity])
            }
            for index in found.indices {
                let one = found[index]
                let first = graph.lookup(search(searched, for: one, .one(choice)))
                found[index].common = graph.coalesced(first, one.identity)
            }
            if reduction.setsAside { for one in found { setAside(one, .duplicate(reduction.properties)) } }
            keepOne(of: found, below: reduction.entity)
        }
    }

    func rows(
        of one: Candidates,
        where conditions: [ExpressionGraph.ID] = [],
        value: ExpressionGraph.ID,
        ranks: [ExpressionGraph.ID]
    ) -> Lookup.Rows {
        Lookup.Rows(
            of: one.rows.extent,
            conditions: one.rows.conditions + conditions,
            key: one.keys[0],
            furtherKeys: Array(one.keys.dropFirst()),
            value: value,
            ranks: ranks
        )
    }

    func search(_ rows: [Lookup.Rows], for one: Candidates, _ choice: Lookup.Choice) -> Lookup {
        Lookup(rows, for: one.keys[0], and: Array(one.keys.dropFirst()), choice)
    }

    /// Returns the ranks of a row by an attribute: rows without a value come behind all others.
    private mutating func ranks(
        by attribute: String,
        _ choice: Mapping.Duplicates,
        _ rows: SourceRows
    ) -> [ExpressionGraph.ID] {
        guard let value = rows.fields[.attribute([attribute])] else { return [] }
        let (present, absent): (Int64, Int64) = choice == .first ? (0, 1) : (1, 0)
        let isThere = graph.computed(
            .conditional(.isNull(.leaf(value)), .constant(.integer(absent)), .constant(.integer(present))),
            .int64
        )
        return [isThere, value]
    }

    /// Keeps the values of the objects that do not stay.
    private mutating func setAside(_ one: Candidates, _ reason: ProjectedAside.Reason) {
        guard let members = older[one.name]?.extent.members else { return }
        let goes: TypedExpression<ExpressionGraph.ID> = .conditional(
            .comparison(.leaf(one.common), .equal, .leaf(one.identity), .usual),
            .constant(.null),
            .constant(.integer(1))
        )
        let values = zip(members, one.source.values).compactMap { member, value -> ProjectedAside.NamedValue? in
            let isNull = graph[value].constant == .null
            switch member.field {
            case .attribute(let path) where !member.isDerived && !isNull:
                return ProjectedAside.NamedValue(name: path.joined(separator: "."), value: value)
            case .key(let name) where !isNull: return ProjectedAside.NamedValue(name: name, value: value)
            default: return nil
            }
        }
        asides.append(
            ProjectedAside(
                from: stage.from,
                to: stage.to,
                reason: reason,
                entity: one.rows.entity,
                extent: one.rows.extent,
                isWhole: true,
                conditions: one.rows.conditions + [graph.computed(goes, .int64)],
                identity: one.identity,
                values: values
            )
        )
    }
}
