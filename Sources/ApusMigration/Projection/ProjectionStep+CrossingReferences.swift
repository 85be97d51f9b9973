import ApusSchema

// Older references that several prepared relationships have together.

extension ProjectionStep {
    /// Adds the checks that no reference is lost because it leads from the objects of one prepared relationship to those of
    /// another.
    mutating func check(_ crossing: Preparation.Crossing, _ step: PreparedReferences) {
        let holder = crossing.holder
        guard let past = matching.older.relationship(holder) else { return }
        let ends = [holder.entity, past.destination].map(matching.older.concreteEntities)
        if let table = older[.joinTable(holder)] {
            for source in table.sources {
                let rows = SourceRows(holder.entity, table, source)
                let (start, end) = (rows.fields.required(.source), rows.fields.required(.target))
                let found = crossing.kept.map { kept -> ExpressionGraph.ID in
                    let isHolder = kept.side == holder
                    let (owner, destination) = (kept.owner, kept.destination)
                    let near = self.found(start, of: holder.entity, below: isHolder ? owner : destination, step)
                    let far = self.found(end, of: past.destination, below: isHolder ? destination : owner, step)
                    return graph.present(near, ifAll: [far])
                }
                let gone = isGone(start, among: ends[0], step) + isGone(end, among: ends[1], step)
                check(end, of: rows, isAmong: found, unless: gone, crossing)
            }
            return
        }
        // The rows of all entities mostly have the same key.
        var goneEnds: [ExpressionGraph.ID: [TypedCondition<ExpressionGraph.ID>]] = [:]
        let families = crossing.kept.map { Set(step.preparation.prepared.concreteEntities(below: $0.owner)) }
        for (entity, extent) in ends[0].compactMap({ name in older[.objects(name)].map { (name, $0) } }) {
            for source in extent.sources {
                let rows = SourceRows(entity, extent, source)
                let (start, end) = (rows.identity, rows.fields.required(.key(past.name)))
                let found = zip(crossing.kept, families).flatMap { kept, family in
                    // Of each origin, as every one continues its references.
                    step.rows(of: entity).filter {
                        family.contains($0.name) && $0.past == start && $0.rows.extent == rows.extent
                    }.map { made in
                        let key = self.key(kept.name ?? "", in: made, below: kept.destination, step)
                        return graph.present(key, ifAll: made.rows.conditions.filter { !rows.conditions.contains($0) })
                    }
                }
                let goneEnd = goneEnds[end] ?? isGone(end, among: ends[1], step)
                goneEnds[end] = goneEnd
                check(end, of: rows, isAmong: found, unless: isGone(start, among: [entity], step) + goneEnd, crossing)
            }
        }
    }

    /// Returns the condition that an object of older entities is lost; none if it cannot be.
    private mutating func isGone(
        _ past: ExpressionGraph.ID,
        among entities: [String],
        _ step: PreparedReferences
    ) -> [TypedCondition<ExpressionGraph.ID>] {
        if entities.allSatisfy(step.preparation.takesAll) { return [] }
        return [.isNull(.leaf(found(past, among: entities, in: entities.flatMap(step.rows))))]
    }

    /// Adds the check that a row's reference is one of those that prepared relationships have, unless there is none, or an
    /// object at an end of it is lost.
    private mutating func check(
        _ reference: ExpressionGraph.ID,
        of rows: SourceRows,
        isAmong found: [ExpressionGraph.ID],
        unless gone: [TypedCondition<ExpressionGraph.ID>],
        _ crossing: Preparation.Crossing
    ) {
        var allowed: [TypedCondition<ExpressionGraph.ID>] = [.isNull(.leaf(reference))]
        allowed += found.filter { graph[$0].constant != .null }.map { .not(.isNull(.leaf($0))) }
        allowed += gone
        let holds = graph.computed(.conditional(.or(allowed), .constant(.integer(1)), .constant(.null)), .int64)
        let path = ElementPath(crossing.holder.entity)
        let loss = ObjectLoss.crossing(crossing.holder.description, isConditional: crossing.isConditional)
        check(graph.required(holds, path), at: path, in: rows, against: loss)
    }
}
