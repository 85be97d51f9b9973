import Foundation

/// A stored value that is valid for its column's type, as the input of a conversion.
enum Operand {
    case number(Number)
    case text(String)
    case bytes(Data)
    case date(Double)

    /// Creates an operand from a non-null value; throws if it is not of the type.
    init(_ value: StoredValue, _ type: ScalarType) throws(ConversionFailure.Reason) {
        guard let operand = Self.read(value, type) else { throw .notOfType(type) }
        self = operand
    }

    private static func read(_ value: StoredValue, _ type: ScalarType) -> Operand? {
        switch (value, type) {
        case (.integer(let number), .bool): (0...1).contains(number) ? .number(.integer(number)) : nil
        case (.integer(let number), _): type.integerRange?.contains(number) == true ? .number(.integer(number)) : nil
        case (.real(let number), .double): number.isNaN ? nil : .number(.binary(number.isZero ? 0 : number))
        case (.real(let number), .float):
            Double(Float(number)) == number ? .number(.binary(number.isZero ? 0 : number)) : nil
        case (.real(let seconds), .date): seconds.isFinite ? .date(seconds.isZero ? 0 : seconds) : nil
        case (.text(let text), .decimal): Number(storedDecimal: text).map { .number($0) }
        case (.text(let text), .string): .text(text)
        case (.text(let text), .url): text.isURL ? .text(text) : nil
        case (.blob(let bytes), .data): .bytes(bytes)
        case (.blob(let bytes), .uuid): bytes.count == Data.uuidSize ? .bytes(bytes) : nil
        default: nil
        }
    }
}

extension Number {
    fileprivate init?(storedDecimal text: String) {
        guard let number = Number(text, as: .decimal), number.text(.decimal).utf8.elementsEqual(text.utf8) else {
            return nil
        }
        self = number
    }
}
