import ApusSchema
import Foundation

/// Decimal numbers.
struct DecimalSource: ValueSource {
    var rank: Int { 5 }

    /// The usual numbers, in hundredths.
    private let cents: ClosedRange<Int>?
    /// Allowed numbers, if no usual number is allowed.
    private let others: [StoredValue]
    private let first: Decimal
    private let step: Decimal
    private let isTailed: Bool
    let capacity: Int?
    let extremes: [StoredValue]

    /// Creates a source of numbers in a range. `nil` means no limit.
    init(from lower: Decimal?, to upper: Decimal?, topic: NumberTopic, isAdversarial: Bool) {
        func isAllowed(_ number: Decimal) -> Bool {
            lower.map { $0 <= number } ?? true && upper.map { number <= $0 } ?? true
                && Decimal(canonicalText: number.canonicalText) == number
        }
        isTailed = topic.isTailed
        let usual: ClosedRange<Int> = Int(topic.range.lowerBound) * 100...Int(topic.range.upperBound) * 100
        let least: Int? = Self.hundredths(lower, least: true, or: usual.lowerBound)
        let most: Int? = Self.hundredths(upper, least: false, or: usual.upperBound)
        if let least, let most, max(least, usual.lowerBound) <= min(most, usual.upperBound) {
            cents = max(least, usual.lowerBound)...min(most, usual.upperBound)
        } else {
            cents = nil
        }
        let one: Decimal = lower ?? upper ?? 0
        var some: [Decimal] = [one]
        if let lower, let upper {
            for part in 1...16 { some.append(lower + (upper - lower) * Decimal(part) / 16) }
        } else {
            for part in 1...16 { some.append(lower == nil ? one - Decimal(part) : one + Decimal(part)) }
        }
        others = some.filter(isAllowed).map { .text($0.canonicalText) }
        let nines = String(repeating: "9", count: 38)
        let edges: [String] = [
            nines, "-" + nines, "0." + nines, "-0." + nines, "0", "1", "-1", "0.01", "1e100", "1e-100",
        ]
        extremes =
            isAdversarial
            ? (edges.compactMap { Decimal(canonicalText: $0) } + [lower, upper].compactMap { $0 })
                .filter(isAllowed).map { .text($0.canonicalText) } : []
        // Distinct numbers count up from the smallest allowed or usual one, or down if there is only an upper limit.
        let start: Decimal = cents.map { Decimal($0.lowerBound) / 100 } ?? one
        first = start
        let sign: Decimal = cents == nil && lower == nil && upper != nil ? -1 : 1
        var found: (step: Decimal, capacity: Int)?
        for exponent in [0, -2, -6, -10, -20, -30, -60, 6, 20, 60, 100] where found == nil {
            let step: Decimal = sign * Decimal(sign: .plus, exponent: exponent, significand: 1)
            // Find a step with enough numbers that are all exact.
            for count in [100_000_000, 10_000_000] {
                let last: Decimal = start + step * Decimal(count)
                if isAllowed(last), isAllowed(start + step), last - step * Decimal(count) == start, last - start != 0,
                    (last - step) + step == last
                {
                    found = (step, count)
                    break
                }
            }
        }
        if found == nil {
            // A narrow range: count its hundredths.
            var count = 0
            while count < 10_000, isAllowed(start + Decimal(count + 1) / 100) { count += 1 }
            found = (Decimal(1) / 100, count + 1)
        }
        step = found?.step ?? 1
        capacity = found?.capacity
    }

    /// The first or last hundredth within a limit, or `nil` if it does not fit in an integer.
    private static func hundredths(_ limit: Decimal?, least: Bool, or usual: Int) -> Int? {
        guard var limit else { return usual }
        if limit.magnitude > 1_000_000_000_000 { return (limit < 0) == least ? usual : nil }
        limit *= 100
        var whole = Decimal()
        NSDecimalRound(&whole, &limit, 0, least ? .up : .down)
        return NSDecimalNumber(decimal: whole).intValue
    }

    func value(_ random: inout SplitMix64) -> StoredValue {
        guard let cents else { return others.isEmpty ? .text(first.canonicalText) : random.pick(others) }
        return .text(Self.text(isTailed ? random.tailed(in: cents) : random.number(in: cents)))
    }

    /// Hundredths as text, in the same form as `Decimal.canonicalText`.
    private static func text(_ cents: Int) -> String {
        let (whole, rest) = cents.magnitude.quotientAndRemainder(dividingBy: 100)
        let sign = cents < 0 ? "-" : ""
        if rest == 0 { return cents == 0 ? "0" : sign + String(whole) }
        let fraction: String = rest % 10 == 0 ? String(rest / 10) : (rest < 10 ? "0" : "") + String(rest)
        return sign + String(whole) + "." + fraction
    }

    func distinct(_ number: Int, _ random: inout SplitMix64) -> StoredValue {
        .text((first + step * Decimal(number)).canonicalText)
    }
}
