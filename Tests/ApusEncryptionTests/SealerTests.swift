import ApusEncryption
import ApusStore
import Foundation
import Testing

/// The bytes of encrypted values, which stores in the field have.
struct SealerTests {
    private static let key = EncryptionKey(bytes: Data(1...32))
    private let sealer = AESGCMSealer(KeyClosure { _ in [EncryptionKey.random(), Self.key].compactMap(\.self) })
    private let context = Data("apus 1\nNote/body\n7".utf8)
    private let plain = Data([3]) + Data("Grüezi".utf8)

    /// Made by the first build with encryption.
    private let first = Data([
        0x01, 0x34, 0xC4, 0x86, 0x87, 0x51, 0xFC, 0xBF, 0xE3, 0x51, 0xF1, 0xC4, 0x11, 0x8A, 0x88, 0x73, 0x24, 0x68,
        0x72,
        0x0A, 0x0D, 0x10, 0x28, 0x8A, 0xA1, 0xA3, 0x8E, 0x21, 0x29, 0x05, 0xF5, 0x4F, 0xE7, 0xCD, 0x83, 0x25, 0xF3,
        0x57,
        0x57, 0xE4, 0xE1,
    ])

    @Test("A value of an earlier build is decrypted, also as a part of other data")
    func earlierBuild() throws {
        #expect(try sealer.open(first, key: "notes", context: context) == plain)
        let part = (Data([9, 9, 9]) + first).dropFirst(3)
        #expect(part.startIndex == 3)
        #expect(try sealer.open(part, key: "notes", context: context) == plain)
    }

    @Test("A value is the version, the key's identifier, the nonce, the encrypted bytes and the tag")
    func layout() throws {
        let own = AESGCMSealer(KeyClosure { _ in [Self.key].compactMap(\.self) })
        let sealed = try (0..<2).map { _ in try own.seal(plain.dropFirst(0), key: "notes", context: context) }
        for value in sealed {
            #expect(value.count == 5 + 12 + plain.count + 16)
            #expect(value.prefix(5) == first.prefix(5))
            #expect(try sealer.open(value, key: "notes", context: context) == plain)
        }
        #expect(sealed[0].dropFirst(5).prefix(12) != sealed[1].dropFirst(5).prefix(12), "each has a nonce of its own")
        let empty = try own.seal(Data(), key: "notes", context: context)
        #expect(try empty.count == 33 && own.open(empty, key: "notes", context: context).isEmpty)
    }

    @Test("A value with one other bit, one that is too short, or one in another context is not decrypted")
    func changes() {
        for index in first.indices {
            var changed = first
            changed[index] ^= 0x10
            let expected: SealingError = index == 0 ? .notSealed : index < 5 ? .otherKey("notes") : .notAuthentic
            #expect(throws: expected, "byte \(index)") { try sealer.open(changed, key: "notes", context: context) }
        }
        for count in 0..<first.count {
            #expect(throws: count < 33 ? SealingError.notSealed : .notAuthentic, "\(count) bytes") {
                try sealer.open(first.prefix(count), key: "notes", context: context)
            }
        }
        #expect(throws: SealingError.notAuthentic) {
            try sealer.open(first, key: "notes", context: Data("apus 1\nNote/body\n8".utf8))
        }
    }

    @Test("A variable is not the key of two names that differ only in case")
    func ambiguousVariable() throws {
        let text = Data(1...32).base64EncodedString()
        let keys = KeyEnvironment(["APUS_KEY_NOTES": text, "APUS_KEY_OTHERS": text])
        #expect(try keys.keys(named: "notes").count == 1)
        #expect(try keys.keys(named: "others").count == 1)
        let error = #expect(throws: KeyError.self) { try keys.keys(named: "Notes") }
        #expect(error?.description.contains("'notes' and the key 'Notes', which differ only in case") == true)
        #expect(try keys.keys(named: "notes").count == 1)
        // Each may be in a file, and without a variable there is nothing to mistake.
        #expect(try KeyEnvironment([:]).keys(named: "Notes").isEmpty)
        let upper = KeyEnvironment(["APUS_KEY_NOTES": text])
        #expect(try upper.keys(named: "Notes").count == 1)
    }
}
