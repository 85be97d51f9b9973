extension TestReport {
    /// A mistake in a mapping, and whether a test notices it.
    package struct Mutant: Encodable, Hashable, Sendable {
        /// The versions of the mapping.
        package let from: String
        package let to: String
        /// The location of the mapping's line.
        package let location: String?
        /// The key of the line.
        package let key: String
        /// The mistake, as a sentence without a period.
        package let change: String
        /// The first test that fails because of the mistake; `nil` if none does.
        package let noticedBy: String?
        /// What differs in a store with made-up rows; `nil` if nothing does, or a test notices the mistake.
        package let difference: String?
        /// A case that notices the mistake, as the text of a file.
        package let example: String?
        /// The command that makes the store in which something differs.
        package let store: String?

        /// Creates a result.
        package init(
            from: String,
            to: String,
            location: String?,
            key: String,
            change: String,
            noticedBy: String?,
            difference: String? = nil,
            example: String? = nil,
            store: String? = nil
        ) {
            (self.from, self.to, self.location, self.key, self.change) = (from, to, location, key, change)
            (self.noticedBy, self.difference, self.example, self.store) = (noticedBy, difference, example, store)
        }
    }
}

extension TestReport {
    /// The mistakes that no test notices.
    package var survivors: [Mutant] { models.flatMap { $0.mutants ?? [] }.filter { $0.noticedBy == nil } }

    /// The same mistakes; those that one case would notice are together.
    var survivorGroups: [[Mutant]] {
        var groups: [[Mutant]] = []
        for mutant in survivors {
            if let index = groups.firstIndex(where: { $0[0].example != nil && $0[0].example == mutant.example }) {
                groups[index].append(mutant)
            } else {
                groups.append([mutant])
            }
        }
        return groups
    }

    /// The end of the summary: `14 mutants, 2 of which no test notices`.
    var mutantSummary: String? {
        let mutants = models.compactMap(\.mutants)
        if mutants.isEmpty { return nil }
        let count = mutants.reduce(0) { $0 + $1.count }
        let survivors = self.survivors.count
        return "\(count) mutant\(count == 1 ? "" : "s")"
            + (survivors > 0 ? ", \(survivors) of which no test notices" : count > 0 ? ", all noticed" : "")
    }
}

extension TestReport.Mutant {
    /// The mistake with its location: `Migrations/Trips/3-4.yaml:5:3: fill Trip.code: none becomes nonex`.
    package var heading: String { (location.map { "\($0): " } ?? "\(from) → \(to), ") + "\(key) \(change)" }

    /// What differs, as far as it is known.
    var reason: String { difference ?? "nothing differs in any store with made-up rows" }

    /// What would notice the mistake, line by line.
    var advice: [String] {
        guard let example else {
            return [
                store.map { "write a case with such a row; one is in a store of '\($0)'" }
                    ?? "write a case with rows for which it matters; if there can be none, the line may not be needed"
            ]
        }
        let lines = example.split(separator: "\n").map { "  \($0)" }
        return ["a case that notices it, for Migrations/<Model>/tests:"] + lines
    }
}
