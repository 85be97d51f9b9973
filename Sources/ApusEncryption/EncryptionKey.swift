import Crypto
public import Foundation

/// A key of 256 bits for AES-GCM.
///
/// It is not printed, and is equal to another one if the bytes are.
public struct EncryptionKey: Hashable, Sendable, CustomStringConvertible {
    /// The number of bytes of a key.
    public static let byteCount = 32

    let bytes: SymmetricKey

    /// Identifies the key in front of each encrypted value: the first bytes of a digest, which say nothing about the key itself.
    let id: Data

    /// What each value that is encrypted with the key begins with: the version of the format, and the key's ``id``.
    let head: Data

    static let version: UInt8 = 1
    static let headCount = 1 + 4

    /// The same as `apus verify --keys` shows it.
    let shownID: String

    /// Creates a new random key.
    public static func random() -> EncryptionKey { EncryptionKey(SymmetricKey(size: .bits256)) }

    /// Creates a key from its 32 bytes; `nil` for any other number.
    public init?(bytes: Data) {
        guard bytes.count == Self.byteCount else { return nil }
        self.init(SymmetricKey(data: bytes))
    }

    /// Reads a key from a text: 32 bytes as Base64 (44 characters) or in hexadecimal digits (64 characters). Spaces and line breaks
    /// around it do not matter. `nil` for any other text.
    public init?(text: String) {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        if text.utf8.count == 2 * Self.byteCount, let bytes = Self.bytes(ofHexadecimal: text) {
            self.init(bytes: bytes)
        } else {
            guard let bytes = Data(base64Encoded: text) else { return nil }
            self.init(bytes: bytes)
        }
    }

    /// Reads a key from the content of a file: its 32 bytes, or a text as ``init(text:)`` reads it. `nil` for anything else.
    public init?(content: Data) {
        if content.count == Self.byteCount {
            self.init(bytes: content)
        } else {
            guard content.count < 1024, let text = String(bytes: content, encoding: .utf8) else { return nil }
            self.init(text: text)
        }
    }

    private init(_ bytes: SymmetricKey) {
        self.bytes = bytes
        var hash = SHA256()
        hash.update(data: Data("apus key id".utf8))
        bytes.withUnsafeBytes { hash.update(bufferPointer: $0) }
        id = Data(hash.finalize().prefix(4))
        head = [Self.version] + id
        shownID = Self.shown(id)
    }

    static func shown(_ id: some Collection<UInt8>) -> String {
        id.map { String(UInt16($0) + 0x100, radix: 16).dropFirst() }.joined()
    }

    private static func bytes(ofHexadecimal text: String) -> Data? {
        var bytes = Data()
        var high: UInt8?
        for character in text {
            guard character.isASCII, let digit = character.hexDigitValue else { return nil }
            if let first = high {
                bytes.append(first << 4 | UInt8(digit))
                high = nil
            } else {
                high = UInt8(digit)
            }
        }
        return bytes
    }

    /// The key as Base64, to be kept in a secret place.
    public var base64: String { bytes.withUnsafeBytes { Data($0).base64EncodedString() } }

    /// A text without the key.
    public var description: String { "EncryptionKey" }

    /// Hashes the key's identifier.
    public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
