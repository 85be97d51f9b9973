import ApusSchema
import Foundation
import Testing

@Suite struct SHA256Tests {
    private func hex(_ digest: [UInt8]) -> String {
        digest.map { String(format: "%02x", $0) }.joined()
    }

    /// The examples of NIST's "Cryptographic Standards and Guidelines" for SHA-256.
    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
        (
            "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrst"
                + "nopqrstu",
            "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
        ),
        (String(repeating: "a", count: 1_000_000), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
    ])
    func examplesOfNIST(_ message: String, _ digest: String) {
        #expect(hex(SHA256.hash(message.utf8)) == digest)
    }

    /// Around the ends of blocks, and where the length no longer fits into the last one. From `sha256sum`.
    @Test(arguments: [
        (55, "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318"),
        (56, "b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a"),
        (57, "f13b2d724659eb3bf47f2dd6af1accc87b81f09f59f2b75e5c0bed6589dfe8c6"),
        (63, "7d3e74a05d7db15bce4ad9ec0658ea98e3f06eeecf16b4c6fff2da457ddc2f34"),
        (64, "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"),
        (65, "635361c48bb9eab14198e76ea8ab7f1a41685d6ad62aa9146d301d4f17eb0ae0"),
        (119, "31eba51c313a5c08226adf18d4a359cfdfd8d2e816b13f4af952f7ea6584dcfb"),
        (120, "2f3d335432c70b580af0e8e1b3674a7c020d683aa5f73aaaedfdc55af904c21c"),
        (127, "c57e9278af78fa3cab38667bef4ce29d783787a2f731d4e12200270f0c32320a"),
        (128, "6836cf13bac400e9105071cd6af47084dfacad4e5e302c94bfed24e013afb73e"),
        (129, "c12cb024a2e5551cca0e08fce8f1c5e314555cc3fef6329ee994a3db752166ae"),
    ])
    func lengths(_ length: Int, _ digest: String) {
        #expect(hex(SHA256.hash(repeatElement(UInt8(ascii: "a"), count: length))) == digest)
    }

    /// However the bytes arrive: in pieces of one length, and in two at every boundary, from collections of several kinds.
    @Test func pieces() {
        let bytes = (0..<1_000).map { UInt8(truncatingIfNeeded: $0 * 7) }
        let digest = "89f4ff56a25dd1db06a4ce6033603775d705fb96f30f8693733fef602a1ca532"
        #expect(hex(SHA256.hash(Data(bytes))) == digest)
        for length in 1...130 {
            var hash = SHA256()
            for start in stride(from: 0, to: bytes.count, by: length) {
                hash.update(bytes[start..<min(start + length, bytes.count)])
            }
            #expect(hex(hash.finalize()) == digest, "pieces of \(length) bytes")
            var halves = SHA256()
            halves.update(bytes.prefix(length))
            // Looking at the digest in between changes nothing.
            #expect(halves.finalize() == SHA256.hash(bytes.prefix(length)))
            halves.update(bytes.dropFirst(length))
            #expect(hex(halves.finalize()) == digest, "\(length) bytes, then the others")
        }
    }
}
