package import Foundation

extension Data {
    /// The text whose UTF-8 the bytes are; `nil` if they are not in UTF-8.
    package var utf8Text: String? {
        // This repairs invalid UTF-8, which then differs from the bytes.
        let text = String(decoding: self, as: UTF8.self)
        return text.utf8.elementsEqual(self) ? text : nil
    }

    /// The number of bytes in a UUID.
    static let uuidSize: Int = 16

    /// The bytes as pairs of lowercase hexadecimal digits.
    var hexDigits: String { String(decoding: hexDigits(capital: false), as: UTF8.self) }

    private func hexDigits(capital: Bool) -> [UInt8] {
        let letters: UInt8 = (capital ? UInt8(ascii: "A") : UInt8(ascii: "a")) - 10
        var digits: [UInt8] = []
        digits.reserveCapacity(count * 2)
        for byte in self {
            for half in [byte >> 4, byte & 15] { digits.append(half < 10 ? UInt8(ascii: "0") + half : letters + half) }
        }
        return digits
    }

    /// Reads pairs of hexadecimal digits in either case.
    init?(hexDigits text: String) {
        guard text.utf8.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        var high: UInt8?
        for byte in text.utf8 {
            guard let digit = Self.hexDigit(byte) else { return nil }
            if let first = high {
                bytes.append(first << 4 | digit)
                high = nil
            } else {
                high = digit
            }
        }
        self.init(bytes)
    }

    private static func hexDigit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    /// The 16 bytes of a UUID in Foundation's format.
    var uuidText: String {
        var digits: [UInt8] = hexDigits(capital: true)
        // From the last to the first, so that no insertion shifts a later index.
        for index in [20, 16, 12, 8] { digits.insert(UInt8(ascii: "-"), at: index) }
        return String(decoding: digits, as: UTF8.self)
    }

    /// Reads a UUID in either case, with all its hyphens or without any.
    init?(uuidText text: String) {
        let groups = text.split(separator: "-", omittingEmptySubsequences: false).map(\.utf8.count)
        guard groups == [8, 4, 4, 4, 12] || groups == [32], let bytes = Data(hexDigits: text.replacing("-", with: ""))
        else {
            return nil
        }
        self = bytes
    }
}
