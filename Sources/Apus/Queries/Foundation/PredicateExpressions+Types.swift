import ApusSchema
import Foundation

extension PredicateExpressions.TypeCheck: TranslatedExpression {
    func part(_ translator: inout FoundationTranslator) throws(PredicateProblem) -> FoundationTranslator.Part {
        .condition(try translator.object(input, as: Desired.self).isThere)
    }
}

extension PredicateExpressions.ConditionalCast: TranslatedExpression {
    func part(_ translator: inout FoundationTranslator) throws(PredicateProblem) -> FoundationTranslator.Part {
        .value(try translator.object(input, as: Desired.self))
    }
}

extension PredicateExpressions.ForceCast: TranslatedExpression {
    func part(_ translator: inout FoundationTranslator) throws(PredicateProblem) -> FoundationTranslator.Part {
        .value(try translator.object(input, as: Desired.self))
    }
}

extension FoundationTranslator {
    /// The object if it is of a class; otherwise nil.
    fileprivate mutating func object(
        _ expression: some PredicateExpression,
        as type: Any.Type
    ) throws(PredicateProblem) -> ExpressionFormat {
        guard let model = type as? any PersistentModel.Type, let table = coordinator.table(of: model) else {
            throw Self.problem("a store cannot check whether a value is of the type \(type)")
        }
        return ExpressionFormat(.cast(try value(expression), type: table.entity.name))
    }
}
