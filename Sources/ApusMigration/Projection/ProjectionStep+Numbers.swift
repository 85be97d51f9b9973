import ApusSchema

// Objects with the same unique values that all stay: what comes behind the text of one of the values is different.

extension ProjectionStep {
    /// Puts a number behind the text of each object but the first of those with the same values: 2, 3 … If another object has such a
    /// text already, the numbers from there on are those behind the greatest one that an object has.
    mutating func number(_ found: [Candidates], by attribute: String, _ fields: [Field]) {
        let field = Field.attribute([attribute])
        guard let toText = Conversion.inferred(from: .int64, to: .string),
            let parsed = Conversion("parsedOrNull", from: .string, to: .int64),
            let position = fields.firstIndex(of: field)
        else { return }
        let all = found.map { one in
            ObjectRows(
                of: one.rows.extent,
                conditions: one.rows.conditions + one.keys.filter { graph[$0].isNullable },
                identity: one.identity,
                groups: one.keys
            )
        }
        let taken = found.map { numberedRows(of: $0, at: position, parsed) }
        var seen: Set<Extent.Name> = []
        for name in found.map(\.name) where seen.insert(name).inserted {
            guard let extent = older[name] else { continue }
            var reduced = ReducedExtent(extent, [])
            for index in extent.sources.indices {
                guard let one = found.first(where: { $0.name == name && $0.source == extent.sources[index] }),
                    let text = one.rows.fields[field]
                else { continue }
                let ordinal = graph.rowNumber(of: one.identity, among: all, .int64)
                let least = graph.lookup(search(taken, for: one, .one(.first)))
                let greatest = graph.lookup(search(taken, for: one, .one(.newest)))
                let isFree: TypedCondition<ExpressionGraph.ID> = .or([
                    .isNull(.leaf(least)), .comparison(.leaf(ordinal), .less, .leaf(least), .usual),
                ])
                let behind: TypedExpression<ExpressionGraph.ID> = .call(
                    .add,
                    [
                        .leaf(ordinal),
                        .call(
                            .add,
                            [.call(.subtract, [.leaf(greatest), .leaf(least)], .int64), .constant(.integer(1))],
                            .int64
                        ),
                    ],
                    .int64
                )
                let number = graph.computed(.conditional(isFree, .leaf(ordinal), behind), .int64)
                let isFurther: TypedCondition<ExpressionGraph.ID> = .comparison(
                    .leaf(ordinal),
                    .greater,
                    .constant(.integer(1)),
                    .usual
                )
                // A text that becomes longer than the attribute's length is not shortened: shortened ones may be equal.
                let longer: TypedExpression<ExpressionGraph.ID> = .call(
                    .concatenate,
                    [.leaf(text), .constant(.text(" ")), .converted(.leaf(number), toText)],
                    .string
                )
                let value = graph.computed(.conditional(isFurther, longer, .leaf(text)), .string)
                reduced.sources[index].values[field] = value
            }
            replace(extent.extent, by: reduced.made)
        }
    }

    /// Returns the rows whose text ends in a number: by the values of those with the text in front of it.
    private mutating func numberedRows(of one: Candidates, at position: Int, _ parsed: Conversion) -> Lookup.Rows {
        let text: TypedExpression<ExpressionGraph.ID> = .leaf(one.keys[position])
        var keys = one.keys
        keys[position] = graph.computed(.call(.frontOfNumber, [text], .string), .string)
        let end: TypedExpression<ExpressionGraph.ID> = .call(
            .add,
            [.call(.length, [.leaf(keys[position])], .int64), .constant(.integer(1))],
            .int64
        )
        let digits: TypedExpression<ExpressionGraph.ID> = .call(.substring, [text, end], .string)
        let number = graph.computed(.converted(digits, parsed), .int64)
        return Lookup.Rows(
            of: one.rows.extent,
            conditions: one.rows.conditions,
            key: keys[0],
            furtherKeys: Array(keys.dropFirst()),
            value: number,
            ranks: [number]
        )
    }
}
