import ApusSchema
import Foundation

extension PredicateExpressions.Variable: TranslatedExpression {
    func part(_ translator: inout FoundationTranslator) throws(PredicateProblem) -> FoundationTranslator.Part {
        .value(try translator.expression(of: key))
    }
}

extension PredicateExpressions.KeyPath: TranslatedExpression {
    func part(_ translator: inout FoundationTranslator) throws(PredicateProblem) -> FoundationTranslator.Part {
        .value(try translator.property(keyPath, of: Root.Output.self, behind: try translator.value(root)))
    }
}

extension PredicateExpressions.Value: TranslatedExpression {
    func part(_ translator: inout FoundationTranslator) throws(PredicateProblem) -> FoundationTranslator.Part {
        guard let value = value as? any PredicateValue else {
            throw FoundationTranslator.problem("no store can compare a value of the type \(Output.self)")
        }
        return .value(translator.argument(value.predicateArgument))
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
            @unknown default: throw FoundationTranslator.problem("it calculates in a way that is not known here")
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
