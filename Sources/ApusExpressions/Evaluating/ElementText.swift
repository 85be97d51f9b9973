/// The elements of a list as one text, from which SQL reads them in linear time: an array in JSON.
///
/// SQLite's functions of JSON end a text at a NUL, so that and the character that stands for it are written as two
/// characters.
package enum ElementText {
    /// The character that stands, with a digit behind it, for a NUL or for itself.
    package static let mark: Unicode.Scalar = "\u{10FFFF}"

    /// Returns the text of a list.
    ///
    /// - Parameter elements: The elements; `nil` is null.
    /// - Returns: The text.
    static func text(of elements: [String?]) -> String {
        var bytes: [UInt8] = [UInt8(ascii: "[")]
        for (index, element) in elements.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            guard let element else {
                bytes += Array("null".utf8)
                continue
            }
            append(element, to: &bytes)
        }
        bytes.append(UInt8(ascii: "]"))
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func append(_ element: String, to bytes: inout [UInt8]) {
        let marks = Array(String(mark).utf8)
        // The first byte of the mark is that of few other characters.
        let hasMark = element.utf8.contains(marks[0]) && element.unicodeScalars.contains(mark)
        let text = hasMark ? element.replacing(String(mark), with: "\(mark)1") : element
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case 0: bytes += marks + [UInt8(ascii: "0")]
            default: bytes.appendInJSON(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }
}

extension [UInt8] {
    /// Appends a byte of a text in JSON.
    mutating func appendInJSON(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): self += [UInt8(ascii: "\\"), byte]
        case 0..<0x20:
            let digits = String(byte, radix: 16)
            self += Array("\\u00\(digits.count < 2 ? "0" : "")\(digits)".utf8)
        default: append(byte)
        }
    }
}
