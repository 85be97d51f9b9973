import ApusSchema
import Foundation

extension QueryCompiler {
    /// Which values can be compared with each other: SQLite would compare any, each pair by rules of its own.
    enum Family: Hashable {
        case number, text, bytes
        /// A constant, or a parameter without a type.
        case unknown

        init(_ type: ScalarType?) {
            switch type {
            case nil: self = .unknown
            // Dates are seconds, truth values are 0 and 1.
            case .int16?, .int32?, .int64?, .decimal?, .double?, .float?, .bool?, .date?: self = .number
            case .string?, .url?: self = .text
            case .data?, .uuid?: self = .bytes
            }
        }
    }

    static func areAlike(_ one: ScalarType?, _ other: ScalarType?) -> Bool {
        let (left, right): (Family, Family) = (Family(one), Family(other))
        return left == right || left == .unknown || right == .unknown
    }

    static func type(of operand: Operand) -> ScalarType? {
        if case .value(_, let type) = operand { type } else { nil }
    }

    /// Whether each value is a number that a decimal holds.
    static func isExact(_ type: ScalarType) -> Bool {
        switch type {
        case .int16, .int32, .int64, .bool, .decimal: true
        default: false
        }
    }
}

extension ExpressionFormat.Constant {
    /// The constant as a decimal number; `nil` where it is none, or none that a decimal holds.
    var decimal: Decimal? {
        switch self {
        case .integer(let number): Decimal(number)
        case .decimal(let number): number
        case .double(let number): StoredValue.real(number).asDecimal
        case .bool(let truth): truth ? 1 : 0
        case .string, .null: nil
        }
    }
}
