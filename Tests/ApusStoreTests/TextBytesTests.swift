import ApusSchema
import Foundation
import GRDB
import Testing

@testable import ApusStore

/// How texts are compared with bytes, and returned.
struct TextBytesTests {
    @Test("A text has its own bytes only")
    func bytes() throws {
        try DatabaseQueue().read { db in
            let texts = TextBytes(db)
            for text in ["", "a", "Grüezi", "e\u{301}", "\u{FEFF}a", "a\0b", "🧳", String(repeating: "x", count: 1000)] {
                let bytes = Data(text.utf8)
                #expect(texts.isText(text, of: bytes))
                #expect(texts.isText(text, of: (Data([0xFF]) + bytes).dropFirst()))
                for other in [bytes + [0], Data([0]) + bytes, Data(bytes.dropLast())] where other != bytes {
                    #expect(!texts.isText(text, of: other), "\(text) \(other.count)")
                }
                for index in bytes.indices {
                    var other = bytes
                    other[index] ^= 1
                    #expect(!texts.isText(text, of: other), "\(text) \(index)")
                }
                // The canonically equal text has other bytes.
                let composed = Data(text.precomposedStringWithCanonicalMapping.utf8)
                #expect(texts.isText(text, of: composed) == (composed == bytes))
                // Substrings and bridged strings need not be contiguous.
                #expect(texts.isText(String(("x" + text).dropFirst()), of: bytes))
            }
        }
    }

    @Test("A text with a NUL is returned as bytes, every other one as it is")
    func results() throws {
        try DatabaseQueue().read { db in
            let texts = TextBytes(db)
            for text in ["", "a", "\u{80}", String(repeating: "x", count: 1000)] {
                #expect(texts.result(.text(text)) as? String == text)
            }
            for text in ["\0", "a\0", "\0a", String(repeating: "x", count: 1000) + "\0"] {
                #expect(texts.result(.text(text)) as? Data == Data(text.utf8))
            }
        }
    }
}
