import ApusSchema
import Foundation

/// Translates Foundation's predicate expressions into the predicate format.
struct FoundationTranslator {
    /// The translation of an expression.
    enum Part {
        /// A value or an object.
        case value(ExpressionFormat)
        /// A Boolean.
        case condition(PredicateFormat)
        /// A Boolean that is nil unless another condition holds.
        case optional(PredicateFormat, where: PredicateFormat)
    }

    let coordinator: StoreCoordinator

    /// The values of the variables, which are named by their indexes.
    private(set) var arguments: [PredicateArgument] = []

    private var variables: [PredicateExpressions.VariableID: ExpressionFormat] = [:]

    init(_ coordinator: StoreCoordinator) {
        self.coordinator = coordinator
    }

    static func problem(_ message: String) -> PredicateProblem { PredicateProblem(at: 0, message) }

    // MARK: - Expressions

    /// Translates an expression.
    mutating func part(_ expression: some PredicateExpression) throws(PredicateProblem) -> Part {
        guard let expression = expression as? any TranslatedExpression else {
            let name = "\(type(of: expression))".prefix { $0 != "<" }.description
            throw Self.problem("no store can answer Foundation's expression '\(name)'")
        }
        return try expression.part(&self)
    }

    /// Translates an expression to a value.
    mutating func value(_ expression: some PredicateExpression) throws(PredicateProblem) -> ExpressionFormat {
        switch try part(expression) {
        case .value(let value): value
        case .condition(let condition): condition.asValue
        case .optional(let condition, let exists):
            ExpressionFormat(.conditional(exists, condition.asValue, ExpressionFormat(.constant(.null))))
        }
    }

    /// Translates an expression to a condition.
    mutating func condition(_ expression: some PredicateExpression) throws(PredicateProblem) -> PredicateFormat {
        switch try part(expression) {
        case .value(let value): .comparison(value, .equalTo, ExpressionFormat(.constant(.bool(true))))
        case .condition(let condition): condition
        case .optional(let condition, let exists): .all([exists, condition])
        }
    }

    // MARK: - Variables

    /// Binds a variable to an expression.
    mutating func bind<Output>(_ variable: PredicateExpressions.Variable<Output>, to expression: ExpressionFormat) {
        variables[variable.key] = expression
    }

    func expression(of key: PredicateExpressions.VariableID) throws(PredicateProblem) -> ExpressionFormat {
        guard let expression = variables[key] else { throw Self.problem("it uses a variable of another predicate") }
        return expression
    }

    /// Adds an argument, and returns the variable for it.
    mutating func argument(_ argument: PredicateArgument) -> ExpressionFormat {
        arguments.append(argument)
        return ExpressionFormat(.variable("\(arguments.count - 1)"))
    }

    // MARK: - Properties

    /// Resolves a key path.
    ///
    /// - Parameters:
    ///   - keyPath: The key path.
    ///   - type: The key path's root type.
    ///   - base: The value that the key path is applied to.
    /// - Returns: The expression.
    /// - Throws: `PredicateProblem` if the key path is not a stored property.
    func property(
        _ keyPath: AnyKeyPath,
        of type: Any.Type,
        behind base: ExpressionFormat
    ) throws(PredicateProblem) -> ExpressionFormat {
        if let model = type as? any PersistentModel.Type, let table = coordinator.table(of: model) {
            if let position = table.entity.keyPaths().firstIndex(of: keyPath) {
                let properties: [PropertyDescription] = table.entity.properties
                // The key paths after the properties' are those of the object itself.
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
            throw Self.problem("a store cannot count the characters of a text as Swift does")
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
            "\(keyPath) of \(type) is not a stored property"
                + (type is any PersistentModel.Type ? "; for a longer path, use the class's 'columns'" : "")
        )
    }
}

/// A Foundation expression that stores can evaluate.
protocol TranslatedExpression {
    /// Translates the expression.
    func part(_ translator: inout FoundationTranslator) throws(PredicateProblem) -> FoundationTranslator.Part
}

/// An array of model objects, which a store can count.
private protocol CountedCollection {
    static var countPath: AnyKeyPath { get }
    static var isEmptyPath: AnyKeyPath { get }
}

extension Array: CountedCollection where Element: PersistentModel {
    fileprivate static var countPath: AnyKeyPath { \Self.count }
    fileprivate static var isEmptyPath: AnyKeyPath { \Self.isEmpty }
}

extension CaseIterable where Self: RawRepresentable {
    /// Whether a key path gives the raw value of every case. Two key paths to the raw value may be unequal.
    fileprivate static func isRawValue(_ keyPath: AnyKeyPath) -> Bool {
        keyPath is KeyPath<Self, RawValue>
            && allCases.allSatisfy { $0[keyPath: keyPath] as? AnyHashable == $0.rawValue as? AnyHashable }
    }
}

extension ExpressionFormat {
    /// Appends a step to the path.
    func appending(_ step: Step) -> ExpressionFormat {
        switch kind {
        case .evaluatedObject: ExpressionFormat(.keyPath(base: nil, [step]))
        case .keyPath(let base, let steps): ExpressionFormat(.keyPath(base: base, steps + [step]))
        default: ExpressionFormat(.keyPath(base: self, [step]))
        }
    }

    /// The condition that the value is not null.
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

    /// The condition that all conditions hold.
    static func all(_ conditions: [PredicateFormat]) -> PredicateFormat {
        // Flattened, so that a long chain is not deeply nested.
        PredicateFormat(.and(conditions.flatMap { if case .and(let parts) = $0.kind { parts } else { [$0] } }))
    }

    /// The condition that at least one condition holds.
    static func some(_ conditions: [PredicateFormat]) -> PredicateFormat {
        PredicateFormat(.or(conditions.flatMap { if case .or(let parts) = $0.kind { parts } else { [$0] } }))
    }

    /// The negated condition.
    var negated: PredicateFormat { PredicateFormat(.not(self)) }

    /// The condition as a Boolean value.
    var asValue: ExpressionFormat {
        ExpressionFormat(
            .conditional(self, ExpressionFormat(.constant(.bool(true))), ExpressionFormat(.constant(.bool(false))))
        )
    }
}
