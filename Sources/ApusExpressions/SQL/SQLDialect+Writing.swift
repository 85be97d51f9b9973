extension SQLDialect {
    /// Returns an expression as SQL.
    ///
    /// - Parameters:
    ///   - expression: An expression for which ``writes(_:leaf:)`` is true.
    ///   - constant: Returns the SQL of a constant: its literal, or a placeholder.
    ///   - leaf: Returns the SQL of a leaf, as a single operand that needs no parentheses.
    /// - Returns: The SQL, as a single operand that needs no parentheses.
    package func sql<Leaf>(
        _ expression: TypedExpression<Leaf>,
        constant: (StoredValue) -> SQLStatement,
        leaf: (Leaf) -> SQLStatement
    ) -> SQLStatement {
        func sql(_ inner: TypedExpression<Leaf>) -> SQLStatement { self.sql(inner, constant: constant, leaf: leaf) }
        switch expression {
        case .leaf(let read): return leaf(read)
        case .constant(let value): return constant(value)
        case .call(let function, let arguments, let type):
            return checked(call(function, arguments.map(sql), as: type), function.rawValue)
        case .conditional(let condition, let one, let other):
            let condition = self.sql(of: condition, constant: constant, leaf: leaf)
            return "(CASE WHEN \(condition) THEN \(sql(one)) ELSE \(sql(other)) END)"
        case .coalesced(let values): return "COALESCE(\(values.map(sql).joined(separator: ", ")))"
        case .converted(let value, let conversion):
            return checked(converted(sql(value), conversion), conversion.name)
        case .recoded: return checked(nil, "recoded")
        case .applied(let function, _): return checked(nil, function.name)
        }
    }

    /// Returns a condition as SQL: true if it holds, otherwise false or null.
    ///
    /// - Parameters:
    ///   - condition: A condition for which ``writes(_:leaf:)`` is true.
    ///   - constant: Returns the SQL of a constant: its literal, or a placeholder.
    ///   - leaf: Returns the SQL of a leaf, as a single operand that needs no parentheses.
    ///   - leaves: Returns many leaves as the right side of `IN`, without its parentheses; `nil` to write them one by one.
    /// - Returns: The SQL, which needs parentheses if it is combined with other conditions.
    package func sql<Leaf>(
        of condition: TypedCondition<Leaf>,
        constant: (StoredValue) -> SQLStatement,
        leaf: (Leaf) -> SQLStatement,
        leaves: ([Leaf]) -> SQLStatement? = { _ in nil }
    ) -> SQLStatement {
        func sql(_ value: TypedExpression<Leaf>) -> SQLStatement { self.sql(value, constant: constant, leaf: leaf) }
        func sql(_ inner: TypedCondition<Leaf>) -> SQLStatement {
            self.sql(of: inner, constant: constant, leaf: leaf, leaves: leaves)
        }
        func equality(_ one: TypedExpression<Leaf>, _ other: TypedExpression<Leaf>, isNegated: Bool) -> SQLStatement {
            let isPresent = one.isPresent || other.isPresent
            return self.equality(sql(one), sql(other), isPresent: isPresent, isNegated: isNegated)
        }
        switch condition {
        case .constant(let holds): return truth(holds)
        case .and(let parts): return parts.isEmpty ? truth(true) : chain(parts.map(sql)[...], " AND ")
        case .or(let parts): return parts.isEmpty ? truth(false) : chain(parts.map(sql)[...], " OR ")
        // `IS NOT TRUE` would mean a column, if one has that name.
        case .not(let inner): return self.equality("(\(sql(inner)))", truth(true), isPresent: false, isNegated: true)
        // SQL has no NaN: its literal would be null.
        case .comparison(let one, let comparison, let other, _) where one.isNaN || other.isNaN:
            return truth(comparison == .notEqual)
        case .comparison(let one, .equal, let other, _): return equality(one, other, isNegated: false)
        case .comparison(let one, .notEqual, let other, _): return equality(one, other, isNegated: true)
        case .comparison(let one, let comparison, let other, let order):
            return "\(sql(one)) \(comparison.rawValue) \(sql(other))\(collation(order))"
        case .isOne(let value, let others):
            let others = value.isNaN ? [] : others.filter { !$0.isNaN }
            return others.isEmpty ? truth(false) : isOne(value, others, constant: constant, leaves: leaves, sql)
        case .between(let value, let low, let high): return "\(sql(value)) BETWEEN \(sql(low)) AND \(sql(high))"
        case .text(let one, let comparison, let other):
            var range: (from: SQLStatement, to: SQLStatement?)?
            if case .constant(.text(let prefix)) = other, comparison.operator == .beginsWith, comparison.isByteWise {
                range = (constant(.text(prefix)), prefix.firstBehindPrefix.map { constant(.text($0)) })
            }
            return checked(text(sql(one), comparison, sql(other), range: range), comparison.operator.rawValue)
        case .isTrue(let value): return sql(value)
        }
    }

    private func isOne<Leaf>(
        _ value: TypedExpression<Leaf>,
        _ others: [TypedExpression<Leaf>],
        constant: (StoredValue) -> SQLStatement,
        leaves: ([Leaf]) -> SQLStatement?,
        _ sql: (TypedExpression<Leaf>) -> SQLStatement
    ) -> SQLStatement {
        let present = others.filter { $0 != .constant(.null) }
        guard present.allSatisfy(\.isPresent) else {
            let equalities = others.map {
                equality(sql(value), sql($0), isPresent: value.isPresent || $0.isPresent, isNegated: false)
            }
            return chain(equalities[...], " OR ")
        }
        let constants: [StoredValue] = present.compactMap { if case .constant(let value) = $0 { value } else { nil } }
        let read: [Leaf] = present.compactMap { if case .leaf(let leaf) = $0 { leaf } else { nil } }
        let many: SQLStatement? =
            constants.count == present.count
            ? list(constants, constant: constant) : read.count == present.count ? leaves(read) : nil
        let isIn: SQLStatement = "\(sql(value)) IN (\(many ?? present.map(sql).joined(separator: ", ")))"
        if present.count == others.count { return isIn }
        let isNull = equality(sql(value), constant(.null), isPresent: false, isNegated: false)
        return "(\(isIn)) OR (\(isNull))"
    }

    /// Joins conditions in parentheses. Long chains become balanced trees, because engines limit the depth.
    private func chain(_ operands: ArraySlice<SQLStatement>, _ word: String) -> SQLStatement {
        if operands.count <= 100 { return operands.map { "(\($0))" }.joined(separator: word) }
        let middle = operands.startIndex + operands.count / 2
        return "(\(chain(operands[..<middle], word)))\(word)(\(chain(operands[middle...], word)))"
    }

    /// Unwraps SQL that exists, because the caller has checked ``writes(_:leaf:)``.
    private func checked(_ text: SQLStatement?, _ name: String) -> SQLStatement {
        guard let text else { preconditionFailure("the dialect does not write '\(name)'") }
        return text
    }
}

extension TypedExpression {
    /// Whether the expression is the constant NaN.
    var isNaN: Bool {
        if case .constant(let value) = self { value.isNaN } else { false }
    }

    /// Whether the expression is known to be non-null.
    fileprivate var isPresent: Bool {
        switch self {
        case .constant(let value): value != .null
        case .leaf(let leaf): leaf.isNeverNull
        default: false
        }
    }
}

extension String {
    /// The first text in byte order after all texts with this prefix; `nil` if there is none.
    var firstBehindPrefix: String? {
        var scalars: [Unicode.Scalar] = Array(unicodeScalars)
        while let last = scalars.popLast() {
            // Surrogates are not scalars.
            let next: UInt32 = last.value == 0xD7FF ? 0xE000 : last.value + 1
            guard let scalar = Unicode.Scalar(next) else { continue }
            scalars.append(scalar)
            return String(String.UnicodeScalarView(scalars))
        }
        return nil
    }
}
