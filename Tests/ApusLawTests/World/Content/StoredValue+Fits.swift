import ApusSchema
import Foundation

extension StoredValue {
    /// Whether a store could hold the value as one of a type.
    func fits(_ type: ScalarType) -> Bool {
        switch (self, type) {
        case (.integer(let number), .bool): number == 0 || number == 1
        case (.integer(let number), .int16), (.integer(let number), .int32), (.integer(let number), .int64):
            type.integerRange?.contains(number) == true
        case (.real(let number), .float): Double(Float(number)) == number
        case (.real(let number), .double): !number.isNaN
        case (.real(let number), .date): !number.isNaN
        case (.text(let text), .decimal): Decimal(canonicalText: text)?.canonicalText == text
        // Foundation would write other characters in place of some.
        case (.text(let text), .url):
            !text.isEmpty
                && URL(string: text, encodingInvalidCharacters: false)?.absoluteString.utf8.elementsEqual(text.utf8)
                    == true
        case (.text, .string): true
        case (.blob, .data): true
        case (.blob(let data), .uuid): data.count == 16
        default: false
        }
    }
}
