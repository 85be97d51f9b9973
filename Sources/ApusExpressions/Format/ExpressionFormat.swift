public import Foundation

/// A value that a model's author wrote as a text in the format of Core Data's expressions.
///
/// The grammar is that of `NSExpression(format:)`, which is also that of the two sides of a comparison in a
/// ``PredicateFormat``. Two expressions are equal when they say the same, wherever it stood in the text.
public struct ExpressionFormat: Sendable {
    /// What a value comes from.
    public indirect enum Kind: Hashable, Sendable {
        /// A value that stands in the text.
        case constant(Constant)
        /// The object that is asked: `SELF`.
        case evaluatedObject
        /// A variable, without its `$`.
        case variable(String)
        /// What the steps lead to from a value, or from the object that is asked: `author.name`, `$item.price`.
        case keyPath(base: ExpressionFormat?, [Step])
        /// One of the functions that every predicate knows, by its name with the colons: `lowercase:`, `now`.
        case call(String, [ExpressionFormat])
        /// A method of a value: `FUNCTION(value, "selector:", argument)`.
        case send(ExpressionFormat, selector: String, [ExpressionFormat])
        /// A value taken for one of another class: `CAST(0, "NSDate")`.
        case cast(ExpressionFormat, type: String)
        /// Several values: `{1, 2}`.
        case aggregate([ExpressionFormat])
        /// Two numbers calculated with.
        case arithmetic(ExpressionFormat, Arithmetic, ExpressionFormat)
        /// A number with the opposite sign.
        case negation(ExpressionFormat)
        /// Those objects of a collection for which a predicate holds; the variable stands for each of them.
        case subquery(ExpressionFormat, variable: String, PredicateFormat)
        /// One element of a collection, or its size: `items[FIRST]`.
        case index(ExpressionFormat, Index)
        /// The first value where a predicate holds, else the second: `TERNARY(isOpen == YES, 1, 2)`.
        case conditional(PredicateFormat, ExpressionFormat, ExpressionFormat)
    }

    /// A value that stands in the text.
    public enum Constant: Hashable, Sendable {
        /// A text in quotation marks.
        case string(String)
        /// An integer of 64 bits.
        case integer(Int64)
        /// Any other number of up to 38 digits, exact.
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
        /// A question about the objects that were reached.
        case collection(CollectionOperator)
    }

    /// A question about several values; the raw value is its name behind the `@`.
    public enum CollectionOperator: String, CaseIterable, Hashable, Sendable {
        /// How many they are.
        case count
        /// Their sum.
        case sum
        /// Their average.
        case average = "avg"
        /// The least of them.
        case minimum = "min"
        /// The greatest of them.
        case maximum = "max"
    }

    /// A calculation; the raw value is its sign.
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

    /// What is asked of a collection in brackets.
    public enum Index: Hashable, Sendable {
        /// Its first element.
        case first
        /// Its last element.
        case last
        /// The number of its elements.
        case size
        /// The element at a place, counted from 0, or under a key.
        case element(ExpressionFormat)
    }

    /// What the value comes from.
    public let kind: Kind

    /// Where the expression begins, in Unicode scalars of the text.
    public let offset: Int

    package init(_ kind: Kind, at offset: Int = 0) {
        self.kind = kind
        self.offset = offset
    }

    /// Reads an expression.
    ///
    /// The time is linear in the text's length, and deep nesting is an error.
    ///
    /// - Parameter text: The expression, in the format of `NSExpression`.
    /// - Returns: What it says.
    /// - Throws: The first thing that cannot be read.
    public static func parse(_ text: String) throws(PredicateProblem) -> ExpressionFormat {
        var parser = try PredicateParser(text)
        return try parser.parseExpression()
    }
}

extension ExpressionFormat: Hashable {
    /// Whether both say the same, wherever it stood.
    public static func == (lhs: ExpressionFormat, rhs: ExpressionFormat) -> Bool { lhs.kind == rhs.kind }

    /// Hashes what the expression says.
    public func hash(into hasher: inout Hasher) { hasher.combine(kind) }
}
