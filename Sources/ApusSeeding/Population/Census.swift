/// The number of objects of each concrete entity.
///
/// Numbers grow in proportion to weights, and raising one entity's number also raises those of the entities that its
/// objects require.
struct Census: Sendable {
    private let total: Int
    private let weights: [Int]
    private let requirements: [Requirement]
    private let capacities: [Capacity]
    private let requirementsOfEntity: [[Int]]
    private let capacitiesOfEntity: [[Int]]

    /// The number of objects of each entity.
    private(set) var counts: [Int]

    private var sum: Int = 0

    /// Distributes a total over the entities. The result can be a few less if the requirements do not come out even.
    ///
    /// - Parameters:
    ///   - total: The number of objects.
    ///   - weights: The proportion of each entity. Each one gets at least one object.
    ///   - requirements: The objects that other objects require.
    ///   - capacities: The greatest possible numbers.
    /// - Throws: `SeedProblem` if the capacities are too small for the total.
    init(total: Int, weights: [Int], requirements: [Requirement], capacities: [Capacity]) throws(SeedProblem) {
        self.total = total
        self.weights = weights
        self.requirements = requirements
        self.capacities = capacities
        self.counts = Array(repeating: 0, count: weights.count)
        var requirementsOfEntity: [[Int]] = Array(repeating: [], count: weights.count)
        for (number, requirement) in requirements.enumerated() {
            for entity in requirement.source { requirementsOfEntity[entity].append(number) }
        }
        self.requirementsOfEntity = requirementsOfEntity
        var capacitiesOfEntity: [[Int]] = Array(repeating: [], count: weights.count)
        for (number, capacity) in capacities.enumerated() {
            for entity in capacity.entities { capacitiesOfEntity[entity].append(number) }
        }
        self.capacitiesOfEntity = capacitiesOfEntity
        for entity in counts.indices where counts[entity] == 0 { raise(entity, by: 1) }
        while sum < total, grow() {}
        guard sum < total, let full = capacities.first(where: { $0.count <= count(of: $0.entities) }) else { return }
        throw SeedProblem(
            "the model allows only \(sum) rows, not \(total): \(full.reason)",
            help: ["ask for fewer rows"]
        )
    }

    /// The number of objects of several entities together.
    func count(of entities: Range<Int>) -> Int {
        entities.reduce(0) { $0 + counts[$1] }
    }

    /// Gives each entity its share of what is left. Returns whether any number grew.
    private mutating func grow() -> Bool {
        let before: Int = sum
        let whole: Int = weights.reduce(0, +)
        let left: Int = total - sum
        for entity in counts.indices {
            var chunk: Int = max(1, Int(Double(left) * Double(weights[entity]) / Double(whole)))
            while chunk > 0, sum < total, !raise(entity, by: min(chunk, total - sum)) { chunk /= 2 }
        }
        return sum > before
    }

    /// Adds objects of an entity with those that they require, or nothing if that would be too many. Returns whether it
    /// did.
    @discardableResult private mutating func raise(_ entity: Int, by number: Int) -> Bool {
        var next: [Int] = counts
        var sum: Int = self.sum + number
        next[entity] += number
        var raised: [Int] = [entity]
        var changed: Set<Int> = [entity]
        func count(_ entities: Range<Int>) -> Int { entities.reduce(0) { $0 + next[$1] } }
        while let entity = raised.popLast() {
            for number in requirementsOfEntity[entity] {
                let requirement: Requirement = requirements[number]
                let missing: Int = requirement.needed(by: count(requirement.source)) - count(requirement.target)
                guard missing > 0 else { continue }
                guard missing <= total - sum, let other = bestEntity(of: requirement) else { return false }
                next[other] += missing
                sum += missing
                raised.append(other)
                changed.insert(other)
            }
            guard sum <= total else { return false }
        }
        guard sum <= total else { return false }
        for entity in changed {
            for number in capacitiesOfEntity[entity] where count(capacities[number].entities) > capacities[number].count
            { return false }
        }
        counts = next
        self.sum = sum
        return true
    }

    /// The entity to raise for a requirement: preferably one that does not have the requirement itself.
    private func bestEntity(of requirement: Requirement) -> Int? {
        let others: [Int] = requirement.target.filter { !requirement.source.contains($0) }
        return (others.isEmpty ? Array(requirement.target) : others).max { weights[$0] < weights[$1] }
    }
}
