import ApusDiagnostics
import ApusSchema
import Foundation

/// The defaults of a Core Data model, as Xcode writes them.
enum DefaultText {
    /// Reads a `defaultValueString`.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - type: The attribute's type.
    /// - Returns: The value, or `nil` if the text is not a value of that type.
    static func value(_ text: String, _ type: ScalarType) -> Value? {
        switch type {
        case .string, .url, .uuid:
            return Value(text: text, type: type)
        case .bool:
            if text == "YES" || text == "NO" { return .bool(text == "YES") }
            // Older versions of Xcode wrote a Boolean as a number.
            guard let number = Decimal(canonicalText: text), number == 0 || number == 1 else { return nil }
            return .bool(number == 1)
        case .int16, .int32, .int64:
            // An integer may be `0.0`: the default of a Double whose type was changed in Xcode.
            return Decimal(canonicalText: text).flatMap { Value(text: $0.canonicalText, type: type) }
        case .decimal:
            return Value(text: text, type: type)
        case .double, .float:
            // Core Data does not accept all numbers of Swift: no hexadecimal ones, no infinity.
            guard text.utf8.allSatisfy(Self.isPartOfNumber), case .double(let number) = Value(text: text, type: type),
                number.isFinite
            else { return nil }
            return .double(number)
        case .date, .data:
            // Core Data writes a date's default under another key, and has none for data.
            return nil
        }
    }

    /// Reads a text that is not of the attribute's type, but was of the type that it had before: `NO` of an integer,
    /// `1.5` of a Boolean.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - type: The attribute's type.
    /// - Returns: The value, or `nil` if the text is not a number that the type can hold.
    static func loosely(_ text: String, _ type: ScalarType) -> Value? {
        guard type.isNumber || type == .bool, let number = number(text) else { return nil }
        switch type {
        case .bool: return .bool(number != 0)
        case .int16, .int32, .int64:
            var (exact, whole) = (number, Decimal())
            NSDecimalRound(&whole, &exact, 0, exact < 0 ? .up : .down)
            return Value(text: whole.canonicalText, type: type)
        default: return Value(text: number.canonicalText, type: type)
        }
    }

    /// Reads the constant of a mapping model as loosely as a default.
    ///
    /// - Parameters:
    ///   - text: The text, that of a date as Apus writes it.
    ///   - type: The attribute's type.
    /// - Returns: The value, or `nil` if the text is not one that the type can hold.
    static func constant(_ text: String, _ type: ScalarType) -> Value? {
        switch type {
        case .date: Value(text: text, type: .date)
        default: value(text, type) ?? loosely(text, type)
        }
    }

    /// Reads a count, which may be written as a decimal; `nil` if it is not a whole number from 0 on.
    static func count(_ text: String) -> Int? {
        guard case .int(let number)? = value(text, .int64) ?? loosely(text, .int64),
            (0...Int64(Int.greatestRead)).contains(number)
        else { return nil }
        return Int(number)
    }

    private static func number(_ text: String) -> Decimal? {
        let word = text.trimmingCharacters(in: .whitespaces)
        switch word.lowercased() {
        case "yes", "true": return 1
        case "no", "false": return 0
        default:
            // A decimal is read up to the first character that does not fit.
            guard word.utf8.allSatisfy(isPartOfNumber), Double(word)?.isFinite == true,
                let number = Decimal(string: word, locale: Locale(identifier: "en_US_POSIX")), !number.isNaN
            else { return nil }
            return number
        }
    }

    /// Reads a `defaultDateTimeInterval`: seconds since 2001-01-01 00:00 UTC.
    static func date(_ text: String) -> Value? {
        guard text.utf8.allSatisfy(Self.isPartOfNumber), let seconds = Double(text), seconds.isFinite else {
            return nil
        }
        return .date(seconds)
    }

    private static func isPartOfNumber(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "e"), UInt8(ascii: "E"):
            true
        default:
            false
        }
    }
}
