import ApusTestSupport

extension FuzzTarget {
    /// Changes of an object graph, deletions, insertions of what was deleted, saves, and rollbacks that bytes decide.
    static let graph = FuzzTarget(name: "graph", usualRuns: 60, tokens: []) {
        (UInt64(0)..<40).map { seed in
            var random = SplitMix64(seed: seed)
            return (0..<(40 + random.below(200))).map { _ in UInt8(random.below(256)) }
        }
    } run: { input in
        var attack = try GraphAttack(Array(input.prefix(1000)))
        try attack.run()
    }
}
