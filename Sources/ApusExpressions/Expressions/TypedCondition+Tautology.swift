extension TypedCondition {
    /// Whether the form of the condition shows that it holds for all values: whatever parts of its conjunctions are chosen, a
    /// condition and its opposite are among the alternatives. `false` says nothing.
    package var isTautology: Bool {
        var search = TautologySearch<Leaf>()
        return search.holds([(self, true)], [:])
    }
}

extension TypedCondition {
    /// The parts of a conjunction or an alternative.
    fileprivate var parts: [TypedCondition] {
        switch self {
        case .and(let parts), .or(let parts): parts
        default: []
        }
    }
}

/// The search for an alternative and its opposite.
private struct TautologySearch<Leaf: ExpressionLeaf> {
    typealias Part = (condition: TypedCondition<Leaf>, holds: Bool)

    /// How many parts are looked at: conjunctions among alternatives multiply them.
    private var rest = 1000

    /// Whether one of some parts always holds.
    ///
    /// - Parameters:
    ///   - parts: The alternatives that were not looked at.
    ///   - known: The simple ones among the others, and whether it is they or their opposites.
    /// - Returns: Whether their forms show it.
    mutating func holds(_ parts: [Part], _ known: [TypedCondition<Leaf>: Bool]) -> Bool {
        var (open, known, conjunctions) = (parts, known, [Part]())
        while let (condition, holds) = open.popLast() {
            rest -= 1
            if rest < 0 { return false }
            switch condition {
            case .constant(let value): if value == holds { return true }
            case .not(let inner): open.append((inner, !holds))
            case .comparison(let one, .notEqual, let other, let order):
                open.append((.comparison(one, .equal, other, order), !holds))
            case .and where holds, .or where !holds: conjunctions.append((condition, holds))
            case .and(let inner), .or(let inner): open += inner.map { ($0, holds) }
            default:
                if known[condition] == !holds { return true }
                known[condition] = holds
            }
        }
        // Each part of a conjunction has to be among alternatives that always hold.
        guard let (condition, holds) = conjunctions.popLast() else { return false }
        return condition.parts.allSatisfy { self.holds(conjunctions + [($0, holds)], known) }
    }
}
