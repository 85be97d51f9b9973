package import ApusDiagnostics

extension PredicateFormat {
    /// Checks a predicate against its schema.
    ///
    /// - Parameters:
    ///   - schema: The schema.
    ///   - entity: The entity whose objects are tested; if it is `nil`, key paths are not checked.
    ///   - use: The use of the predicate in the model.
    ///   - nearMisses: The search for the names that were probably meant.
    /// - Returns: The problems, sorted by offset; unused variables come last, with offset 0.
    package func problems(
        in schema: Schema,
        entity: Entity?,
        as use: PredicateUse,
        nearMisses: NearMissSearch = NearMissSearch()
    ) -> [PredicateProblem] {
        var checker = PredicateChecker(schema: schema, entity: entity, use: use, nearMisses: nearMisses)
        checker.check(self)
        return checker.sortedProblems + checker.unusedVariables
    }
}

extension ExpressionFormat {
    /// Checks an expression against its schema.
    ///
    /// - Parameters:
    ///   - schema: The schema.
    ///   - entity: The entity whose objects are tested; if it is `nil`, key paths are not checked.
    ///   - use: The use of the expression in the model.
    ///   - nearMisses: The search for the names that were probably meant.
    /// - Returns: The problems, sorted by offset.
    package func problems(
        in schema: Schema,
        entity: Entity?,
        as use: PredicateUse,
        nearMisses: NearMissSearch = NearMissSearch()
    ) -> [PredicateProblem] {
        var checker = PredicateChecker(schema: schema, entity: entity, use: use, nearMisses: nearMisses)
        checker.one(self)
        return checker.sortedProblems
    }
}

/// Checks predicates and expressions against a schema.
struct PredicateChecker {
    let schema: Schema
    let entity: Entity?
    let use: PredicateUse
    let nearMisses: NearMissSearch

    var problems: [PredicateProblem] = []

    /// The variables of the surrounding `SUBQUERY`s, with the innermost last.
    var bound: [(name: String, operand: PredicateOperand)] = []

    /// The offset of a key path that is compared with nil.
    var comparedWithNil: Int?

    /// What the values of the key paths are that are compared for equality, by their offsets; empty unless they are looked up.
    var lookedUp: [Int: String] = [:]

    private var used: Set<String> = []

    init(schema: Schema, entity: Entity?, use: PredicateUse, nearMisses: NearMissSearch) {
        self.schema = schema
        self.nearMisses = nearMisses
        self.entity = entity
        self.use = use
    }

    var sortedProblems: [PredicateProblem] {
        // Swift's sort is stable, so problems with the same offset keep their order.
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

    /// Reports a misspelled word. A function of its own: a longer call takes stack on each level of an expression.
    mutating func report(
        _ expression: ExpressionFormat,
        _ message: String,
        meant: String?,
        help: [String] = []
    ) {
        problems.append(PredicateProblem(at: expression.offset, message, meant: meant, help: help))
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

    /// Returns the value of a variable.
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
            let names = use.variables.lazy.map(\.name)
            // The variable that was probably meant is not reported as unused.
            let meant: String? = nearMisses.suggestion(for: name, among: names)
            if let meant { used.insert(meant) }
            report(
                expression,
                "the variable '$\(name)' is not declared",
                meant: meant.map { "'$\($0)'" },
                help: ["declare it under 'variables': '\(name): string'"]
            )
            return .unknown
        }
        return PredicateOperand(kind: kind(of: variable.type), isMany: variable.isList)
    }

    /// Returns the kind of a type's values. Another check reports unknown type names.
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
