package import ApusSeeding

/// A store with made-up rows that a test begins with.
package struct SeededStore: Hashable, Sendable {
    /// The number of objects.
    package let rows: Int
    /// The seed of the random choices.
    package let seed: UInt64
    /// The kind of values.
    package let profile: SeedProfile

    /// The stores with which every version is tested: an empty one, one with a few rows, then typical and adversarial rows
    /// with each seed.
    ///
    /// - Parameters:
    ///   - rows: The number of objects in the largest stores.
    ///   - seeds: The number of seeds.
    package static func all(rows: Int, seeds: Int) -> [SeededStore] {
        var stores: [SeededStore] = [SeededStore(rows: 0, seed: 1, profile: .typical)]
        if rows >= 10 { stores.append(SeededStore(rows: rows / 10, seed: 1, profile: .typical)) }
        guard rows > 0 else { return stores }
        for seed in 1...UInt64(max(seeds, 1)) {
            stores += [.typical, .adversarial].map { SeededStore(rows: rows, seed: seed, profile: $0) }
        }
        return stores
    }

    /// The store in a sentence: `typical, 100 rows, seed 1`.
    var name: String { rows == 0 ? "empty" : "\(profile.rawValue), \(rows) rows, seed \(seed)" }

    /// The store in the head of a column: `100 typical`.
    var title: String { rows == 0 ? "empty" : "\(rows) \(profile.rawValue)\(seed == 1 ? "" : " #\(seed)")" }
}
