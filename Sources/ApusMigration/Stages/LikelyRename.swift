import ApusDiagnostics
import ApusSchema

/// Finds the new property that one which is gone has probably become. It is only ever asked about, never assumed.
enum LikelyRename {
    /// The most likely of some new properties.
    ///
    /// Only properties of the same type are alike. Among them count how near the names are, whether both are optional
    /// or required, and whether they stand in the same place.
    ///
    /// - Parameters:
    ///   - property: The older property.
    ///   - added: The new properties.
    ///   - oldOrder: The names of the older properties, in order.
    ///   - newOrder: The names of the newer properties, in order.
    /// - Returns: The property; `nil` where none stands out.
    static func best(
        of property: OwnedProperty,
        among added: [OwnedProperty],
        in oldOrder: [String],
        _ newOrder: [String]
    ) -> OwnedProperty? {
        let candidates: [OwnedProperty] = added.filter { $0.property.isLike(property.property) }
        if candidates.count == 1 { return candidates.first }
        let place: Int? = oldOrder.firstIndex(of: property.name)
        let nearest: String? = NearMiss.suggestion(for: property.name, among: candidates.map(\.name))
        let scores: [(score: Int, property: OwnedProperty)] = candidates.map { candidate in
            var score: Int = 0
            if candidate.name == nearest { score += 4 }
            if shareAWord(candidate.name, property.name) { score += 3 }
            if candidate.property.isOptional == property.property.isOptional { score += 1 }
            if let place, newOrder.firstIndex(of: candidate.name) == place { score += 2 }
            return (score, candidate)
        }
        let best: Int = scores.map(\.score).max() ?? 0
        let winners: [OwnedProperty] = scores.filter { $0.score == best }.map(\.property)
        return best >= 4 && winners.count == 1 ? winners.first : nil
    }

    /// Whether two names have a word in common: `startDate` and `dateOfStart`, `user_name` and `name`.
    private static func shareAWord(_ one: String, _ other: String) -> Bool {
        !words(of: one).isDisjoint(with: words(of: other))
    }

    private static func words(of name: String) -> Set<String> {
        var words: Set<String> = []
        var word: String = ""
        for character in name {
            if !character.isLetter || (character.isUppercase && !word.isEmpty && word.last?.isUppercase == false) {
                if word.count > 2 { words.insert(word.lowercased()) }
                word = ""
            }
            if character.isLetter { word.append(character) }
        }
        if word.count > 2 { words.insert(word.lowercased()) }
        return words
    }
}

extension Property {
    /// Whether there may be no value.
    var isOptional: Bool {
        switch self {
        case .attribute(let attribute): attribute.isOptional
        case .relationship(let relationship): relationship.isOptional
        }
    }
}
