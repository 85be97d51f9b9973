extension Picture.Card {
    /// The name, with the older one before it: `Journey → Trip`.
    var shownName: String { formerName.map { "\($0) → \(name)" } ?? name }

    /// What is at the right of the name, as Swift would write it.
    var kindText: String {
        let word: String? =
            switch kind {
            case .entity: nil
            case .abstract: "abstract"
            case .enumeration: "enum"
            case .composite: "composite"
            }
        return [word, parent.map { ": \($0)" }].compactMap { $0 }.joined(separator: " ")
    }

    /// What a screen reader reads.
    var spokenLabel: String {
        let head = [name, formerName.map { "formerly \($0)" }, kind.words, parent.map { "a kind of \($0)" }]
            .compactMap { $0 }.joined(separator: ", ")
        guard let sign else { return head }
        let counts = Tally(self).words
        return "\(head), \(sign.word)" + (counts.isEmpty ? "" : ": \(counts)")
    }

    /// The number of changes that need no note, because the drawing shows them.
    var obviousChanges: Int { sign == .added || sign == .removed || formerName != nil ? 1 : 0 }

    /// Whether Core Data, Apus or a sync framework made it, not the app: hidden until the reader asks for it.
    var isSystem: Bool { ["Z_", "NSPersistent", "ACHANGE", "ATRANSACTION", "_"].contains { name.hasPrefix($0) } }
}

extension Picture.Card.Kind {
    /// What it is called in sentences.
    var words: String {
        switch self {
        case .entity: "entity"
        case .abstract: "abstract entity"
        case .enumeration: "enum"
        case .composite: "composite"
        }
    }

    /// What its rows are called.
    var rowWords: String {
        switch self {
        case .entity, .abstract: "Properties"
        case .enumeration: "Cases"
        case .composite: "Parts"
        }
    }
}

extension Picture.Row {
    /// The name, with the older one before it.
    var shownName: String { formerName.map { "\($0) → \(name)" } ?? name }

    /// The number of changes that need no note, because the drawing shows them.
    var obviousChanges: Int {
        sign == .added || sign == .removed ? 1 : (formerName == nil ? 0 : 1) + (formerType == nil ? 0 : 1)
    }

    /// The type, with the older one before it.
    var shownType: String { formerType.map { "\($0) → \(type)" } ?? type }
}

extension Picture.Sign {
    /// The sign as it is drawn: a hyphen would be too short.
    var symbol: String { self == .removed ? "−" : rawValue }

    /// What it means.
    var word: String {
        switch self {
        case .added: "added"
        case .removed: "removed"
        case .changed: "changed"
        }
    }
}
