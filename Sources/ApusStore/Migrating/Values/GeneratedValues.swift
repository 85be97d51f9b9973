import ApusSchema
import Foundation

/// What a migration takes from outside: the seed of its UUIDs, its one moment, and the values that lie in files.
struct GeneratedValues {
    private let seed: UUID

    /// The migration's moment as a date's column holds it.
    let moment: StoredValue

    /// The files beside the store.
    let files: ExternalFiles

    init(seed: UUID, moment: Date, files: ExternalFiles) {
        self.seed = seed
        self.files = files
        self.moment = .real(moment.timeIntervalSinceReferenceDate)
    }

    /// The UUID of one object's value: the same ones for the same seed, key and identity.
    func uuid(key: String, identity: Int64) -> UUID {
        var message: [UInt8] = withUnsafeBytes(of: seed.uuid) { Array($0) }
        // The identity has a fixed length, so that no two pairs of it and a key are the same bytes.
        message += withUnsafeBytes(of: identity.bigEndian) { Array($0) }
        message += Array(key.utf8)
        var bytes: [UInt8] = Array(SHA256.hash(message).prefix(16))
        // RFC 9562, section 5.8: version 8 is for values that are made as somebody likes; the variant is the usual one.
        bytes[6] = bytes[6] & 0x0F | 0x80
        bytes[8] = bytes[8] & 0x3F | 0x80
        return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }
}
