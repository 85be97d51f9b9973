extension ExpressionCompiler {
    /// Returns a comparison of one value or of several, as a condition.
    package mutating func condition(
        _ left: Operand,
        _ comparison: PredicateFormat.Comparison,
        _ right: Operand
    ) throws(PredicateProblem) -> Condition {
        if let modifier = comparison.modifier {
            guard case .list(let elements) = left else {
                if let condition = try Scope.condition(left, comparison, right, in: &self) { return condition }
                throw Self.problem("'\(modifier.rawValue)' needs several values", comparison.left)
            }
            var conditions: [Condition] = []
            for element in elements {
                conditions.append(try condition(element, comparison.withoutModifier, right))
            }
            return modifier == .all ? .and(conditions) : modifier == .any ? .or(conditions) : .not(.or(conditions))
        }
        switch comparison.operator {
        case .between: return try between(left, right, comparison)
        case .in: if let condition = try isElement(left, of: right, comparison) { return condition }
        case .contains: if let condition = try isElement(right, of: left, comparison) { return condition }
        default: break
        }
        return try compare(left, comparison.operator, right, in: comparison)
    }

    private mutating func between(
        _ value: Operand,
        _ bounds: Operand,
        _ comparison: PredicateFormat.Comparison
    ) throws(PredicateProblem) -> Condition {
        guard case .list(let bounds) = bounds, bounds.count == 2 else {
            throw Self.problem("BETWEEN needs two values", comparison.right)
        }
        let low = try compare(value, .greaterThanOrEqualTo, bounds[0], in: comparison)
        let high = try compare(value, .lessThanOrEqualTo, bounds[1], in: comparison)
        // Two plain comparisons of one value become one condition, which computes the value once.
        if case .comparison(let one, .greaterOrEqual, let least, .usual) = low,
            case .comparison(let other, .lessOrEqual, let greatest, .usual) = high, one == other
        {
            return .between(one, least, greatest)
        }
        return .and([low, high])
    }

    /// Returns the condition that a value is one of several; `nil` if `several` is a single value.
    private mutating func isElement(
        _ element: Operand,
        of several: Operand,
        _ comparison: PredicateFormat.Comparison
    ) throws(PredicateProblem) -> Condition? {
        if let condition = try Scope.condition(element, comparison.as(.in), several, in: &self) { return condition }
        guard case .list(let elements) = several else { return nil }
        var conditions: [Condition] = []
        for other in elements { conditions.append(try compare(element, .equalTo, other, in: comparison)) }
        return Self.any(of: conditions)
    }

    /// Returns the condition that one of several conditions holds. Equalities with the same value become a list.
    package static func any(of conditions: [Condition]) -> Condition {
        var subject: TypedExpression<Scope.Leaf>?
        let values: [TypedExpression<Scope.Leaf>] = conditions.compactMap { condition in
            guard case .comparison(let value, .equal, let other, .usual) = condition,
                subject == nil || subject == value
            else { return nil }
            subject = value
            return other
        }
        if let subject, values.count == conditions.count { return .isOne(subject, of: ExpressionList(values)) }
        return .or(conditions)
    }

    /// Returns a comparison of two operands, as a condition.
    package mutating func compare(
        _ left: Operand,
        _ sign: PredicateFormat.Operator,
        _ right: Operand,
        in comparison: PredicateFormat.Comparison
    ) throws(PredicateProblem) -> Condition {
        if let condition = try Scope.condition(left, comparison.as(sign), right, in: &self) { return condition }
        let isOrder = Self.signs[sign] != nil && sign != .equalTo && sign != .notEqualTo
        // A constant takes the type of the other side.
        var type: ScalarType? = left.type ?? right.type
        if isOrder, scope.decimals == .binary, type == .decimal { type = .double }
        var one = try value(of: left, as: type, comparison.left)
        var other = try value(of: right, as: type, comparison.right)
        if isOrder { (one, other) = (number(one), number(other)) }
        try Self.checkTypes(one, sign, other, in: comparison)
        let known: ScalarType? = type ?? Self.knownType(of: one) ?? Self.knownType(of: other)
        let isText = known == .string || known == .url || known == nil
        if let plain = Self.signs[sign], comparison.options.subtracting(.normalized).isEmpty || !isText {
            return Self.compare(one, plain, other)
        }
        // `IN` is `CONTAINS` with the sides exchanged.
        if sign == .in { return .text(other.value, TextComparison(.contains, comparison.options), one.value) }
        if sign == .notEqualTo {
            return .not(.text(one.value, TextComparison(.equalTo, comparison.options), other.value))
        }
        return .text(one.value, TextComparison(sign, comparison.options), other.value)
    }

    private static var signs: [PredicateFormat.Operator: ExpressionComparison] {
        [
            .equalTo: .equal, .notEqualTo: .notEqual, .lessThan: .less, .lessThanOrEqualTo: .lessOrEqual,
            .greaterThan: .greater, .greaterThanOrEqualTo: .greaterOrEqual,
        ]
    }

    /// Returns a comparison of two values, either of which may be a decimal.
    private static func compare(_ one: Typed, _ sign: ExpressionComparison, _ other: Typed) -> Condition {
        if one.type != .decimal, other.type != .decimal { return .comparison(one.value, sign, other.value, .usual) }
        if let left = decimal(one), let right = decimal(other) {
            // Equal decimals have equal texts.
            let isEquality = sign == .equal || sign == .notEqual
            return .comparison(left, sign, right, isEquality ? .usual : .decimal)
        }
        func real(_ side: Typed) -> TypedExpression<Scope.Leaf> {
            side.type == .decimal && !side.value.isNaN ? .call(.real, [side.value], .double) : side.value
        }
        return .comparison(real(one), sign, real(other), .usual)
    }

    /// Returns a side as a decimal, if it is one or a constant that can become one.
    private static func decimal(_ side: Typed) -> TypedExpression<Scope.Leaf>? {
        if side.type == .decimal { return side.value }
        guard case .constant(let value) = side.value else { return nil }
        if value == .null { return side.value }
        return value.asDecimal.map { .constant(.text($0.canonicalText)) }
    }

    /// Rejects values whose types cannot be compared: SQLite and the evaluator could give different results.
    private static func checkTypes(
        _ one: Typed,
        _ sign: PredicateFormat.Operator,
        _ other: Typed,
        in comparison: PredicateFormat.Comparison
    ) throws(PredicateProblem) {
        let isNull = one.value == .constant(.null) || other.value == .constant(.null)
        let types: [ScalarType?] = [knownType(of: one), knownType(of: other)]
        let isFitting =
            signs[sign] == nil
            ? types.allSatisfy { $0 == nil || ValueFamily($0) == .text } : ValueFamily.areAlike(types[0], types[1])
        if !isFitting, !isNull {
            throw problem(
                "'\(comparison.left.text)' is \(types[0]?.rawValue ?? "a value") and '\(comparison.right.text)' is "
                    + "\(types[1]?.rawValue ?? "a value"), which \(sign.rawValue) cannot compare",
                comparison.left
            )
        }
        if sign == .matches, case .constant(.text(let pattern)) = other.value, !pattern.isEmpty,
            WholePattern(pattern) == nil
        {
            throw problem("'\(pattern)' is not a valid regular expression", comparison.right)
        }
    }
}

extension PredicateFormat.Comparison {
    /// The same comparison without its modifier.
    package var withoutModifier: PredicateFormat.Comparison {
        PredicateFormat.Comparison(left, `operator`, right, options: options)
    }

    /// Returns the same comparison with another operator.
    fileprivate func `as`(_ sign: PredicateFormat.Operator) -> PredicateFormat.Comparison {
        PredicateFormat.Comparison(left, sign, right, options: options)
    }
}
