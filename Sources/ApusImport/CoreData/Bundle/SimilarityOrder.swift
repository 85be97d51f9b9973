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
        let distances = Distances(sorted.map(\.facts))
        let last: Int? = sorted.firstIndex { $0.name.text == current }
        let others: [Int] = sorted.indices.filter { $0 != last }
        let home: Int? = others.first { sorted[$0].name.text == bundle }
        let below: Int? = others.first.flatMap { sorted[$0].name.number.lexicographicallyPrecedes([1]) ? $0 : nil }
        let first: Int? = below ?? home ?? others.min { sorted[$0].facts.count < sorted[$1].facts.count }
        var chain: [Int] = first.map { [$0] } ?? []
        var rest: [Int] = []
        for number in sorted.indices where number != first && number != last {
            let name: VersionName = sorted[number].name
            // Of two with one number the second one has to find its place.
            let isNext: Bool = name.hasNumber && chain.last.map { sorted[$0].name.number } != name.number
            if isNext { chain.append(number) } else { rest.append(number) }
        }
        if let last { chain.append(last) }
        while let best = cheapest(of: rest, in: chain, distances, hasLast: last != nil) {
            chain.insert(rest.remove(at: best.version), at: best.place)
        }
        return chain.map { sorted[$0].name.text }
    }

    /// Which of some versions fits best between two neighbours, or at the end.
    private static func cheapest(
        of rest: [Int],
        in chain: [Int],
        _ distances: Distances,
        hasLast: Bool
    ) -> (version: Int, place: Int)? {
        var best: (version: Int, place: Int, cost: Int)?
        for (number, version) in rest.enumerated() {
            for place in min(1, chain.count)...max(1, chain.count) where place < chain.count || !hasLast {
                let cost: Int =
                    place < chain.count && place > 0
                    ? distances[chain[place - 1], version] + distances[chain[place], version]
                        - distances[chain[place - 1], chain[place]]
                    : chain.last.map { distances[$0, version] } ?? 0
                if best.map({ cost < $0.cost }) ?? true { best = (number, place, cost) }
            }
        }
        return best.map { ($0.version, min($0.place, chain.count)) }
    }

    /// How much versions differ, two by two: the number of facts that one of them alone says.
    private struct Distances {
        private let all: [[Int]]

        init(_ versions: [Set<String>]) {
            var numbers: [String: Int] = [:]
            for fact in versions.joined() where numbers[fact] == nil { numbers[fact] = numbers.count }
            // A bit a fact: each version is compared with every other one.
            let words: Int = numbers.count / 64 + 1
            let bits: [[UInt64]] = versions.map { facts in
                var bits = [UInt64](repeating: 0, count: words)
                for fact in facts {
                    let number: Int = numbers[fact] ?? 0
                    bits[number / 64] |= 1 << UInt64(number % 64)
                }
                return bits
            }
            all = bits.map { one in
                bits.map { other in zip(one, other).reduce(0) { $0 + ($1.0 ^ $1.1).nonzeroBitCount } }
            }
        }

        subscript(one: Int, other: Int) -> Int { all[one][other] }
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
