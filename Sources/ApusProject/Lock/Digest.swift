public import ApusMigration
public import ApusSchema
import Crypto
import Foundation

/// The digests that the lock holds: SHA-256 in hexadecimal digits.
public enum Digest {
    /// The digest of what a schema means; the order in which it says it does not count.
    public static func of(_ schema: Schema) -> String {
        hex(schema.normalized.json)
    }

    /// The digest of what a mapping says; `nil` where there is none, or where it says nothing.
    public static func of(_ mapping: Mapping?) -> String? {
        guard let mapping, !mapping.accept.isEmpty else { return nil }
        let lines: [String] = mapping.accept.map { "accept \($0.path)" }.sorted()
        return hex(Data(lines.joined(separator: "\n").utf8))
    }

    /// The digest of a lock's line and all those above it.
    ///
    /// - Parameters:
    ///   - previous: The chain of the line above; `nil` for the first line.
    ///   - version: The line's version.
    ///   - schema: The digest of its schema.
    ///   - mapping: The digest of its mapping.
    /// - Returns: The line's chain.
    public static func chain(
        after previous: String?,
        _ version: Schema.Version,
        schema: String,
        mapping: String?
    ) -> String {
        hex(Data([previous ?? "-", version.description, schema, mapping ?? "-"].joined(separator: " ").utf8))
    }

    private static func hex(_ data: Data) -> String {
        SHA256.hash(data: data).map { byte in
            let digits = String(byte, radix: 16)
            return digits.count == 1 ? "0" + digits : digits
        }.joined()
    }
}
