import ApusDiagnostics

extension PredicateFormat {
    /// Finds what a predicate says that its schema does not bear out.
    ///
    /// - Parameters:
    ///   - schema: The schema.
    ///   - entity: The entity whose objects are asked; where it is `nil`, key paths are not judged.
    ///   - use: Where the predicate stands.
    /// - Returns: The problems, in the order of their places; variables that are declared and not used come last, at
    ///   offset 0.
    package func problems(in schema: Schema, entity: Entity?, as use: PredicateUse) -> [PredicateProblem] {
        var checker = PredicateChecker(schema: schema, entity: entity, use: use)
        checker.check(self)
        return checker.sortedProblems + checker.unusedVariables
    }
}

extension ExpressionFormat {
    /// Finds what an expression says that its schema does not bear out.
    ///
    /// - Parameters:
    ///   - schema: The schema.
    ///   - entity: The entity whose objects are asked; where it is `nil`, key paths are not judged.
    ///   - use: Where the expression stands.
    /// - Returns: The problems, in the order of their places.
    package func problems(in schema: Schema, entity: Entity?, as use: PredicateUse) -> [PredicateProblem] {
        var checker = PredicateChecker(schema: schema, entity: entity, use: use)
        checker.one(self)
        return checker.sortedProblems
    }
}

/// Compares a predicate with the schema that it speaks of.
struct PredicateChecker {
    let schema: Schema
    let entity: Entity?
    let use: PredicateUse

    var problems: [PredicateProblem] = []

    /// What the variables of the surrounding `SUBQUERY`s stand for, the innermost last.
    var bound: [(name: String, operand: PredicateOperand)] = []

    private var used: Set<String> = []

    init(schema: Schema, entity: Entity?, use: PredicateUse) {
        self.schema = schema
        self.entity = entity
        self.use = use
    }

    var sortedProblems: [PredicateProblem] {
        // Swift's sort is stable, so problems of one place keep their order.
        problems.sorted { $0.offset < $1.offset }
    }

    var unusedVariables: [PredicateProblem] {
        use.variables.filter { !used.contains($0.name) }.map { variable in
            PredicateProblem(
                at: 0,
                "the variable '\(variable.name)' is declared, but the predicate does not use it",
                help: ["remove it from 'variables', or write '$\(variable.name)' in the predicate"]
            )
        }
    }

    mutating func report(_ expression: ExpressionFormat, _ message: String, help: [String] = []) {
        problems.append(PredicateProblem(at: expression.offset, message, help: help))
    }

    mutating func check(_ predicate: PredicateFormat) {
        switch predicate.kind {
        case .constant: break
        case .and(let operands), .or(let operands):
            for operand in operands { check(operand) }
        case .not(let operand): check(operand)
        case .comparison(let comparison): check(comparison)
        }
    }

    /// What a variable stands for.
    mutating func operand(ofVariable name: String, _ expression: ExpressionFormat) -> PredicateOperand {
        if let inner = bound.last(where: { $0.name == name }) { return inner.operand }
        switch use {
        case .index, .displayName:
            let what: String = if case .index = use { "an index" } else { "a display name" }
            report(expression, "\(what) has no variables, so '$\(name)' has no value")
            return .unknown
        case .fetchRequest, .fetchedProperty: break
        }
        if name == "FETCH_SOURCE" || name == "FETCHED_PROPERTY" {
            guard case .fetchedProperty(_, let source) = use else {
                report(expression, "only a fetched property has '$\(name)'", help: ["declare a variable instead"])
                return .unknown
            }
            return source.flatMap { name == "FETCH_SOURCE" ? PredicateOperand(kind: .object($0)) : nil } ?? .unknown
        }
        used.insert(name)
        guard let variable = use.variables.first(where: { $0.name == name }) else {
            let names: [String] = use.variables.map(\.name)
            // What was meant is not unused as well.
            let meant: String? = NearMiss.suggestion(for: name, among: names)
            if let meant { used.insert(meant) }
            report(
                expression,
                "the variable '$\(name)' is not declared",
                help: [meant.map { "did you mean '$\($0)'?" } ?? "give its type under 'variables': '\(name): string'"]
            )
            return .unknown
        }
        return PredicateOperand(kind: kind(of: variable.type), isMany: variable.isList)
    }

    /// The values that a type has. Another check reports a name that the schema does not have.
    func kind(of type: AttributeType) -> PredicateOperand.Kind {
        switch type {
        case .scalar(let scalar): .scalar(scalar)
        case .transformable, .codable, .undefined: .foreign(type.name)
        case .named(let name):
            if let enumeration = schema.enumeration(name) {
                .enumeration(enumeration)
            } else if let composite = schema.composite(name) {
                .composite(composite)
            } else {
                schema.entity(name).map { .object($0) } ?? .unknown
            }
        }
    }
}
