import Foundation

/// A value of a numeric type or of `bool`.
enum Number {
    /// A value of an integer type, or of `bool`.
    case integer(Int64)
    /// A value of `double` or `float`, never NaN.
    case binary(Double)
    /// A value of `decimal`.
    case decimal(Digits)

    /// Reads a number of a type in Swift's notation.
    init?(_ text: String, as type: ScalarType) {
        switch type {
        case .double:
            guard let number = Double(text), !number.isNaN else { return nil }
            self = .binary(number)
        case .float:
            guard let number = Float(text), !number.isNaN else { return nil }
            self = .binary(Double(number))
        case .decimal:
            guard let digits = Digits(text), digits.decimalText != nil else { return nil }
            self = .decimal(digits)
        default:
            guard let number = Int64(text), type.integerRange?.contains(number) == true else { return nil }
            self = .integer(number)
        }
    }

    var isZero: Bool {
        switch self {
        case .integer(let number): number == 0
        case .binary(let number): number.isZero
        case .decimal(let digits): digits.isZero
        }
    }

    /// Whether the number has no fraction; infinity has none.
    var isWhole: Bool {
        switch self {
        case .integer: true
        case .binary(let number): number.rounded(.towardZero) == number
        case .decimal(let digits): digits.isWhole
        }
    }

    /// Returns the number rounded to an integer; `nil` if 64 bits cannot hold it.
    func integer(_ rule: FloatingPointRoundingRule) -> Int64? {
        switch self {
        case .integer(let number): number
        case .binary(let number): Int64(exactly: number.rounded(rule))
        case .decimal(let digits): digits.integer(rule)
        }
    }

    /// The number's exact digits; `nil` for infinity.
    var digits: Digits? {
        switch self {
        case .integer(let number): Digits(number)
        case .binary(let number): Digits(exactly: number)
        case .decimal(let digits): digits
        }
    }

    /// Returns the nearest number of a binary type, ties to even, rounded once.
    func nearest(_ type: ScalarType) throws(ConversionFailure.Reason) -> Double {
        switch (self, type) {
        case (.integer(let number), .float): return Double(Float(number))
        case (.integer(let number), _): return Double(number)
        case (.binary(let number), .float):
            let near = Double(Float(number))
            if near.isInfinite, number.isFinite { throw .tooLarge(type) }
            return near
        case (.binary(let number), _): return number
        case (.decimal(let digits), _):
            let near: Double = digits.nearest(type)
            if near.isInfinite { throw .tooLarge(type) }
            return near
        }
    }

    /// Returns whether a binary number has exactly the same value.
    func equals(_ other: Double) -> Bool {
        switch self {
        case .integer(let number): Int64(exactly: other) == number
        case .binary(let number): other == number
        case .decimal(let digits): Digits(exactly: other) == digits
        }
    }

    /// Returns the canonical text of the number in a type.
    func text(_ type: ScalarType) -> String {
        switch self {
        case .integer(let number): String(number)
        // Negative zero counts as zero.
        case .binary(let number):
            number.isZero ? "0.0" : type == .float ? Float(number).description : number.description
        case .decimal(let digits): digits.plainText
        }
    }

    /// The number as a column of its type stores it.
    var stored: StoredValue? {
        switch self {
        case .integer(let number): .integer(number)
        case .binary(let number): .real(number)
        case .decimal(let digits): digits.decimalText.map { .text($0) }
        }
    }
}

extension Number {
    /// Returns the decimal with the digits that Swift prints for a binary number of a type.
    func printedDecimal(_ type: ScalarType) throws(ConversionFailure.Reason) -> StoredValue {
        guard let digits = Digits(text(type)) else { throw .tooLarge(.decimal) }
        guard let decimal = digits.decimalText else {
            throw digits.order > 0 ? .tooLarge(.decimal) : .tooSmall(.decimal)
        }
        return .text(decimal)
    }

    /// Returns the binary number of a type that Swift prints with these digits.
    func printed(as type: ScalarType) throws(ConversionFailure.Reason) -> StoredValue {
        let near: Double = try nearest(type)
        if near.isZero, !isZero { throw .tooSmall(type) }
        guard let digits, Digits(Number.binary(near).text(type)) == digits else { throw .tooManyDigits(type) }
        return .real(near)
    }
}
