import ApusDiagnostics
import ApusSchema

/// Finds the property on the other side of a stage that a property was probably renamed to or from. Apus asks about it
/// and never assumes it.
struct LikelyRename {
    /// What similar properties have in common.
    fileprivate enum Kind: Hashable {
        case attribute(AttributeType)
        case relationship(to: String, isToMany: Bool)
    }

    /// The properties without a match, by their kind, in the order of their entity.
    private let candidates: [Kind: [(index: Int, property: OwnedProperty)]]

    /// The indices of the properties on the other side.
    private let indices: [String: Int]

    /// The number of similar properties that a property is compared with: those around the same index. A comparison
    /// with all of them would take quadratic time in a large entity.
    private static let limit = 32

    /// Creates the search among properties without a match.
    ///
    /// - Parameters:
    ///   - unmatched: The properties.
    ///   - order: The names of all properties on their side, in order.
    ///   - other: The names of all properties on the other side, in order.
    init(_ unmatched: [OwnedProperty], in order: [String], for other: [String]) {
        let indices = Dictionary(order.enumerated().map { ($1, $0) }) { first, _ in first }
        candidates = Dictionary(
            grouping: unmatched.map { (index: indices[$0.name] ?? 0, property: $0) }.sorted { $0.index < $1.index },
            by: { Kind($0.property.property) }
        )
        self.indices = Dictionary(other.enumerated().map { ($1, $0) }) { first, _ in first }
    }

    /// Returns the properties that could be the same as a property on the other side with another name, in order.
    func alike(_ property: OwnedProperty) -> [OwnedProperty] { near(property).map(\.property) }

    private func near(_ property: OwnedProperty) -> ArraySlice<(index: Int, property: OwnedProperty)> {
        let all = candidates[Kind(property.property)] ?? []
        guard all.count > Self.limit else { return all[...] }
        let index = indices[property.name] ?? 0
        var (low, high) = (0, all.count)
        while low < high {
            let middle = (low + high) / 2
            if all[middle].index < index { low = middle + 1 } else { high = middle }
        }
        let start = max(0, min(low - Self.limit / 2, all.count - Self.limit))
        return all[start..<start + Self.limit]
    }

    /// Returns the most likely of the properties.
    ///
    /// Only properties of the same type qualify. The score depends on the similarity of the names, on whether both are
    /// optional or both required, and on whether both have the same index.
    ///
    /// - Parameter property: A property of the other side.
    /// - Returns: The property; `nil` if none stands out.
    func best(of property: OwnedProperty) -> OwnedProperty? {
        let candidates = near(property)
        if candidates.count == 1 { return candidates.first?.property }
        let nearest = NearMiss.suggestion(for: property.name, among: candidates.map(\.property.name))
        let scores: [(score: Int, property: OwnedProperty)] = candidates.map { index, candidate in
            var score = 0
            if candidate.name == nearest { score += 4 }
            if Self.shareAWord(candidate.name, property.name) { score += 3 }
            if candidate.property.isOptional == property.property.isOptional { score += 1 }
            if indices[property.name] == index { score += 2 }
            return (score, candidate)
        }
        let best = scores.map(\.score).max() ?? 0
        let winners = scores.filter { $0.score == best }.map(\.property)
        return best >= 4 && winners.count == 1 ? winners.first : nil
    }

    /// Returns whether two names have a word in common: `startDate` and `dateOfStart`, `user_name` and `name`.
    static func shareAWord(_ one: String, _ other: String) -> Bool {
        !words(of: one).isDisjoint(with: words(of: other))
    }

    private static func words(of name: String) -> Set<String> {
        var words: Set<String> = []
        var word = ""
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

extension LikelyRename.Kind {
    fileprivate init(_ property: Property) {
        switch property {
        case .attribute(let attribute): self = .attribute(attribute.type)
        case .relationship(let relationship):
            self = .relationship(to: relationship.destination, isToMany: relationship.isToMany)
        }
    }
}

extension Property {
    /// Whether the property is optional.
    fileprivate var isOptional: Bool {
        switch self {
        case .attribute(let attribute): attribute.isOptional
        case .relationship(let relationship): relationship.isOptional
        }
    }
}
