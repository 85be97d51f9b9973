import ApusSchema

/// A condition on a model's objects that a store can evaluate.
///
/// Create it with a model's columns, which the compiler checks, or from a text in the format of `NSPredicate`:
///
/// ```swift
/// let upcoming: ModelPredicate<Trip> = Trip.columns.startDate >= Date.now && Trip.columns.leader.name == "Ada"
/// let named = ModelPredicate<Trip>(format: "name BEGINSWITH[cd] $PREFIX", ["PREFIX": "a"])
/// let trips = try context.fetch(FetchDescriptor(where: upcoming || named))
/// ```
///
/// A condition is either true or false, for nil values too: `nil` equals only `nil`, and is neither less nor greater
/// than any value. In SQL and in Core Data's stores, a comparison with `nil` is neither true nor false, and neither is
/// its negation.
public struct ModelPredicate<Model: PersistentModel>: Sendable {
    /// The condition; its variables are named by the indexes of their arguments.
    let format: PredicateFormat

    /// The values of the variables.
    let arguments: [PredicateArgument]

    /// Why the text cannot be parsed; `nil` if it can.
    let problem: PredicateProblem?

    init(_ format: PredicateFormat, _ arguments: [PredicateArgument], problem: PredicateProblem? = nil) {
        self.format = format
        self.arguments = arguments
        self.problem = problem
    }

    /// Creates a condition from a text in the format of `NSPredicate`, like those of fetch requests in model files.
    ///
    /// If the text is invalid, fetching throws ``ModelError/unsupportedPredicate(_:reason:)``.
    ///
    /// - Parameters:
    ///   - text: The condition.
    ///   - variables: The values of its variables (`$NAME`), by name.
    public init(format text: String, _ variables: KeyValuePairs<String, any PredicateValue> = [:]) {
        let places: [String: Int] = Dictionary(
            variables.enumerated().map { ($1.key, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        do throws(PredicateProblem) {
            format = try PredicateFormat.parse(text).renamingVariables { name in places[name].map { "\($0)" } ?? name }
            problem = nil
        } catch {
            format = PredicateFormat(.constant(false))
            problem = error
        }
        arguments = variables.map(\.value.predicateArgument)
    }

    /// Creates a condition that is true for all objects or for none.
    public init(_ holds: Bool) {
        self.init(PredicateFormat(.constant(holds)), [])
    }

    /// Whether both conditions are true.
    public static func && (lhs: ModelPredicate, rhs: ModelPredicate) -> ModelPredicate {
        lhs.joined(rhs, PredicateFormat.all)
    }

    /// Whether at least one condition is true.
    public static func || (lhs: ModelPredicate, rhs: ModelPredicate) -> ModelPredicate {
        lhs.joined(rhs, PredicateFormat.some)
    }

    /// Whether the condition is false.
    public static prefix func ! (operand: ModelPredicate) -> ModelPredicate {
        ModelPredicate(PredicateFormat(.not(operand.format)), operand.arguments, problem: operand.problem)
    }

    private func joined(
        _ other: ModelPredicate,
        _ join: ([PredicateFormat]) -> PredicateFormat
    ) -> ModelPredicate {
        ModelPredicate(
            join([format, other.format.shiftingArguments(by: arguments.count)]),
            arguments + other.arguments,
            problem: problem ?? other.problem
        )
    }
}

extension ModelPredicate: CustomStringConvertible {
    /// The condition in the format of `NSPredicate`, with numbered variables; of a Foundation predicate, only its type.
    public var description: String {
        if arguments.count == 1, case .foundation(let expression) = arguments[0].content { return expression.text }
        return format.text
    }
}

extension PredicateFormat {
    /// The predicate with its variables renumbered to follow other arguments.
    func shiftingArguments(by count: Int) -> PredicateFormat {
        count == 0 ? self : renamingVariables { name in Int(name).map { "\($0 + count)" } ?? name }
    }
}

extension ExpressionFormat {
    /// The expression with its variables renumbered to follow other arguments.
    func shiftingArguments(by count: Int) -> ExpressionFormat {
        count == 0 ? self : renamingVariables { name in Int(name).map { "\($0 + count)" } ?? name }
    }
}
