import ApusSchema

// The rows of join tables that expressions of a mapping make.

extension ProjectionStep {
    /// A row of a join table that an older row makes.
    private struct Pair {
        let rows: SourceRows
        /// A number of the older row that no other one has.
        let number: ExpressionGraph.ID
        let source: ExpressionGraph.ID
        let target: ExpressionGraph.ID
    }

    /// Makes the rows of a prepared join table that expressions give. Of equal ones, only the first is kept.
    mutating func makePairs(
        of holder: ElementPath,
        by made: [MadePairs],
        _ preparation: Preparation,
        _ step: PreparedReferences
    ) {
        guard let entity = preparation.prepared.entity(holder.entity),
            let relationship = preparation.prepared.relationship(holder),
            let extent = preparation.prepared.schema.joinTable(of: relationship, in: entity)
        else { return }
        var pairs: [Pair] = []
        var before: [[ObjectRows]] = []
        for one in made {
            guard let destination = preparation.prepared.relationship(one.path)?.destination else { continue }
            for (rows, near) in rows(of: one, preparation, step) {
                let own = rows.identity
                let far = reference(one.value, in: rows, below: destination, step)
                if graph[near].constant == .null || graph[far].constant == .null { continue }
                for end in [near, far] { check(end, at: step.shown(one.path), in: rows) }
                let number = graph.identity(own, after: before)
                check(number, at: step.shown(one.path), in: rows)
                let isHolder = one.path == holder
                pairs.append(
                    Pair(rows: rows, number: number, source: isHolder ? near : far, target: isHolder ? far : near)
                )
                before.append([ObjectRows(of: rows.extent, conditions: rows.conditions, identity: own)])
            }
        }
        let searched = pairs.map { pair in
            Lookup.Rows(
                of: pair.rows.extent,
                conditions: pair.rows.conditions,
                key: pair.source,
                furtherKeys: [pair.target],
                value: pair.number,
                ranks: [pair.number]
            )
        }
        let sources = pairs.map { pair -> Projection.Source in
            let first = graph.lookup(Lookup(searched, for: pair.source, and: [pair.target], .one(.first)))
            var conditions = pair.rows.conditions
            for end in [pair.source, pair.target, graph.same(first, pair.number, then: pair.number)]
            where graph[end].isNullable && !conditions.contains(end) {
                conditions.append(end)
            }
            let values = extent.members.map { member -> ExpressionGraph.ID in
                switch member.field {
                case .source: pair.source
                case .target: pair.target
                case .sourceOrderKey, .targetOrderKey: pair.number
                case .identity, .entity, .attribute, .lookup, .key, .orderKey:
                    preconditionFailure("a join table has no field \(member.field)")
                }
            }
            return Projection.Source(extent: pair.rows.extent, conditions: conditions, values: values)
        }
        replace(extent, by: sources)
    }

    /// Returns the older rows that make pairs, each with the object that has the relationship.
    private mutating func rows(
        of pairs: MadePairs,
        _ preparation: Preparation,
        _ step: PreparedReferences
    ) -> [(rows: SourceRows, near: ExpressionGraph.ID)] {
        guard let origin = preparation.origins[pairs.entity]?[pairs.origin] else { return [] }
        let made = (step.made[pairs.entity] ?? []).filter { $0.origin == origin }
        switch pairs.rows {
        case .objects: return made.map { ($0.members, $0.common) }
        case .elements(let entity):
            guard let extent = older[.objects(entity)] else { return [] }
            return extent.sources.map { SourceRows(entity, extent, $0) }.map { rows in
                let source = self.older(.reference(ElementPath(entity, ElementList.source)), of: rows)
                return (rows, found(source, among: [origin.entity], in: made))
            }
        }
    }
}
