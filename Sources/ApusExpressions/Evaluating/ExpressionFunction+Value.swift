import Foundation

extension ExpressionFunction {
    /// Returns the function's result; null if an argument is null or the result is undefined. A function that can fail
    /// gives null, too.
    ///
    /// - Parameters:
    ///   - values: The arguments.
    ///   - isDecimal: Whether the arguments are decimals and the result is one.
    /// - Returns: The result.
    package func value(of values: [StoredValue], isDecimal: Bool) -> StoredValue {
        if isGathering { return gathered(values.filter { $0 != .null }, isDecimal: isDecimal) }
        if self == .nullIf, values.count == 2 {
            return StoredOrder.usual.order(values[0], values[1]) == .orderedSame ? .null : values[0]
        }
        if self == .object { return Self.jsonObject(values) }
        if values.contains(.null) || values.isEmpty { return .null }
        switch self {
        case .uppercase: return values[0].mapText { $0.uppercased() }
        case .lowercase: return values[0].mapText { $0.lowercased() }
        case .canonical:
            return values[0].mapText { text in
                text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
            }
        case .length: return values[0].asText.map { .integer(Int64($0.unicodeScalars.count)) } ?? .null
        case .real: return values[0].asReal.map { .real($0) } ?? .null
        case .text: return values[0].asText.map { .text($0) } ?? .null
        case .floatText: return values[0].asReal.map { .text(Float($0).description) } ?? .null
        case .boolText: return values[0].asReal.map { .text($0 == 0 ? "false" : "true") } ?? .null
        case .concatenate, .trim, .replace, .substring, .part, .frontOfNumber, .json, .split, .elements:
            return text(values)
        case .year, .month, .day, .hour, .minute, .second, .weekday, .date, .dateOrNull, .dateText, .addDays,
            .addMonths:
            return calendar(values)
        default: break
        }
        if isDecimal {
            let numbers: [Decimal] = values.compactMap(\.asDecimal)
            guard numbers.count == values.count, let result = decimal(numbers), !result.isNaN else { return .null }
            return .text(result.canonicalText)
        }
        if case .integer(let one) = values[0] {
            var other: Int64?
            if values.count > 1, case .integer(let second) = values[1] { other = second }
            if values.count == 1 || other != nil, let result = integer(one, other ?? 0) { return .integer(result) }
        }
        let numbers: [Double] = values.compactMap(\.asReal)
        guard numbers.count == values.count, let result = real(numbers), !result.isNaN else { return .null }
        return .real(result)
    }

    /// Returns the result for integers; `nil` if it is not an integer.
    private func integer(_ one: Int64, _ other: Int64) -> Int64? {
        func exact(_ result: (partialValue: Int64, overflow: Bool)) -> Int64? {
            result.overflow ? nil : result.partialValue
        }
        return switch self {
        case .add: exact(one.addingReportingOverflow(other))
        case .subtract: exact(one.subtractingReportingOverflow(other))
        case .multiply: exact(one.multipliedReportingOverflow(by: other))
        case .divide: exact(one.dividedReportingOverflow(by: other))
        case .modulus: exact(one.remainderReportingOverflow(dividingBy: other))
        case .negate: exact(Int64(0).subtractingReportingOverflow(one))
        case .absolute: one == .min ? nil : Swift.abs(one)
        case .floor, .ceiling, .truncate: one
        case .bitwiseAnd: one & other
        case .bitwiseOr: one | other
        case .bitwiseXor: one ^ other
        case .leftShift: one << other
        case .rightShift: one >> other
        case .onesComplement: ~one
        default: nil
        }
    }

    private func real(_ numbers: [Double]) -> Double? {
        let (one, other): (Double, Double) = (numbers[0], numbers.count > 1 ? numbers[1] : 0)
        switch self {
        case .add: return one + other
        case .subtract: return one - other
        case .multiply: return one * other
        // In SQLite, division by zero is null instead of infinity.
        case .divide: return other == 0 ? nil : one / other
        case .modulus: return other == 0 ? nil : fmod(one, other)
        case .power: return pow(one, other)
        // As in SQL, which gives no negative zero.
        case .negate: return 0 - one
        case .squareRoot: return one.squareRoot()
        case .logarithm: return log10(one)
        case .naturalLogarithm: return log(one)
        case .exponential: return exp(one)
        case .floor: return one.rounded(.down)
        case .ceiling: return one.rounded(.up)
        case .truncate: return one.rounded(.towardZero)
        case .absolute: return Swift.abs(one)
        default:
            // Bitwise functions apply to whole numbers only.
            guard let first = Int64(exactly: one), let second = Int64(exactly: other) else { return nil }
            return integer(first, second).map(Double.init)
        }
    }

    /// Returns whether a decimal can hold a product's exponent; otherwise, Foundation traps.
    private static func canMultiply(_ one: Decimal, _ other: Decimal) -> Bool {
        let exponent = one.exponent + other.exponent
        if (-90...89).contains(exponent) { return true }
        func digits(_ number: Decimal) -> Int { number.significand.magnitude.description.count }
        return exponent >= -128 && exponent + max(0, digits(one) + digits(other) - 38) <= 127
    }

    private func decimal(_ numbers: [Decimal]) -> Decimal? {
        let (one, other): (Decimal, Decimal) = (numbers[0], numbers.count > 1 ? numbers[1] : 0)
        switch self {
        case .add: return one + other
        case .subtract: return one - other
        case .multiply: return Self.canMultiply(one, other) ? one * other : nil
        // Foundation traps if a decimal cannot hold the quotient's exponent.
        case .divide: return other == 0 || one.exponent - other.exponent < -90 ? nil : one / other
        case .negate: return -one
        case .absolute: return one < 0 ? -one : one
        case .floor, .ceiling, .truncate:
            let mode: NSDecimalNumber.RoundingMode =
                switch self {
                case .floor: .down
                case .ceiling: .up
                default: one < 0 ? .up : .down
                }
            var (number, rounded): (Decimal, Decimal) = (one, 0)
            NSDecimalRound(&rounded, &number, 0, mode)
            return rounded
        default:
            let reals: [Double] = numbers.map { NSDecimalNumber(decimal: $0).doubleValue }
            return real(reals).flatMap { $0.isFinite ? Decimal($0) : nil }
        }
    }
}
