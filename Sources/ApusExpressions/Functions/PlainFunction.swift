/// A function that is called by a plain name, such as `trim(name)`; the raw value is the name.
///
/// Core Data's format does not have these functions. Its own have a colon for each argument, such as `add:to:(1, 2)`.
package enum PlainFunction: String, CaseIterable, Hashable, Sendable {
    /// The text without white space at its ends.
    case trim
    /// The text with each occurrence of a text replaced by another one.
    case replace
    /// A part of a text, by the index and the number of its Unicode scalars.
    case substring
    /// One of the texts between the occurrences of a separator.
    case part
    /// The text of a value.
    case text
    /// The value at a path in JSON, as a text.
    case json
    /// The texts between the occurrences of a separator.
    case split
    /// The elements of an array in JSON, as texts.
    case elements
    /// The object that each element of a list points to.
    case each
    /// The first value that is not null.
    case ifNull
    /// A value; null if it equals another one.
    case nullIf
    /// The value that a ``Conversion`` gives.
    case convert
    /// The year of a date.
    case year
    /// The month of a date.
    case month
    /// The day of the month of a date.
    case day
    /// The hour of a date.
    case hour
    /// The minute of a date.
    case minute
    /// The second of a date.
    case second
    /// The day of the week of a date.
    case weekday
    /// The date that a text contains; fails for any other text.
    case date
    /// The date that a text contains; null for any other text.
    case dateOrNull
    /// The text of a date.
    case dateText
    /// The date a number of days later.
    case addDays
    /// The date a number of months later.
    case addMonths
    /// The JSON of an object with some members.
    case object
    /// The object that an origin or an entity of a mapping makes of the same older object.
    case same
    /// The object of a newer entity whose properties have some values.
    case find

    /// A parameter of a function.
    package struct Parameter: Hashable, Sendable {
        /// The values that an argument can have.
        package enum Kind: Hashable, Sendable {
            /// A text.
            case text
            /// A whole number.
            case whole
            /// A date.
            case date
            /// Any value.
            case any
            /// A ``DatePattern`` in quotation marks.
            case pattern
            /// A ``JSONPath`` in quotation marks.
            case path
            /// The name of a member in quotation marks.
            case member
            /// The name of a ``Conversion`` in quotation marks.
            case conversion
            /// The name of a ``ScalarType`` in quotation marks.
            case type
            /// A name without quotation marks.
            case name
            /// Properties that equal values: `name == $source.country`.
            case equalities
        }

        /// The name.
        package let name: String
        /// The values.
        package let kind: Kind

        init(_ name: String, _ kind: Kind) {
            self.name = name
            self.kind = kind
        }
    }

    /// The parameters; further arguments of `ifNull` are like the last one, and those of `object` like both.
    package var parameters: [Parameter] {
        let text = Parameter("text", .text)
        let date = Parameter("date", .date)
        return switch self {
        case .trim: [text]
        case .replace: [text, Parameter("old", .text), Parameter("new", .text)]
        case .substring: [text, Parameter("start", .whole), Parameter("length", .whole)]
        case .part: [text, Parameter("separator", .text), Parameter("index", .whole)]
        case .text: [Parameter("value", .any)]
        case .json, .elements: [text, Parameter("path", .path)]
        case .split: [text, Parameter("separator", .text)]
        case .each: [Parameter("list", .any), Parameter("object", .any)]
        case .ifNull: [Parameter("value", .any), Parameter("other", .any)]
        case .nullIf: [Parameter("value", .any), Parameter("other", .any)]
        case .convert: [Parameter("value", .any), Parameter("conversion", .conversion), Parameter("type", .type)]
        case .year, .month, .day, .hour, .minute, .second, .weekday: [date]
        case .date, .dateOrNull: [text, Parameter("pattern", .pattern)]
        case .dateText: [date, Parameter("pattern", .pattern)]
        case .addDays: [date, Parameter("days", .whole)]
        case .addMonths: [date, Parameter("months", .whole)]
        case .object: [Parameter("name", .member), Parameter("value", .any)]
        case .same: [Parameter("name", .name)]
        case .find: [Parameter("entity", .name), Parameter("condition", .equalities)]
        }
    }

    /// The least number of arguments.
    var minimum: Int {
        switch self {
        case .substring: 2
        case .elements: 1
        default: parameters.count
        }
    }

    /// The greatest number of arguments.
    var maximum: Int { isVariadic ? 100 : parameters.count }

    /// Whether a call may have more arguments than parameters.
    var isVariadic: Bool { self == .ifNull || self == .object }

    /// Whether the function was added after mappings could declare functions of their own: a released one may have declared its
    /// name.
    var isLater: Bool { self == .object }

    /// The form of a call: `substring(text, start[, length])`.
    package var signature: String {
        let names: [String] = parameters.map(\.name)
        let optional = names[minimum...].map { "[, \($0)]" }.joined()
        return "\(rawValue)(\(names[..<minimum].joined(separator: ", "))\(optional)\(isVariadic ? ", …" : ""))"
    }

    /// Whether only a migration computes the function, whose failures it reports before it writes anything.
    package var needsMigration: Bool { [.convert, .date, .object].contains(self) }

    /// The function that computes the result; `nil` if the compiler combines it from others.
    var function: ExpressionFunction? {
        switch self {
        case .text, .ifNull, .nullIf, .convert, .object, .same, .find, .each: nil
        case .trim: .trim
        case .replace: .replace
        case .substring: .substring
        case .part: .part
        case .json: .json
        case .split: .split
        case .elements: .elements
        case .year: .year
        case .month: .month
        case .day: .day
        case .hour: .hour
        case .minute: .minute
        case .second: .second
        case .weekday: .weekday
        case .date: .date
        case .dateOrNull: .dateOrNull
        case .dateText: .dateText
        case .addDays: .addDays
        case .addMonths: .addMonths
        }
    }

    /// The type of the result; `nil` if it depends on the arguments.
    package var resultType: ScalarType? {
        switch self {
        case .trim, .replace, .substring, .part, .text, .json, .dateText, .object: .string
        case .year, .month, .day, .hour, .minute, .second, .weekday: .int64
        case .date, .dateOrNull, .addDays, .addMonths: .date
        case .ifNull, .nullIf, .convert, .same, .find, .split, .elements, .each: nil
        }
    }

    /// Whether the result is a list.
    package var givesList: Bool { self == .split || self == .elements }
}
