import ApusSchema

extension ProjectionStep {
    /// Sets older values aside of which a conversion makes null.
    mutating func setAside(
        _ before: ExpressionGraph.ID,
        unlessIn after: ExpressionGraph.ID,
        _ leaf: Schema.Leaf,
        in rows: SourceRows
    ) {
        guard graph[after].isNullable else { return }
        let goes: TypedExpression<ExpressionGraph.ID> = .conditional(
            .and([.not(.isNull(.leaf(before))), .isNull(.leaf(after))]),
            .constant(.integer(1)),
            .constant(.null)
        )
        asides.append(
            ProjectedAside(
                from: stage.from,
                to: stage.to,
                reason: .conversion(leaf.attribute.type.name),
                entity: rows.entity,
                extent: rows.extent,
                isWhole: false,
                conditions: rows.conditions + [graph.computed(goes, .int64)],
                identity: rows.identity,
                values: [ProjectedAside.NamedValue(name: leaf.path.joined(separator: "."), value: before)]
            )
        )
    }
}
