import ApusSchema
import Foundation

/// Puts Foundation's expressions of predicates into the model's words.
struct FoundationTranslator {
    /// What an expression says.
    enum Part {
        /// A value, or an object.
        case value(ExpressionFormat)
        /// A truth value.
        case condition(PredicateFormat)
        /// A truth value that is there only where something else holds.
        case optional(PredicateFormat, where: PredicateFormat)
    }

    let container: ModelContainer

    /// The values of the variables, which are called by their places.
    private(set) var arguments: [PredicateArgument] = []

    private var variables: [PredicateExpressions.VariableID: ExpressionFormat] = [:]

    init(_ container: ModelContainer) {
        self.container = container
    }

    static func problem(_ message: String) -> PredicateProblem { PredicateProblem(at: 0, message) }

    // MARK: - Expressions

    /// What an expression says.
    mutating func part(_ expression: some PredicateExpression) throws(PredicateProblem) -> Part {
        guard let expression = expression as? any TranslatedExpression else {
            let name: String = "\(type(of: expression))".prefix { $0 != "<" }.description
            throw Self.problem("no store can answer Foundation's expression '\(name)'")
        }
        return try expression.part(&self)
    }

    /// A value.
    mutating func value(_ expression: some PredicateExpression) throws(PredicateProblem) -> ExpressionFormat {
        switch try part(expression) {
        case .value(let value): value
        case .condition(let condition): condition.asValue
        case .optional(let condition, let exists):
            ExpressionFormat(.conditional(exists, condition.asValue, ExpressionFormat(.constant(.null))))
        }
    }

    /// A condition.
    mutating func condition(_ expression: some PredicateExpression) throws(PredicateProblem) -> PredicateFormat {
        switch try part(expression) {
        case .value(let value): .comparison(value, .equalTo, ExpressionFormat(.constant(.bool(true))))
        case .condition(let condition): condition
        case .optional(let condition, let exists): .all([exists, condition])
        }
    }

    // MARK: - Variables

    /// Takes a variable for an expression.
    mutating func bind<Output>(_ variable: PredicateExpressions.Variable<Output>, to expression: ExpressionFormat) {
        variables[variable.key] = expression
    }

    func expression(of key: PredicateExpressions.VariableID) throws(PredicateProblem) -> ExpressionFormat {
        guard let expression = variables[key] else { throw Self.problem("it uses a variable of another predicate") }
        return expression
    }

    /// A value that was given.
    mutating func argument(_ argument: PredicateArgument) -> ExpressionFormat {
        arguments.append(argument)
        return ExpressionFormat(.variable("\(arguments.count - 1)"))
    }

    // MARK: - Properties

    /// What a key path leads to.
    ///
    /// - Parameters:
    ///   - keyPath: The key path.
    ///   - type: The type where it begins.
    ///   - base: The value of that type.
    /// - Returns: The expression.
    /// - Throws: That it is no property that a store keeps.
    func property(
        _ keyPath: AnyKeyPath,
        of type: Any.Type,
        behind base: ExpressionFormat
    ) throws(PredicateProblem) -> ExpressionFormat {
        if let model = type as? any PersistentModel.Type, let table = container.table(of: model) {
            if let position = table.entity.keyPaths().firstIndex(of: keyPath) {
                let properties: [PropertyDescription] = table.entity.properties
                // Behind the properties stand the names of the object itself.
                return position < properties.count ? base.appending(.name(properties[position].name)) : base
            }
        }
        if let composite = type as? any CompositeValue.Type,
            let part = composite.apusParts.first(where: { $0.keyPath == keyPath })
        {
            return base.appending(.name(part.name))
        }
        if let enumeration = type as? any (CaseIterable & RawRepresentable).Type, enumeration.isRawValue(keyPath) {
            return base
        }
        if type == String.self, keyPath == \String.count {
            throw Self.problem("no store counts the characters of a text as Swift does")
        }
        if type == String.self, keyPath == \String.isEmpty {
            return PredicateFormat.comparison(base, .equalTo, ExpressionFormat(.constant(.string("")))).asValue
        }
        if let collection = type as? any CountedCollection.Type {
            let count: ExpressionFormat = base.appending(.collection(.count))
            if keyPath == collection.countPath { return count }
            if keyPath == collection.isEmptyPath {
                return PredicateFormat.comparison(count, .equalTo, ExpressionFormat(.constant(.integer(0)))).asValue
            }
        }
        if let names = names(of: keyPath, from: type) {
            return names.reduce(base) { $0.appending(.name($1)) }
        }
        throw Self.problem(
            "\(keyPath) of \(type) is no property that a store keeps"
                + (type is any PersistentModel.Type ? "; where it leads on, use the class's 'columns'" : "")
        )
    }
}

/// Foundation's expressions that have a meaning for stores.
protocol TranslatedExpression {
    /// What the expression says.
    func part(_ translator: inout FoundationTranslator) throws(PredicateProblem) -> FoundationTranslator.Part
}

/// A collection whose objects can be counted.
private protocol CountedCollection {
    static var countPath: AnyKeyPath { get }
    static var isEmptyPath: AnyKeyPath { get }
}

extension Array: CountedCollection where Element: PersistentModel {
    fileprivate static var countPath: AnyKeyPath { \Self.count }
    fileprivate static var isEmptyPath: AnyKeyPath { \Self.isEmpty }
}

extension CaseIterable where Self: RawRepresentable {
    /// Whether a key path leads from every case to its raw value; key paths that do are not always equal.
    fileprivate static func isRawValue(_ keyPath: AnyKeyPath) -> Bool {
        keyPath is KeyPath<Self, RawValue>
            && allCases.allSatisfy { $0[keyPath: keyPath] as? AnyHashable == $0.rawValue as? AnyHashable }
    }
}

extension ExpressionFormat {
    /// What a step leads to from here.
    func appending(_ step: Step) -> ExpressionFormat {
        switch kind {
        case .evaluatedObject: ExpressionFormat(.keyPath(base: nil, [step]))
        case .keyPath(let base, let steps): ExpressionFormat(.keyPath(base: base, steps + [step]))
        default: ExpressionFormat(.keyPath(base: self, [step]))
        }
    }

    /// There is a value.
    var isThere: PredicateFormat { .comparison(self, .notEqualTo, ExpressionFormat(.constant(.null))) }
}

extension PredicateFormat {
    static func comparison(
        _ left: ExpressionFormat,
        _ sign: Operator,
        _ right: ExpressionFormat,
        options: Options = []
    ) -> PredicateFormat {
        PredicateFormat(.comparison(Comparison(left, sign, right, options: options)))
    }

    /// All of them hold.
    static func all(_ conditions: [PredicateFormat]) -> PredicateFormat { PredicateFormat(.and(conditions)) }

    /// At least one of them holds.
    static func some(_ conditions: [PredicateFormat]) -> PredicateFormat { PredicateFormat(.or(conditions)) }

    /// The opposite.
    var negated: PredicateFormat { PredicateFormat(.not(self)) }

    /// The truth value of the condition.
    var asValue: ExpressionFormat {
        ExpressionFormat(
            .conditional(self, ExpressionFormat(.constant(.bool(true))), ExpressionFormat(.constant(.bool(false))))
        )
    }
}
