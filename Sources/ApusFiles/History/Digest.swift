package import ApusSchema
import Foundation

/// The digests in a lock: SHA-256 in hexadecimal, the same on every platform and in every process.
package enum Digest {
    /// The digest of a schema's meaning. The order of its elements does not count.
    package static func of(_ schema: Schema) -> String {
        hex(schema.normalized.json)
    }

    /// The digest of an entity's meaning by itself. The order of its properties does not count.
    ///
    /// Elements that the entity refers to count by name only: destinations, the parent, and the composites and enums of
    /// its attributes.
    package static func of(_ entity: Entity) -> String {
        hex(entity.normalized.json)
    }

    /// The digest of what a mapping says; `nil` where there is none, or where it says nothing.
    package static func of(_ mapping: Mapping?) -> String? {
        guard let mapping, !mapping.isEmpty else { return nil }
        return hex(Data(mapping.digestText.utf8))
    }

    /// The digest of what a direct mapping says. Also one that says nothing is used where it exists.
    package static func direct(_ mapping: Mapping) -> String { hex(Data(mapping.digestText.utf8)) }

    /// The digest of a lock's line and all lines above it.
    ///
    /// - Parameters:
    ///   - previous: The chain of the line above, or `nil` for the first line.
    ///   - version: The line's version.
    ///   - schema: The digest of its schema.
    ///   - mapping: The digest of its mapping.
    ///   - direct: The direct mappings to it.
    /// - Returns: The line's chain.
    package static func chain(
        after previous: String?,
        _ version: Schema.Version,
        schema: String,
        mapping: String?,
        direct: [LockFile.DirectMapping] = []
    ) -> String {
        let parts = [previous ?? "-", version.description, schema, mapping ?? "-"] + direct.map(\.description)
        return hex(Data(parts.joined(separator: " ").utf8))
    }

    /// A lock's lines with their chains computed.
    package static func chained(_ lines: [LockFile.Line]) -> [LockFile.Line] {
        var chained: [LockFile.Line] = []
        for var line in lines {
            line.chain = chain(
                after: chained.last?.chain,
                line.version,
                schema: line.schema,
                mapping: line.mapping,
                direct: line.direct
            )
            chained.append(line)
        }
        return chained
    }

    private static func hex(_ data: Data) -> String { hex(SHA256.hash(data)) }

    /// Bytes in hexadecimal digits.
    package static func hex(_ bytes: [UInt8]) -> String {
        bytes.map { byte in
            let digits = String(byte, radix: 16)
            return digits.count == 1 ? "0" + digits : digits
        }.joined()
    }
}
