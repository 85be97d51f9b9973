/// A reference date and a unit for counting time.
///
/// Counts are computed from a date's decimal digits and rounded at most once, at the end: a date of .123 s is 123
/// milliseconds, although its binary value may be slightly less.
struct Epoch {
    /// The power of ten from seconds to the unit.
    private let places: Int
    /// The count at 2001-01-01 00:00 UTC.
    private let offset: Digits

    private static let secondsFrom1970To2001: Int64 = 978_307_200

    init(_ method: Conversion.Method) {
        places = method == .millisecondsSince1970 ? 3 : 0
        offset = method == .secondsSince2001 ? Digits(0) : Digits(Self.secondsFrom1970To2001).shifted(by: places)
    }

    private func digits(_ date: Double) -> Digits { Digits(date: date).shifted(by: places) + offset }

    /// Returns the count of a date, rounded down for integer types.
    func count(of date: Double, as type: ScalarType) throws(ConversionFailure.Reason) -> StoredValue {
        let count: Digits = digits(date)
        switch type {
        case .double:
            let near: Double = count.nearest(type)
            if near.isInfinite { throw .tooLarge(type) }
            return .real(near)
        case .decimal:
            guard let text = count.decimalText else { throw .inexact(type) }
            return .text(text)
        default:
            guard let whole = count.integer(.down), type.integerRange?.contains(whole) == true else {
                throw .outOfRange(type)
            }
            return .integer(whole)
        }
    }

    /// Returns the date of a count: the nearest one for a binary count, otherwise the date with exactly that count.
    func date(_ count: Number) throws(ConversionFailure.Reason) -> Double {
        let digits: Digits?
        if case .binary(let number) = count {
            digits = number.isFinite ? Digits(date: number) : nil
        } else {
            digits = count.digits
        }
        guard let digits else { throw .infinite }
        let date: Double = (digits + offset.negated).shifted(by: -places).nearest(.double)
        if case .binary = count { return date }
        guard date.isFinite, self.digits(date) == digits else { throw .inexact(.date) }
        return date
    }
}

extension Digits {
    fileprivate var negated: Digits { Digits(isNegative: !isNegative, digits, exponent: exponent) }
}
