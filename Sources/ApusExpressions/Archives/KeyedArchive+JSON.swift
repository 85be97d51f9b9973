import Foundation

extension KeyedArchive {
    /// The values as JSON; `nil` if an object is not a plain value, or the key of a dictionary is not a text.
    ///
    /// As `JSONEncoder` writes them: dates are seconds since 2001, data is Base64, URLs and UUIDs are texts. The keys of
    /// dictionaries are in the order of their bytes, and sets are lists in the order of their elements' bytes.
    package var json: String? { try? made(Self.json) }

    private static func json(_ part: Part<String>, isMutable: Bool) throws -> String {
        switch part {
        case .null: "null"
        case .bool(let value): value ? "true" : "false"
        case .int(let value): String(value)
        case .unsigned(let value): String(value)
        case .real(let value), .date(let value):
            if value.isFinite { "\(value)" } else { throw Failure.damaged }
        case .data(let data): quoted(data.base64EncodedString())
        case .string(let text): quoted(text)
        case .uuid(let value): quoted(value.uuidString)
        case .url(let text, nil): quoted(text)
        case .url(let text, let base?): try resolved(text, base)
        case .array(let elements): "[\(elements.joined(separator: ","))]"
        case .set(let elements): "[\(elements.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.joined(separator: ","))]"
        case .dictionary(let entries): try object(entries)
        }
    }

    private static func object(_ entries: [(key: String, value: String)]) throws -> String {
        guard entries.allSatisfy({ $0.key.utf8.first == UInt8(ascii: "\"") }) else { throw Failure.damaged }
        let sorted = entries.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
        return "{\(sorted.map { "\($0.key):\($0.value)" }.joined(separator: ","))}"
    }

    /// An URL that is relative to another one, whose text in JSON is given.
    private static func resolved(_ text: String, _ base: String) throws -> String {
        guard let base = try? JSONDecoder().decode(String.self, from: Data(base.utf8)),
            let url = URL(string: text, relativeTo: URL(string: base))
        else { throw Failure.damaged }
        return quoted(url.absoluteString)
    }

    private static func quoted(_ text: String) -> String {
        var bytes: [UInt8] = [UInt8(ascii: "\"")]
        for byte in text.utf8 { bytes.appendInJSON(byte) }
        bytes.append(UInt8(ascii: "\""))
        return String(decoding: bytes, as: UTF8.self)
    }
}
