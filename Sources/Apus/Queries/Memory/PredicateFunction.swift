import ApusSchema
import ApusStore
import Foundation

/// A function of predicates, under its name in their format. SQL calls what SQLite does not have under the same name.
enum PredicateFunction: String, CaseIterable, Hashable, Sendable {
    case add = "add:to:"
    case subtract = "from:subtract:"
    case multiply = "multiply:by:"
    case divide = "divide:by:"
    case modulus = "modulus:by:"
    case power = "raise:toPower:"
    case negate
    case squareRoot = "sqrt:"
    case logarithm = "log:"
    case naturalLogarithm = "ln:"
    case exponential = "exp:"
    case floor = "floor:"
    case ceiling = "ceiling:"
    case truncate = "trunc:"
    case absolute = "abs:"
    case bitwiseAnd = "bitwiseAnd:with:"
    case bitwiseOr = "bitwiseOr:with:"
    case bitwiseXor = "bitwiseXor:with:"
    case leftShift = "leftshift:by:"
    case rightShift = "rightshift:by:"
    case onesComplement = "onesComplement:"
    case uppercase = "uppercase:"
    case lowercase = "lowercase:"
    case canonical = "canonical:"
    case length = "length:"
    /// The number that a decimal is nearest to, or that a text says.
    case real
    case text
    case sum = "sum:"
    case average = "average:"
    case minimum = "min:"
    case maximum = "max:"
    case median = "median:"
    case mode = "mode:"
    case standardDeviation = "stddev:"

    /// Whether the function takes any number of values, and leaves the missing ones out.
    var isGathering: Bool {
        switch self {
        case .sum, .average, .minimum, .maximum, .median, .mode, .standardDeviation: true
        default: false
        }
    }

    /// Whether what it takes are texts.
    var takesTexts: Bool {
        switch self {
        case .uppercase, .lowercase, .canonical, .length: true
        default: false
        }
    }

    /// The function's value; null where one of the values is missing, or there is none.
    ///
    /// - Parameters:
    ///   - values: The values.
    ///   - isDecimal: Whether texts are decimal numbers, and the result is one.
    /// - Returns: The value.
    func value(of values: [StoredValue], isDecimal: Bool) -> StoredValue {
        if isGathering { return gathered(values.filter { $0 != .null }, isDecimal: isDecimal) }
        if values.contains(.null) || values.isEmpty { return .null }
        switch self {
        case .uppercase: return values[0].mapText(Derivation.Function.uppercase.applied)
        case .lowercase: return values[0].mapText(Derivation.Function.lowercase.applied)
        case .canonical: return values[0].mapText(Derivation.Function.canonical.applied)
        case .length: return values[0].asText.map { .integer(Int64($0.unicodeScalars.count)) } ?? .null
        case .real: return values[0].asReal.map { .real($0) } ?? .null
        case .text: return values[0].asText.map { .text($0) } ?? .null
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

    /// What it makes of integers; `nil` where that is no integer.
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
        // SQLite has no infinity that comes of a division.
        case .divide: return other == 0 ? nil : one / other
        case .modulus: return other == 0 ? nil : fmod(one, other)
        case .power: return pow(one, other)
        case .negate: return -one
        case .squareRoot: return one.squareRoot()
        case .logarithm: return log10(one)
        case .naturalLogarithm: return log(one)
        case .exponential: return exp(one)
        case .floor: return one.rounded(.down)
        case .ceiling: return one.rounded(.up)
        case .truncate: return one.rounded(.towardZero)
        case .absolute: return Swift.abs(one)
        default:
            // The bits of a number that is whole.
            guard let first = Int64(exactly: one), let second = Int64(exactly: other) else { return nil }
            return integer(first, second).map(Double.init)
        }
    }

    private func decimal(_ numbers: [Decimal]) -> Decimal? {
        let (one, other): (Decimal, Decimal) = (numbers[0], numbers.count > 1 ? numbers[1] : 0)
        switch self {
        case .add: return one + other
        case .subtract: return one - other
        case .multiply: return one * other
        case .divide: return other == 0 ? nil : one / other
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

    /// One value of several.
    private func gathered(_ values: [StoredValue], isDecimal: Bool) -> StoredValue {
        let order: StoredOrder = isDecimal ? .decimal : .usual
        switch self {
        case .sum:
            let zero: StoredValue = isDecimal ? .text("0") : .integer(0)
            // In the order of the values, so that a sum of numbers that are not exact is the same whoever makes it.
            return values.sorted(by: order.precedes).reduce(zero) {
                PredicateFunction.add.value(of: [$0, $1], isDecimal: isDecimal)
            }
        case .minimum: return values.min { order.precedes($0, $1) } ?? .null
        case .maximum: return values.max { order.precedes($0, $1) } ?? .null
        case .mode:
            // Of those that come equally often, the least.
            let groups: [[StoredValue]] = Dictionary(grouping: values) { $0 }.values
                .sorted { order.precedes($0[0], $1[0]) }
            return groups.reduce([]) { $1.count > $0.count ? $1 : $0 }.first ?? .null
        default: break
        }
        if values.isEmpty { return .null }
        let numbers: [Double] = values.compactMap(\.asReal).sorted()
        let mean: Double = numbers.reduce(0, +) / Double(numbers.count)
        switch self {
        case .average: return .real(mean)
        case .median:
            let middle: Int = numbers.count / 2
            return .real(numbers.count % 2 == 1 ? numbers[middle] : (numbers[middle - 1] + numbers[middle]) / 2)
        default:
            let squares: Double = numbers.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
            return .real((squares / Double(numbers.count)).squareRoot())
        }
    }
}
