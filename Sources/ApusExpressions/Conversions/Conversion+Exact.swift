import Foundation

extension Conversion {
    /// Converts a number to the same number of the other type, or to its canonical text.
    func exact(_ number: Number) throws(ConversionFailure.Reason) -> StoredValue {
        switch to {
        case .int16, .int32, .int64:
            guard number.isWhole else { throw .fraction }
            guard let whole = number.integer(.towardZero), to.integerRange?.contains(whole) == true else {
                throw .outOfRange(to)
            }
            return .integer(whole)
        case .bool:
            guard number.isWhole, let whole = number.integer(.towardZero), (0...1).contains(whole) else {
                throw .noTruth
            }
            return .integer(whole)
        case .double, .float:
            guard let near = try? number.nearest(to), number.equals(near) else { throw .inexact(to) }
            return .real(near)
        case .decimal:
            guard let text = number.digits?.decimalText else { throw .inexact(to) }
            return .text(text)
        default: return .text(number.text(from))
        }
    }

    /// Converts a text that is canonical for the other type, so that the reverse conversion restores it.
    func exact(_ text: String) throws(ConversionFailure.Reason) -> StoredValue {
        switch to {
        case .data: return .blob(Data(text.utf8))
        case .url:
            guard text.isURL else { throw .unreadable(to) }
            return .text(text)
        case .uuid:
            guard let bytes = Data(uuidText: text), bytes.uuidText.utf8.elementsEqual(text.utf8) else {
                throw .notWrittenSo(to)
            }
            return .blob(bytes)
        default:
            guard let number = Number(text, as: to), number.text(to).utf8.elementsEqual(text.utf8),
                let value = number.stored
            else { throw .notWrittenSo(to) }
            return value
        }
    }

    /// Converts bytes to the value of the other type that they represent.
    func exact(_ bytes: Data) throws(ConversionFailure.Reason) -> StoredValue {
        switch (from, to) {
        case (.uuid, .string): return .text(bytes.uuidText)
        case (_, .uuid):
            guard bytes.count == Data.uuidSize else { throw .not16Bytes }
            return .blob(bytes)
        default:
            guard let text = bytes.utf8Text else { throw .noUTF8 }
            return .text(text)
        }
    }
}
