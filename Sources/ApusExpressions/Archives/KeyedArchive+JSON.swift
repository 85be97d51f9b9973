import Foundation

extension KeyedArchive {
    /// The values as JSON; `nil` if an object is not a plain value, or the key of a dictionary is not a text.
    ///
    /// As `JSONEncoder` writes them: dates are seconds since 2001, data is Base64, URLs and UUIDs are texts. The keys of
    /// dictionaries are in the order of their bytes, and sets are lists in the order of their elements' bytes.
    package var json: String? { try? made(Self.json) }

    /// The greatest length of the text, in bytes: a text that lists share may be in it more often than any memory holds.
    private static let longest = 1 << 28

    private static func json(_ part: Part<String>, isMutable: Bool) throws -> String {
        switch part {
        case .null: "null"
        case .bool(let value): value ? "true" : "false"
        case .int(let value): String(value)
        case .unsigned(let value): String(value)
        case .real(let value), .date(let value):
            try number(value)
        case .data(let data): data.base64EncodedString().inJSON
        case .string(let text): text.inJSON
        case .uuid(let value): value.uuidString.inJSON
        case .url(let text, nil): text.inJSON
        case .url(let text, let base?): try resolved(text, base)
        case .array(let elements): try list(elements)
        case .set(let elements): try list(elements.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
        case .dictionary(let entries): try object(entries)
        }
    }

    private static func number(_ value: Double) throws -> String {
        guard let text = value.inJSON else { throw Failure.damaged }
        return text
    }

    private static func list(_ elements: [String]) throws -> String { "[\(try joined(elements))]" }

    private static func joined(_ elements: [String]) throws -> String {
        var size = 0
        for element in elements {
            size += element.utf8.count + 1
            guard size <= longest else { throw Failure.damaged }
        }
        return elements.joined(separator: ",")
    }

    private static func object(_ entries: [(key: String, value: String)]) throws -> String {
        guard entries.allSatisfy({ $0.key.utf8.first == UInt8(ascii: "\"") }) else { throw Failure.damaged }
        let sorted = entries.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
        return "{\(try joined(sorted.map { "\($0.key):\($0.value)" }))}"
    }

    /// An URL that is relative to another one, whose text in JSON is given.
    private static func resolved(_ text: String, _ base: String) throws -> String {
        guard let base = try? JSONDecoder().decode(String.self, from: Data(base.utf8)),
            let url = URL(string: text, relativeTo: URL(string: base))
        else { throw Failure.damaged }
        return url.absoluteString.inJSON
    }
}

extension String {
    /// The text in quotation marks.
    var inJSON: String {
        var bytes: [UInt8] = [UInt8(ascii: "\"")]
        for byte in utf8 { bytes.appendInJSON(byte) }
        bytes.append(UInt8(ascii: "\""))
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension Double {
    /// The number as `JSONEncoder` writes it: a whole one has no fraction. `nil` if it is infinite.
    var inJSON: String? {
        guard isFinite else { return nil }
        let text = "\(self)"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}
