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
        let taken = found.map { numberedRows(of: $0, at: position, toText, parsed) }
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
                let limit = attributeLimit(attribute, of: one.rows.entity)
                let value = numbered(.leaf(text), .converted(.leaf(number), toText), if: isFurther, limit)
                reduced.sources[index].values[field] = graph.computed(value, .string)
            }
            replace(extent.extent, by: reduced.made)
        }
    }

    /// How many digits the numbers have that texts of older objects are searched for.
    private static let mostDigits: Int64 = 6

    /// Returns the rows whose text ends in a number: by the values of those with the text in front of it.
    private mutating func numberedRows(
        of one: Candidates,
        at position: Int,
        _ toText: Conversion,
        _ parsed: Conversion
    ) -> Lookup.Rows {
        let text: TypedExpression<ExpressionGraph.ID> = .leaf(one.keys[position])
        func rest(_ count: Int64) -> TypedExpression<ExpressionGraph.ID> {
            .call(.subtract, [.call(.length, [text], .int64), .constant(.integer(count))], .int64)
        }
        func end(_ digits: Int64) -> TypedExpression<ExpressionGraph.ID> {
            .converted(.call(.substring, [text, rest(digits)], .string), parsed)
        }
        var found: (number: TypedExpression<ExpressionGraph.ID>, front: TypedExpression<ExpressionGraph.ID>) =
            (.constant(.null), .constant(.null))
        for digits in (1...Self.mostDigits).reversed() {
            let isBehindSpace: TypedCondition<ExpressionGraph.ID> = .comparison(
                .call(.substring, [text, rest(digits + 1), .constant(.integer(1))], .string),
                .equal,
                .constant(.text(" ")),
                .usual
            )
            let front: TypedExpression<ExpressionGraph.ID> = .call(
                .substring,
                [text, .constant(.integer(0)), rest(digits + 1)],
                .string
            )
            found = (
                .conditional(isBehindSpace, end(digits), found.number), .conditional(isBehindSpace, front, found.front)
            )
        }
        // Most texts do not end in a digit.
        let number = graph.computed(.conditional(.isNull(end(1)), .constant(.null), found.number), .int64)
        let isNumbered: TypedCondition<ExpressionGraph.ID> = .and([
            .comparison(.leaf(number), .greater, .constant(.integer(1)), .usual),
            .comparison(
                .call(
                    .concatenate,
                    [found.front, .constant(.text(" ")), .converted(.leaf(number), toText)],
                    .string
                ),
                .equal,
                text,
                .usual
            ),
        ])
        var keys = one.keys
        keys[position] = graph.computed(.conditional(isNumbered, found.front, .constant(.null)), .string)
        return Lookup.Rows(
            of: one.rows.extent,
            conditions: one.rows.conditions,
            key: keys[0],
            furtherKeys: Array(keys.dropFirst()),
            value: number,
            ranks: [number]
        )
    }

    /// Returns a text with a number behind it. The text is shortened if both are too long, and has none if nothing would be left of it:
    /// then the migration stops at objects that stay equal.
    private func numbered(
        _ text: TypedExpression<ExpressionGraph.ID>,
        _ number: TypedExpression<ExpressionGraph.ID>,
        if condition: TypedCondition<ExpressionGraph.ID>,
        _ limit: Int64?
    ) -> TypedExpression<ExpressionGraph.ID> {
        let end: TypedExpression<ExpressionGraph.ID> = .call(.concatenate, [.constant(.text(" ")), number], .string)
        guard let limit else {
            return .conditional(condition, .call(.concatenate, [text, end], .string), text)
        }
        let length: TypedExpression<ExpressionGraph.ID> = .call(.length, [end], .int64)
        let rest: TypedExpression<ExpressionGraph.ID> = .call(
            .subtract,
            [.constant(.integer(limit)), length],
            .int64
        )
        let front: TypedExpression<ExpressionGraph.ID> = .call(
            .substring,
            [text, .constant(.integer(0)), rest],
            .string
        )
        return .conditional(
            .and([condition, .comparison(length, .less, .constant(.integer(limit)), .usual)]),
            .call(.concatenate, [front, end], .string),
            text
        )
    }

    /// Returns the greatest length of a newer attribute.
    private func attributeLimit(_ name: String, of entity: String) -> Int64? {
        for owned in matching.newer.properties(of: entity) where owned.name == name {
            if case .attribute(let attribute) = owned.property { return attribute.length?.maximum.map(Int64.init) }
        }
        return nil
    }
}
