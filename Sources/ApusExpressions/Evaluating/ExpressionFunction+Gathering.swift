import Foundation

extension ExpressionFunction {
    /// Returns the aggregate of several non-null values.
    func gathered(_ values: [StoredValue], isDecimal: Bool) -> StoredValue {
        let order: StoredOrder = isDecimal ? .decimal : .usual
        switch self {
        case .sum:
            if !isDecimal, let whole = Self.sum(of: values) { return .integer(whole) }
            let zero: StoredValue = isDecimal ? .text("0") : .integer(0)
            // Sums in the order of the values, so that the rounding of inexact numbers does not depend on the caller.
            return values.sorted(by: order.precedes).reduce(zero) {
                ExpressionFunction.add.value(of: [$0, $1], isDecimal: isDecimal)
            }
        case .minimum: return values.min { order.precedes($0, $1) } ?? .null
        case .maximum: return values.max { order.precedes($0, $1) } ?? .null
        case .mode:
            // Of equally frequent values, the least.
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

    /// The sum of decimals that no decimal holds exactly. No attribute takes it: see ``StoredValue/fitting(_:)``.
    static let inexactSum = "a sum of more than 38 digits"

    /// Returns the exact sum of decimals, or ``inexactSum``.
    package static func exactSum(ofDecimals values: [StoredValue]) -> StoredValue {
        var sum: Decimal = 0
        for value in values.filter({ $0 != .null }).sorted(by: StoredOrder.decimal.precedes) {
            guard let next = value.asDecimal else { return .text(inexactSum) }
            let result = sum + next
            // Foundation rounds a sum that needs more digits.
            if result.isNaN || result - next != sum || result - sum != next { return .text(inexactSum) }
            sum = result
        }
        return .text(sum.canonicalText)
    }

    /// The sum of integers; `nil` if there are other numbers, or the sum is too large.
    ///
    /// A number is added that has another sign than the sum so far, so that only the whole sum can be too large.
    private static func sum(of values: [StoredValue]) -> Int64? {
        var (positive, negative): ([Int64], [Int64]) = ([], [])
        for value in values {
            guard case .integer(let number) = value else { return nil }
            if number < 0 { negative.append(number) } else { positive.append(number) }
        }
        var sum: Int64 = 0
        while let next = sum < 0 ? positive.popLast() ?? negative.popLast() : negative.popLast() ?? positive.popLast() {
            let (result, isTooLarge) = sum.addingReportingOverflow(next)
            if isTooLarge { return nil }
            sum = result
        }
        return sum
    }
}
