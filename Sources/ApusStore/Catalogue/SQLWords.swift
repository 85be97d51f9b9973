/// Reads SQL text just far enough to tell its words from its quoted names, strings and comments.
enum SQLWords {
    /// The bare words of a statement, in upper case.
    static func bareWords(of sql: String) -> Set<String> {
        var words: Set<String> = []
        var word: String = ""
        var characters = Array(sql)[...]
        func isWord(_ character: Character) -> Bool { character.isLetter || character.isNumber || character == "_" }
        while let character = characters.popFirst() {
            if isWord(character) {
                word.append(character)
                continue
            }
            if !word.isEmpty { words.insert(word.uppercased()) }
            word = ""
            switch character {
            case "\"", "'", "`": skip(&characters, to: character)
            case "[": skip(&characters, to: "]")
            case "-" where characters.first == "-": skip(&characters, to: "\n")
            case "/" where characters.first == "*": skipComment(&characters)
            default: break
            }
        }
        if !word.isEmpty { words.insert(word.uppercased()) }
        return words
    }

    /// Skips to behind a closing quote. A doubled one reads as two quoted parts, which does no harm here.
    private static func skip(_ characters: inout ArraySlice<Character>, to end: Character) {
        while let character = characters.popFirst(), character != end {}
    }

    private static func skipComment(_ characters: inout ArraySlice<Character>) {
        while let character = characters.popFirst() {
            if character == "*", characters.first == "/" {
                characters.removeFirst()
                return
            }
        }
    }
}
