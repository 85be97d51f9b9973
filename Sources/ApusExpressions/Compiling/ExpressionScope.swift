/// The context of an expression, which resolves names and determines what can be computed.
///
/// The compiler knows the language; a scope knows the meaning of key paths, variables and objects: the columns of one
/// row for an index, the properties of related objects for a fetch. It also rejects what cannot be computed.
package protocol ExpressionScope {
    /// The values that expressions read.
    associatedtype Leaf: ExpressionLeaf

    /// The meaning of a key path or a variable that is not a single value: an object or several objects.
    associatedtype Reference

    typealias Operand = ExpressionOperand<Leaf, Reference>

    /// The arithmetic for decimals, which stores keep as text.
    var decimals: DecimalArithmetic { get }

    /// Whether functions that can fail are computed, as in a migration, which finds all failures before it writes.
    var allowsFailures: Bool { get }

    /// The functions in Swift that can be called, by name.
    var functions: [String: FunctionDeclaration] { get }

    /// Whether a key path reads the bytes of a value that only the app can read, for a function in Swift.
    var readsBytes: Bool { get set }

    /// Rejects an expression or a condition that is nested too deeply.
    ///
    /// - Parameters:
    ///   - depth: The number of enclosing expressions and conditions.
    ///   - offset: The offset of its start in the text.
    /// - Throws: The problem to report.
    func check(depth: Int, at offset: Int) throws(PredicateProblem)

    /// Rejects an expression that cannot be computed.
    func check(_ format: ExpressionFormat) throws(PredicateProblem)

    /// Rejects a comparison that cannot be computed.
    func check(_ comparison: PredicateFormat.Comparison, at offset: Int) throws(PredicateProblem)

    /// Returns the meaning of a key path, a variable, `SELF`, `SUBQUERY`, an index in brackets, or a method call.
    static func operand(
        of format: ExpressionFormat,
        in compiler: inout ExpressionCompiler<Self>
    ) throws(PredicateProblem) -> Operand

    /// Returns the meaning of a function of references, or of one that only the scope has; `nil` for any other.
    static func operand(
        ofCall name: String,
        _ arguments: [Operand],
        _ format: ExpressionFormat
    ) throws(PredicateProblem) -> Operand?

    /// Returns a reference cast to another class; `nil` if there is no such class.
    func cast(_ operand: Operand, to type: String, _ format: ExpressionFormat) throws(PredicateProblem) -> Operand?

    /// Returns the problem of a reference in a position that needs a single value.
    static func problem(_ reference: Reference, _ format: ExpressionFormat) -> PredicateProblem

    /// Returns the condition that a value in the text, such as a variable, represents; `nil` for any other value.
    static func condition(
        of format: ExpressionFormat,
        in compiler: inout ExpressionCompiler<Self>
    ) throws(PredicateProblem) -> TypedCondition<Leaf>?

    /// Returns a comparison that involves references; `nil` if both sides are values.
    static func condition(
        _ left: Operand,
        _ comparison: PredicateFormat.Comparison,
        _ right: Operand,
        in compiler: inout ExpressionCompiler<Self>
    ) throws(PredicateProblem) -> TypedCondition<Leaf>?
}

/// The way in which decimals are ordered and calculated with.
package enum DecimalArithmetic: Hashable, Sendable {
    /// Exact, as decimals.
    case exact
    /// As the nearest binary numbers, with functions that every SQL engine has.
    case binary
}

/// The meaning of a parsed expression.
package indirect enum ExpressionOperand<Leaf: ExpressionLeaf, Reference> {
    /// A constant, which takes the type of the value that it is compared with.
    case literal(ExpressionFormat.Constant)
    /// A value, and its type if that is known.
    case value(TypedExpression<Leaf>, ScalarType?)
    /// Several values.
    case list([ExpressionOperand])
    /// Not a single value: an object or several objects.
    case reference(Reference)

    /// The type of a value, if it is known.
    package var type: ScalarType? { if case .value(_, let type) = self { type } else { nil } }
}

extension ExpressionScope {
    /// Returns true.
    package var allowsFailures: Bool { true }

    /// No functions: only a mapping declares some.
    package var functions: [String: FunctionDeclaration] { [:] }

    /// Always false: there are no such values.
    package var readsBytes: Bool {
        get { false }
        set {}
    }

    /// Accepts any depth.
    package func check(depth: Int, at offset: Int) throws(PredicateProblem) {}

    /// Accepts any expression.
    package func check(_ format: ExpressionFormat) throws(PredicateProblem) {}

    /// Accepts any comparison.
    package func check(_ comparison: PredicateFormat.Comparison, at offset: Int) throws(PredicateProblem) {}

    /// Returns `nil`: there are no functions of references.
    package static func operand(
        ofCall name: String,
        _ arguments: [Operand],
        _ format: ExpressionFormat
    ) throws(PredicateProblem) -> Operand? { nil }

    /// Returns `nil`: there are no classes.
    package func cast(
        _ operand: Operand,
        to type: String,
        _ format: ExpressionFormat
    ) throws(PredicateProblem) -> Operand? { nil }

    /// Returns the problem that a reference is not a single value.
    package static func problem(_ reference: Reference, _ format: ExpressionFormat) -> PredicateProblem {
        ExpressionCompiler<Self>.problem("expected one value, found '\(format.text)'", format)
    }

    /// Returns `nil`: no value represents a condition.
    package static func condition(
        of format: ExpressionFormat,
        in compiler: inout ExpressionCompiler<Self>
    ) throws(PredicateProblem) -> TypedCondition<Leaf>? { nil }

    /// Returns `nil`: no comparison involves references.
    package static func condition(
        _ left: Operand,
        _ comparison: PredicateFormat.Comparison,
        _ right: Operand,
        in compiler: inout ExpressionCompiler<Self>
    ) throws(PredicateProblem) -> TypedCondition<Leaf>? { nil }
}
