import ApusSchema
import Foundation

extension StoredValue {
    /// The value so that two are written alike only where they are the same to the bit: `5`, `5.0`, `"5"`, `x'35'`.
    var notation: String {
        switch self {
        case .null: "null"
        case .integer(let number): String(number)
        case .real(let number): number.description
        case .text(let text):
            "\""
                + text.unicodeScalars.map { scalar in
                    switch scalar {
                    case "\"", "\\": "\\\(scalar)"
                    // Accents and their like would melt into what stands before them.
                    case " "..."~": String(scalar)
                    default: "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
                    }
                }
                .joined() + "\""
        case .blob(let data): "x'" + data.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined() + "'"
        }
    }

    /// Reads what ``notation`` writes.
    init?(notation: String) {
        if notation == "null" {
            self = .null
        } else if notation.hasPrefix("\""), notation.hasSuffix("\""), notation.count > 1 {
            self = .text(Self.unescaped(notation.dropFirst().dropLast()))
        } else if notation.hasPrefix("x'"), notation.hasSuffix("'") {
            let digits = Array(notation.dropFirst(2).dropLast())
            let bytes = stride(from: 0, to: digits.count - 1, by: 2).compactMap {
                UInt8(String(digits[$0...$0 + 1]), radix: 16)
            }
            self = .blob(Data(bytes))
        } else if let number = Int64(notation) {
            self = .integer(number)
        } else if let number = Double(notation) {
            self = .real(number)
        } else {
            return nil
        }
    }

    private static func unescaped(_ text: Substring) -> String {
        String(text).replacing(/\\u\{([0-9A-F]+)\}|\\(.)/) { match in
            if let character = match.output.2 { return String(character) }
            let scalar: Unicode.Scalar? = match.output.1.flatMap { UInt32($0, radix: 16) }.flatMap {
                Unicode.Scalar($0)
            }
            return scalar.map { String($0) } ?? ""
        }
    }
}
