public import ApusStore
import Crypto
public import Foundation

/// Encrypts values with AES-GCM (NIST SP 800-38D) and keys of 256 bits.
///
/// An encrypted value is a byte for the version of the format (1), 4 bytes that identify the key, the nonce of 12 random bytes, the
/// encrypted bytes, and the tag of 16 bytes. The first 5 bytes and the context are authenticated with it. The length of a value stays
/// visible, and whether there is one.
public struct AESGCMSealer: ValueSealer {
    private let provider: any KeyProvider
    private let known = KnownKeys()

    /// Creates a sealer with the keys of a provider, which is asked once for each name.
    public init(_ provider: any KeyProvider) { self.provider = provider }

    private static let version = Data([1])
    private static let overhead = 1 + 4 + 12 + 16

    /// Asks the provider for a key.
    public func checkKey(_ key: String) throws(SealingError) { _ = try keys(named: key) }

    /// Encrypts a value with the first key of a name.
    public func seal(_ value: Data, key: String, context: Data) throws(SealingError) -> Data {
        let key = try keys(named: key)[0]
        let head = Self.version + key.id
        do {
            let box = try AES.GCM.seal(value, using: key.bytes, authenticating: head + context)
            return head + Data(box.nonce) + box.ciphertext + box.tag
        } catch { throw .notSealed }
    }

    /// Decrypts a value with that key of a name with which it was encrypted.
    public func open(_ sealed: Data, key: String, context: Data) throws(SealingError) -> Data {
        let keys = try keys(named: key)
        guard sealed.count >= Self.overhead, sealed.starts(with: Self.version) else { throw .notSealed }
        let head = Data(sealed.prefix(5))
        let own = keys.filter { $0.id == head.dropFirst() }
        if own.isEmpty { throw .otherKey(key) }
        let rest = sealed.dropFirst(5)
        for key in own {
            guard let nonce = try? AES.GCM.Nonce(data: rest.prefix(12)),
                let box = try? AES.GCM.SealedBox(
                    nonce: nonce,
                    ciphertext: rest.dropFirst(12).dropLast(16),
                    tag: rest.suffix(16)
                ),
                let value = try? AES.GCM.open(box, using: key.bytes, authenticating: head + context)
            else { continue }
            return value
        }
        throw .notAuthentic
    }

    private func keys(named name: String) throws(SealingError) -> [EncryptionKey] {
        if let found = known.found(name) { return found }
        let found: [EncryptionKey]
        do {
            found = try provider.keys(named: name)
        } catch {
            let reason = (error as? KeyError)?.diagnostics.first?.message ?? error.localizedDescription
            throw .badKey(name, reason: reason)
        }
        if found.isEmpty { throw .noKey(name) }
        known.add(found, named: name)
        return found
    }
}

/// The keys that a provider has returned.
private final class KnownKeys: @unchecked Sendable {
    private let lock = NSLock()
    private var keys: [String: [EncryptionKey]] = [:]

    func found(_ name: String) -> [EncryptionKey]? { lock.withLock { keys[name] } }

    func add(_ found: [EncryptionKey], named name: String) { lock.withLock { keys[name] = found } }
}

extension StoreKeys {
    /// Creates the keys of a provider.
    public init(_ provider: any KeyProvider) { self.init(AESGCMSealer(provider)) }

    /// Creates the keys that a closure returns.
    ///
    /// - Parameter find: Returns the key with a name; `nil` if there is none.
    public init(_ find: @escaping @Sendable (_ name: String) throws -> EncryptionKey?) {
        self.init(KeyClosure { try find($0).map { [$0] } ?? [] })
    }
}
