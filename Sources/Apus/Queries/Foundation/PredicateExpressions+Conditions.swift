import ApusSchema
import Foundation

private typealias Translator = FoundationTranslator

extension PredicateExpressions.Equal: TranslatedExpression {
    func part(_ translator: inout FoundationTranslator) throws(PredicateProblem) -> FoundationTranslator.Part {
        .condition(.comparison(try translator.value(lhs), .equalTo, try translator.value(rhs)))
    }
}

extension PredicateExpressions.NotEqual: TranslatedExpression {
    func part(_ translator: inout FoundationTranslator) throws(PredicateProblem) -> FoundationTranslator.Part {
        .condition(.comparison(try translator.value(lhs), .notEqualTo, try translator.value(rhs)))
    }
}

extension PredicateExpressions.Comparison: TranslatedExpression {
    func part(_ translator: inout FoundationTranslator) throws(PredicateProblem) -> FoundationTranslator.Part {
        let sign: PredicateFormat.Operator =
            switch op {
            case .lessThan: .lessThan
            case .lessThanOrEqual: .lessThanOrEqualTo
            case .greaterThan: .greaterThan
            case .greaterThanOrEqual: .greaterThanOrEqualTo
            @unknown default: throw Translator.problem("it uses an unknown comparison operator")
            }
        try Translator.checkOrder(of: LHS.Output.self)
        return .condition(.comparison(try translator.value(lhs), sign, try translator.value(rhs)))
    }
}

extension FoundationTranslator {
    /// Refuses types whose order is defined in Swift, such as enums: a store only knows the order of raw values.
    static func checkOrder(of type: Any.Type) throws(PredicateProblem) {
        let type: Any.Type = wrappedType(of: type)
        guard type is any RawRepresentable.Type else { return }
        throw problem("a store does not know the order of \(type); compare 'rawValue' instead")
    }
}

extension PredicateExpressions.Conjunction: TranslatedExpression {
    func part(_ translator: inout FoundationTranslator) throws(PredicateProblem) -> FoundationTranslator.Part {
        .condition(.all([try translator.condition(lhs), try translator.condition(rhs)]))
    }
}

extension PredicateExpressions.Disjunction: TranslatedExpression {
    func part(_ translator: inout FoundationTranslator) throws(PredicateProblem) -> FoundationTranslator.Part {
        .condition(.some([try translator.condition(lhs), try translator.condition(rhs)]))
    }
}

extension PredicateExpressions.Negation: TranslatedExpression {
    func part(_ translator: inout FoundationTranslator) throws(PredicateProblem) -> FoundationTranslator.Part {
        .condition(try translator.condition(wrapped).negated)
    }
}

extension PredicateExpressions.Conditional: TranslatedExpression {
    func part(_ translator: inout FoundationTranslator) throws(PredicateProblem) -> FoundationTranslator.Part {
        let test: PredicateFormat = try translator.condition(test)
        if Output.self == Bool.self {
            let (one, other) = (try translator.condition(trueBranch), try translator.condition(falseBranch))
            return .condition(.some([.all([test, one]), .all([test.negated, other])]))
        }
        return .value(
            ExpressionFormat(.conditional(test, try translator.value(trueBranch), try translator.value(falseBranch)))
        )
    }
}

extension PredicateExpressions.NilCoalesce: TranslatedExpression {
    func part(_ translator: inout FoundationTranslator) throws(PredicateProblem) -> FoundationTranslator.Part {
        switch try translator.part(lhs) {
        case .optional(let condition, let exists):
            let other: PredicateFormat = try translator.condition(rhs)
            return .condition(.some([.all([exists, condition]), .all([exists.negated, other])]))
        case .condition(let condition): return .condition(condition)
        case .value(let value):
            return .value(ExpressionFormat(.conditional(value.isThere, value, try translator.value(rhs))))
        }
    }
}

extension PredicateExpressions.OptionalFlatMap: TranslatedExpression {
    func part(_ translator: inout FoundationTranslator) throws(PredicateProblem) -> FoundationTranslator.Part {
        let value: ExpressionFormat = try translator.value(wrapped)
        // The result for nil is nil, whatever the transform.
        if case .constant(.null) = value.kind { return .value(value) }
        translator.bind(variable, to: value)
        switch try translator.part(transform) {
        case .condition(let condition): return .optional(condition, where: value.isThere)
        case .optional(let condition, let exists): return .optional(condition, where: .all([value.isThere, exists]))
        case .value(let result):
            // A path from a missing object is already null.
            if value.leads(to: result) { return .value(result) }
            return .value(
                ExpressionFormat(.conditional(value.isThere, result, ExpressionFormat(.constant(.null))))
            )
        }
    }
}

extension PredicateExpressions.ForcedUnwrap: TranslatedExpression {
    func part(_ translator: inout FoundationTranslator) throws(PredicateProblem) -> FoundationTranslator.Part {
        .value(try translator.value(inner))
    }
}

extension PredicateExpressions.RangeExpressionContains: TranslatedExpression {
    func part(_ translator: inout FoundationTranslator) throws(PredicateProblem) -> FoundationTranslator.Part {
        try Translator.checkOrder(of: Element.Output.self)
        let value: ExpressionFormat = try translator.value(element)
        guard let bounds = try (range as? any TranslatedRange)?.bounds(&translator) else {
            throw Translator.problem("its range is not of the form 'a..<b' or 'a...b'")
        }
        let upper: PredicateFormat.Operator = bounds.isClosed ? .lessThanOrEqualTo : .lessThan
        return .condition(
            .all([
                .comparison(value, .greaterThanOrEqualTo, bounds.lower), .comparison(value, upper, bounds.upper),
            ])
        )
    }
}

/// A range whose bounds are constants or values of objects.
private protocol TranslatedRange {
    func bounds(
        _ translator: inout FoundationTranslator
    ) throws(PredicateProblem) -> (lower: ExpressionFormat, upper: ExpressionFormat, isClosed: Bool)?
}

extension PredicateExpressions.Range: TranslatedRange {
    fileprivate func bounds(
        _ translator: inout FoundationTranslator
    ) throws(PredicateProblem) -> (lower: ExpressionFormat, upper: ExpressionFormat, isClosed: Bool)? {
        (try translator.value(lower), try translator.value(upper), false)
    }
}

extension PredicateExpressions.ClosedRange: TranslatedRange {
    fileprivate func bounds(
        _ translator: inout FoundationTranslator
    ) throws(PredicateProblem) -> (lower: ExpressionFormat, upper: ExpressionFormat, isClosed: Bool)? {
        (try translator.value(lower), try translator.value(upper), true)
    }
}

extension PredicateExpressions.Value: TranslatedRange {
    fileprivate func bounds(
        _ translator: inout FoundationTranslator
    ) throws(PredicateProblem) -> (lower: ExpressionFormat, upper: ExpressionFormat, isClosed: Bool)? {
        guard let range = value as? any GivenRange,
            let lower = range.given.lower as? any PredicateValue, let upper = range.given.upper as? any PredicateValue
        else { return nil }
        return (
            translator.argument(lower.predicateArgument), translator.argument(upper.predicateArgument),
            range.given.isClosed
        )
    }
}

/// A range of constants.
private protocol GivenRange {
    var given: (lower: Any, upper: Any, isClosed: Bool) { get }
}

extension Range: GivenRange {
    fileprivate var given: (lower: Any, upper: Any, isClosed: Bool) { (lowerBound, upperBound, false) }
}

extension ClosedRange: GivenRange {
    fileprivate var given: (lower: Any, upper: Any, isClosed: Bool) { (lowerBound, upperBound, true) }
}

extension ExpressionFormat {
    /// Whether another expression is this one, or a property path from it.
    fileprivate func leads(to other: ExpressionFormat) -> Bool {
        if self == other { return true }
        guard case .keyPath(let base, let steps) = other.kind, steps.allSatisfy(\.isName) else { return false }
        switch kind {
        case .evaluatedObject: return base == nil
        case .keyPath(base, let mine): return steps.starts(with: mine)
        default: return base == self
        }
    }
}

extension ExpressionFormat.Step {
    fileprivate var isName: Bool { if case .name = self { true } else { false } }
}
