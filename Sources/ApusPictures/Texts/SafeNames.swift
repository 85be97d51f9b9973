import ApusDiagnostics

/// Names that a text format can have, each once, for names that may be anything.
struct SafeNames {
    private var names: [String: String] = [:]
    private var used: Set<String> = []
    private let reserved: Set<String>

    /// Creates names that are none of some words, in any case.
    init(besides reserved: Set<String>) { self.reserved = reserved }

    /// Returns the name for a key: the text itself if it is a word, else a word like it.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - key: What the name is for; the same key has the same name.
    /// - Returns: The name: ASCII letters, digits and `_`, starting with a letter.
    mutating func name(_ text: String, for key: String) -> String {
        if let name = names[key] { return name }
        var base = String(text.unicodeScalars.prefix(60).map { $0.isWord ? Character($0) : "_" })
        if base.first?.isLetter != true { base = "n\(base)" }
        if reserved.contains(base.lowercased()) { base += "_" }
        var (name, number) = (base, 2)
        // What differs in case only may be one name elsewhere.
        while !used.insert(name.lowercased()).inserted { (name, number) = ("\(base)_\(number)", number + 1) }
        names[key] = name
        return name
    }
}

extension Unicode.Scalar {
    /// Whether it is an ASCII letter, digit or `_`.
    var isWord: Bool {
        switch self {
        case "a"..."z", "A"..."Z", "0"..."9", "_": true
        default: false
        }
    }
}

extension Picture.Row {
    /// The type without a default and without a `?`, and what these say.
    var parts: (type: String, isOptional: Bool, default: String?) {
        let halves = type.firstRange(of: " = ").map { (String(type[..<$0.lowerBound]), String(type[$0.upperBound...])) }
        let name = halves?.0 ?? type
        return name.hasSuffix("?") ? (String(name.dropLast()), true, halves?.1) : (name, false, halves?.1)
    }

    /// What a text beside the row says of its changes: `~ was start_date, int16`.
    var changeText: String? {
        guard let sign else { return nil }
        let former = [formerName, formerType].compactMap { $0 }
        return sign.rawValue + (former.isEmpty ? "" : " was \(former.joined(separator: ", "))")
    }
}

extension Picture.Card {
    /// The name with what a text beside it says: `~ Journey, was Trip`, `Base (abstract)`.
    var title: String {
        let note: String =
            switch kind {
            case .entity: ""
            case .abstract: " (abstract)"
            case .enumeration: " (enum)"
            case .composite: " (composite)"
            }
        return (sign.map { "\($0.rawValue) " } ?? "") + name + note + (formerName.map { ", was \($0)" } ?? "")
    }
}
