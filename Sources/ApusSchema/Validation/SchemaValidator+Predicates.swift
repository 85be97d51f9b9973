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
        let rows: RowScope? = rowScope(entity, use)
        let problems: [PredicateProblem] = Self.problems { () throws(PredicateProblem) in
            try PredicateFormat.parse(text).problems(in: schema, entity: entity, as: use)
        }
        report(problems, in: "the predicate of \(owner)", at: place)
        guard problems.isEmpty else { return }
        let unsayable: [PredicateProblem] = Self.problems { () throws(PredicateProblem) in
            _ = try rows?.condition(text)
            return []
        }
        report(unsayable, in: "the predicate of \(owner)", isLeftOut: true, at: place)
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
        let rows: RowScope? = rowScope(entity, use)
        let problems: [PredicateProblem] = Self.problems { () throws(PredicateProblem) in
            try ExpressionFormat.parse(text).problems(in: schema, entity: entity, as: use)
        }
        report(problems, in: "the expression of \(owner)", at: place)
        guard problems.isEmpty else { return }
        let unsayable: [PredicateProblem] = Self.problems { () throws(PredicateProblem) in
            _ = try rows?.expression(text)
            return []
        }
        report(unsayable, in: "the expression of \(owner)", isLeftOut: true, at: place)
    }

    /// What a check finds, or the one reason why a text could not be read.
    private static func problems(
        _ check: () throws(PredicateProblem) -> [PredicateProblem]
    ) -> [PredicateProblem] {
        do throws(PredicateProblem) { return try check() } catch { return [error] }
    }

    /// The columns that an index's predicate can read; `nil` if the predicate is not an index's.
    private func rowScope(_ entity: Entity?, _ use: PredicateUse) -> RowScope? {
        guard case .index = use, let entity else { return nil }
        return RowScope { names in rowSource(names, of: entity) }
    }

    /// The column that a key path stands for, under the path's own name.
    private func rowSource(_ names: [String], of entity: Entity) -> RowScope.Source? {
        guard case .target(let target) = index.follow(names, from: entity), target.relationships == 0,
            whyNotStored(target.member) == nil
        else { return nil }
        let name: String = names.joined(separator: ".")
        switch target.member {
        case .attribute(let attribute):
            if case .named(let type) = attribute.type, index.composite(type) != nil { return nil }
            let isExternal: Bool = attribute.usesExternalStorage
            return RowScope.Source(column: name, type: schema.storedType(of: attribute), isExternal: isExternal)
        case .relationship(let relationship):
            let isKey: Bool = keyHolder(of: relationship, target.owner) == nil
            return isKey ? RowScope.Source(column: name, type: .int64) : nil
        case .fetched: return nil
        }
    }

    /// The relationship that keeps the key of a to-one relationship, where that is its inverse.
    func keyHolder(of relationship: Relationship, _ owner: Entity) -> ElementPath? {
        let nearby: Schema = index.neighbourhood(of: relationship, in: owner)
        guard nearby.storage(of: relationship, in: owner) == .inverseKey else { return nil }
        return nearby.inverse(of: relationship, in: owner).map {
            ElementPath($0.entity.name, $0.relationship.name)
        }
    }

    /// The entity whose key paths can be judged: none where something that they name could not be read.
    private func known(_ entity: Entity?) -> Entity? {
        index.isWhole ? entity : nil
    }

    /// Reports problems at their characters: where `isLeftOut` as warnings that stores do without the index.
    private mutating func report(
        _ problems: [PredicateProblem],
        in text: String,
        isLeftOut: Bool = false,
        at place: ModelPath
    ) {
        for problem in problems {
            let character: ModelPath = place.character(problem.offset)
            // A text with escapes, or on several lines, has one place only.
            let isExact: Bool = problem.offset == 0 || location(of: character) != location(of: place)
            let notes: [String] = isExact ? [] : ["it is at character \(problem.offset + 1) of the text"]
            if isLeftOut {
                warn(
                    "in \(text): \(problem.message): stores do without this index",
                    at: character,
                    notes: notes,
                    help: problem.help
                )
            } else {
                error("in \(text): \(problem.message)", at: character, notes: notes, help: problem.help)
            }
        }
    }
}
