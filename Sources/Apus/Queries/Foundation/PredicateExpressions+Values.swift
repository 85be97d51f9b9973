import ApusSchema
import Foundation

extension PredicateExpressions.Variable: TranslatedExpression {
    func part(_ translator: inout FoundationTranslator) throws(PredicateProblem) -> FoundationTranslator.Part {
        .value(try translator.expression(of: key))
    }
}

extension PredicateExpressions.KeyPath: TranslatedExpression {
    func part(_ translator: inout FoundationTranslator) throws(PredicateProblem) -> FoundationTranslator.Part {
        if let known = given, let value = known as? Output { return .value(try translator.given(value)) }
        return .value(try translator.property(keyPath, of: Root.Output.self, behind: try translator.value(root)))
    }
}

extension PredicateExpressions.Value: TranslatedExpression {
    func part(_ translator: inout FoundationTranslator) throws(PredicateProblem) -> FoundationTranslator.Part {
        .value(try translator.given(value))
    }
}

/// An expression whose value may be known without an object, such as a property of a captured value.
private protocol GivenExpression {
    /// The value; `nil` if it depends on an object.
    var given: Any? { get }
}

extension PredicateExpressions.Value: GivenExpression {
    fileprivate var given: Any? { value }
}

extension PredicateExpressions.KeyPath: GivenExpression {
    fileprivate var given: Any? {
        ((root as? any GivenExpression)?.given as? Root.Output)?[keyPath: keyPath]
    }
}

extension FoundationTranslator {
    /// Translates a captured value.
    fileprivate mutating func given<Value>(_ value: Value) throws(PredicateProblem) -> ExpressionFormat {
        if (value as? any OptionalType)?.isNone == true { return ExpressionFormat(.constant(.null)) }
        guard let value = value as? any PredicateValue else {
            throw Self.problem("a store cannot compare a value of the type \(Value.self)")
        }
        return argument(value.predicateArgument)
    }
}

extension PredicateExpressions.NilLiteral: TranslatedExpression {
    func part(_ translator: inout FoundationTranslator) throws(PredicateProblem) -> FoundationTranslator.Part {
        .value(ExpressionFormat(.constant(.null)))
    }
}

extension PredicateExpressions.Arithmetic: TranslatedExpression {
    func part(_ translator: inout FoundationTranslator) throws(PredicateProblem) -> FoundationTranslator.Part {
        let sign: ExpressionFormat.Arithmetic =
            switch op {
            case .add: .plus
            case .subtract: .minus
            case .multiply: .times
            @unknown default: throw FoundationTranslator.problem("it uses an unknown arithmetic operator")
            }
        return .value(ExpressionFormat(.arithmetic(try translator.value(lhs), sign, try translator.value(rhs))))
    }
}

extension PredicateExpressions.FloatDivision: TranslatedExpression {
    func part(_ translator: inout FoundationTranslator) throws(PredicateProblem) -> FoundationTranslator.Part {
        .value(ExpressionFormat(.arithmetic(try translator.value(lhs), .divided, try translator.value(rhs))))
    }
}

extension PredicateExpressions.IntDivision: TranslatedExpression {
    func part(_ translator: inout FoundationTranslator) throws(PredicateProblem) -> FoundationTranslator.Part {
        .value(ExpressionFormat(.arithmetic(try translator.value(lhs), .divided, try translator.value(rhs))))
    }
}

extension PredicateExpressions.IntRemainder: TranslatedExpression {
    func part(_ translator: inout FoundationTranslator) throws(PredicateProblem) -> FoundationTranslator.Part {
        .value(ExpressionFormat(.call("modulus:by:", [try translator.value(lhs), try translator.value(rhs)])))
    }
}

extension PredicateExpressions.UnaryMinus: TranslatedExpression {
    func part(_ translator: inout FoundationTranslator) throws(PredicateProblem) -> FoundationTranslator.Part {
        .value(ExpressionFormat(.negation(try translator.value(wrapped))))
    }
}
