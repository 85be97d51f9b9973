import ApusSchema
import Foundation

/// A `#Predicate` or `SortDescriptor`. It refers to properties by key paths, which only the classes of a container can
/// resolve, so it is translated when a container evaluates it.
final class FoundationExpression: Hashable, Sendable {
    /// The expression in messages.
    let text: String

    private let part: @Sendable (inout FoundationTranslator) throws(PredicateProblem) -> FoundationTranslator.Part

    /// Creates the expression of a predicate.
    init<Model: PersistentModel>(_ predicate: Predicate<Model>) {
        text = "#Predicate<\(Model.self)>"
        part = { translator throws(PredicateProblem) in
            translator.bind(predicate.variable, to: ExpressionFormat(.evaluatedObject))
            return .condition(try translator.condition(predicate.expression))
        }
    }

    /// Creates the expression of a sort descriptor's property.
    init<Model: PersistentModel>(_ descriptor: SortDescriptor<Model>) {
        text = "SortDescriptor<\(Model.self)>"
        part = { translator throws(PredicateProblem) in
            guard let keyPath = descriptor.keyPath, descriptor.knownTextOrder != nil else {
                throw FoundationTranslator.problem("it uses a custom comparison; sort by a key path")
            }
            try FoundationTranslator.checkOrder(of: type(of: keyPath).valueType)
            return .value(try translator.property(keyPath, of: Model.self, behind: ExpressionFormat(.evaluatedObject)))
        }
    }

    /// The expression in the predicate format, and the values of its variables.
    func translated(
        for coordinator: StoreCoordinator
    ) throws(PredicateProblem) -> (part: FoundationTranslator.Part, arguments: [PredicateArgument]) {
        var translator = FoundationTranslator(coordinator)
        return (try part(&translator), translator.arguments)
    }

    static func == (lhs: FoundationExpression, rhs: FoundationExpression) -> Bool { lhs === rhs }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
