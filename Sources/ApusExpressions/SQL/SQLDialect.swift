/// The parts of SQL that differ between engines, for one engine.
///
/// ``sql(_:constant:leaf:)`` and ``sql(of:constant:leaf:)`` write the common part, the structure of expressions and
/// conditions. An engine must give the same results as `TypedExpression.value`. A dialect returns `nil` for anything
/// that its engine cannot express.
package protocol SQLDialect: Sendable {
    /// Returns a condition that always holds, or never.
    func truth(_ holds: Bool) -> SQLStatement

    /// Returns the condition that two values are equal or that they differ; null equals null.
    ///
    /// - Parameters:
    ///   - one: A value.
    ///   - other: Another value.
    ///   - isPresent: Whether at least one of the values is known to be non-null.
    ///   - isNegated: Whether the values must differ.
    /// - Returns: The condition.
    func equality(_ one: SQLStatement, _ other: SQLStatement, isPresent: Bool, isNegated: Bool) -> SQLStatement

    /// Returns the suffix of a comparison that selects an order of values.
    func collation(_ order: StoredOrder) -> String

    /// Returns a function call; `nil` if the engine has no function with the same results.
    ///
    /// - Parameters:
    ///   - function: The function.
    ///   - arguments: The arguments.
    ///   - type: The type of the result, if it is known.
    /// - Returns: The call.
    func call(_ function: ExpressionFunction, _ arguments: [SQLStatement], as type: ScalarType?) -> SQLStatement?

    /// Returns a converted value; `nil` if the engine has no conversion with the same results.
    func converted(_ value: SQLStatement, _ conversion: Conversion) -> SQLStatement?

    /// Returns a comparison of two texts; `nil` if the engine cannot express it. It is null if a text is null.
    ///
    /// - Parameters:
    ///   - one: The text to search.
    ///   - comparison: The comparison.
    ///   - other: The text to search for.
    ///   - range: The bounds, if the comparison is equivalent to a range in byte order: the lower bound, and the first
    ///     text after the range, if any.
    /// - Returns: The condition.
    func text(
        _ one: SQLStatement,
        _ comparison: TextComparison,
        _ other: SQLStatement,
        range: (from: SQLStatement, to: SQLStatement?)?
    ) -> SQLStatement?

    /// Returns many constants as the right side of `IN`; `nil` to write them one by one.
    ///
    /// - Parameters:
    ///   - values: The constants; none is null.
    ///   - constant: Returns the SQL of a constant.
    /// - Returns: The content of the parentheses.
    func list(_ values: [StoredValue], constant: (StoredValue) -> SQLStatement) -> SQLStatement?
}

extension SQLDialect {
    /// Returns whether the dialect can write an expression.
    ///
    /// - Parameters:
    ///   - expression: The expression.
    ///   - leaf: Returns whether a leaf can be written.
    /// - Returns: Whether it can be written.
    package func writes<Leaf>(_ expression: TypedExpression<Leaf>, leaf: (Leaf) -> Bool) -> Bool {
        switch expression {
        case .leaf(let read): leaf(read)
        case .constant: true
        case .call(let function, let arguments, let type):
            call(function, arguments.map { _ in "" }, as: type) != nil
                && arguments.allSatisfy { writes($0, leaf: leaf) }
        case .conditional(let condition, let one, let other):
            writes(condition, leaf: leaf) && writes(one, leaf: leaf) && writes(other, leaf: leaf)
        case .coalesced(let values): values.allSatisfy { writes($0, leaf: leaf) }
        case .converted(let value, let conversion): converted("", conversion) != nil && writes(value, leaf: leaf)
        case .recoded, .applied: false
        }
    }

    /// Returns whether the dialect can write a condition.
    ///
    /// - Parameters:
    ///   - condition: The condition.
    ///   - leaf: Returns whether a leaf can be written.
    /// - Returns: Whether it can be written.
    package func writes<Leaf>(_ condition: TypedCondition<Leaf>, leaf: (Leaf) -> Bool) -> Bool {
        switch condition {
        case .constant: true
        case .and(let parts), .or(let parts): parts.allSatisfy { writes($0, leaf: leaf) }
        case .not(let inner): writes(inner, leaf: leaf)
        case .comparison(let one, _, let other, _): writes(one, leaf: leaf) && writes(other, leaf: leaf)
        case .isOne(let value, let others): ([value] + others).allSatisfy { writes($0, leaf: leaf) }
        case .between(let value, let low, let high): [value, low, high].allSatisfy { writes($0, leaf: leaf) }
        case .text(let one, let comparison, let other):
            text("", comparison, "", range: nil) != nil && writes(one, leaf: leaf) && writes(other, leaf: leaf)
        case .isTrue(let value): writes(value, leaf: leaf)
        }
    }
}
