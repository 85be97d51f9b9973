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

    /// Creates a sealer with the keys of a provider.
    ///
    /// The provider is asked once for each name, however many values there are. If it had no key, it is asked again when a store is opened
    /// or migrated.
    public init(_ provider: any KeyProvider) { self.provider = provider }

    private static let overhead = EncryptionKey.headCount + 12 + 16

    /// Asks the provider for a key, also if it had none before: it may be in a keychain that was locked.
    public func checkKey(_ key: String) throws(SealingError) {
        if case .success? = known.found(key) { return }
        _ = try ask(for: key)
    }

    /// Encrypts a value with the first key of a name.
    public func seal(_ value: Data, key: String, context: Data) throws(SealingError) -> Data {
        let key = try keys(named: key)[0]
        let head = key.head
        do {
            let box = try AES.GCM.seal(value, using: key.bytes, authenticating: Self.joined(head, context))
            // The nonce, the encrypted bytes and the tag. There is none only for nonces of other lengths.
            guard let combined = box.combined else { throw SealingError.notSealed }
            return Self.joined(head, combined)
        } catch { throw .notSealed }
    }

    /// Decrypts a value with that key of a name with which it was encrypted.
    public func open(_ sealed: Data, key: String, context: Data) throws(SealingError) -> Data {
        let keys = try keys(named: key)
        guard Self.isSealed(sealed) else { throw .notSealed }
        let head = sealed.prefix(EncryptionKey.headCount)
        guard keys.contains(where: { $0.head == head }) else { throw .otherKey(key) }
        for key in keys where key.head == head {
            if let value = Self.value(of: sealed, key, context) { return value }
        }
        throw .notAuthentic
    }

    /// Compares the identifier in front of a value with those of the keys. A value that is damaged behind it counts as one of its key.
    public func usedKey(of sealed: Data, key: String, context: Data) throws(SealingError) -> UsedKey? {
        let keys = try keys(named: key)
        guard Self.isSealed(sealed) else { return nil }
        let head = sealed.prefix(EncryptionKey.headCount)
        var isFirst = keys[0].head == head
        // Different keys may have one identifier, although it is as good as impossible.
        if isFirst, keys.contains(where: { $0.head == head && $0 != keys[0] }) {
            isFirst = Self.value(of: sealed, keys[0], context) != nil
        }
        if isFirst { return UsedKey(id: keys[0].shownID, rank: .first) }
        let isKnown = keys.contains { $0.head == head }
        return UsedKey(id: EncryptionKey.shown(head.dropFirst()), rank: isKnown ? .older : .unknown)
    }

    /// Whether bytes may be an encrypted value.
    private static func isSealed(_ bytes: Data) -> Bool {
        bytes.count >= overhead && bytes.first == EncryptionKey.version
    }

    /// Decrypts a value that is long enough; `nil` if it was not encrypted with the key in the context.
    private static func value(of sealed: Data, _ key: EncryptionKey, _ context: Data) -> Data? {
        let head = sealed.prefix(EncryptionKey.headCount)
        guard let box = try? AES.GCM.SealedBox(combined: sealed.dropFirst(head.count)) else { return nil }
        return try? AES.GCM.open(box, using: key.bytes, authenticating: joined(head, context))
    }

    /// Two values, copied once: `+` takes longer than the cipher needs for a short text.
    private static func joined(_ first: Data, _ second: Data) -> Data {
        var data = Data(count: first.count + second.count)
        data.withUnsafeMutableBytes { bytes in
            bytes.copyBytes(from: first)
            UnsafeMutableRawBufferPointer(rebasing: bytes[first.count...]).copyBytes(from: second)
        }
        return data
    }

    private func keys(named name: String) throws(SealingError) -> [EncryptionKey] {
        switch known.found(name) {
        case .success(let keys)?: return keys
        // Each value is read on its own: a provider that fails slowly, or asks the user, would do so for all of them.
        case .failure(let error)?: throw error
        case nil: return try ask(for: name)
        }
    }

    private func ask(for name: String) throws(SealingError) -> [EncryptionKey] {
        do throws(SealingError) {
            let keys = try provided(name)
            known.add(.success(keys), named: name)
            return keys
        } catch {
            known.add(.failure(error), named: name)
            throw error
        }
    }

    private func provided(_ name: String) throws(SealingError) -> [EncryptionKey] {
        let keys: [EncryptionKey]
        do {
            keys = try provider.keys(named: name)
        } catch {
            let reason = (error as? KeyError)?.diagnostics.first?.message ?? error.localizedDescription
            throw .badKey(name, reason: reason)
        }
        if keys.isEmpty { throw .noKey(name) }
        return keys
    }
}

/// What a provider has answered.
private final class KnownKeys: @unchecked Sendable {
    typealias Answer = Result<[EncryptionKey], SealingError>

    private let lock = NSLock()
    private var answers: [String: Answer] = [:]

    func found(_ name: String) -> Answer? { lock.withLock { answers[name] } }

    /// Remembers an answer. A failure does not replace keys that were found at the same time.
    func add(_ answer: Answer, named name: String) {
        lock.withLock {
            if case .failure = answer, case .success? = answers[name] { return }
            answers[name] = answer
        }
    }
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
