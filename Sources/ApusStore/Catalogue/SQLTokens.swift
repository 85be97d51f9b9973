import ApusSchema

/// Reads SQL text just far enough to tell its words, quoted names, strings and marks from each other.
enum SQLTokens {
    /// A piece of SQL text.
    enum Token: Hashable {
        /// A bare word or a number, ASCII in upper case: a key word, or a name without quotes.
        case word(String)
        /// A name in quotes.
        case name(String)
        /// A string.
        case string(String)
        /// Any other character.
        case mark(Unicode.Scalar)

        /// What the token could name; `nil` for a mark.
        var text: String? {
            switch self {
            case .word(let text), .name(let text), .string(let text): text
            case .mark: nil
            }
        }

        /// The token as SQL writes it.
        var sql: String {
            switch self {
            case .word(let text): text
            case .name(let text): SQLText.name(text)
            case .string(let text): SQLText.literal(.text(text)) ?? "''"
            case .mark(let scalar): String(scalar)
            }
        }
    }

    /// The tokens of a statement, without its comments.
    ///
    /// By bytes of UTF-8: all that mean something to SQLite are ASCII, so a quote with a combining accent behind it is a
    /// quote still.
    static func tokens(of sql: String) -> [Token] { places(in: sql).map(\.token) }

    /// The tokens with the places of their bytes.
    static func places(in sql: String) -> [(token: Token, bytes: Range<Int>)] {
        var reader = SQLReader(bytes: Array(sql.utf8))
        return reader.read()
    }
}

/// Where the reading of SQL text has come to.
private struct SQLReader {
    let bytes: [UInt8]
    var place: Int = 0

    /// The byte at the place, or one behind it; 0 behind the end.
    private func byte(_ offset: Int = 0) -> UInt8 { place + offset < bytes.count ? bytes[place + offset] : 0 }

    mutating func read() -> [(token: SQLTokens.Token, bytes: Range<Int>)] {
        var tokens: [(token: SQLTokens.Token, bytes: Range<Int>)] = []
        while place < bytes.count {
            let (byte, start): (UInt8, Int) = (byte(), place)
            func add(_ token: SQLTokens.Token) { tokens.append((token, start..<place)) }
            if Self.isWord(byte) {
                add(.word(word()))
                continue
            }
            place += 1
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "`"): add(.name(quoted(until: byte)))
            case UInt8(ascii: "["): add(.name(quoted(until: UInt8(ascii: "]"))))
            case UInt8(ascii: "'"): add(.string(quoted(until: byte)))
            case UInt8(ascii: "-") where self.byte() == byte: skip { $0 == UInt8(ascii: "\n") }
            case UInt8(ascii: "/") where self.byte() == UInt8(ascii: "*"): skipComment()
            case 0x09...0x0D, 0x20: break
            default: add(.mark(Unicode.Scalar(byte)))
            }
        }
        return tokens
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...:
            true
        default: false
        }
    }

    /// Reads a word or a number, in upper case.
    private mutating func word() -> String {
        let start: Int = place
        // A point belongs to a number; between names it is a mark of its own.
        let isNumber: Bool = (48...57).contains(bytes[place])
        while place < bytes.count, Self.isWord(bytes[place]) || isNumber && bytes[place] == UInt8(ascii: ".") {
            place += 1
        }
        return String(decoding: bytes[start..<place].map { (97...122).contains($0) ? $0 - 32 : $0 }, as: UTF8.self)
    }

    /// Reads to behind a closing quote; a doubled one stands for itself.
    private mutating func quoted(until end: UInt8) -> String {
        var text: [UInt8] = []
        while place < bytes.count {
            let byte: UInt8 = bytes[place]
            place += 1
            if byte == end {
                guard place < bytes.count, bytes[place] == end, end != UInt8(ascii: "]") else { break }
                place += 1
            }
            text.append(byte)
        }
        return String(decoding: text, as: UTF8.self)
    }

    private mutating func skip(until isEnd: (UInt8) -> Bool) {
        while place < bytes.count, !isEnd(bytes[place]) { place += 1 }
    }

    private mutating func skipComment() {
        place += 1
        while place < bytes.count, byte() != UInt8(ascii: "*") || byte(1) != UInt8(ascii: "/") { place += 1 }
        place += 2
    }
}

extension String {
    /// The text as SQLite compares names: it folds the case of ASCII's letters and of no others.
    var folded: String {
        String(decoding: utf8.map { (65...90).contains($0) ? $0 + 32 : $0 }, as: UTF8.self)
    }
}

extension [SQLTokens.Token] {
    /// Whether one of the tokens may be that name.
    func mention(_ name: String) -> Bool {
        contains { $0.text?.folded == name.folded }
    }

    /// The tokens as one line of SQL.
    var sql: String {
        map(\.sql).joined(separator: " ")
    }
}
