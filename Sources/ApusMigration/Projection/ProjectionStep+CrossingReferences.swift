import ApusSchema

// Older references that several prepared relationships have together.

extension ProjectionStep {
    /// Adds the checks that no reference is lost because it leads from the objects of one prepared relationship to those of
    /// another.
    mutating func check(_ crossing: Preparation.Crossing, _ step: PreparedReferences) {
        let holder = crossing.holder
        guard let past = matching.older.relationship(holder) else { return }
        let ends = [holder.entity, past.destination].map(matching.older.concreteEntities)
        let none = graph.literal(.null, .int64)
        if let table = older[.joinTable(holder)] {
            for source in table.sources {
                let rows = SourceRows(holder.entity, table, source)
                let (start, end) = (rows.fields[.source] ?? none, rows.fields[.target] ?? none)
                let found = crossing.kept.map { kept -> ExpressionGraph.ID in
                    let isHolder = kept.side == holder
                    let near = self.found(start, among: ends[0], below: isHolder ? kept.owner : kept.destination, step)
                    let far = self.found(end, among: ends[1], below: isHolder ? kept.destination : kept.owner, step)
                    return graph.present(near, ifAll: [far])
                }
                check(rows, from: start, to: end, found, ends, crossing, step)
            }
            return
        }
        for (entity, extent) in ends[0].compactMap({ name in older[.objects(name)].map { (name, $0) } }) {
            for source in extent.sources {
                let rows = SourceRows(entity, extent, source)
                let (start, end) = (rows.fields[.identity] ?? none, rows.fields[.key(holder.property ?? "")] ?? none)
                let found = crossing.kept.flatMap { kept -> [ExpressionGraph.ID] in
                    // Of each origin, as every one continues its references.
                    step.preparation.prepared.concreteEntities(below: kept.owner).flatMap { step.made[$0] ?? [] }.filter
                    {
                        $0.origin.entity == entity && $0.past == start && $0.rows.extent == rows.extent
                    }.map { made in
                        let key = self.key(kept.name ?? "", in: made, below: kept.destination, step)
                        return graph.present(key, ifAll: made.rows.conditions.filter { !rows.conditions.contains($0) })
                    }
                }
                check(rows, from: start, to: end, found, ends, crossing, step)
            }
        }
    }

    /// Adds the check that a row's reference is one of those that prepared relationships have, unless there is none, or an
    /// object at an end of it is lost.
    private mutating func check(
        _ rows: SourceRows,
        from start: ExpressionGraph.ID,
        to end: ExpressionGraph.ID,
        _ found: [ExpressionGraph.ID],
        _ ends: [[String]],
        _ crossing: Preparation.Crossing,
        _ step: PreparedReferences
    ) {
        var allowed: [TypedCondition<ExpressionGraph.ID>] = [.isNull(.leaf(end))]
        allowed += found.filter { graph[$0].constant != .null }.map { .not(.isNull(.leaf($0))) }
        for (past, entities) in zip([start, end], ends)
        where !entities.allSatisfy(step.preparation.takesAll) {
            let all = entities.flatMap { entity in
                step.made.sorted { $0.key < $1.key }.flatMap(\.value).filter { $0.origin.entity == entity }
            }
            allowed.append(.isNull(.leaf(self.found(past, among: entities, in: all))))
        }
        let holds = graph.computed(.conditional(.or(allowed), .constant(.integer(1)), .constant(.null)), .int64)
        let path = ElementPath(crossing.holder.entity)
        let loss = ObjectLoss.crossing(crossing.holder.description, isConditional: crossing.isConditional)
        check(graph.required(holds, path), at: path, in: rows, against: loss)
    }
}
