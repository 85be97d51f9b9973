extension TypedCondition {
    /// Whether the form of the condition shows that it holds for all values: whatever parts of its conjunctions are chosen, a
    /// condition and its opposite are among the alternatives, or comparisons with constants that leave no value out. `false`
    /// says nothing.
    package var isTautology: Bool {
        var search = TautologySearch<Leaf>(isWhole: { _ in false })
        return search.holds([(self, true)], [:])
    }

    /// Returns whether the forms of two conditions show that they never hold for the same values. `false` says nothing.
    ///
    /// - Parameters:
    ///   - other: The other condition.
    ///   - isWhole: Whether an expression is always a whole number or null, so that it is in no gap between two that follow each
    ///     other.
    /// - Returns: Whether their forms show it.
    package func excludes(_ other: TypedCondition, isWhole: (TypedExpression<Leaf>) -> Bool = { _ in false }) -> Bool {
        // What one leaves out word for word needs no search, however many other conditions there are.
        let (own, others) = (conjuncts, other.conjuncts)
        if own.contains(where: { $0.denies(others) }) || others.contains(where: { $0.denies(own) }) { return true }
        return withoutActuallyEscaping(isWhole) { isWhole in
            var search = TautologySearch<Leaf>(isWhole: isWhole)
            return search.holds([(.or([.not(self), .not(other)]), true)], [:])
        }
    }

    /// The conditions that all have to hold.
    private var conjuncts: [TypedCondition] {
        if case .and(let parts) = self { parts.flatMap(\.conjuncts) } else { [self] }
    }

    /// Whether this is the opposite of conditions that are all among some that hold.
    private func denies(_ conditions: [TypedCondition]) -> Bool {
        if case .not(let denied) = self { denied.conjuncts.allSatisfy(conditions.contains) } else { false }
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

    let isWhole: (TypedExpression<Leaf>) -> Bool

    /// How many parts are looked at: conjunctions among alternatives multiply them.
    private var rest = 1000

    init(isWhole: @escaping (TypedExpression<Leaf>) -> Bool) { self.isWhole = isWhole }

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
        guard let (condition, holds) = conjunctions.popLast() else { return leavesNoneOut(known) }
        return condition.parts.allSatisfy { self.holds(conjunctions + [($0, holds)], known) }
    }

    /// Returns whether some of the alternatives compare one value with constants, and each value satisfies one of them, as
    /// does a missing one.
    private func leavesNoneOut(_ known: [TypedCondition<Leaf>: Bool]) -> Bool {
        let comparisons = known.compactMap { condition, holds in
            ConstantComparison(condition).map { (comparison: $0, holds: holds) }
        }
        return Dictionary(grouping: comparisons, by: \.comparison.value).contains { compared, comparisons in
            if comparisons.count == 1 { return false }
            let constants = Set(comparisons.flatMap(\.comparison.constants)).subtracting([.null]).sorted(
                by: StoredOrder.usual.precedes
            )
            // All values between two constants that follow each other compare alike, so one stands for them: constants have
            // the odd numbers.
            func number(_ constant: StoredValue) -> StoredValue {
                if constant == .null { return .null }
                let index = constants.firstIndex { !StoredOrder.usual.precedes($0, constant) } ?? 0
                return .integer(Int64(2 * index + 1))
            }
            let isWhole = self.isWhole(compared)
            let numbers = (0...2 * constants.count).filter { number in
                let index = number / 2
                guard isWhole, number.isMultiple(of: 2), constants.indices.contains(index), index > 0,
                    case (.integer(let low), .integer(let high)) = (constants[index - 1], constants[index])
                else { return true }
                return high - 1 > low
            }
            let values = [StoredValue.null] + numbers.map { .integer(Int64($0)) }
            return values.allSatisfy { value in
                comparisons.contains { $0.comparison.holds(value, number) == $0.holds }
            }
        }
    }
}

/// A comparison of a value with constants.
private struct ConstantComparison<Leaf: ExpressionLeaf> {
    let value: TypedExpression<Leaf>
    let constants: [StoredValue]
    private let test: (_ value: StoredValue, _ constants: [StoredValue]) -> Bool

    /// - Returns: The comparison; `nil` if the condition is another one, or its order is not that of stored values.
    init?(_ condition: TypedCondition<Leaf>) {
        func constants(_ expressions: [TypedExpression<Leaf>]) -> [StoredValue]? {
            let found = expressions.compactMap {
                if case .constant(let value) = $0, !value.isNaN { value } else { nil }
            }
            return found.count == expressions.count ? found : nil
        }
        switch condition {
        case .comparison(let one, let sign, let other, .usual):
            if let known = constants([other]) {
                (value, self.constants) = (one, known)
                test = { sign.holds($0, $1[0], in: .usual) }
            } else if let known = constants([one]) {
                (value, self.constants) = (other, known)
                test = { sign.holds($1[0], $0, in: .usual) }
            } else {
                return nil
            }
        case .isOne(let one, let others):
            guard let known = constants(others.expressions) else { return nil }
            (value, self.constants) = (one, known)
            test = { value, others in others.contains { ExpressionComparison.equal.holds(value, $0, in: .usual) } }
        case .between(let one, let low, let high):
            guard let known = constants([low, high]) else { return nil }
            (value, self.constants) = (one, known)
            test = { value, bounds in
                ExpressionComparison.greaterOrEqual.holds(value, bounds[0], in: .usual)
                    && ExpressionComparison.lessOrEqual.holds(value, bounds[1], in: .usual)
            }
        default: return nil
        }
    }

    /// Returns whether the comparison holds for a value, with each constant replaced by another value.
    func holds(_ value: StoredValue, _ replaced: (StoredValue) -> StoredValue) -> Bool {
        test(value, constants.map(replaced))
    }
}
