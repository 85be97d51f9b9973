import ApusTestSupport

/// Mutates inputs at random, for toolchains without libFuzzer and for the tests.
package struct Mutator {
    /// The choices.
    private var random: SplitMix64

    private let seeds: [[UInt8]]
    private let tokens: [[UInt8]]

    /// Creates a mutator.
    ///
    /// - Parameters:
    ///   - target: The target whose tokens are inserted.
    ///   - seeds: The inputs that are mutated.
    ///   - seed: The seed of the choices.
    package init(of target: FuzzTarget, seeds: [[UInt8]], seed: UInt64) {
        random = SplitMix64(seed: seed)
        self.seeds = seeds
        tokens = target.tokens.map { Array($0.utf8) } + [[0], [0xFF]]
    }

    /// The next input: one of the seeds with up to five changes.
    package mutating func next() -> [UInt8] {
        var input = random.pick(seeds)
        for _ in 0..<(random.chance(60) ? 1 : 2 + random.below(4)) {
            let (one, two) = (index(in: input), index(in: input))
            let near = min(input.count, one + random.below(12))
            switch random.below(6) {
            case 0: input.removeSubrange(one..<near)
            case 1: input.insert(contentsOf: random.pick(tokens), at: one)
            case 2: input.replaceSubrange(one..<near, with: random.pick(tokens))
            case 3: input.insert(contentsOf: input[one..<near], at: two)
            case 4: input.insert(contentsOf: random.pick(seeds).prefix(random.below(200)), at: one)
            default: if one < input.count { input[one] = UInt8(random.below(128)) }
            }
        }
        return input
    }

    /// An index, nearly always of the first byte of a character.
    private mutating func index(in input: [UInt8]) -> Int {
        let index = random.below(input.count + 1)
        return input[index...].firstIndex { $0 & 0xC0 != 0x80 } ?? input.count
    }
}
