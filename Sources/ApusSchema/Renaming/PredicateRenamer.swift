/// Renames the properties in a predicate.
struct PredicateRenamer {
    private let renamer: Renamer
    private let object: Renamer.End
    /// The variables that are objects: those of `SUBQUERY`, and the owner of a fetched property.
    private var variables: [String: Renamer.End] = [:]
    /// The visited names, in the order of the text.
    private let trail = Trail()

    /// The visited names, with the new ones.
    private final class Trail {
        var names: [(old: String, new: String)] = []
    }

    init(renamer: Renamer, entity: Entity, owner: Entity?) {
        self.renamer = renamer
        object = .entity(entity)
        if let owner { variables["FETCH_SOURCE"] = .entity(owner) }
    }

    /// Returns a predicate's text with the new names and otherwise unchanged.
    func renamed(predicate text: String) -> String {
        guard let predicate = try? PredicateFormat.parse(text) else { return text }
        let renamed = self.renamed(predicate)
        if renamed == predicate { return text }
        let edited: String? = edited(text)
        return edited.flatMap { try? PredicateFormat.parse($0) } == renamed ? edited ?? text : renamed.text
    }

    /// Returns an expression's text with the new names and otherwise unchanged.
    func renamed(expression text: String) -> String {
        guard let expression = try? ExpressionFormat.parse(text) else { return text }
        let renamed = self.renamed(expression)
        if renamed == expression { return text }
        let edited: String? = edited(text)
        return edited.flatMap { try? ExpressionFormat.parse($0) } == renamed ? edited ?? text : renamed.text
    }

    /// Replaces the names of the trail in a text. The caller parses the result, because a word with another meaning may
    /// have the same name.
    private func edited(_ text: String) -> String? {
        var lexer = PredicateLexer(text)
        var names = trail.names[...]
        var (edited, end): (String, Int) = ("", 0)
        while let token = try? lexer.next(), token.kind != .end {
            let word: String
            switch token.kind {
            case .word(let found), .name(let found): word = found
            default: continue
            }
            guard let name = names.first, name.old == word else { continue }
            names.removeFirst()
            if name.new == name.old { continue }
            let isReserved = PredicateWords.reserved.contains(name.new.uppercased())
            edited += lexer.text(end..<token.range.lowerBound) + (isReserved ? "#" : "") + name.new
            end = token.range.upperBound
        }
        return names.isEmpty ? edited + lexer.text(end..<lexer.scalars.count) : nil
    }

    private func renamed(_ predicate: PredicateFormat) -> PredicateFormat {
        predicate.mapParts(renamed, renamed)
    }

    private func renamed(_ expression: ExpressionFormat) -> ExpressionFormat {
        switch expression.kind {
        case .keyPath(let base, let steps):
            ExpressionFormat(
                .keyPath(base: base.map(renamed), renamed(steps, behind: base)),
                at: expression.offset
            )
        case .subquery(let collection, let variable, let predicate):
            ExpressionFormat(
                .subquery(
                    renamed(collection),
                    variable: variable,
                    binding(variable, to: end(of: collection)).renamed(predicate)
                ),
                at: expression.offset
            )
        default: expression.mapParts(renamed, renamed)
        }
    }

    private func renamed(
        _ steps: [ExpressionFormat.Step],
        behind base: ExpressionFormat?
    ) -> [ExpressionFormat.Step] {
        let renamed: [ExpressionFormat.Step] = follow(steps, from: base.map(end) ?? object).steps
        for case (.name(let old), .name(let new)) in zip(steps, renamed) { trail.names.append((old, new)) }
        return renamed
    }

    private func binding(_ variable: String, to end: Renamer.End) -> PredicateRenamer {
        var copy = self
        copy.variables[variable] = end
        return copy
    }

    /// The end of an expression.
    private func end(of expression: ExpressionFormat) -> Renamer.End {
        switch expression.kind {
        case .evaluatedObject: object
        case .variable(let name): variables[name] ?? .other
        case .keyPath(let base, let steps): follow(steps, from: base.map(end) ?? object).end
        case .subquery(let collection, _, _), .index(let collection, _): end(of: collection)
        default: .other
        }
    }

    private func follow(
        _ steps: [ExpressionFormat.Step],
        from start: Renamer.End
    ) -> (steps: [ExpressionFormat.Step], end: Renamer.End) {
        var end = start
        let renamed: [ExpressionFormat.Step] = steps.map { step in
            guard case .name(let name) = step else { return step }
            let next = renamer.step(name, from: end)
            end = next.end
            return .name(next.name)
        }
        return (renamed, end)
    }
}
