import ApusDiagnostics
package import Foundation

/// A value of the canonical JSON form, which has no null, and whole numbers only.
///
/// Digests depend on its bytes, so it has its own writer: Foundation's order of sorted keys differs between releases
/// (swift-corelibs-foundation issue 4702, swift-foundation pull request 631), and keys may be any string, such as those
/// of ``Entity/userInfo``.
package enum JSONValue: Hashable, Sendable {
    /// A string.
    case text(String)
    /// A whole number.
    case number(Int)
    /// True or false.
    case truth(Bool)
    /// A list of values.
    case list([JSONValue])
    /// Named values.
    case object([String: JSONValue])

    /// The value as JSON: on one line, without spaces, with an object's keys in the order of their UTF-8 bytes and only
    /// the necessary escapes.
    package var data: Data {
        var bytes: [UInt8] = []
        write(to: &bytes)
        return Data(bytes)
    }

    private func write(to bytes: inout [UInt8]) {
        switch self {
        case .text(let text): Self.write(text, to: &bytes)
        case .number(let number): bytes.append(contentsOf: String(number).utf8)
        case .truth(let truth): bytes.append(contentsOf: String(truth).utf8)
        case .list(let values):
            bytes.append(UInt8(ascii: "["))
            for (index, value) in values.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                value.write(to: &bytes)
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let values):
            bytes.append(UInt8(ascii: "{"))
            let sorted = values.sorted { $0.key.precedes($1.key) }
            for (index, (key, value)) in sorted.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                Self.write(key, to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                value.write(to: &bytes)
            }
            bytes.append(UInt8(ascii: "}"))
        }
    }

    private static func write(_ text: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        var text = text
        text.withUTF8 { utf8 in
            // Most strings have nothing to escape and are written at once.
            var start = 0
            guard let first = utf8.baseAddress else { return }
            // With the pointer itself, because a debug build takes several calls per byte for collections.
            var index = 0
            while index < utf8.count {
                if first[index].isEscapedInJSON {
                    bytes.append(contentsOf: utf8[start..<index])
                    writeEscaped(first[index], to: &bytes)
                    start = index + 1
                }
                index += 1
            }
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[start...]))
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private static func writeEscaped(_ byte: UInt8, to bytes: inout [UInt8]) {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(contentsOf: [UInt8(ascii: "\\"), byte])
        case 0x08: bytes.append(contentsOf: #"\b"#.utf8)
        case 0x09: bytes.append(contentsOf: #"\t"#.utf8)
        case 0x0A: bytes.append(contentsOf: #"\n"#.utf8)
        case 0x0C: bytes.append(contentsOf: #"\f"#.utf8)
        case 0x0D: bytes.append(contentsOf: #"\r"#.utf8)
        default:
            let digits = String(byte, radix: 16)
            bytes.append(contentsOf: (digits.utf8.count == 1 ? #"\u000"# : #"\u00"#).utf8)
            bytes.append(contentsOf: digits.utf8)
        }
    }
}

extension UInt8 {
    fileprivate var isEscapedInJSON: Bool {
        self < 0x20 || self == UInt8(ascii: "\"") || self == UInt8(ascii: "\\")
    }
}

extension JSONValue: Encodable {
    /// Writes the value with any encoder.
    package func encode(to encoder: any Encoder) throws {
        switch self {
        case .text(let text):
            var container = encoder.singleValueContainer()
            try container.encode(text)
        case .number(let number):
            var container = encoder.singleValueContainer()
            try container.encode(number)
        case .truth(let truth):
            var container = encoder.singleValueContainer()
            try container.encode(truth)
        case .list(let values):
            var container = encoder.unkeyedContainer()
            for value in values { try container.encode(value) }
        case .object(let values):
            var container = encoder.container(keyedBy: AnyKey.self)
            for (key, value) in values { try container.encode(value, forKey: AnyKey(key)) }
        }
    }
}

extension JSONValue: Decodable {
    /// Reads a value with any decoder.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let text = try? container.decode(String.self) {
            self = .text(text)
        } else if let truth = try? container.decode(Bool.self) {
            self = .truth(truth)
        } else if let number = try? container.decode(Int.self) {
            self = .number(number)
        } else if let list = try? container.decode([JSONValue].self) {
            self = .list(list)
        } else {
            self = .object(try container.decode([String: JSONValue].self))
        }
    }
}

extension JSONValue {
    /// The string, or `nil` if the value is not one.
    package var text: String? { if case .text(let text) = self { text } else { nil } }

    /// The elements of a list, or `nil` if the value is not one.
    package var elements: [JSONValue]? { if case .list(let list) = self { list } else { nil } }

    /// A list of strings.
    static func texts(_ texts: [String]) -> JSONValue { .list(texts.map { .text($0) }) }
}

extension JSONValue {
    /// Compares texts by their bytes, as digests do.
    package static func == (one: JSONValue, other: JSONValue) -> Bool {
        switch (one, other) {
        case (.text(let one), .text(let other)): one.isSame(as: other)
        case (.number(let one), .number(let other)): one == other
        case (.truth(let one), .truth(let other)): one == other
        case (.list(let one), .list(let other)): one == other
        case (.object(let one), .object(let other)):
            one.count == other.count
                && one.allSatisfy { key, value in
                    other.index(forKey: key).map { other[$0].key.isSame(as: key) && other[$0].value == value } ?? false
                }
        default: false
        }
    }
}
