import ApusSchema

/// A guess in which order versions were made, from what they say: each was made from the one before it, so that
/// neighbours differ least.
enum SimilarityOrder {
    /// A version and what it says.
    struct Version {
        let name: VersionName
        let facts: Set<String>
    }

    /// Puts versions in order.
    ///
    /// Those with numbers stand in the order of their numbers; each of the others comes to where it differs least from its
    /// neighbours, the clearest one first.
    ///
    /// - Parameters:
    ///   - versions: The versions in any order.
    ///   - bundle: The bundle's name: the version of that name is the first one.
    ///   - current: The name of the version that the app uses, the last one.
    /// - Returns: The names, oldest first.
    static func names(of versions: [Version], bundle: String, current: String?) -> [String] {
        let sorted: [Version] = versions.sorted { VersionName.isOrdered($0.name, $1.name) }
        let last: Version? = sorted.first { $0.name.text == current }
        let others: [Version] = sorted.filter { $0.name.text != current }
        let home: Version? = others.first { $0.name.text == bundle }
        let below: Version? = others.first.flatMap { $0.name.number.lexicographicallyPrecedes([1]) ? $0 : nil }
        let first: Version? = below ?? home ?? others.min { $0.facts.count < $1.facts.count }
        var chain: [Version] = first.map { [$0] } ?? []
        var rest: [Version] = []
        for version in sorted where ![first?.name.text, last?.name.text].contains(version.name.text) {
            // Of two with one number the second one has to find its place.
            let isNext: Bool = version.name.hasNumber && chain.last?.name.number != version.name.number
            if isNext { chain.append(version) } else { rest.append(version) }
        }
        if let last { chain.append(last) }
        while let best = cheapest(of: rest, in: chain, hasLast: last != nil) {
            chain.insert(rest.remove(at: best.version), at: best.place)
        }
        return chain.map(\.name.text)
    }

    /// Which of some versions fits best between two neighbours, or at the end.
    private static func cheapest(
        of rest: [Version],
        in chain: [Version],
        hasLast: Bool
    ) -> (version: Int, place: Int)? {
        var best: (version: Int, place: Int, cost: Int)?
        for (number, version) in rest.enumerated() {
            let distances: [Int] = chain.map { $0.facts.symmetricDifference(version.facts).count }
            for place in min(1, chain.count)...max(1, chain.count) where place < chain.count || !hasLast {
                let cost: Int =
                    place < chain.count && place > 0
                    ? distances[place - 1] + distances[place]
                        - chain[place - 1].facts.symmetricDifference(chain[place].facts).count
                    : distances.last ?? 0
                if best.map({ cost < $0.cost }) ?? true { best = (number, place, cost) }
            }
        }
        return best.map { ($0.version, min($0.place, chain.count)) }
    }
}

extension Schema {
    /// What the schema says, piece by piece, for counting how much two differ.
    var facts: Set<String> {
        var facts: Set<String> = []
        for entity in entities {
            facts.insert(entity.name)
            facts.insert("\(entity.name) < \(entity.parent ?? "") \(entity.isAbstract)")
            for attribute in entity.attributes {
                facts.insert("\(entity.name).\(attribute.name)")
                facts.insert("\(entity.name).\(attribute)")
            }
            for relationship in entity.relationships {
                facts.insert("\(entity.name).\(relationship.name)")
                facts.insert("\(entity.name).\(relationship)")
            }
            facts.formUnion(entity.indexes.map { "\(entity.name) \($0)" })
            facts.formUnion(entity.uniquenessConstraints.map { "\(entity.name) \($0)" })
        }
        facts.formUnion(composites.map { "\($0)" })
        return facts
    }
}
