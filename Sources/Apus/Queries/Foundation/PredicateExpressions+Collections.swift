import ApusSchema
import Foundation

extension PredicateExpressions.SequenceContains: TranslatedExpression {
    func part(_ translator: inout FoundationTranslator) throws(PredicateProblem) -> FoundationTranslator.Part {
        .condition(.comparison(try translator.value(element), .in, try translator.value(sequence)))
    }
}

extension PredicateExpressions.SequenceContainsWhere: TranslatedExpression {
    func part(_ translator: inout FoundationTranslator) throws(PredicateProblem) -> FoundationTranslator.Part {
        let found: ExpressionFormat = try translator.objects(sequence, variable) {
            translator throws(PredicateProblem) in
            try translator.condition(test)
        }
        return .condition(.comparison(found.counted, .greaterThan, ExpressionFormat(.constant(.integer(0)))))
    }
}

extension PredicateExpressions.SequenceAllSatisfy: TranslatedExpression {
    func part(_ translator: inout FoundationTranslator) throws(PredicateProblem) -> FoundationTranslator.Part {
        let found: ExpressionFormat = try translator.objects(sequence, variable) {
            translator throws(PredicateProblem) in
            try translator.condition(test).negated
        }
        return .condition(.comparison(found.counted, .equalTo, ExpressionFormat(.constant(.integer(0)))))
    }
}

extension PredicateExpressions.Filter: TranslatedExpression {
    func part(_ translator: inout FoundationTranslator) throws(PredicateProblem) -> FoundationTranslator.Part {
        .value(
            try translator.objects(sequence, variable) { translator throws(PredicateProblem) in
                try translator.condition(filter)
            }
        )
    }
}

extension PredicateExpressions.CollectionIndexSubscript: TranslatedExpression {
    func part(_ translator: inout FoundationTranslator) throws(PredicateProblem) -> FoundationTranslator.Part {
        .value(ExpressionFormat(.index(try translator.value(wrapped), .element(try translator.value(index)))))
    }
}

// Swift searches a text character by character, and canonically equivalent characters are equal. A store compares texts
// by their bytes, here as everywhere.

extension PredicateExpressions.CollectionContainsCollection: TranslatedExpression {
    func part(_ translator: inout FoundationTranslator) throws(PredicateProblem) -> FoundationTranslator.Part {
        guard Base.Output.self == String.self, Other.Output.self == String.self else {
            throw FoundationTranslator.problem("'contains' with a collection works on texts only")
        }
        return .condition(.comparison(try translator.value(base), .contains, try translator.value(other)))
    }
}

extension PredicateExpressions.SequenceStartsWith: TranslatedExpression {
    func part(_ translator: inout FoundationTranslator) throws(PredicateProblem) -> FoundationTranslator.Part {
        guard Base.Output.self == String.self, Prefix.Output.self == String.self else {
            throw FoundationTranslator.problem("'starts(with:)' works on texts only")
        }
        return .condition(.comparison(try translator.value(base), .beginsWith, try translator.value(prefix)))
    }
}

#if canImport(Darwin)
extension PredicateExpressions.StringLocalizedStandardContains: TranslatedExpression {
    func part(_ translator: inout FoundationTranslator) throws(PredicateProblem) -> FoundationTranslator.Part {
        let options: PredicateFormat.Options = [.caseInsensitive, .diacriticInsensitive]
        return .condition(
            .comparison(try translator.value(root), .contains, try translator.value(other), options: options)
        )
    }
}
#endif

extension FoundationTranslator {
    /// The objects of a to-many relationship that fulfil a condition.
    fileprivate mutating func objects<Output>(
        _ sequence: some PredicateExpression,
        _ variable: PredicateExpressions.Variable<Output>,
        where condition: (inout FoundationTranslator) throws(PredicateProblem) -> PredicateFormat
    ) throws(PredicateProblem) -> ExpressionFormat {
        let all: ExpressionFormat = try value(sequence)
        let name: String = CollectionVariable.next()
        bind(variable, to: ExpressionFormat(.variable(name)))
        return ExpressionFormat(.subquery(all, variable: name, try condition(&self)))
    }
}

extension ExpressionFormat {
    /// The number of objects.
    fileprivate var counted: ExpressionFormat { ExpressionFormat(.keyPath(base: self, [.collection(.count)])) }
}
