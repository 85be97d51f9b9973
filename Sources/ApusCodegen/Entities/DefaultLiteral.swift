import ApusSchema
import Foundation

/// A value as an expression of Swift, of the type of its attribute.
func swiftLiteral(_ value: Value, _ type: ScalarType, _ types: TypeNames) -> String {
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

/// A value of a scalar for an object that was given none yet.
func emptyLiteral(_ type: ScalarType, _ types: TypeNames) -> String {
    switch type {
    case .int16, .int32, .int64, .double, .float, .decimal: "0"
    case .string: "\"\""
    case .bool: "false"
    case .date: "\(types.apus("ModelValue")).emptyDate"
    case .data: "\(types.foundation("Data"))()"
    case .uuid: "\(types.apus("ModelValue")).emptyUUID"
    case .url: "\(types.apus("ModelValue")).emptyURL"
    }
}

/// A text between quotation marks.
func stringLiteral(_ text: String) -> String {
    if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }) {
        return "\"\(text)\""
    }
    var literal: String = "\""
    for scalar in text.unicodeScalars {
        switch scalar {
        case "\\": literal += "\\\\"
        case "\"": literal += "\\\""
        case "\n": literal += "\\n"
        case "\r": literal += "\\r"
        case "\t": literal += "\\t"
        default:
            // What nobody sees, or what would change the order of what one sees, is spelled out.
            let isPlain: Bool =
                scalar == " "
                || !(scalar.properties.isDefaultIgnorableCodePoint || scalar.properties.isWhitespace
                    || [.control, .format, .unassigned, .privateUse].contains(scalar.properties.generalCategory))
            literal += isPlain ? String(scalar) : "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
        }
    }
    return literal + "\""
}

/// The number signs that a literal of the text needs, so that its backslashes and quotation marks are plain.
func rawStringMarks(_ text: String) -> String {
    var needed: Int = 1
    // The length of the run of number signs behind a quotation mark or a backslash.
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
    // The compiler warns of digits for the smallest numbers, which it rounds.
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
