import ApusSchema

/// A guess at the order of versions from their contents: each was made from the one before, so neighbours differ least,
/// and an entity that is gone does not come back.
enum SimilarityOrder {
    /// A version and its content.
    struct Version {
        let name: VersionName
        /// The number of the commit that added it; versions with the same one may be in any order.
        var rank = 0
        let schema: Schema?
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
    /// - Returns: The names, oldest first, and those that were inserted.
    static func names(
        of versions: [Version],
        bundle: String,
        current: String?
    ) -> (names: [String], inserted: Set<String>) {
        let sorted = versions.sorted {
            $0.rank == $1.rank ? VersionName.isOrdered($0.name, $1.name) : $0.rank < $1.rank
        }
        let (bottom, top) = (sorted.first?.rank, sorted.last?.rank)
        let last: Int? = sorted.firstIndex { $0.name.text == current && $0.rank == top }
        let others = sorted.indices.filter { $0 != last && sorted[$0].rank == bottom }
        let home = others.first { sorted[$0].name.text == bundle }
        let below = others.first.flatMap { sorted[$0].name.number.lexicographicallyPrecedes([1]) ? $0 : nil }
        let facts = sorted.map { $0.schema?.facts ?? [] }
        let first: Int? = below ?? home ?? others.min { facts[$0].count < facts[$1].count }
        var chain: [Int] = first.map { [$0] } ?? []
        var rest: [Int] = []
        for number in sorted.indices where number != first && number != last {
            let name = sorted[number].name
            let isAlone = sorted.count { $0.rank == sorted[number].rank } == 1
            // If two have the same number, the second one is inserted by similarity.
            let isNext = chain.last.map {
                sorted[$0].rank < sorted[number].rank || sorted[$0].name.number != name.number
            }
            if isAlone || name.hasNumber && isNext != false { chain.append(number) } else { rest.append(number) }
        }
        if let last { chain.append(last) }
        let inserted = Set(rest.map { sorted[$0].name.text })
        let costs = Costs(facts, sorted.map { Set($0.schema?.entities.map(\.name) ?? []) })
        let ranks = sorted.map(\.rank)
        while let best = cheapest(of: rest, in: chain, ranks, costs, hasLast: last != nil) {
            chain.insert(rest.remove(at: best.version), at: best.index)
        }
        return (chain.map { sorted[$0].name.text }, inserted)
    }

    /// The version that fits best between two neighbours, or at the end, and the index for it.
    private static func cheapest(
        of rest: [Int],
        in chain: [Int],
        _ ranks: [Int],
        _ costs: Costs,
        hasLast: Bool
    ) -> (version: Int, index: Int)? {
        var best: (version: Int, index: Int, cost: Int)?
        let unions = costs.unions(of: chain)
        for (number, version) in rest.enumerated() {
            // Not before older ones, and not after newer ones, and nothing precedes the first one.
            let from = max(1, (chain.lastIndex { ranks[$0] < ranks[version] } ?? -1) + 1)
            let newer = chain.firstIndex { ranks[$0] > ranks[version] } ?? chain.count
            let to = max(from, min(newer, hasLast ? chain.count - 1 : chain.count))
            for index in from...to {
                let cost = costs.cost(of: version, at: index, in: chain, unions)
                // Where nothing differs, the order of the names remains.
                let isBetter = best.map { cost < $0.cost || cost == $0.cost && number == $0.version } ?? true
                if isBetter { best = (number, index, cost) }
            }
        }
        return best.map { ($0.version, min($0.index, chain.count)) }
    }
}

/// What it costs to insert versions into a chain.
private struct Costs {
    /// The pairwise distances of versions: the number of facts that only one of the two has.
    private let distances: [[Int]]
    private let entities: [BitSet]

    init(_ facts: [Set<SchemaFact>], _ entities: [Set<String>]) {
        // One bit per fact, because each version is compared with every other one.
        let bits = BitSet.of(facts)
        distances = bits.map { one in bits.map { other in (one ^ other).count } }
        self.entities = BitSet.of(entities)
    }

    /// The entities before each index of a chain, and those from it on.
    func unions(of chain: [Int]) -> (before: [BitSet], after: [BitSet]) {
        var (before, after): ([BitSet], [BitSet]) = ([BitSet()], [BitSet()])
        for version in chain { before.append(before[before.count - 1] | entities[version]) }
        for version in chain.reversed() { after.append(after[after.count - 1] | entities[version]) }
        return (before, after.reversed())
    }

    func cost(of version: Int, at index: Int, in chain: [Int], _ unions: (before: [BitSet], after: [BitSet])) -> Int {
        let previous = index > 0 && index <= chain.count ? chain[index - 1] : nil
        let next = index < chain.count ? chain[index] : nil
        var cost = previous.map { distances[$0][version] } ?? 0
        if let next { cost += distances[next][version] - (previous.map { distances[$0][next] } ?? 0) }
        // Entities that the version lacks between two that have them, and those that come back in it.
        let (own, one, other) = (
            entities[version], previous.map { entities[$0] } ?? BitSet(), next.map { entities[$0] } ?? BitSet()
        )
        let elsewhere = unions.before[min(index, chain.count)] | unions.after[min(index, chain.count)]
        let gaps = (one & other).subtracting(own).count + (own & elsewhere).subtracting(one | other).count
        return cost + 1000 * gaps
    }
}

/// A set of small numbers.
private struct BitSet {
    private var words: [UInt64] = []

    var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

    /// Sets with a number for each distinct element.
    static func of<Element: Hashable>(_ sets: [Set<Element>]) -> [BitSet] {
        var numbers: [Element: Int] = [:]
        for element in sets.joined() where numbers[element] == nil { numbers[element] = numbers.count }
        return sets.map { set in
            var bits = BitSet()
            bits.words = [UInt64](repeating: 0, count: numbers.count / 64 + 1)
            for element in set {
                let number = numbers[element] ?? 0
                bits.words[number / 64] |= 1 << UInt64(number % 64)
            }
            return bits
        }
    }

    static func & (one: BitSet, other: BitSet) -> BitSet { combined(one, other, &) }
    static func | (one: BitSet, other: BitSet) -> BitSet { combined(one, other, |) }
    static func ^ (one: BitSet, other: BitSet) -> BitSet { combined(one, other, ^) }

    func subtracting(_ other: BitSet) -> BitSet { Self.combined(self, other) { $0 & ~$1 } }

    private static func combined(_ one: BitSet, _ other: BitSet, _ work: (UInt64, UInt64) -> UInt64) -> BitSet {
        var result = BitSet()
        result.words = (0..<max(one.words.count, other.words.count)).map { index in
            work(index < one.words.count ? one.words[index] : 0, index < other.words.count ? other.words[index] : 0)
        }
        return result
    }
}
