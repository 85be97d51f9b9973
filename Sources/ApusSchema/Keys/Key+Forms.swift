// Shorthands for the definitions of keys.

extension Key {
    static func text(_ name: String, _ path: any WritableKeyPath<Element, String?> & Sendable, _ summary: String) -> Key
    {
        Key(name, .text(Lens(path)), summary)
    }

    /// A string that every element has.
    static func requiredText(
        _ name: String,
        _ path: any WritableKeyPath<Element, String> & Sendable,
        _ summary: String
    ) -> Key {
        let lens = Lens<Element, String?>(
            get: { $0[keyPath: path] },
            set: { $0[keyPath: path] = $1 ?? "" }
        )
        return Key(name, .text(lens), summary)
    }

    static func flag(
        _ name: String,
        _ path: any WritableKeyPath<Element, Bool> & Sendable,
        usual: Bool = false,
        _ summary: String
    ) -> Key {
        Key(name, .flag(Lens(path), usual: usual), summary)
    }

    static func choice(
        _ name: String,
        _ path: any WritableKeyPath<Element, Bool?> & Sendable,
        _ summary: String
    ) -> Key {
        Key(name, .choice(Lens(path)), summary)
    }

    static func count(_ name: String, _ path: any WritableKeyPath<Element, Int?> & Sendable, _ summary: String) -> Key {
        Key(name, .count(Lens(path)), summary)
    }

    static func names(
        _ name: String,
        _ path: any WritableKeyPath<Element, [String]> & Sendable,
        _ summary: String
    ) -> Key {
        Key(name, .names(Lens(path)), summary)
    }

    static func texts(
        _ name: String,
        _ path: any WritableKeyPath<Element, [String: String]> & Sendable,
        _ summary: String
    ) -> Key {
        Key(name, .texts(Lens(path)), summary)
    }

    static func structure(_ name: String, _ structure: KeyStructure, _ summary: String) -> Key {
        Key(name, .structure(structure), summary)
    }

    /// One of the words of an enum, which is not written if it is the default.
    static func word<Word: RawRepresentable & CaseIterable & Sendable>(
        _ name: String,
        _ path: any WritableKeyPath<Element, Word> & Sendable,
        usual: Word,
        _ summary: String,
        among words: [Word] = Array(Word.allCases)
    ) -> Key where Word.RawValue == String {
        let lens = Lens<Element, String?>(
            get: { $0[keyPath: path].rawValue == usual.rawValue ? nil : $0[keyPath: path].rawValue },
            set: { $0[keyPath: path] = $1.flatMap(Word.init(rawValue:)) ?? usual }
        )
        return Key(name, .word(words.map(\.rawValue), lens), summary)
    }

    /// One of the words of an enum, or none.
    static func word<Word: RawRepresentable & CaseIterable & Sendable>(
        _ name: String,
        _ path: any WritableKeyPath<Element, Word?> & Sendable,
        _ summary: String
    ) -> Key where Word.RawValue == String {
        let lens = Lens<Element, String?>(
            get: { $0[keyPath: path]?.rawValue },
            set: { $0[keyPath: path] = $1.flatMap(Word.init(rawValue:)) }
        )
        return Key(name, .word(Word.allCases.map(\.rawValue), lens), summary)
    }

    static func coded(
        _ name: String,
        _ summary: String,
        text: @escaping @Sendable (Element) -> String?,
        read: @escaping @Sendable (inout Element, String) -> Bool,
        expectation: @escaping @Sendable (Element) -> String
    ) -> Key {
        Key(name, .coded(Coding(text: text, read: read, expectation: expectation)), summary)
    }
}
