extension TypedExpression {
    /// The leaves of the expression, in order, with repetitions.
    package var leaves: [Leaf] {
        var leaves: [Leaf] = []
        visit { if case .leaf(let leaf) = $0 { leaves.append(leaf) } }
        return leaves
    }

    /// The functions in Swift that the expression calls.
    package var functions: Set<FunctionDeclaration> {
        var functions: Set<FunctionDeclaration> = []
        visit { if case .applied(let function, _) = $0 { functions.insert(function) } }
        return functions
    }

    /// Returns whether a leaf satisfies a predicate.
    package func containsLeaf(where predicate: (Leaf) -> Bool) -> Bool {
        var isFound = false
        visit { if case .leaf(let leaf) = $0 { isFound = isFound || predicate(leaf) } }
        return isFound
    }

    /// Returns the type of the value, if it is known.
    ///
    /// - Parameter leaf: Returns the type of a leaf.
    /// - Returns: The type.
    package func type(of leaf: (Leaf) -> ScalarType?) -> ScalarType? {
        switch self {
        case .leaf(let read): leaf(read)
        case .constant: nil
        case .call(_, _, let type): type
        case .conditional(_, let one, let other): one.type(of: leaf) ?? other.type(of: leaf)
        case .coalesced(let values): values.reduce(nil) { $0 ?? $1.type(of: leaf) }
        case .converted(_, let conversion): conversion.to
        case .recoded(_, let recoding): recoding.type
        case .applied(let function, _): function.gives.type
        }
    }

    /// Whether the value may be an integer that is calculated: it has 64 bits, whatever types its operands have.
    var isCalculatedInteger: Bool {
        switch self {
        case .leaf, .constant, .converted, .recoded, .applied: false
        case .call(_, _, let type): type?.integerRange != nil
        case .conditional(_, let one, let other): one.isCalculatedInteger || other.isCalculatedInteger
        case .coalesced(let values): values.contains(where: \.isCalculatedInteger)
        }
    }

    /// Returns whether the value may be null.
    ///
    /// - Parameter leaf: Returns whether a leaf may be null.
    /// - Returns: Whether the value may be null.
    package func isNullable(_ leaf: (Leaf) -> Bool) -> Bool {
        switch self {
        case .leaf(let read): leaf(read)
        case .constant(let value): value == .null
        case .call(.object, let parts, _):
            stride(from: 2, to: parts.count, by: 3).allSatisfy { parts[$0].isNullable(leaf) }
        case .call(let function, let arguments, let type):
            !function.isTotal(of: type) || arguments.contains { $0.isNullable(leaf) }
        case .conditional(_, let one, let other): one.isNullable(leaf) || other.isNullable(leaf)
        case .coalesced(let values): values.allSatisfy { $0.isNullable(leaf) }
        case .converted(let value, let conversion): conversion.isLenient || value.isNullable(leaf)
        case .recoded(let value, let recoding): recoding.givesNull || value.isNullable(leaf)
        case .applied(let function, let values):
            function.gives.isOptional
                || zip(function.takes, values).contains { !$0.isOptional && $1.isNullable(leaf) }
        }
    }

    /// Whether the expression can fail for some values of the leaves, apart from failures of the leaves themselves.
    package var canFail: Bool {
        switch self {
        case .leaf, .constant: false
        case .call(let function, let values, _): function.canFail || values.contains(where: \.canFail)
        case .coalesced(let values): values.contains(where: \.canFail)
        case .conditional(let condition, let one, let other): condition.canFail || one.canFail || other.canFail
        case .converted(let value, let conversion): conversion.canFail || value.canFail
        case .recoded(let value, let recoding): !recoding.isLenient || value.canFail
        case .applied: true
        }
    }

    /// The nesting depth of expressions and conditions; 1 for a leaf.
    package var depth: Int {
        switch self {
        case .leaf, .constant: 1
        case .call(_, let values, _), .coalesced(let values), .applied(_, let values):
            1 + (values.map(\.depth).max() ?? 0)
        case .conditional(let condition, let one, let other): 1 + max(condition.depth, one.depth, other.depth)
        case .converted(let value, _), .recoded(let value, _): 1 + value.depth
        }
    }

    /// Returns the expression with each leaf replaced by an expression.
    package func map<Other: ExpressionLeaf>(
        _ transform: (Leaf) throws -> TypedExpression<Other>
    ) rethrows -> TypedExpression<Other> {
        switch self {
        case .leaf(let leaf): try transform(leaf)
        case .constant(let value): .constant(value)
        case .call(let function, let values, let type): .call(function, try values.map { try $0.map(transform) }, type)
        case .conditional(let condition, let one, let other):
            .conditional(try condition.map(transform), try one.map(transform), try other.map(transform))
        case .coalesced(let values): .coalesced(try values.map { try $0.map(transform) })
        case .converted(let value, let conversion): .converted(try value.map(transform), conversion)
        case .recoded(let value, let recoding): .recoded(try value.map(transform), recoding)
        case .applied(let function, let values): .applied(function, try values.map { try $0.map(transform) })
        }
    }

    /// Calls a closure with the expression, then with its parts, in order.
    fileprivate func visit(_ body: (TypedExpression) -> Void) {
        body(self)
        switch self {
        case .leaf, .constant: break
        case .call(_, let values, _), .coalesced(let values), .applied(_, let values):
            for value in values { value.visit(body) }
        case .conditional(let condition, let one, let other):
            condition.visit(body)
            one.visit(body)
            other.visit(body)
        case .converted(let value, _), .recoded(let value, _): value.visit(body)
        }
    }
}

extension TypedCondition {
    /// The leaves of the condition, in order, with repetitions.
    package var leaves: [Leaf] {
        var leaves: [Leaf] = []
        visit { if case .leaf(let leaf) = $0 { leaves.append(leaf) } }
        return leaves
    }

    /// Returns whether a leaf satisfies a predicate.
    package func containsLeaf(where predicate: (Leaf) -> Bool) -> Bool {
        var isFound = false
        visit { if case .leaf(let leaf) = $0 { isFound = isFound || predicate(leaf) } }
        return isFound
    }

    /// Whether the condition can fail for some values of the leaves, apart from failures of the leaves themselves.
    package var canFail: Bool {
        switch self {
        case .constant: false
        case .and(let parts), .or(let parts): parts.contains(where: \.canFail)
        case .not(let inner): inner.canFail
        default: operands.contains(where: \.canFail)
        }
    }

    /// The nesting depth of conditions and expressions.
    package var depth: Int {
        switch self {
        case .constant: 1
        case .and(let parts), .or(let parts): 1 + (parts.map(\.depth).max() ?? 0)
        case .not(let inner): 1 + inner.depth
        default: 1 + (operands.map(\.depth).max() ?? 0)
        }
    }

    /// Returns the condition with each leaf replaced by an expression.
    package func map<Other: ExpressionLeaf>(
        _ transform: (Leaf) throws -> TypedExpression<Other>
    ) rethrows -> TypedCondition<Other> {
        switch self {
        case .constant(let holds): .constant(holds)
        case .and(let parts): .and(try parts.map { try $0.map(transform) })
        case .or(let parts): .or(try parts.map { try $0.map(transform) })
        case .not(let inner): .not(try inner.map(transform))
        case .comparison(let one, let comparison, let other, let order):
            .comparison(try one.map(transform), comparison, try other.map(transform), order)
        case .isOne(let value, let others):
            .isOne(try value.map(transform), of: ExpressionList(try others.map { try $0.map(transform) }))
        case .between(let value, let low, let high):
            .between(try value.map(transform), try low.map(transform), try high.map(transform))
        case .text(let one, let comparison, let other):
            .text(try one.map(transform), comparison, try other.map(transform))
        case .isTrue(let value): .isTrue(try value.map(transform))
        }
    }

    /// The expressions that the condition compares; empty if it combines other conditions.
    private var operands: [TypedExpression<Leaf>] {
        switch self {
        case .constant, .and, .or, .not: []
        case .comparison(let one, _, let other, _), .text(let one, _, let other): [one, other]
        case .isOne(let value, let others): [value] + others
        case .between(let value, let low, let high): [value, low, high]
        case .isTrue(let value): [value]
        }
    }

    fileprivate func visit(_ body: (TypedExpression<Leaf>) -> Void) {
        switch self {
        case .constant: break
        case .and(let parts), .or(let parts): for part in parts { part.visit(body) }
        case .not(let inner): inner.visit(body)
        default: for operand in operands { operand.visit(body) }
        }
    }
}

extension TypedCondition {
    /// The expressions whose values are not null where the condition holds, as far as its form shows it.
    package var presentValues: Set<TypedExpression<Leaf>> {
        switch self {
        case .and(let parts): parts.reduce(into: []) { $0.formUnion($1.presentValues) }
        case .or(let parts):
            parts.dropFirst().reduce(parts.first?.presentValues ?? []) { $0.intersection($1.presentValues) }
        case .not(.comparison(let value, .equal, .constant(.null), _)),
            .not(.comparison(.constant(.null), .equal, let value, _)),
            .comparison(let value, .notEqual, .constant(.null), _),
            .comparison(.constant(.null), .notEqual, let value, _):
            [value]
        case .comparison(let one, .equal, .constant, _) where self != .isNull(one): [one]
        case .comparison(.constant, .equal, let other, _) where self != .isNull(other): [other]
        case .comparison(let one, .less, let other, _), .comparison(let one, .greater, let other, _): [one, other]
        // Null equals null.
        case .text(let one, let comparison, let other) where comparison.operator != .equalTo: [one, other]
        case .isTrue(let value): [value]
        case .isOne(let value, let others):
            others.allSatisfy { if case .constant(let one) = $0 { one != .null } else { false } } ? [value] : []
        case .constant, .not, .comparison, .text, .between: []
        }
    }
}
