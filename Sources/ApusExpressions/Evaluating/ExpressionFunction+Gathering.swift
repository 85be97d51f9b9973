extension ExpressionFunction {
    /// Returns the aggregate of several non-null values.
    func gathered(_ values: [StoredValue], isDecimal: Bool) -> StoredValue {
        let order: StoredOrder = isDecimal ? .decimal : .usual
        switch self {
        case .sum:
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
}
