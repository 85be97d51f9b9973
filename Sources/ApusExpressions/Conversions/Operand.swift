import Foundation

/// A stored value that is one of its column's type, as a conversion takes it.
enum Operand {
    case number(Number)
    case text(String)
    case bytes(Data)
    case date(Double)

    /// Reads a value that is not null, and refuses what is none of the type.
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

extension String {
    /// Whether a `URL` can be read from the text as it is; one that has to be changed first would not come back.
    var isURL: Bool {
        URL(string: self, encodingInvalidCharacters: false)?.absoluteString.utf8.elementsEqual(utf8) == true
    }
}
