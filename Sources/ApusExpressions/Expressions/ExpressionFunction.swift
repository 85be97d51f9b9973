/// A function of the expression language; the raw value is its name in the format of predicates, if it has one there.
package enum ExpressionFunction: String, CaseIterable, Hashable, Sendable {
    /// A sum of two numbers.
    case add = "add:to:"
    /// A difference.
    case subtract = "from:subtract:"
    /// A product.
    case multiply = "multiply:by:"
    /// A quotient, truncated for integers. Null if the divisor is zero.
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
    /// The greatest whole number that is not greater.
    case floor = "floor:"
    /// The least whole number that is not less.
    case ceiling = "ceiling:"
    /// The whole number without the fraction.
    case truncate = "trunc:"
    /// The number without its sign.
    case absolute = "abs:"
    /// The bits that are set in both numbers.
    case bitwiseAnd = "bitwiseAnd:with:"
    /// The bits that are set in at least one of the numbers.
    case bitwiseOr = "bitwiseOr:with:"
    /// The bits that are set in exactly one of the numbers.
    case bitwiseXor = "bitwiseXor:with:"
    /// The bits shifted to the left.
    case leftShift = "leftshift:by:"
    /// The bits shifted to the right.
    case rightShift = "rightshift:by:"
    /// The bits that are not set in the number.
    case onesComplement = "onesComplement:"
    /// The text in uppercase.
    case uppercase = "uppercase:"
    /// The text in lowercase.
    case lowercase = "lowercase:"
    /// The text without case and diacritics.
    case canonical = "canonical:"
    /// The number of Unicode scalars in a text.
    case length = "length:"
    /// The binary number nearest to a decimal, or the one that a text contains.
    case real
    /// The text of a number.
    case text
    /// The sum of all values.
    case sum = "sum:"
    /// The average of all values.
    case average = "average:"
    /// The least of all values.
    case minimum = "min:"
    /// The greatest of all values.
    case maximum = "max:"
    /// The median of all values.
    case median = "median:"
    /// The most frequent value.
    case mode = "mode:"
    /// The standard deviation of all values.
    case standardDeviation = "stddev:"
    /// Two or more texts joined.
    case concatenate
    /// The digits of a binary number of 32 bits.
    case floatText
    /// The text `true` or `false`.
    case boolText
    /// The first value; null if it equals the second one.
    case nullIf
    /// The text without white space at its ends.
    case trim
    /// The text with each occurrence of a text replaced by another one.
    case replace
    /// A part of a text, by the index and the number of its Unicode scalars.
    case substring
    /// One of the texts between the occurrences of a separator, by its index. Null if there are not as many.
    case part
    /// What is in front of a space and a whole number from 2 to 999999 at the end of a text. Null if the text does not end so. No name
    /// of a function has spaces.
    case frontOfNumber = "front of number"
    /// The year of a date in UTC. This and the other functions of calendars are null for years other than 1 to 9999.
    case year
    /// The month of a date in UTC, from 1 to 12.
    case month
    /// The day of the month of a date in UTC, from 1 to 31.
    case day
    /// The hour of a date in UTC, from 0 to 23.
    case hour
    /// The minute of a date in UTC, from 0 to 59.
    case minute
    /// The second of a date in UTC, from 0 to 59.
    case second
    /// The day of the week of a date in UTC: 1 is Sunday, as in Foundation's Gregorian calendar.
    case weekday
    /// The date that a text contains, by a ``DatePattern``. Fails for any other text.
    case date
    /// The same date; null for any other text.
    case dateOrNull
    /// The text of a date, by a ``DatePattern``.
    case dateText
    /// The date a number of days later.
    case addDays
    /// The date a number of months later, at most at the end of that month.
    case addMonths
    /// The text, the digits or the truth value at a ``JSONPath`` in a text. Null if there is none.
    case json
    /// The texts between the occurrences of a separator, as an ``ElementText``.
    case split
    /// The elements of the array at a ``JSONPath`` in a text, as an ``ElementText``. Null if there is none.
    case elements
    /// The JSON of an object, from the type, the name and the value of each member; without members that are null. Fails for
    /// values that JSON does not have.
    case object

    /// Whether the function aggregates any number of values and ignores nulls.
    package var isGathering: Bool {
        switch self {
        case .sum, .average, .minimum, .maximum, .median, .mode, .standardDeviation: true
        default: false
        }
    }

    /// Whether the function takes texts.
    package var takesTexts: Bool {
        switch self {
        case .uppercase, .lowercase, .canonical, .length: true
        default: false
        }
    }

    /// Returns whether an argument is a text, by its index.
    package func takesText(at index: Int) -> Bool {
        switch self {
        case .concatenate, .trim, .replace, .frontOfNumber, .date, .dateOrNull, .json, .split, .elements: true
        case .substring: index == 0
        case .part: index < 2
        case .dateText: index == 1
        default: takesTexts
        }
    }

    /// Returns whether the result is null only if an argument is.
    ///
    /// - Parameter type: The type of the result, if it is known. Sums of infinite numbers may have no result.
    /// - Returns: Whether it is.
    package func isTotal(of type: ScalarType?) -> Bool {
        switch self {
        case .add, .subtract, .multiply: type?.integerRange != nil
        case .uppercase, .lowercase, .canonical, .length, .text, .absolute, .negate, .floor, .ceiling, .truncate,
            .concatenate, .floatText, .boolText, .trim, .replace, .substring, .date:
            true
        default: false
        }
    }

    /// Whether the function fails, instead of returning null, for some arguments that are not null.
    package var canFail: Bool { self == .date || self == .object }

    /// Whether every SQL engine has an equivalent function or operator that an index can use.
    package var isPortable: Bool {
        switch self {
        case .add, .subtract, .multiply, .divide, .negate, .absolute, .real, .concatenate: true
        default: false
        }
    }

    /// Returns the type of the result for values of a type.
    ///
    /// - Parameter type: The common type of the arguments, if it is known.
    /// - Returns: The type, if it is known.
    package func resultType(of type: ScalarType?) -> ScalarType? {
        switch self {
        case .average, .median, .standardDeviation: .double
        // SQLite adds integers with 64 bits.
        case .sum where type?.integerRange != nil: .int64
        default: type
        }
    }
}

extension ExpressionFormat.Arithmetic {
    /// The function of the operator.
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
