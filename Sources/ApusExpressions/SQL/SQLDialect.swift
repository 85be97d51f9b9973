/// How one SQL engine writes what engines write differently.
///
/// What is common to all of them, the structure of expressions and conditions, is written by ``sql(_:constant:leaf:)``
/// and ``sql(of:constant:leaf:)``. An engine has to give the results of `TypedExpression.value`; a dialect says of what it
/// has no text for that it does not write it.
public protocol SQLDialect: Sendable {
    /// A condition that always holds, or never.
    func truth(_ holds: Bool) -> SQLStatement

    /// Whether two values are equal, or are not; null equals null.
    ///
    /// - Parameters:
    ///   - one: A value.
    ///   - other: Another one.
    ///   - isPresent: Whether at least one of them is never null.
    ///   - isNegated: Whether the values must differ.
    /// - Returns: The condition.
    func equality(_ one: SQLStatement, _ other: SQLStatement, isPresent: Bool, isNegated: Bool) -> SQLStatement

    /// What follows a comparison to make it one in an order of values.
    func collation(_ order: StoredOrder) -> String

    /// The result of a function; `nil` if the engine has none that gives the same results.
    ///
    /// - Parameters:
    ///   - function: The function.
    ///   - arguments: Its arguments.
    ///   - type: The type of the result, if it is known.
    /// - Returns: The call.
    func call(_ function: ExpressionFunction, _ arguments: [SQLStatement], as type: ScalarType?) -> SQLStatement?

    /// A converted value; `nil` if the engine has no conversion that gives the same results.
    func converted(_ value: SQLStatement, _ conversion: Conversion) -> SQLStatement?

    /// Whether two texts compare so; `nil` if the engine cannot tell. Null if one of them is missing.
    ///
    /// - Parameters:
    ///   - one: The text that is searched.
    ///   - comparison: The comparison.
    ///   - other: The text that is searched for.
    ///   - range: The text's bounds if the comparison is the same as a range of texts byte by byte: the lower one, and
    ///     the text behind the range unless it has no end.
    /// - Returns: The condition.
    func text(
        _ one: SQLStatement,
        _ comparison: TextComparison,
        _ other: SQLStatement,
        range: (from: SQLStatement, to: SQLStatement?)?
    ) -> SQLStatement?

    /// Many constants as the right side of `IN`; `nil` if they are written one by one.
    ///
    /// - Parameters:
    ///   - values: The constants; none is null.
    ///   - constant: The SQL of a constant.
    /// - Returns: What is written in the parentheses.
    func list(_ values: [StoredValue], constant: (StoredValue) -> SQLStatement) -> SQLStatement?
}

extension SQLDialect {
    /// Whether the dialect has a text for an expression.
    ///
    /// - Parameters:
    ///   - expression: The expression.
    ///   - leaf: Whether a leaf has one.
    /// - Returns: Whether it has.
    public func writes<Leaf>(_ expression: TypedExpression<Leaf>, leaf: (Leaf) -> Bool) -> Bool {
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
        case .recoded: false
        }
    }

    /// Whether the dialect has a text for a condition.
    ///
    /// - Parameters:
    ///   - condition: The condition.
    ///   - leaf: Whether a leaf has one.
    /// - Returns: Whether it has.
    public func writes<Leaf>(_ condition: TypedCondition<Leaf>, leaf: (Leaf) -> Bool) -> Bool {
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
