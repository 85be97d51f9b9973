package import ApusSchema

extension StoredValue {
    /// The value so that a difference can be seen: escapes in text, the bits of a number, long values from where they
    /// begin to differ.
    package func spelled(against other: StoredValue?) -> String {
        switch self {
        case .null: return "null"
        case .integer(let number): return "integer \(number)"
        case .real(let number): return "real \(number) (bits \(String(number.bitPattern, radix: 16)))"
        case .text(let text):
            guard case .text(let second) = other else { return "text " + Self.excerpt(Array(text.utf8), from: 0) }
            return "text " + Self.excerpt(Array(text.utf8), from: Self.common(Array(text.utf8), Array(second.utf8)))
        case .blob(let data):
            let start: Int =
                if case .blob(let second) = other { Self.common([UInt8](data), [UInt8](second)) } else { 0 }
            let bytes: [UInt8] = Array([UInt8](data).dropFirst(max(0, start - 8)).prefix(32))
            let hex = bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
            return "blob of \(data.count) bytes, from byte \(max(0, start - 8)): \(hex)"
        }
    }

    private static func common(_ one: [UInt8], _ two: [UInt8]) -> Int {
        zip(one, two).prefix { $0 == $1 }.count
    }

    private static func excerpt(_ bytes: [UInt8], from start: Int) -> String {
        let first: Int = bytes.count <= 80 ? 0 : max(0, start - 8)
        let escaped: String = bytes.dropFirst(first).prefix(80).map { byte in
            (0x20..<0x7F).contains(byte)
                ? String(UnicodeScalar(byte)) : "\\x" + String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
        }.joined()
        return "of \(bytes.count) bytes\(first > 0 ? ", from byte \(first)" : ""): \"\(escaped)\""
    }
}
