import ApusDiagnostics
package import Foundation

/// The order of stored values: null, then numbers, texts and bytes.
package enum StoredOrder: Hashable, Sendable {
    /// Texts by their bytes.
    case usual
    /// Texts that are decimals, by their numeric values.
    case decimal
    /// Texts by the rules of the current locale, as in a user interface.
    case localizedStandard

    /// Returns whether one value comes before another.
    package func precedes(_ one: StoredValue, _ other: StoredValue) -> Bool {
        order(one, other) == .orderedAscending
    }

    /// Returns the order of two values.
    package func order(_ one: StoredValue, _ other: StoredValue) -> ComparisonResult {
        switch (one, other) {
        case (.null, .null): return .orderedSame
        case (.integer(let left), .integer(let right)): return Self.order(left, right)
        case (.text(let left), .text(let right)):
            switch self {
            case .usual: break
            case .decimal:
                if let left = Decimal(canonicalText: left), let right = Decimal(canonicalText: right) {
                    return Self.order(left, right)
                }
            case .localizedStandard:
                let order: ComparisonResult = left.localizedStandardCompare(right)
                if order != .orderedSame { return order }
            }
            if left.isSame(as: right) { return .orderedSame }
            return left.precedes(right) ? .orderedAscending : .orderedDescending
        case (.blob(let left), .blob(let right)):
            if left == right { return .orderedSame }
            return left.lexicographicallyPrecedes(right) ? .orderedAscending : .orderedDescending
        case (.integer(let left), .real(let right)): return Self.exactOrder(left, right)
        case (.real(let left), .integer(let right)): return Self.exactOrder(right, left).opposite
        case (.real(let left), .real(let right)): return Self.order(left, right)
        default: return Self.order(one.rank, other.rank)
        }
    }

    private static func order<Number: Comparable>(_ one: Number, _ other: Number) -> ComparisonResult {
        one < other ? .orderedAscending : one == other ? .orderedSame : .orderedDescending
    }

    /// Returns the exact order, as SQLite does: a `Double` cannot distinguish all integers.
    private static func exactOrder(_ one: Int64, _ other: Double) -> ComparisonResult {
        if other >= 0x1p63 { return .orderedAscending }
        if other < -0x1p63 { return .orderedDescending }
        let whole: ComparisonResult = order(one, Int64(other))
        return whole == .orderedSame ? order(0.0, other - other.rounded(.towardZero)) : whole
    }
}

extension ComparisonResult {
    fileprivate var opposite: ComparisonResult {
        switch self {
        case .orderedAscending: .orderedDescending
        case .orderedSame: .orderedSame
        case .orderedDescending: .orderedAscending
        }
    }
}

extension StoredValue {
    fileprivate var rank: Int {
        switch self {
        case .null: 0
        case .integer, .real: 1
        case .text: 2
        case .blob: 3
        }
    }

    /// The number, or the number that a text contains.
    package var asReal: Double? {
        switch self {
        case .integer(let number): Double(number)
        case .real(let number): number
        case .text(let text): Double(text)
        case .null, .blob: nil
        }
    }

    /// The number as a decimal; `nil` if a decimal cannot hold it.
    package var asDecimal: Decimal? {
        switch self {
        case .integer(let number): Decimal(number)
        case .real(let number): number.isFinite ? Decimal(canonicalText: number.description) : nil
        case .text(let text): Decimal(canonicalText: text)
        case .null, .blob: nil
        }
    }

    /// The text, or a number's digits.
    package var asText: String? {
        switch self {
        case .integer(let number): String(number)
        case .real(let number): number.description
        case .text(let text): text
        case .null, .blob: nil
        }
    }

    func mapText(_ change: (String) -> String) -> StoredValue {
        asText.map { .text(change($0)) } ?? .null
    }
}
