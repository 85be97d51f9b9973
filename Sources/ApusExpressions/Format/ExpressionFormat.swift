public import Foundation

/// A parsed expression in the format of Core Data.
///
/// The grammar is that of `NSExpression(format:)`, which also applies to both sides of a comparison in a
/// ``PredicateFormat``. Equality ignores the offsets in the text.
public struct ExpressionFormat: Sendable {
    /// The source of a value.
    public indirect enum Kind: Hashable, Sendable {
        /// A constant in the text.
        case constant(Constant)
        /// The evaluated object: `SELF`.
        case evaluatedObject
        /// A variable, without its `$`.
        case variable(String)
        /// A key path from a value or from the evaluated object: `author.name`, `$item.price`.
        case keyPath(base: ExpressionFormat?, [Step])
        /// A call of a predefined function, whose name includes the colons: `lowercase:`, `now`. A `PlainFunction` has
        /// none: `trim`.
        case call(String, [ExpressionFormat])
        /// A method call: `FUNCTION(value, "selector:", argument)`.
        case send(ExpressionFormat, selector: String, [ExpressionFormat])
        /// A cast to another class: `CAST(0, "NSDate")`.
        case cast(ExpressionFormat, type: String)
        /// Several values: `{1, 2}`.
        case aggregate([ExpressionFormat])
        /// An arithmetic operation on two numbers. A sum of two texts joins them.
        case arithmetic(ExpressionFormat, Arithmetic, ExpressionFormat)
        /// A number with the opposite sign.
        case negation(ExpressionFormat)
        /// The objects of a collection for which a predicate holds; the variable refers to each of them.
        case subquery(ExpressionFormat, variable: String, PredicateFormat)
        /// One element of a collection, or its size: `items[FIRST]`.
        case index(ExpressionFormat, Index)
        /// The first value if a predicate holds, otherwise the second: `TERNARY(isOpen == YES, 1, 2)`.
        case conditional(PredicateFormat, ExpressionFormat, ExpressionFormat)
    }

    /// A constant in the text.
    public enum Constant: Hashable, Sendable {
        /// A text in quotation marks.
        case string(String)
        /// An integer of 64 bits.
        case integer(Int64)
        /// Any other number that a decimal holds, exact.
        case decimal(Decimal)
        /// A number whose exponent a decimal cannot hold.
        case double(Double)
        /// `YES`, `TRUE`, `NO` or `FALSE`.
        case bool(Bool)
        /// `NIL` or `NULL`.
        case null
    }

    /// One step of a key path.
    public enum Step: Hashable, Sendable {
        /// A property's name.
        case name(String)
        /// A collection operator on the values of the path so far.
        case collection(CollectionOperator)
    }

    /// An operator on several values; the raw value is its name after the `@`.
    public enum CollectionOperator: String, CaseIterable, Hashable, Sendable {
        /// The number of the values.
        case count
        /// The sum of the values.
        case sum
        /// The average of the values.
        case average = "avg"
        /// The least of the values.
        case minimum = "min"
        /// The greatest of the values.
        case maximum = "max"
    }

    /// An arithmetic operator; the raw value is its spelling.
    public enum Arithmetic: String, CaseIterable, Hashable, Sendable {
        /// A sum.
        case plus = "+"
        /// A difference.
        case minus = "-"
        /// A product.
        case times = "*"
        /// A quotient.
        case divided = "/"
        /// A power.
        case power = "**"
    }

    /// The subscript of a collection.
    public enum Index: Hashable, Sendable {
        /// The first element.
        case first
        /// The last element.
        case last
        /// The number of elements.
        case size
        /// The element at a zero-based index, or for a key.
        case element(ExpressionFormat)
    }

    /// The source of the value.
    public let kind: Kind

    /// The offset of the expression's start in the text, in Unicode scalars.
    public var offset: Int { Int(start) }

    // Small, so that more levels fit a small stack.
    private let start: UInt32

    /// The number of levels.
    let depth: UInt32

    package init(_ kind: Kind, at offset: Int = 0) {
        depth = kind.depth + 1
        self.kind = depth > PredicateFormat.deepest ? .constant(.null) : kind
        start = UInt32(clamping: offset)
    }

    /// Whether the expression was dropped; see ``PredicateFormat/deepest``.
    var isTooDeep: Bool { depth > PredicateFormat.deepest }

    /// Parses an expression.
    ///
    /// Parsing takes linear time in the text's length; deep nesting is an error.
    ///
    /// - Parameter text: The expression, in the format of `NSExpression`.
    /// - Returns: The parsed expression.
    /// - Throws: The first syntax error.
    public static func parse(_ text: String) throws(PredicateProblem) -> ExpressionFormat {
        try parse(text, calling: [])
    }

    /// Parses an expression of a mapping.
    ///
    /// - Parameters:
    ///   - text: The expression, in the format of `NSExpression`.
    ///   - own: The names of the functions in Swift that it may call; `nil` for any name, if only the text's structure counts.
    /// - Returns: The parsed expression.
    /// - Throws: The first syntax error.
    package static func parse(
        _ text: String,
        calling own: Set<String>?
    ) throws(PredicateProblem) -> ExpressionFormat {
        var parser = try PredicateParser(text, calling: own)
        return try parser.parseExpression()
    }
}

extension ExpressionFormat: Hashable {
    /// Returns whether two expressions are equal, ignoring their offsets.
    public static func == (lhs: ExpressionFormat, rhs: ExpressionFormat) -> Bool { lhs.kind == rhs.kind }

    /// Hashes the expression without its offset.
    public func hash(into hasher: inout Hasher) { hasher.combine(kind) }
}

extension ExpressionFormat.Kind {
    /// The number of levels of the operands.
    fileprivate var depth: UInt32 {
        func deepest(_ operands: [ExpressionFormat]) -> UInt32 { operands.reduce(0) { max($0, $1.depth) } }
        return switch self {
        case .constant, .evaluatedObject, .variable: 0
        case .keyPath(let base, _): base?.depth ?? 0
        case .call(_, let operands), .aggregate(let operands): deepest(operands)
        case .send(let receiver, _, let operands): deepest(operands + [receiver])
        case .cast(let operand, _), .negation(let operand): operand.depth
        case .arithmetic(let one, _, let other): max(one.depth, other.depth)
        case .subquery(let collection, _, let condition): max(collection.depth, condition.depth)
        case .index(let base, .element(let element)): max(base.depth, element.depth)
        case .index(let base, _): base.depth
        case .conditional(let condition, let one, let other): max(condition.depth, one.depth, other.depth)
        }
    }
}
