import Foundation

extension Table.Rule.Constraint {
    /// A test that returns whether a non-null value violates the constraint.
    ///
    /// Create it once for many values. It is `nil` if the constraint has no such test in Swift.
    package var test: (@Sendable (StoredValue) -> Bool)? {
        switch self {
        case .type(.date): return { $0.real.map { !$0.isFinite } ?? false }
        case .type(.float): return { $0.real.map { Double(Float($0)) != $0 } ?? true }
        case .type(.decimal):
            return { value in value.characters.flatMap { Decimal(canonicalText: $0)?.canonicalText == $0 } != true }
        case .type(.string):
            return { value in if case .blob(let bytes) = value { bytes.utf8Text == nil } else { false } }
        case .type(.url): return { value in value.characters?.isURL != true }
        case .minimum(let limit): return { $0.compare(limit) == .orderedAscending }
        case .maximum(let limit): return { $0.compare(limit) == .orderedDescending }
        case .length(let length):
            return { value in
                guard let count = value.characters?.count else { return false }
                return count < length.minimum ?? 0 || count > length.maximum ?? .max
            }
        case .pattern(let text):
            guard let pattern = WholePattern(text) else { return nil }
            return { value in
                var patience = 1000
                // A text whose match takes too long counts as valid.
                return value.characters.flatMap { pattern.matches($0, patience: &patience) } == false
            }
        case .type, .cases, .present, .presentIfAny, .absent, .concreteEntity, .external: return nil
        }
    }
}

extension StoredValue {
    /// The text of the value; bytes are decoded as UTF-8.
    package var characters: String? {
        switch self {
        case .text(let text): text
        case .blob(let data): String(decoding: data, as: UTF8.self)
        case .null, .integer, .real: nil
        }
    }

    /// The number, if the value is one.
    fileprivate var real: Double? {
        switch self {
        case .real(let number): number
        case .integer(let number): Double(number)
        case .null, .text, .blob: nil
        }
    }

    /// Returns the order of the value and a limit; `nil` if the two cannot be compared.
    fileprivate func compare(_ limit: Value) -> ComparisonResult? {
        func order<Number: Comparable>(_ one: Number, _ other: Number) -> ComparisonResult {
            one < other ? .orderedAscending : one > other ? .orderedDescending : .orderedSame
        }
        switch (self, limit) {
        case (.integer(let number), .int(let limit)): return order(number, limit)
        case (_, .double(let limit)), (_, .date(let limit)): return real.map { order($0, limit) }
        case (_, .decimal(let limit)):
            return characters.flatMap(Decimal.init(canonicalText:)).map { order($0, limit) }
        default: return nil
        }
    }
}
