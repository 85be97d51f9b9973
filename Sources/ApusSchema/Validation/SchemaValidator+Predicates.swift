import ApusDiagnostics

extension SchemaValidator {
    /// Checks a predicate in Core Data's format.
    ///
    /// - Parameters:
    ///   - text: The predicate.
    ///   - owner: The owner as messages name it: `'recent'`.
    ///   - entity: The entity that the predicate is for; `nil` if it is unknown.
    ///   - use: The use of the predicate.
    ///   - modelPath: Its path.
    mutating func checkPredicate(
        _ text: String,
        of owner: String,
        entity: Entity?,
        as use: PredicateUse,
        at modelPath: ModelPath
    ) {
        let (schema, entity, nearMisses) = (schema, known(entity), nearMisses)
        let rows = rowScope(entity, use)
        let problems: [PredicateProblem] = Self.problems { () throws(PredicateProblem) in
            try PredicateFormat.parse(text).problems(in: schema, entity: entity, as: use, nearMisses: nearMisses)
        }
        report(problems, in: "predicate", of: owner, at: modelPath)
        guard problems.isEmpty else { return }
        let unsupported: [PredicateProblem] = Self.problems { () throws(PredicateProblem) in
            _ = try rows?.condition(text)
            return []
        }
        report(unsupported, in: "predicate", of: owner, isLeftOut: true, at: modelPath)
    }

    /// Checks an expression in Core Data's format.
    mutating func checkExpression(
        _ text: String,
        of owner: String,
        entity: Entity?,
        as use: PredicateUse,
        at modelPath: ModelPath
    ) {
        let (schema, entity, nearMisses) = (schema, known(entity), nearMisses)
        let rows = rowScope(entity, use)
        let problems: [PredicateProblem] = Self.problems { () throws(PredicateProblem) in
            try ExpressionFormat.parse(text).problems(in: schema, entity: entity, as: use, nearMisses: nearMisses)
        }
        report(problems, in: "expression", of: owner, at: modelPath)
        guard problems.isEmpty else { return }
        let unsupported: [PredicateProblem] = Self.problems { () throws(PredicateProblem) in
            _ = try rows?.expression(text)
            return []
        }
        report(unsupported, in: "expression", of: owner, isLeftOut: true, at: modelPath)
    }

    /// The problems that a check finds, or the parse error.
    private static func problems(
        _ check: () throws(PredicateProblem) -> [PredicateProblem]
    ) -> [PredicateProblem] {
        do throws(PredicateProblem) { return try check() } catch { return [error] }
    }

    /// The columns that an index's predicate can read; `nil` for predicates elsewhere.
    private func rowScope(_ entity: Entity?, _ use: PredicateUse) -> RowScope? {
        guard case .index = use, let entity else { return nil }
        return RowScope { names in rowSource(names, of: entity) }
    }

    /// The column for a key path, with the path as its name.
    private func rowSource(_ names: [String], of entity: Entity) -> RowScope.Source? {
        guard case .target(let target) = index.follow(names, from: entity), target.relationships == 0,
            whyNotStored(target.member) == nil
        else { return nil }
        let name = names.joined(separator: ".")
        switch target.member {
        case .attribute(let attribute):
            if case .named(let type) = attribute.type, index.composite(type) != nil { return nil }
            let isExternal = attribute.usesExternalStorage
            return RowScope.Source(column: name, type: schema.storedType(of: attribute), isExternal: isExternal)
        case .relationship(let relationship):
            let isKey = keyHolder(of: relationship, target.owner) == nil
            return isKey ? RowScope.Source(column: name, type: .int64) : nil
        case .fetched: return nil
        }
    }

    /// Returns the inverse of a to-one relationship if it holds the key.
    func keyHolder(of relationship: Relationship, _ owner: Entity) -> ElementPath? {
        let nearby = index.neighbourhood(of: relationship, in: owner)
        guard nearby.storage(of: relationship, in: owner) == .inverseKey else { return nil }
        return nearby.inverse(of: relationship, in: owner).map {
            ElementPath($0.entity.name, $0.relationship.name)
        }
    }

    /// The entity for key paths; `nil` if they cannot be checked because some elements could not be read.
    private func known(_ entity: Entity?) -> Entity? {
        index.isWhole ? entity : nil
    }

    /// Reports problems at their characters; if `isLeftOut`, as warnings that stores do not create the index.
    private mutating func report(
        _ problems: [PredicateProblem],
        in noun: String,
        of owner: String,
        isLeftOut: Bool = false,
        at modelPath: ModelPath
    ) {
        let text = "the \(noun) of \(owner)"
        for problem in problems {
            let character = modelPath.character(problem.offset)
            // A string with escapes or several lines has a single location.
            let isExact = problem.offset == 0 || location(of: character) != location(of: modelPath)
            let notes: [String] = isExact ? [] : ["it is at character \(problem.offset + 1) of the text"]
            if isLeftOut {
                warn(
                    "in \(text): \(problem.message), so stores do not have this index",
                    about: Topic(owner, [noun, problem.message]),
                    at: character,
                    notes: notes,
                    help: problem.help
                )
            } else {
                error(
                    "in \(text): \(problem.message)",
                    at: character,
                    notes: notes,
                    help: problem.help,
                    meant: problem.meant
                )
            }
        }
    }
}
