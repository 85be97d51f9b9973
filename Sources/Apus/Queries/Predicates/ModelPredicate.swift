import ApusSchema

/// A condition on a model's objects, which a store can answer.
///
/// It is made of the names of properties, which the compiler checks, or of a text in the format of `NSPredicate`:
///
/// ```swift
/// let upcoming: ModelPredicate<Trip> = Trip.columns.startDate >= Date.now && Trip.columns.leader.name == "Ada"
/// let named = ModelPredicate<Trip>(format: "name BEGINSWITH[cd] $PREFIX", ["PREFIX": "a"])
/// let trips = try context.fetch(FetchDescriptor(where: upcoming || named))
/// ```
///
/// A condition holds or it does not, for missing values too: `nil` equals `nil` and nothing else, and is neither below
/// nor above anything. In SQL, and in Core Data's stores, what compares with `nil` is neither true nor false, and its
/// opposite is not true either.
public struct ModelPredicate<Model: PersistentModel>: Sendable {
    /// What the condition says; the variables are called by their places among the arguments.
    let format: PredicateFormat

    /// The values of the variables.
    let arguments: [PredicateArgument]

    /// Why the text could not be read.
    let problem: PredicateProblem?

    init(_ format: PredicateFormat, _ arguments: [PredicateArgument], problem: PredicateProblem? = nil) {
        self.format = format
        self.arguments = arguments
        self.problem = problem
    }

    /// A condition that is written in the format of `NSPredicate`, as fetch requests in model files are.
    ///
    /// What is wrong with the text shows when objects are fetched: ``ModelError/unsupportedPredicate(_:reason:)``.
    ///
    /// - Parameters:
    ///   - text: The condition.
    ///   - variables: The values of its variables, `$NAME`, by their names.
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

    /// Holds for all objects, or for none.
    public init(_ holds: Bool) {
        self.init(PredicateFormat(.constant(holds)), [])
    }

    /// Both hold.
    public static func && (lhs: ModelPredicate, rhs: ModelPredicate) -> ModelPredicate {
        lhs.joined(rhs) { one, other in
            // A chain is one condition of many, not one that is as deep as it is long.
            if case .and(let operands) = one.kind { .and(operands + [other]) } else { .and([one, other]) }
        }
    }

    /// At least one of them holds.
    public static func || (lhs: ModelPredicate, rhs: ModelPredicate) -> ModelPredicate {
        lhs.joined(rhs) { one, other in
            if case .or(let operands) = one.kind { .or(operands + [other]) } else { .or([one, other]) }
        }
    }

    /// It does not hold.
    public static prefix func ! (operand: ModelPredicate) -> ModelPredicate {
        ModelPredicate(PredicateFormat(.not(operand.format)), operand.arguments, problem: operand.problem)
    }

    private func joined(
        _ other: ModelPredicate,
        _ join: (PredicateFormat, PredicateFormat) -> PredicateFormat.Kind
    ) -> ModelPredicate {
        ModelPredicate(
            PredicateFormat(join(format, other.format.shiftingArguments(by: arguments.count))),
            arguments + other.arguments,
            problem: problem ?? other.problem
        )
    }
}

extension ModelPredicate: CustomStringConvertible {
    /// The condition in the format of `NSPredicate`, with a number for each value; one in Foundation's words is named only.
    public var description: String {
        if arguments.count == 1, case .foundation(let expression) = arguments[0].content { return expression.text }
        return format.text
    }
}

extension PredicateFormat {
    /// The predicate behind others, whose arguments come first.
    func shiftingArguments(by count: Int) -> PredicateFormat {
        count == 0 ? self : renamingVariables { name in Int(name).map { "\($0 + count)" } ?? name }
    }
}

extension ExpressionFormat {
    /// The expression behind others, whose arguments come first.
    func shiftingArguments(by count: Int) -> ExpressionFormat {
        count == 0 ? self : renamingVariables { name in Int(name).map { "\($0 + count)" } ?? name }
    }
}
