package import ApusSchema
import Foundation

/// Digests, such as the lock holds: SHA-256 in hexadecimal digits, the same on every platform and in every process.
package enum Digest {
    /// The digest of what a schema means; the order in which it says it does not count.
    package static func of(_ schema: Schema) -> String {
        hex(schema.normalized.json)
    }

    /// The digest of what an entity means by itself; the order in which it says it does not count.
    ///
    /// What the entity refers to counts by its name only: the entities at the far ends, the parent, the composites and
    /// enums of its attributes.
    package static func of(_ entity: Entity) -> String {
        hex(entity.normalized.json)
    }

    /// The digest of what a mapping says; `nil` where there is none, or where it says nothing.
    package static func of(_ mapping: Mapping?) -> String? {
        guard let mapping, !mapping.isEmpty else { return nil }
        return hex(Data(mapping.digestText.utf8))
    }

    /// The digest of a lock's line and all those above it.
    ///
    /// - Parameters:
    ///   - previous: The chain of the line above; `nil` for the first line.
    ///   - version: The line's version.
    ///   - schema: The digest of its schema.
    ///   - mapping: The digest of its mapping.
    /// - Returns: The line's chain.
    package static func chain(
        after previous: String?,
        _ version: Schema.Version,
        schema: String,
        mapping: String?
    ) -> String {
        hex(Data([previous ?? "-", version.description, schema, mapping ?? "-"].joined(separator: " ").utf8))
    }

    /// A lock's lines with the chains that they have one after the other.
    package static func chained(_ lines: [LockFile.Line]) -> [LockFile.Line] {
        var chained: [LockFile.Line] = []
        for line in lines {
            let chain: String = chain(
                after: chained.last?.chain,
                line.version,
                schema: line.schema,
                mapping: line.mapping
            )
            chained.append(LockFile.Line(line.version, schema: line.schema, mapping: line.mapping, chain: chain))
        }
        return chained
    }

    private static func hex(_ data: Data) -> String {
        SHA256.hash(data).map { byte in
            let digits = String(byte, radix: 16)
            return digits.count == 1 ? "0" + digits : digits
        }.joined()
    }
}
