package import Foundation

/// What a migration takes from outside, given by a test.
package struct MigrationSources: Sendable {
    /// The UUID of an object for what a version fills, under the entity that declares it (`2/Trip/id`,
    /// `2/Trip/address.token`); the same whenever it is asked for.
    package let uuid: @Sendable (_ key: String, _ identity: Int64) -> UUID

    /// The moment of the migration: seconds since 2001.
    package let now: Double

    package init(uuid: @escaping @Sendable (_ key: String, _ identity: Int64) -> UUID, now: Double) {
        self.uuid = uuid
        self.now = now
    }

    /// Sources that depend only on what they are asked.
    package static let plain = MigrationSources(
        uuid: { key, identity in
            var state = UInt64(bitPattern: identity)
            for byte in key.utf8 { state = (state ^ UInt64(byte)) &* 0x100_0000_01B3 }
            return withUnsafeBytes(of: (state, ~state)) { UUID(uuid: $0.load(as: uuid_t.self)) }
        },
        now: 800_000_000.25
    )
}
