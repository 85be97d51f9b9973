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
        let rows: RowLowering? = lowering(entity, use)
        let problems: [PredicateProblem] = Self.problems { () throws(PredicateProblem) in
            let format: PredicateFormat = try .parse(text)
            let problems: [PredicateProblem] = format.problems(in: schema, entity: entity, as: use)
            if problems.isEmpty { _ = try rows?.condition(format) }
            return problems
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
        let rows: RowLowering? = lowering(entity, use)
        let problems: [PredicateProblem] = Self.problems { () throws(PredicateProblem) in
            let format: ExpressionFormat = try .parse(text)
            let problems: [PredicateProblem] = format.problems(in: schema, entity: entity, as: use)
            if problems.isEmpty { _ = try rows?.expression(format) }
            return problems
        }
        report(problems, in: "the expression of \(owner)", at: place)
    }

    /// What a check finds, or the one reason why a text could not be read.
    private static func problems(
        _ check: () throws(PredicateProblem) -> [PredicateProblem]
    ) -> [PredicateProblem] {
        do throws(PredicateProblem) { return try check() } catch { return [error] }
    }

    /// What says an index's predicate as SQL; `nil` of a predicate that stands elsewhere.
    private func lowering(_ entity: Entity?, _ use: PredicateUse) -> RowLowering? {
        guard case .index = use, let entity else { return nil }
        return RowLowering { names in rowSource(names, of: entity) }
    }

    /// The column that a key path stands for, under the path's own name.
    private func rowSource(_ names: [String], of entity: Entity) -> RowLowering.Source? {
        guard case .target(let target) = index.follow(names, from: entity), target.relationships == 0,
            whyNotStored(target.member) == nil
        else { return nil }
        let name: String = names.joined(separator: ".")
        switch target.member {
        case .attribute(let attribute):
            if case .named(let type) = attribute.type, index.composite(type) != nil { return nil }
            let isExternal: Bool = attribute.usesExternalStorage
            return RowLowering.Source(column: name, type: schema.storedType(of: attribute), isExternal: isExternal)
        case .relationship(let relationship):
            let isKey: Bool = keyHolder(of: relationship, target.owner) == nil
            return isKey ? RowLowering.Source(column: name, type: .int64) : nil
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
