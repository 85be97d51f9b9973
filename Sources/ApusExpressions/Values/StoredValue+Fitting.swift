import Foundation

extension StoredValue {
    /// Returns the value as a column of a type stores it, if that does not change it.
    ///
    /// Numbers are the same if they are equal: an integer becomes a binary number, and a whole binary number an integer. A
    /// column of binary numbers with 32 bits stores the nearest one.
    ///
    /// - Parameter type: The column's type.
    /// - Returns: The value; `nil` if the type cannot hold it. Null is a value of any type.
    package func fitting(_ type: ScalarType) -> StoredValue? {
        switch (self, type) {
        case (.null, _): return .null
        case (.integer(let number), .int16), (.integer(let number), .int32), (.integer(let number), .int64):
            return type.integerRange?.contains(number) == true ? self : nil
        case (.integer(let number), .bool): return (0...1).contains(number) ? self : nil
        case (.real(let number), .int16), (.real(let number), .int32), (.real(let number), .int64),
            (.real(let number), .bool):
            // Beyond that, it may be the nearest one to a sum that is not a binary number.
            guard abs(number) <= 0x1p53 else { return nil }
            return Int64(exactly: number).flatMap { StoredValue.integer($0).fitting(type) }
        case (.integer(let number), .double), (.integer(let number), .float), (.integer(let number), .date):
            guard let real = Double(exactly: number) else { return nil }
            return StoredValue.real(real).fitting(type)
        case (.real(let number), .double): return number.isNaN ? nil : .real(number.isZero ? 0 : number)
        case (.real(let number), .float):
            let near = Double(Float(number))
            return number.isNaN || near.isInfinite && number.isFinite ? nil : .real(near.isZero ? 0 : near)
        case (.real(let seconds), .date): return seconds.isFinite ? .real(seconds.isZero ? 0 : seconds) : nil
        case (.text, .string): return self
        case (.text(let text), .decimal): return text == ExpressionFunction.inexactSum ? nil : self
        case (.text(let text), .url): return text.isURL ? self : nil
        case (.blob, .data): return self
        case (.blob(let bytes), .uuid): return bytes.count == Data.uuidSize ? self : nil
        default: return nil
        }
    }
}
