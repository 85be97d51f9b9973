/// A function of the expression language; the raw value is its name in the format of predicates, if it has one there.
public enum ExpressionFunction: String, CaseIterable, Hashable, Sendable {
    /// A sum of two numbers.
    case add = "add:to:"
    /// A difference.
    case subtract = "from:subtract:"
    /// A product.
    case multiply = "multiply:by:"
    /// A quotient; of integers without its fraction. Null if the divisor is zero.
    case divide = "divide:by:"
    /// The remainder of a division. Null if the divisor is zero.
    case modulus = "modulus:by:"
    /// A power.
    case power = "raise:toPower:"
    /// The number with the opposite sign.
    case negate
    /// A square root.
    case squareRoot = "sqrt:"
    /// A logarithm to the base 10.
    case logarithm = "log:"
    /// A logarithm to the base e.
    case naturalLogarithm = "ln:"
    /// A power of e.
    case exponential = "exp:"
    /// The greatest whole number that is not above.
    case floor = "floor:"
    /// The least whole number that is not below.
    case ceiling = "ceiling:"
    /// The whole number without the fraction.
    case truncate = "trunc:"
    /// The number without its sign.
    case absolute = "abs:"
    /// The bits that both numbers have.
    case bitwiseAnd = "bitwiseAnd:with:"
    /// The bits that one of the numbers has.
    case bitwiseOr = "bitwiseOr:with:"
    /// The bits that exactly one of the numbers has.
    case bitwiseXor = "bitwiseXor:with:"
    /// The bits moved to the left.
    case leftShift = "leftshift:by:"
    /// The bits moved to the right.
    case rightShift = "rightshift:by:"
    /// The bits that the number does not have.
    case onesComplement = "onesComplement:"
    /// The text in capital letters.
    case uppercase = "uppercase:"
    /// The text in small letters.
    case lowercase = "lowercase:"
    /// The text without case and diacritics.
    case canonical = "canonical:"
    /// The number of a text's Unicode scalars.
    case length = "length:"
    /// The binary number that is nearest to a decimal, or that a text spells.
    case real
    /// The text that a number is written as.
    case text
    /// The sum of all values.
    case sum = "sum:"
    /// The average of all values.
    case average = "average:"
    /// The least of all values.
    case minimum = "min:"
    /// The greatest of all values.
    case maximum = "max:"
    /// The value in the middle of all values.
    case median = "median:"
    /// The most frequent value.
    case mode = "mode:"
    /// The standard deviation of all values.
    case standardDeviation = "stddev:"

    /// Whether the function takes any number of values, and leaves out those that are null.
    public var isGathering: Bool {
        switch self {
        case .sum, .average, .minimum, .maximum, .median, .mode, .standardDeviation: true
        default: false
        }
    }

    /// Whether the function takes texts.
    public var takesTexts: Bool {
        switch self {
        case .uppercase, .lowercase, .canonical, .length: true
        default: false
        }
    }

    /// Whether the result is null only if an argument is.
    public var isTotal: Bool {
        switch self {
        case .uppercase, .lowercase, .canonical, .length, .text, .absolute, .negate, .floor, .ceiling, .truncate: true
        default: false
        }
    }

    /// Whether every SQL engine has the function, or an operator, that gives the same results in an index.
    public var isPortable: Bool {
        switch self {
        case .add, .subtract, .multiply, .divide, .negate, .absolute, .real: true
        default: false
        }
    }

    /// The type of the result for values of a type.
    ///
    /// - Parameter type: The type of the arguments that a function gathers, or that they have in common.
    /// - Returns: The type, if it is known.
    package func resultType(of type: ScalarType?) -> ScalarType? {
        switch self {
        case .average, .median, .standardDeviation: .double
        default: type
        }
    }
}

extension ExpressionFormat.Arithmetic {
    /// The function that the sign stands for.
    package var function: ExpressionFunction {
        switch self {
        case .plus: .add
        case .minus: .subtract
        case .times: .multiply
        case .divided: .divide
        case .power: .power
        }
    }
}
