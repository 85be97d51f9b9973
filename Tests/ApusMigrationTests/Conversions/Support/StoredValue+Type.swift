import ApusSchema
import Foundation

extension StoredValue {
    /// Whether a column of a type may hold the value: asked of the values of the model, which conversions do not use.
    func isValue(of type: ScalarType) -> Bool {
        switch (self, type) {
        case (.integer(let number), .bool): number == 0 || number == 1
        case (.integer(let number), _): Value.int(number).fits(type)
        case (.real(let number), .date): Value.date(number).fits(type)
        case (.real(let number), _): Value.double(number).fits(type)
        case (.text(let text), .decimal): Value(text: text, type: type)?.text == text
        case (.text(let text), .url): Value.url(text).fits(type)
        case (.text, _): type == .string
        case (.blob(let data), .uuid): data.count == 16
        case (.blob, _): type == .data
        case (.null, _): false
        }
    }
}
