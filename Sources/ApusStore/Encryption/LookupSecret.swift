import ApusSchema
import Foundation
import GRDB

/// The secret with which a store makes the lookups of a model and a key.
///
/// It is random, and the store keeps it sealed with the key. So the lookups of two stores have nothing in common, they need the key as the
/// values do, and there is one secret at a time, which each statement reads in its own transaction.
struct LookupSecret: Sendable {
    /// The number of bytes of a lookup: HMAC-SHA256, truncated to 128 bits.
    static let length: Int = 16

    private let bytes: Data
    /// What the key of an HMAC is combined with (RFC 2104).
    private let inner, outer: [UInt8]

    private init(_ bytes: Data) {
        self.bytes = bytes
        let block = Array(bytes) + [UInt8](repeating: 0, count: 64 - bytes.count)
        inner = block.map { $0 ^ 0x36 }
        outer = block.map { $0 ^ 0x5C }
    }

    /// Makes a secret of 256 bits.
    static func random() -> LookupSecret {
        var generator = SystemRandomNumberGenerator()
        return LookupSecret(Data((0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) }))
    }

    /// Opens a secret.
    ///
    /// - Parameters:
    ///   - sealed: The secret as the store keeps it; `nil` if it has none.
    ///   - model: The model.
    ///   - key: The key's name.
    ///   - keys: The keys; `nil` if there are none.
    /// - Throws: The reason why it cannot be used.
    init(_ sealed: Data?, of model: String, _ key: String, _ keys: StoreKeys?) throws(SealingError) {
        guard let keys else { throw .noKey(key) }
        guard let sealed else { throw .lostLookups(key) }
        let bytes: Data
        do {
            bytes = try keys.sealer.open(sealed, key: key, context: Self.context(model, key))
        } catch {
            switch error {
            case .notSealed, .notAuthentic: throw .lostLookups(key)
            default: throw error
            }
        }
        guard bytes.count == 32 else { throw .lostLookups(key) }
        self.init(bytes)
    }

    /// Seals the secret for the store.
    func sealed(for model: String, _ key: String, _ keys: StoreKeys?) throws(SealingError) -> Data {
        guard let keys else { throw .noKey(key) }
        return try keys.sealer.seal(bytes, key: key, context: Self.context(model, key))
    }

    /// The key with which a secret is sealed; `nil` if that is not known.
    static func usedKey(
        of sealed: Data,
        _ model: String,
        _ key: String,
        _ keys: StoreKeys
    ) throws(SealingError) -> UsedKey? {
        try keys.sealer.usedKey(of: sealed, key: key, context: context(model, key))
    }

    /// It is part of the format of stores, so it must not change.
    private static func context(_ model: String, _ key: String) -> Data {
        Data("apus lookups 1\n\(model)\n\(key)".utf8)
    }

    /// The lookup of a value; null for null.
    ///
    /// It is part of the format of stores, so it must not change.
    ///
    /// - Parameters:
    ///   - value: The value as a column without encryption would hold it.
    ///   - subject: What the values are: see ``ApusSchema/Column/Seal/subject``.
    /// - Returns: 16 bytes.
    func lookup(of value: StoredValue, _ subject: String) -> StoredValue {
        Self.form(of: value).map { lookup(ofForm: $0, subject) } ?? .null
    }

    /// The lookup of a value in the form of ``form(of:)``.
    func lookup(ofForm plain: Data, _ subject: String) -> StoredValue {
        let message = Array("apus lookup 1\n\(subject)\n".utf8) + Array(plain)
        return .blob(Data(SHA256.hash(outer + SHA256.hash(inner + message)).prefix(Self.length)))
    }

    /// A value as its lookup is computed; `nil` for null.
    static func form(of value: StoredValue) -> Data? {
        // SQLite takes the two zeros for equal.
        if case .real(let number) = value, number.isZero { return StoredValue.real(0).sealedForm }
        return value.sealedForm
    }

    /// The secret that the store keeps for a column, sealed, as SQL. A statement reads it once, and in its own transaction.
    static func stored(for column: ApusSchema.Column.Lookup) -> String {
        "(SELECT apus_lookup_key.secret FROM apus_lookup_key WHERE apus_lookup_key.model = "
            + "\(SQLText.quoted(column.model)) AND apus_lookup_key.key = \(SQLText.quoted(column.seal.key)))"
    }
}

/// The secrets that a connection has opened: a key may be in hardware, which is asked once.
final class LookupSecrets: @unchecked Sendable {
    private let lock = NSLock()
    private var opened: [Data: (name: [String], secret: LookupSecret)] = [:]

    /// Opens a secret unless it is known.
    func secret(
        _ sealed: Data?,
        _ model: String,
        _ key: String,
        _ keys: StoreKeys?
    ) throws(SealingError) -> LookupSecret {
        if let sealed, let known = lock.withLock({ opened[sealed] }), known.name == [model, key] {
            return known.secret
        }
        let secret = try LookupSecret(sealed, of: model, key, keys)
        if let sealed { lock.withLock { opened[sealed] = ([model, key], secret) } }
        return secret
    }
}
