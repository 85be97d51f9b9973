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
    /// By scalars, as SQLite reads: a quote with a combining accent behind it is a quote still.
    static func tokens(of sql: String) -> [Token] {
        var tokens: [Token] = []
        var word: String = ""
        var scalars = Array(sql.unicodeScalars)[...]
        func endWord() {
            if !word.isEmpty { tokens.append(.word(word)) }
            word = ""
        }
        while let scalar = scalars.popFirst() {
            if isWord(scalar) || scalar == "." && !word.isEmpty {
                word.unicodeScalars.append(
                    ("a"..."z").contains(scalar) ? Unicode.Scalar(UInt8(scalar.value) - 32) : scalar
                )
                continue
            }
            endWord()
            switch scalar {
            case "\"", "`": tokens.append(.name(quoted(&scalars, until: scalar)))
            case "[": tokens.append(.name(quoted(&scalars, until: "]")))
            case "'": tokens.append(.string(quoted(&scalars, until: scalar)))
            case "-" where scalars.first == "-": scalars = scalars.drop { $0 != "\n" }
            case "/" where scalars.first == "*": skipComment(&scalars)
            default: if !scalar.properties.isWhitespace { tokens.append(.mark(scalar)) }
            }
        }
        endWord()
        return tokens
    }

    private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "_", "$": true
        default: scalar.value >= 0x80
        }
    }

    /// Reads to behind a closing quote; a doubled one stands for itself.
    private static func quoted(_ scalars: inout ArraySlice<Unicode.Scalar>, until end: Unicode.Scalar) -> String {
        var text: String = ""
        while let scalar = scalars.popFirst() {
            if scalar == end {
                guard scalars.first == end, end != "]" else { return text }
                scalars.removeFirst()
            }
            text.unicodeScalars.append(scalar)
        }
        return text
    }

    private static func skipComment(_ scalars: inout ArraySlice<Unicode.Scalar>) {
        scalars.removeFirst()
        while let scalar = scalars.popFirst() {
            if scalar == "*", scalars.first == "/" {
                scalars.removeFirst()
                return
            }
        }
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
