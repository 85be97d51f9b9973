public import ApusDiagnostics
public import Foundation

/// Encrypts the values of encrypted attributes, and decrypts them.
///
/// `ApusEncryption` has an implementation with AES-GCM, so that an app that encrypts nothing links no cryptography. An app of its
/// own can bring another one, whose keys are in hardware, say.
public protocol ValueSealer: Sendable {
    /// Makes sure that a key is there, before anything is read or written.
    ///
    /// - Parameter key: The key's name, as the model's `encrypted` says.
    /// - Throws: The reason why it cannot be used.
    func checkKey(_ key: String) throws(SealingError)

    /// Encrypts a value.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - key: The key's name.
    ///   - context: What has the value: an attribute of an object. The result can be opened in the same context only.
    /// - Returns: The encrypted value, which differs each time, and is never empty.
    /// - Throws: The reason why the key cannot be used.
    func seal(_ value: Data, key: String, context: Data) throws(SealingError) -> Data

    /// Decrypts a value.
    ///
    /// - Parameters:
    ///   - sealed: The encrypted value.
    ///   - key: The key's name.
    ///   - context: What has the value.
    /// - Returns: The value.
    /// - Throws: The reason why the value cannot be read. A value that was not sealed with the key in this context is never returned.
    func open(_ sealed: Data, key: String, context: Data) throws(SealingError) -> Data

    /// Finds out which of the keys with a name has encrypted a value.
    ///
    /// `ModelContainer.rekey(progress:)` and `apus rekey` leave values of the first key as they are, and `apus verify --keys` counts the
    /// values of each key. It is asked for every value, so it should not decrypt the value if that can be avoided.
    ///
    /// - Parameters:
    ///   - sealed: The encrypted value.
    ///   - key: The name.
    ///   - context: What has the value.
    /// - Returns: The key; `nil` if that is not known, as by default. Such a value is encrypted again each time.
    /// - Throws: The reason why the keys cannot be used.
    func usedKey(of sealed: Data, key: String, context: Data) throws(SealingError) -> UsedKey?
}

extension ValueSealer {
    /// Returns that it is not known which key has encrypted a value.
    public func usedKey(of sealed: Data, key: String, context: Data) throws(SealingError) -> UsedKey? { nil }
}

/// The key that has encrypted a value, among those with the same name.
public struct UsedKey: Hashable, Sendable {
    /// Which of the keys it is.
    public enum Rank: String, Hashable, Sendable, CaseIterable {
        /// The key with which values are encrypted now.
        case first
        /// A further one, which only decrypts.
        case older
        /// None of those that were given.
        case unknown
    }

    /// What identifies the key, and says nothing about its bytes.
    public let id: String

    /// Which of the keys it is.
    public let rank: Rank

    /// Creates a description of a key.
    public init(id: String, rank: Rank) {
        self.id = id
        self.rank = rank
    }
}

/// The reason why an encrypted value cannot be read, or written.
public enum SealingError: ExplainedError, Hashable, Sendable {
    /// There is no key of this name.
    case noKey(String)
    /// The key with this name cannot be used: why.
    case badKey(String, reason: String)
    /// The value was encrypted with another key than those that have this name.
    case otherKey(String)
    /// The bytes are not an encrypted value.
    case notSealed
    /// The value is damaged, or was moved here from another object or attribute.
    case notAuthentic
    /// The store has lost the secret of its lookups with the key of this name.
    case lostLookups(String)

    /// The reason as an error.
    public var diagnostics: [Diagnostic] { [.error("the value is \(reason)")] }

    /// The name of the key; `nil` if the reason is the value.
    package var key: String? {
        switch self {
        case .noKey(let name), .badKey(let name, _), .otherKey(let name), .lostLookups(let name): name
        case .notSealed, .notAuthentic: nil
        }
    }

    /// The reason, to follow "is" or "are".
    package var reason: String {
        switch self {
        case .noKey(let name): "encrypted with the key '\(name)', which was not given"
        case .badKey(let name, let reason): "encrypted with the key '\(name)', which cannot be used: \(reason)"
        case .otherKey(let name): "encrypted with another key than the one that was given as '\(name)'"
        case .notSealed: "not an encrypted value"
        case .lostLookups(let name):
            "encrypted with the key '\(name)', whose lookups cannot be used, because the store has lost their secret"
        case .notAuthentic: "damaged, or moved here from another object or attribute"
        }
    }
}

/// The keys with which a store's encrypted attributes are read and written.
public struct StoreKeys: Hashable, Sendable {
    /// What encrypts and decrypts with the keys.
    package let sealer: any ValueSealer

    private let id = UUID()

    /// Creates keys.
    public init(_ sealer: any ValueSealer) { self.sealer = sealer }

    /// Whether both are the same keys, and not only equal ones.
    public static func == (one: StoreKeys, other: StoreKeys) -> Bool { one.id == other.id }

    /// Hashes what identifies the keys.
    public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
