import ApusSchema
import Foundation

/// What somebody wrote in Foundation's words (`#Predicate`, `SortDescriptor`). It names properties by key paths, which
/// mean something to the classes of a container only, so it is put into the model's words when it is asked.
final class FoundationExpression: Hashable, Sendable {
    /// The expression as messages show it.
    let text: String

    private let part: @Sendable (inout FoundationTranslator) throws(PredicateProblem) -> FoundationTranslator.Part

    /// A condition on objects of a class.
    init<Model: PersistentModel>(_ predicate: Predicate<Model>) {
        text = "#Predicate<\(Model.self)>"
        part = { translator throws(PredicateProblem) in
            translator.bind(predicate.variable, to: ExpressionFormat(.evaluatedObject))
            return .condition(try translator.condition(predicate.expression))
        }
    }

    /// A property of a class.
    init<Model: PersistentModel>(_ descriptor: SortDescriptor<Model>) {
        text = "SortDescriptor<\(Model.self)>"
        part = { translator throws(PredicateProblem) in
            guard let keyPath = descriptor.keyPath, descriptor.knownTextOrder != nil else {
                throw FoundationTranslator.problem("it compares in a way of its own; sort by a key path")
            }
            try FoundationTranslator.checkOrder(of: type(of: keyPath).valueType)
            return .value(try translator.property(keyPath, of: Model.self, behind: ExpressionFormat(.evaluatedObject)))
        }
    }

    /// The expression in the model's words, and the values of its variables.
    func translated(
        for container: ModelContainer
    ) throws(PredicateProblem) -> (part: FoundationTranslator.Part, arguments: [PredicateArgument]) {
        var translator = FoundationTranslator(container)
        return (try part(&translator), translator.arguments)
    }

    static func == (lhs: FoundationExpression, rhs: FoundationExpression) -> Bool { lhs === rhs }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
