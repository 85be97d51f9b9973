package import ApusMigration
package import ApusSchema

/// What the cards of one schema are called, and the identities that they have in all pictures of an album.
package struct CardIdentities: Hashable, Sendable {
    /// What a card stands for. Names are unique within each of these.
    package enum Group: CaseIterable, Hashable, Sendable {
        case entities
        case enumerations
        case composites
    }

    private var known: [Group: [String: Int]] = [:]
    /// The identities of elements that earlier schemas had, by their last names.
    private var former: [Group: [String: Int]] = [:]
    /// An identity that no card has, in this schema or in an earlier one.
    private(set) var next = 0

    /// Gives each element of an album's first schema an identity.
    package init(_ schema: Schema) {
        for group in Group.allCases {
            for name in schema.names(of: group) { add(name, to: group) }
        }
    }

    /// The identity of an element; `nil` if the schema does not have it.
    package func id(of name: String, in group: Group) -> Int? { known[group]?[name] }

    /// The identities of the elements of the schema that follows this one.
    ///
    /// An element keeps its identity when it is renamed. One that is added again under the name of one that was removed before
    /// shares the identity of that one.
    ///
    /// - Parameter matching: The matching of this schema with the next one.
    /// - Returns: The identities.
    package func following(_ matching: Matching) -> CardIdentities {
        var result = self
        result.known = [:]
        for group in Group.allCases {
            for name in matching.newer.schema.names(of: group) {
                if let older = matching.olderName(of: name, in: group), let id = id(of: older, in: group) {
                    result.known[group, default: [:]][name] = id
                } else {
                    result.add(name, to: group)
                }
            }
            let kept = Set((result.known[group] ?? [:]).values)
            for (name, id) in known[group] ?? [:] where !kept.contains(id) {
                result.former[group, default: [:]][name] = id
            }
        }
        return result
    }

    private mutating func add(_ name: String, to group: Group) {
        if let id = former[group]?.removeValue(forKey: name) {
            known[group, default: [:]][name] = id
            return
        }
        known[group, default: [:]][name] = next
        next += 1
    }
}

extension Schema {
    /// The names of elements, in the schema's order.
    func names(of group: CardIdentities.Group) -> [String] {
        switch group {
        case .entities: entities.map(\.name)
        case .enumerations: enumerations.map(\.name)
        case .composites: composites.map(\.name)
        }
    }
}

extension Matching {
    /// The older name of a newer element; `nil` if it is new.
    func olderName(of newer: String, in group: CardIdentities.Group) -> String? {
        switch group {
        case .entities: olderName(of: newer)
        case .enumerations: types.enumerations[newer]?.old.name
        case .composites: types.composites[newer]?.old.name
        }
    }
}
