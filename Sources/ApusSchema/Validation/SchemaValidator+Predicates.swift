extension SchemaValidator {
    /// Checks a predicate, in the format of Core Data's.
    ///
    /// - Parameters:
    ///   - text: The predicate.
    ///   - owner: What has it, as a message says it: `'recent'`.
    ///   - entity: The entity whose objects are asked; `nil` where it is not known.
    ///   - use: Where it stands.
    ///   - place: Its place.
    mutating func checkPredicate(
        _ text: String,
        of owner: String,
        entity: Entity?,
        as use: PredicateUse,
        at place: ModelPath
    ) {
        let (schema, entity) = (schema, known(entity))
        let problems: [PredicateProblem] = Self.problems { () throws(PredicateProblem) in
            try PredicateFormat.parse(text).problems(in: schema, entity: entity, as: use)
        }
        report(problems, in: "the predicate of \(owner)", at: place)
    }

    /// Checks an expression, in the format of Core Data's.
    mutating func checkExpression(
        _ text: String,
        of owner: String,
        entity: Entity?,
        as use: PredicateUse,
        at place: ModelPath
    ) {
        let (schema, entity) = (schema, known(entity))
        let problems: [PredicateProblem] = Self.problems { () throws(PredicateProblem) in
            try ExpressionFormat.parse(text).problems(in: schema, entity: entity, as: use)
        }
        report(problems, in: "the expression of \(owner)", at: place)
    }

    /// What a check finds, or the one reason why a text could not be read.
    private static func problems(
        _ check: () throws(PredicateProblem) -> [PredicateProblem]
    ) -> [PredicateProblem] {
        do throws(PredicateProblem) { return try check() } catch { return [error] }
    }

    /// The entity whose key paths can be judged: none where something that they name could not be read.
    private func known(_ entity: Entity?) -> Entity? {
        index.isWhole ? entity : nil
    }

    private mutating func report(_ problems: [PredicateProblem], in text: String, at place: ModelPath) {
        for problem in problems {
            let character: ModelPath = place.character(problem.offset)
            // A text with escapes, or on several lines, has one place only.
            let isExact: Bool = problem.offset == 0 || location(of: character) != location(of: place)
            error(
                "in \(text): \(problem.message)",
                at: character,
                notes: isExact ? [] : ["it is at character \(problem.offset + 1) of the text"],
                help: problem.help
            )
        }
    }
}
