import ApusSchema
import Foundation

extension SQLText {
    /// SQL that evaluates to exactly this value, whatever it is, for indexes and triggers, which cannot have bound
    /// values.
    static func constant(_ value: StoredValue) -> String {
        if let text = literal(value) { return text }
        switch value {
        case .integer(let number): return "(\(number + 1) - 1)"
        case .real(let number): return exact(number)
        case .text(let text): return "CAST(\(constant(.blob(Data(text.utf8)))) AS TEXT)"
        case .null, .blob: return "NULL"
        }
    }

    /// A number as a product of numbers that SQLite reads exactly, which it does not guarantee for fractions.
    private static func exact(_ number: Double) -> String {
        if number.isInfinite { return number < 0 ? "-9e999" : "9e999" }
        if number.isNaN { return "NULL" }
        // The significand as a whole number, times powers of two.
        let unit: Double = number.ulp
        let digits = Int64(number / unit)
        var exponent: Int = unit.exponentInt
        var text = "\(digits).0"
        while exponent != 0 {
            let step: Int = min(exponent.magnitude.asInt, 52)
            text += (exponent < 0 ? " / " : " * ") + "\(Int64(1) << step).0"
            exponent += exponent < 0 ? step : -step
        }
        return "(\(text))"
    }

    /// Several values, separated by commas.
    static func constants(_ values: [StoredValue]) -> String {
        values.map(constant).joined(separator: ", ")
    }

    /// A column, qualified with the name of its row if it has one.
    static func column(_ name: String, of row: String?) -> String {
        (row.map { $0 + "." } ?? "") + Self.name(name)
    }
}

extension Double {
    fileprivate var exponentInt: Int { Int(exponent) }
}

extension UInt {
    fileprivate var asInt: Int { Int(clamping: self) }
}
