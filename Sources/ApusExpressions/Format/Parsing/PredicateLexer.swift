/// Splits the text of a predicate into tokens, one at a time.
package struct PredicateLexer {
    // In one object: the parser has copies of the lexer in each frame, and may have a small stack.
    private final class Source: Sendable {
        let scalars: [Unicode.Scalar]
        let own: Set<String>?

        init(_ scalars: [Unicode.Scalar], _ own: Set<String>?) {
            (self.scalars, self.own) = (scalars, own)
        }
    }

    private let source: Source
    var position: Int = 0

    package var scalars: [Unicode.Scalar] { source.scalars }

    /// The names of functions in Swift that the text may call; `nil` for any name.
    var own: Set<String>? { source.own }

    package init(_ text: String, calling own: Set<String>? = []) {
        source = Source(Array(text.unicodeScalars), own)
    }

    /// Returns the scalar at a distance after the position, or `nil` at the end.
    func peek(_ distance: Int = 0) -> Unicode.Scalar? {
        position + distance < scalars.count ? scalars[position + distance] : nil
    }

    /// Returns the text between two offsets.
    package func text(_ range: Range<Int>) -> String {
        var text = ""
        text.unicodeScalars.append(contentsOf: scalars[range])
        return text
    }

    /// Reads the next token.
    package mutating func next() throws(PredicateProblem) -> PredicateToken {
        while let scalar = peek(), scalar.properties.isWhitespace { position += 1 }
        let start: Int = position
        let kind: PredicateToken.Kind = try readKind()
        return PredicateToken(kind: kind, range: start..<position)
    }

    private mutating func readKind() throws(PredicateProblem) -> PredicateToken.Kind {
        guard let scalar = peek() else { return .end }
        switch scalar {
        case "'", "\"": return .string(try readString(scalar))
        case "0"..."9": return .number(try readNumber())
        case "$": return .variable(try readName(behind: "$", "the name of a variable"))
        case "#": return .name(try readName(behind: "#", "a property's name"))
        case "@": return .collectionOperator(try readName(behind: "@", "'count', 'sum', 'avg', 'min' or 'max'"))
        case "%": throw argumentError()
        default:
            if let word = readWord() { return try readFunction(word) ?? .word(word) }
            return .symbol(try readSymbol(scalar))
        }
    }

    /// Reads a word that can be a name; `nil` if there is none.
    private mutating func readWord() -> String? {
        let start: Int = position
        guard let first = peek(), first == "_" || first.properties.isXIDStart else { return nil }
        while let scalar = peek(), scalar == "_" || scalar.properties.isXIDContinue { position += 1 }
        return text(start..<position)
    }

    private mutating func readName(behind sign: String, _ expected: String) throws(PredicateProblem) -> String {
        let start: Int = position
        position += 1
        guard let word = readWord() else { throw PredicateProblem(at: start, "expected \(expected) after '\(sign)'") }
        return word
    }

    /// Reads the rest of a function's name if a colon follows the word, such as `add` in `add:to:(1, 2)`.
    private mutating func readFunction(_ word: String) throws(PredicateProblem) -> PredicateToken.Kind? {
        guard peek() == ":", peek(1) != "=" else { return nil }
        var name: String = word
        while peek() == ":" {
            position += 1
            name += ":"
            guard let part = readWord() else { break }
            name += part
        }
        guard name.hasSuffix(":") else {
            throw PredicateProblem(at: position, "expected ':' and the arguments after '\(name)'")
        }
        return .function(name)
    }

    private static let pairs: Set<String> = ["==", "!=", "<>", "<=", "=<", ">=", "=>", "&&", "||", "**", ":="]
    private static let singles: Set<Unicode.Scalar> = [
        "=", "!", "<", ">", "+", "-", "*", "/", "(", ")", "{", "}", "[", "]", ",", ".",
    ]

    private mutating func readSymbol(_ scalar: Unicode.Scalar) throws(PredicateProblem) -> String {
        if let second = peek(1) {
            let pair = String(Character(scalar)) + String(Character(second))
            if Self.pairs.contains(pair) {
                position += 2
                return pair
            }
        }
        guard Self.singles.contains(scalar) else { throw unexpected(scalar) }
        position += 1
        return String(Character(scalar))
    }

    private func unexpected(_ scalar: Unicode.Scalar) -> PredicateProblem {
        let isVisible = scalar.properties.generalCategory != .control && scalar.properties.generalCategory != .format
        let shown = isVisible ? "'\(scalar)'" : "U+" + hexadecimal(scalar.value, digits: 4).uppercased()
        let help: [String] =
            switch scalar {
            case "\u{2018}", "\u{2019}", "\u{201C}", "\u{201D}": ["use straight quotation marks: \" or '"]
            case "&", "|": ["write '\(scalar)\(scalar)', or '\(scalar == "&" ? "AND" : "OR")'"]
            case "\u{2260}": ["write '!='"]
            case "\u{2264}": ["write '<='"]
            case "\u{2265}": ["write '>='"]
            case ";": ["a predicate is one condition; join several with AND or OR"]
            default: []
            }
        return PredicateProblem(at: position, "unexpected character \(shown)", help: help)
    }

    private func argumentError() -> PredicateProblem {
        let next: String = peek(1).map { $0.properties.isAlphabetic || $0 == "@" ? String($0) : "" } ?? ""
        return PredicateProblem(
            at: position,
            "'%\(next)' takes its value from code, which a model does not have",
            help: [
                next == "K"
                    ? "write the key path itself"
                    : "write a variable, such as '$NAME', and declare it under 'variables'"
            ]
        )
    }
}

/// Returns a number in base 16, with leading zeros.
func hexadecimal(_ number: UInt32, digits: Int) -> String {
    let text = String(number, radix: 16)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
}
