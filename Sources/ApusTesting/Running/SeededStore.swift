package import ApusSeeding

/// A store with made-up rows that a test begins with.
package struct SeededStore: Hashable, Sendable {
    /// The number of objects.
    package let rows: Int
    /// The seed of the random choices.
    package let seed: UInt64
    /// The kind of values.
    package let profile: SeedProfile

    /// The stores with which versions are tested.
    package struct Selection: Hashable, Sendable {
        /// The stores of a version: an empty one, one with a few rows, then typical and adversarial rows with each seed.
        let stores: [SeededStore]
        /// How many of the newest versions are tested with all stores; `nil` for all. Older ones are tested with one store
        /// each, because they were tested when they were new, and cannot have changed.
        let newest: Int?

        /// Selects stores.
        ///
        /// - Parameters:
        ///   - rows: The number of objects in the largest stores; `nil` for the usual number.
        ///   - seeds: The number of seeds; `nil` for the usual number. If either is given, it holds for all versions.
        package init(rows: Int?, seeds: Int?) {
            newest = rows == nil && seeds == nil ? 10 : nil
            let rows = rows ?? 100
            var stores: [SeededStore] = [SeededStore(rows: 0, seed: 1, profile: .typical)]
            if rows >= 10 { stores.append(SeededStore(rows: rows / 10, seed: 1, profile: .typical)) }
            for seed in 1...UInt64(max(seeds ?? 1, 1)) where rows > 0 {
                stores += [.typical, .adversarial].map { SeededStore(rows: rows, seed: seed, profile: $0) }
            }
            self.stores = stores
        }

        /// Returns the stores of a version.
        ///
        /// - Parameter age: The number of newer versions that are tested, without the target.
        /// - Returns: The stores.
        func stores(ofAge age: Int) -> [SeededStore] {
            guard let newest, age >= newest else { return stores }
            return stores.filter { $0 == main }
        }

        /// The largest store with typical rows and the first seed.
        var main: SeededStore? { stores.last { $0.profile == .typical && $0.seed == 1 } }
    }

    /// The store in a sentence: `typical, 100 rows, seed 1`.
    var name: String { rows == 0 ? "empty" : "\(profile.rawValue), \(rows) rows, seed \(seed)" }

    /// The store in the head of a column: `100 typical`.
    var title: String { rows == 0 ? "empty" : "\(rows) \(profile.rawValue)\(seed == 1 ? "" : " #\(seed)")" }
}
