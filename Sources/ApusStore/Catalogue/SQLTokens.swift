import ApusSchema

/// A minimal tokenizer for SQL: it tells words, quoted names, strings and other characters apart.
enum SQLTokens {
    /// A piece of SQL text.
    enum Token: Hashable {
        /// A bare word or a number, with ASCII letters in upper case: a keyword, or an unquoted name.
        case word(String)
        /// A quoted name.
        case name(String)
        /// A string.
        case string(String)
        /// Any other character.
        case mark(Unicode.Scalar)

        /// The text if the token can be a name; `nil` for a mark.
        var text: String? {
            switch self {
            case .word(let text), .name(let text), .string(let text): text
            case .mark: nil
            }
        }

        /// The token as SQL.
        var sql: String {
            switch self {
            case .word(let text): text
            case .name(let text): SQLText.name(text)
            case .string(let text): SQLText.literal(.text(text)) ?? "''"
            case .mark(let scalar): String(scalar)
            }
        }
    }

    /// A token and the range of its UTF-8 bytes in the statement.
    typealias LocatedToken = (token: Token, bytes: Range<Int>)

    /// The tokens of a statement, without comments.
    ///
    /// The tokenizer works on UTF-8 bytes: all characters that are special in SQL are ASCII, so a quote that is
    /// followed by a combining accent is still a quote.
    static func tokens(of sql: String) -> [Token] { located(in: sql).map(\.token) }

    /// The tokens of a statement with their ranges.
    static func located(in sql: String) -> [LocatedToken] {
        var reader = SQLReader(bytes: Array(sql.utf8))
        return reader.read()
    }
}

/// The state of the tokenizer.
private struct SQLReader {
    let bytes: [UInt8]
    var index: Int = 0

    /// The byte at the index, or at an offset from it; 0 after the end.
    private func byte(_ offset: Int = 0) -> UInt8 { index + offset < bytes.count ? bytes[index + offset] : 0 }

    mutating func read() -> [SQLTokens.LocatedToken] {
        var tokens: [SQLTokens.LocatedToken] = []
        while index < bytes.count {
            let (byte, start) = (byte(), index)
            func add(_ token: SQLTokens.Token) { tokens.append((token, start..<index)) }
            if Self.isWord(byte) {
                add(.word(word()))
                continue
            }
            index += 1
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
        let start = index
        // A point is part of a number, but a mark of its own between names.
        let isNumber = (48...57).contains(bytes[index])
        while index < bytes.count, Self.isWord(bytes[index]) || isNumber && bytes[index] == UInt8(ascii: ".") {
            index += 1
        }
        return String(decoding: bytes[start..<index].map { (97...122).contains($0) ? $0 - 32 : $0 }, as: UTF8.self)
    }

    /// Reads up to and including a closing quote; a doubled quote is part of the text.
    private mutating func quoted(until end: UInt8) -> String {
        var text: [UInt8] = []
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            if byte == end {
                guard index < bytes.count, bytes[index] == end, end != UInt8(ascii: "]") else { break }
                index += 1
            }
            text.append(byte)
        }
        return String(decoding: text, as: UTF8.self)
    }

    private mutating func skip(until isEnd: (UInt8) -> Bool) {
        while index < bytes.count, !isEnd(bytes[index]) { index += 1 }
    }

    private mutating func skipComment() {
        index += 1
        while index < bytes.count, byte() != UInt8(ascii: "*") || byte(1) != UInt8(ascii: "/") { index += 1 }
        index += 2
    }
}

extension String {
    /// The name as SQLite compares names: with ASCII letters, and no others, in lower case.
    var folded: String {
        String(decoding: utf8.map { (65...90).contains($0) ? $0 + 32 : $0 }, as: UTF8.self)
    }
}

extension [SQLTokens.Token] {
    /// Whether one of the tokens can be a name.
    func mention(_ name: String) -> Bool {
        contains { $0.text?.folded == name.folded }
    }

    /// The tokens as one line of SQL.
    var sql: String {
        map(\.sql).joined(separator: " ")
    }
}
