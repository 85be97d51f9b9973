/// Gives the properties that a predicate names other names.
struct PredicateRenamer {
    private let renamer: Renamer
    private let object: Renamer.End
    /// What the variables stand for that are objects: those of `SUBQUERY`, and the owner of a fetched property.
    private var variables: [String: Renamer.End] = [:]
    /// The names on the way, in the order of the text.
    private let trail = Trail()

    /// Names that were looked at, with the new ones.
    private final class Trail {
        var names: [(old: String, new: String)] = []
    }

    init(renamer: Renamer, entity: Entity, owner: Entity?) {
        self.renamer = renamer
        object = .entity(entity)
        if let owner { variables["FETCH_SOURCE"] = .entity(owner) }
    }

    /// A predicate's text with the new names, and otherwise as a person wrote it.
    func renamed(predicate text: String) -> String {
        guard let predicate = try? PredicateFormat.parse(text) else { return text }
        let renamed: PredicateFormat = self.renamed(predicate)
        if renamed == predicate { return text }
        let edited: String? = edited(text)
        return edited.flatMap { try? PredicateFormat.parse($0) } == renamed ? edited ?? text : renamed.text
    }

    /// An expression's text with the new names, and otherwise as a person wrote it.
    func renamed(expression text: String) -> String {
        guard let expression = try? ExpressionFormat.parse(text) else { return text }
        let renamed: ExpressionFormat = self.renamed(expression)
        if renamed == expression { return text }
        let edited: String? = edited(text)
        return edited.flatMap { try? ExpressionFormat.parse($0) } == renamed ? edited ?? text : renamed.text
    }

    /// A text with the names of the trail; a word with another meaning may stand in the way.
    private func edited(_ text: String) -> String? {
        var lexer = PredicateLexer(text)
        var names: ArraySlice<(old: String, new: String)> = trail.names[...]
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
            let isReserved: Bool = PredicateWords.reserved.contains(name.new.uppercased())
            edited += lexer.text(end..<token.range.lowerBound) + (isReserved ? "#" : "") + name.new
            end = token.range.upperBound
        }
        return names.isEmpty ? edited + lexer.text(end..<lexer.scalars.count) : nil
    }

    private func renamed(_ predicate: PredicateFormat) -> PredicateFormat {
        let kind: PredicateFormat.Kind =
            switch predicate.kind {
            case .constant: predicate.kind
            case .and(let operands): .and(operands.map(renamed))
            case .or(let operands): .or(operands.map(renamed))
            case .not(let operand): .not(renamed(operand))
            case .comparison(let comparison):
                .comparison(
                    PredicateFormat.Comparison(
                        renamed(comparison.left),
                        comparison.operator,
                        renamed(comparison.right),
                        modifier: comparison.modifier,
                        options: comparison.options
                    )
                )
            }
        return PredicateFormat(kind, at: predicate.offset)
    }

    private func renamed(_ expression: ExpressionFormat) -> ExpressionFormat {
        let kind: ExpressionFormat.Kind =
            switch expression.kind {
            case .constant, .evaluatedObject, .variable: expression.kind
            case .keyPath(let base, let steps): .keyPath(base: base.map(renamed), renamed(steps, behind: base))
            case .call(let name, let operands): .call(name, operands.map(renamed))
            case .send(let receiver, let selector, let arguments):
                .send(renamed(receiver), selector: selector, arguments.map(renamed))
            case .cast(let operand, let type): .cast(renamed(operand), type: type)
            case .aggregate(let elements): .aggregate(elements.map(renamed))
            case .arithmetic(let left, let sign, let right): .arithmetic(renamed(left), sign, renamed(right))
            case .negation(let operand): .negation(renamed(operand))
            case .subquery(let collection, let variable, let predicate):
                .subquery(
                    renamed(collection),
                    variable: variable,
                    binding(variable, to: end(of: collection)).renamed(predicate)
                )
            case .index(let base, .element(let element)): .index(renamed(base), .element(renamed(element)))
            case .index(let base, let index): .index(renamed(base), index)
            case .conditional(let predicate, let first, let second):
                .conditional(renamed(predicate), renamed(first), renamed(second))
            }
        return ExpressionFormat(kind, at: expression.offset)
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
        var copy: PredicateRenamer = self
        copy.variables[variable] = end
        return copy
    }

    /// What an expression leads to.
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
        var end: Renamer.End = start
        let renamed: [ExpressionFormat.Step] = steps.map { step in
            guard case .name(let name) = step else { return step }
            let next = renamer.step(name, from: end)
            end = next.end
            return .name(next.name)
        }
        return (renamed, end)
    }
}
