import ApusSchema
import Foundation

/// The inputs of a migration besides the store: the seed of its UUIDs, the current moment, the external files, and the code.
struct GeneratedValues {
    private let seed: UUID

    /// The moment of the migration, as a date column stores it.
    let moment: StoredValue

    /// The store's external files.
    let files: ExternalFiles

    /// The code in Swift that mappings name.
    let code: MigrationCode

    /// The keys of encrypted attributes; `nil` if there are none.
    let keys: StoreKeys?

    /// The external files for values that are encrypted or decrypted; `nil` if these stay in their rows.
    var written: WrittenFiles?

    /// The values that no message shows, of all passes of the migration.
    var secrets = Secrets()

    /// The functions in Swift that mappings call.
    var functions: FunctionTable { code.table }

    init(seed: UUID, moment: Date, files: ExternalFiles, code: MigrationCode = MigrationCode(), keys: StoreKeys? = nil)
    {
        self.keys = keys
        self.seed = seed
        self.code = code
        self.files = files
        self.moment = .real(moment.timeIntervalSinceReferenceDate)
    }

    /// The UUID for an object's value. It is determined by the seed, the key and the object's identity.
    func uuid(key: String, identity: Int64) -> UUID {
        var message: [UInt8] = withUnsafeBytes(of: seed.uuid) { Array($0) }
        // The identity has a fixed length, so that different identities and keys never result in the same bytes.
        message += withUnsafeBytes(of: identity.bigEndian) { Array($0) }
        message += Array(key.utf8)
        var bytes: [UInt8] = Array(SHA256.hash(message).prefix(16))
        // RFC 9562, section 5.8: version 8 is for custom formats; the variant is the usual one.
        bytes[6] = bytes[6] & 0x0F | 0x80
        bytes[8] = bytes[8] & 0x3F | 0x80
        return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }
}
