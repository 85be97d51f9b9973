extension PredicateFormat {
    /// The free variables, in the order of the text; this excludes variables that a `SUBQUERY` declares.
    public var variables: [(name: String, offset: Int)] { PredicateNames(self).variables }

    /// The key paths from the evaluated object, in the order of the text.
    public var keyPaths: [(steps: [ExpressionFormat.Step], offset: Int)] { PredicateNames(self).ownKeyPaths }
}

extension ExpressionFormat {
    /// The free variables, in the order of the text; this excludes variables that a `SUBQUERY` declares.
    public var variables: [(name: String, offset: Int)] { PredicateNames(self).variables }

    /// The key paths from the evaluated object, in the order of the text.
    public var keyPaths: [(steps: [Step], offset: Int)] { PredicateNames(self).ownKeyPaths }
}

/// The names that a predicate or an expression depends on.
package struct PredicateNames {
    /// The free variables, in the order of the text.
    package private(set) var variables: [(name: String, offset: Int)] = []

    /// The key paths, each from the evaluated object, or from a free variable.
    private var keyPaths: [(variable: String?, steps: [ExpressionFormat.Step], offset: Int)] = []

    /// The names in all key paths, whatever they begin with.
    package private(set) var steps: Set<String> = []

    /// The texts among the constants.
    package private(set) var texts: Set<String> = []

    /// The names of the functions that are called.
    package private(set) var calls: Set<String> = []

    private var bound: [String] = []

    /// Collects the names of a predicate.
    package init(_ predicate: PredicateFormat) { visit(predicate) }

    /// Collects the names of an expression.
    package init(_ expression: ExpressionFormat) { visit(expression) }

    fileprivate var ownKeyPaths: [(steps: [ExpressionFormat.Step], offset: Int)] {
        keyPaths.filter { $0.variable == nil }.map { ($0.steps, $0.offset) }
    }

    /// Returns whether a key path of these names begins with the evaluated object, or with a variable for it.
    package func reads(_ names: [String], of variable: String) -> Bool {
        keyPaths.contains { ($0.variable ?? variable) == variable && $0.steps == names.map(ExpressionFormat.Step.name) }
    }

    private mutating func visit(_ predicate: PredicateFormat) {
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

    private mutating func visit(_ expression: ExpressionFormat) {
        switch expression.kind {
        case .constant(let constant): record(constant)
        case .evaluatedObject: break
        case .variable(let name):
            if !bound.contains(name) { variables.append((name, expression.offset)) }
        case .keyPath(let base, let steps):
            record(steps, from: base, at: expression.offset)
            if let base { visit(base) }
        case .call(let name, let operands):
            calls.insert(name)
            for operand in operands { visit(operand) }
        case .aggregate(let operands):
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

    // Functions of their own, because `visit` has one frame on the stack per level of an expression.

    private mutating func record(_ constant: ExpressionFormat.Constant) {
        if case .string(let text) = constant { texts.insert(text) }
    }

    private mutating func record(_ steps: [ExpressionFormat.Step], from base: ExpressionFormat?, at offset: Int) {
        for case .name(let name) in steps { self.steps.insert(name) }
        switch base?.kind {
        case nil, .evaluatedObject?: keyPaths.append((nil, steps, offset))
        case .variable(let name)? where !bound.contains(name): keyPaths.append((name, steps, offset))
        default: break
        }
    }
}
