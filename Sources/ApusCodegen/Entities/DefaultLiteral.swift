import ApusDiagnostics
import ApusSchema
import Foundation

/// A value as a Swift expression of its attribute's type.
func swiftLiteral(_ value: Value, type: ScalarType, names types: TypeNames) -> String {
    switch value {
    case .int(let number): String(number)
    case .bool(let truth): String(truth)
    case .string(let text): stringLiteral(text)
    case .double(let number):
        type == .float ? floatLiteral(Float(number), types) : doubleLiteral(number, types)
    case .date(let seconds):
        "\(types.foundation("Date"))(timeIntervalSinceReferenceDate: \(doubleLiteral(seconds, types)))"
    case .decimal(let number): "\(types.apus("ModelValue")).decimal(\(stringLiteral(number.canonicalText)))"
    case .data(let data):
        data.isEmpty
            ? "\(types.foundation("Data"))()"
            : "\(types.apus("ModelValue")).data(base64: \(stringLiteral(data.base64EncodedString())))"
    case .uuid(let uuid): "\(types.apus("ModelValue")).uuid(\(stringLiteral(uuid.uuidString)))"
    case .url(let text): "\(types.apus("ModelValue")).url(\(stringLiteral(text)))"
    }
}

/// A placeholder for an object without a value.
func emptyLiteral(_ type: ScalarType, _ types: TypeNames) -> String {
    switch type {
    case .int16, .int32, .int64, .double, .float, .decimal: "0"
    case .string: "\"\""
    case .bool: "false"
    case .date: "\(types.apus("ModelValue")).emptyDate"
    case .data: "\(types.apus("ModelValue")).emptyData"
    case .uuid: "\(types.apus("ModelValue")).emptyUUID"
    case .url: "\(types.apus("ModelValue")).emptyURL"
    }
}

/// A string as a Swift literal.
func stringLiteral(_ text: String) -> String {
    if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }) {
        return "\"\(text)\""
    }
    return text.doubleQuoted { scalar in
        scalar.isVisible ? nil : "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
    }
}

/// Canonical JSON with escapes for characters that a reader of the source would not see; it says the same.
func visibleJSON(_ json: String) -> String {
    json.utf8.allSatisfy { $0 < 0x7F } ? json : json.escapingInJSON { !$0.isVisible }
}

extension Unicode.Scalar {
    /// Whether a reader sees the character where it is: it is neither invisible nor changes the writing direction.
    fileprivate var isVisible: Bool {
        self == " "
            || !(properties.isDefaultIgnorableCodePoint || properties.isWhitespace
                || [.control, .format, .unassigned, .privateUse].contains(properties.generalCategory))
    }
}

/// The number signs that a raw string literal needs so that the text's backslashes and quotation marks stay plain.
func rawStringMarks(_ text: String) -> String {
    var needed = 1
    // The length of a run of number signs after a quotation mark or a backslash.
    var run: Int?
    for byte in text.utf8 {
        if byte == UInt8(ascii: "#"), let length = run {
            run = length + 1
            needed = max(needed, length + 2)
        } else {
            run = byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") ? 0 : nil
        }
    }
    return String(repeating: "#", count: needed)
}

private func doubleLiteral(_ number: Double, _ types: TypeNames) -> String {
    // The compiler warns about literals of subnormal numbers, which it rounds.
    if number.isSubnormal {
        return "\(types.swift("Double"))(bitPattern: 0x\(String(number.bitPattern, radix: 16, uppercase: true)))"
    }
    return number.isInfinite ? (number < 0 ? "-.infinity" : ".infinity") : number.description
}

private func floatLiteral(_ number: Float, _ types: TypeNames) -> String {
    if number.isSubnormal {
        return "\(types.swift("Float"))(bitPattern: 0x\(String(number.bitPattern, radix: 16, uppercase: true)))"
    }
    return number.isInfinite ? (number < 0 ? "-.infinity" : ".infinity") : number.description
}
