import ApusSchema
import Foundation

extension SQLText {
    /// A text that SQLite reads as exactly this value, whatever it is: in the text of an index or a trigger, where
    /// nothing can be bound.
    static func constant(_ value: StoredValue) -> String {
        if let text = literal(value) { return text }
        switch value {
        case .integer(let number): return "(\(number + 1) - 1)"
        case .real(let number): return exact(number)
        case .text(let text): return "CAST(\(constant(.blob(Data(text.utf8)))) AS TEXT)"
        case .null, .blob: return "NULL"
        }
    }

    /// A number as a product of numbers that SQLite reads exactly: its reading of a fraction is not promised to be.
    private static func exact(_ number: Double) -> String {
        if number.isInfinite { return number < 0 ? "-9e999" : "9e999" }
        if number.isNaN { return "NULL" }
        // The digits as a whole number, times powers of two.
        let unit: Double = number.ulp
        let digits = Int64(number / unit)
        var exponent: Int = unit.exponentInt
        var text: String = "\(digits).0"
        while exponent != 0 {
            let step: Int = min(exponent.magnitude.asInt, 52)
            text += (exponent < 0 ? " / " : " * ") + "\(Int64(1) << step).0"
            exponent += exponent < 0 ? step : -step
        }
        return "(\(text))"
    }

    /// Several values with commas.
    static func constants(_ values: [StoredValue]) -> String {
        values.map(constant).joined(separator: ", ")
    }

    /// A column of a row in a statement; of the only row if that has no name.
    static func column(_ name: String, of row: String?) -> String {
        (row.map { $0 + "." } ?? "") + Self.name(name)
    }
}

extension Double {
    /// Of a power of two, which one.
    fileprivate var exponentInt: Int { Int(exponent) }
}

extension UInt {
    fileprivate var asInt: Int { Int(clamping: self) }
}
