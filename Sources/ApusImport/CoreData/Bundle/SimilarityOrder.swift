import ApusSchema

/// A guess at the order of versions from their contents: each was made from the one before, so neighbours differ least.
enum SimilarityOrder {
    /// A version and its facts.
    struct Version {
        let name: VersionName
        let facts: Set<String>
    }

    /// Sorts versions.
    ///
    /// Versions with numbers are sorted by number. Each of the others is inserted where it differs least from its
    /// neighbours, the clearest case first.
    ///
    /// - Parameters:
    ///   - versions: The versions in any order.
    ///   - bundle: The bundle's name. The version with that name is the first one.
    ///   - current: The name of the version that the app uses, which is the last one.
    /// - Returns: The names, oldest first.
    static func names(of versions: [Version], bundle: String, current: String?) -> [String] {
        let sorted = versions.sorted { VersionName.isOrdered($0.name, $1.name) }
        let distances = Distances(sorted.map(\.facts))
        let last: Int? = sorted.firstIndex { $0.name.text == current }
        let others = sorted.indices.filter { $0 != last }
        let home = others.first { sorted[$0].name.text == bundle }
        let below = others.first.flatMap { sorted[$0].name.number.lexicographicallyPrecedes([1]) ? $0 : nil }
        let first: Int? = below ?? home ?? others.min { sorted[$0].facts.count < sorted[$1].facts.count }
        var chain: [Int] = first.map { [$0] } ?? []
        var rest: [Int] = []
        for number in sorted.indices where number != first && number != last {
            let name = sorted[number].name
            // If two have the same number, the second one is inserted by similarity.
            let isNext: Bool = name.hasNumber && chain.last.map { sorted[$0].name.number } != name.number
            if isNext { chain.append(number) } else { rest.append(number) }
        }
        if let last { chain.append(last) }
        while let best = cheapest(of: rest, in: chain, distances, hasLast: last != nil) {
            chain.insert(rest.remove(at: best.version), at: best.index)
        }
        return chain.map { sorted[$0].name.text }
    }

    /// The version that fits best between two neighbours, or at the end, and the index for it.
    private static func cheapest(
        of rest: [Int],
        in chain: [Int],
        _ distances: Distances,
        hasLast: Bool
    ) -> (version: Int, index: Int)? {
        var best: (version: Int, index: Int, cost: Int)?
        for (number, version) in rest.enumerated() {
            for index in min(1, chain.count)...max(1, chain.count) where index < chain.count || !hasLast {
                let cost: Int =
                    index < chain.count && index > 0
                    ? distances[chain[index - 1], version] + distances[chain[index], version]
                        - distances[chain[index - 1], chain[index]]
                    : chain.last.map { distances[$0, version] } ?? 0
                if best.map({ cost < $0.cost }) ?? true { best = (number, index, cost) }
            }
        }
        return best.map { ($0.version, min($0.index, chain.count)) }
    }

    /// The pairwise distances of versions: the number of facts that only one of the two has.
    private struct Distances {
        private let all: [[Int]]

        init(_ versions: [Set<String>]) {
            var numbers: [String: Int] = [:]
            for fact in versions.joined() where numbers[fact] == nil { numbers[fact] = numbers.count }
            // One bit per fact, because each version is compared with every other one.
            let words = numbers.count / 64 + 1
            let bits: [[UInt64]] = versions.map { facts in
                var bits = [UInt64](repeating: 0, count: words)
                for fact in facts {
                    let number = numbers[fact] ?? 0
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
    /// The contents of the schema as single facts, to count the differences between two schemas.
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
