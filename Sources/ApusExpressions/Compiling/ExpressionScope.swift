/// What the names of a text mean where it is read, and what can be computed there.
///
/// The compiler knows the language; a scope knows what key paths, variables and objects are: the columns of one row for
/// an index, the properties of related objects for a fetch. A scope also refuses what cannot be computed there.
public protocol ExpressionScope {
    /// What expressions read.
    associatedtype Leaf: ExpressionLeaf

    /// What a key path or a variable can be besides one value: an object, several objects.
    associatedtype Reference

    typealias Operand = ExpressionOperand<Leaf, Reference>

    /// How decimals, which stores keep as texts, are ordered and calculated with.
    var decimals: DecimalArithmetic { get }

    /// Refuses an expression or a condition that nests too deep.
    ///
    /// - Parameters:
    ///   - depth: How many expressions and conditions are around it.
    ///   - offset: Where it begins in the text.
    /// - Throws: Why it is too deep.
    func check(depth: Int, at offset: Int) throws(PredicateProblem)

    /// Refuses an expression that cannot be computed.
    func check(_ format: ExpressionFormat) throws(PredicateProblem)

    /// Refuses a comparison that cannot be computed.
    func check(_ comparison: PredicateFormat.Comparison, at offset: Int) throws(PredicateProblem)

    /// The meaning of a key path, a variable, `SELF`, `SUBQUERY`, an index in brackets, or a method.
    static func operand(
        of format: ExpressionFormat,
        in compiler: inout ExpressionCompiler<Self>
    ) throws(PredicateProblem) -> Operand

    /// The meaning of a call about a reference, or of one that only the scope has; `nil` for any other call.
    static func operand(
        ofCall name: String,
        _ arguments: [Operand],
        _ format: ExpressionFormat
    ) throws(PredicateProblem) -> Operand?

    /// A reference taken for one of another class; `nil` if there is no such class.
    func cast(_ operand: Operand, to type: String, _ format: ExpressionFormat) throws(PredicateProblem) -> Operand?

    /// Why a reference cannot be used where one value is expected.
    static func problem(_ reference: Reference, _ format: ExpressionFormat) -> PredicateProblem

    /// The meaning of a condition that is written as a value: a variable that stands for one. `nil` of any other.
    static func condition(
        of format: ExpressionFormat,
        in compiler: inout ExpressionCompiler<Self>
    ) throws(PredicateProblem) -> TypedCondition<Leaf>?

    /// A comparison about references; `nil` if both sides are values.
    static func condition(
        _ left: Operand,
        _ comparison: PredicateFormat.Comparison,
        _ right: Operand,
        in compiler: inout ExpressionCompiler<Self>
    ) throws(PredicateProblem) -> TypedCondition<Leaf>?
}

/// How decimals are ordered and calculated with.
public enum DecimalArithmetic: Hashable, Sendable {
    /// As decimals.
    case exact
    /// As the binary numbers that are nearest to them, in the functions that every SQL has.
    case binary
}

/// What an expression of a text is.
public indirect enum ExpressionOperand<Leaf: ExpressionLeaf, Reference> {
    /// A constant of the text, of the type of what it is compared with.
    case literal(ExpressionFormat.Constant)
    /// A value, and its type if that is known.
    case value(TypedExpression<Leaf>, ScalarType?)
    /// Several values.
    case list([ExpressionOperand])
    /// What is not one value: an object, several objects.
    case reference(Reference)

    /// The type of a value, if it is known.
    package var type: ScalarType? { if case .value(_, let type) = self { type } else { nil } }
}

extension ExpressionScope {
    /// Nothing is too deep.
    public func check(depth: Int, at offset: Int) throws(PredicateProblem) {}

    /// Everything can be computed.
    public func check(_ format: ExpressionFormat) throws(PredicateProblem) {}

    /// Everything can be compared.
    public func check(_ comparison: PredicateFormat.Comparison, at offset: Int) throws(PredicateProblem) {}

    /// No call is about a reference.
    public static func operand(
        ofCall name: String,
        _ arguments: [Operand],
        _ format: ExpressionFormat
    ) throws(PredicateProblem) -> Operand? { nil }

    /// There are no classes.
    public func cast(
        _ operand: Operand,
        to type: String,
        _ format: ExpressionFormat
    ) throws(PredicateProblem) -> Operand? { nil }

    /// A reference is not one value.
    public static func problem(_ reference: Reference, _ format: ExpressionFormat) -> PredicateProblem {
        ExpressionCompiler<Self>.problem("one value is expected here, not '\(format.text)'", format)
    }

    /// No value stands for a condition.
    public static func condition(
        of format: ExpressionFormat,
        in compiler: inout ExpressionCompiler<Self>
    ) throws(PredicateProblem) -> TypedCondition<Leaf>? { nil }

    /// No comparison is about references.
    public static func condition(
        _ left: Operand,
        _ comparison: PredicateFormat.Comparison,
        _ right: Operand,
        in compiler: inout ExpressionCompiler<Self>
    ) throws(PredicateProblem) -> TypedCondition<Leaf>? { nil }
}
