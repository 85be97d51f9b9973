extension PredicateFormat {
    /// The free variables, in the order of the text; this excludes variables that a `SUBQUERY` declares.
    public var variables: [(name: String, offset: Int)] {
        var names = PredicateNames()
        names.visit(self)
        return names.variables
    }

    /// The key paths from the evaluated object, in the order of the text.
    public var keyPaths: [(steps: [ExpressionFormat.Step], offset: Int)] {
        var names = PredicateNames()
        names.visit(self)
        return names.keyPaths
    }
}

extension ExpressionFormat {
    /// The free variables, in the order of the text; this excludes variables that a `SUBQUERY` declares.
    public var variables: [(name: String, offset: Int)] {
        var names = PredicateNames()
        names.visit(self)
        return names.variables
    }

    /// The key paths from the evaluated object, in the order of the text.
    public var keyPaths: [(steps: [Step], offset: Int)] {
        var names = PredicateNames()
        names.visit(self)
        return names.keyPaths
    }
}

/// Collects the names that a predicate depends on.
private struct PredicateNames {
    var variables: [(name: String, offset: Int)] = []
    var keyPaths: [(steps: [ExpressionFormat.Step], offset: Int)] = []
    private var bound: [String] = []

    mutating func visit(_ predicate: PredicateFormat) {
        switch predicate.kind {
        case .constant: break
        case .and(let operands), .or(let operands):
            for operand in operands { visit(operand) }
        case .not(let operand): visit(operand)
        case .comparison(let comparison):
            visit(comparison.left)
            visit(comparison.right)
        }
    }

    mutating func visit(_ expression: ExpressionFormat) {
        switch expression.kind {
        case .constant, .evaluatedObject: break
        case .variable(let name):
            if !bound.contains(name) { variables.append((name, expression.offset)) }
        case .keyPath(let base, let steps):
            switch base?.kind {
            case nil, .evaluatedObject?: keyPaths.append((steps, expression.offset))
            default: if let base { visit(base) }
            }
        case .call(_, let operands), .aggregate(let operands):
            for operand in operands { visit(operand) }
        case .send(let receiver, _, let arguments):
            for operand in [receiver] + arguments { visit(operand) }
        case .cast(let operand, _), .negation(let operand): visit(operand)
        case .arithmetic(let left, _, let right):
            visit(left)
            visit(right)
        case .subquery(let collection, let variable, let predicate):
            visit(collection)
            bound.append(variable)
            visit(predicate)
            bound.removeLast()
        case .index(let base, let index):
            visit(base)
            if case .element(let element) = index { visit(element) }
        case .conditional(let predicate, let first, let second):
            visit(predicate)
            visit(first)
            visit(second)
        }
    }
}
