import Foundation

extension Conversion {
    /// Converts a text in any common notation.
    func parsed(_ text: String) throws(ConversionFailure.Reason) -> StoredValue {
        let text: String = text.withoutSurroundingSpace
        switch to {
        case .bool:
            switch text.lowercased() {
            case "true", "yes", "1": return .integer(1)
            case "false", "no", "0": return .integer(0)
            default: throw .unreadable(to)
            }
        case .date: return .real(try MomentText.date(text))
        case .uuid:
            guard let bytes = Data(uuidText: text) else { throw .unreadable(to) }
            return .blob(bytes)
        case .url:
            guard text.isURL else { throw .unreadable(to) }
            return .text(text)
        case .double, .float:
            if let infinity = Self.infinity(text) { return .real(infinity) }
            let digits: Digits = try self.digits(text)
            let number: Double = digits.nearest(to)
            if number.isInfinite { throw .tooLarge(to) }
            if number.isZero, !digits.isZero { throw .tooSmall(to) }
            return .real(number)
        case .decimal:
            guard let decimal = try digits(text).decimalText else { throw .inexact(to) }
            return .text(decimal)
        default:
            let digits: Digits = try self.digits(text)
            guard digits.isWhole else { throw .fraction }
            guard let whole = digits.integer(.towardZero), to.integerRange?.contains(whole) == true else {
                throw .outOfRange(to)
            }
            return .integer(whole)
        }
    }

    private func digits(_ text: String) throws(ConversionFailure.Reason) -> Digits {
        guard let digits = Digits(text) else { throw .unreadable(to) }
        return digits
    }

    private static func infinity(_ text: String) -> Double? {
        switch text.lowercased() {
        case "inf", "+inf", "infinity", "+infinity": .infinity
        case "-inf", "-infinity": -.infinity
        default: nil
        }
    }
}

extension String {
    /// The text without white space at its ends. It trims scalars, so a mark that combines with a space remains.
    var withoutSurroundingSpace: String {
        let scalars = unicodeScalars.drop(while: \.properties.isWhitespace)
        let end = scalars.lastIndex { !$0.properties.isWhitespace }
        return end.map { String(String.UnicodeScalarView(scalars[...$0])) } ?? ""
    }
}
