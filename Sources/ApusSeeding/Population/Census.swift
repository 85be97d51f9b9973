/// How many objects there are of each kind.
///
/// A kind gets more, the more other kinds its objects refer to: there are more children than parents. What one kind's
/// objects need of others is raised with them.
struct Census: Sendable {
    private let total: Int
    private let weights: [Int]
    private let demands: [Demand]
    private let rooms: [Room]
    private let demandsOfKind: [[Int]]
    private let roomsOfKind: [[Int]]

    /// The objects of each kind.
    private(set) var counts: [Int]

    private var sum: Int = 0

    /// Counts so many objects altogether, or a few less where they do not come out even.
    ///
    /// - Parameters:
    ///   - total: How many objects there are to be.
    ///   - weights: How many there are of each kind in proportion; each one at least.
    ///   - demands: What objects need of each other.
    ///   - rooms: How many there can be.
    /// - Throws: `SeedProblem` where there is no room for so many.
    init(total: Int, weights: [Int], demands: [Demand], rooms: [Room]) throws(SeedProblem) {
        self.total = total
        self.weights = weights
        self.demands = demands
        self.rooms = rooms
        self.counts = Array(repeating: 0, count: weights.count)
        var demandsOfKind: [[Int]] = Array(repeating: [], count: weights.count)
        for (number, demand) in demands.enumerated() {
            for kind in demand.source { demandsOfKind[kind].append(number) }
        }
        self.demandsOfKind = demandsOfKind
        var roomsOfKind: [[Int]] = Array(repeating: [], count: weights.count)
        for (number, room) in rooms.enumerated() { for kind in room.kinds { roomsOfKind[kind].append(number) } }
        self.roomsOfKind = roomsOfKind
        for kind in counts.indices where counts[kind] == 0 { raise(kind, by: 1) }
        while sum < total, grow() {}
        guard sum < total, let full = rooms.first(where: { $0.count <= count(of: $0.kinds) }) else { return }
        throw SeedProblem(
            "there is no room for \(total) rows, but for \(sum): \(full.reason)",
            help: ["ask for fewer rows"]
        )
    }

    /// The objects of several kinds together.
    func count(of kinds: Range<Int>) -> Int {
        kinds.reduce(0) { $0 + counts[$1] }
    }

    /// Gives each kind its share of what is left; whether there was any progress.
    private mutating func grow() -> Bool {
        let before: Int = sum
        let whole: Int = weights.reduce(0, +)
        let left: Int = total - sum
        for kind in counts.indices {
            var chunk: Int = max(1, Int(Double(left) * Double(weights[kind]) / Double(whole)))
            while chunk > 0, sum < total, !raise(kind, by: min(chunk, total - sum)) { chunk /= 2 }
        }
        return sum > before
    }

    /// Adds objects of a kind and those that they need, or nothing where that would be too many; whether it did.
    @discardableResult private mutating func raise(_ kind: Int, by number: Int) -> Bool {
        var next: [Int] = counts
        var sum: Int = self.sum + number
        next[kind] += number
        var raised: [Int] = [kind]
        var changed: Set<Int> = [kind]
        func count(_ kinds: Range<Int>) -> Int { kinds.reduce(0) { $0 + next[$1] } }
        while let kind = raised.popLast() {
            for number in demandsOfKind[kind] {
                let demand: Demand = demands[number]
                let missing: Int = demand.needed(by: count(demand.source)) - count(demand.target)
                guard missing > 0 else { continue }
                guard missing <= total - sum, let other = bestKind(of: demand) else { return false }
                next[other] += missing
                sum += missing
                raised.append(other)
                changed.insert(other)
            }
            guard sum <= total else { return false }
        }
        guard sum <= total else { return false }
        for kind in changed {
            for number in roomsOfKind[kind] where count(rooms[number].kinds) > rooms[number].count { return false }
        }
        counts = next
        self.sum = sum
        return true
    }

    /// The kind to raise where more objects are needed: one that does not need more itself, if there is one.
    private func bestKind(of demand: Demand) -> Int? {
        let others: [Int] = demand.target.filter { !demand.source.contains($0) }
        return (others.isEmpty ? Array(demand.target) : others).max { weights[$0] < weights[$1] }
    }
}
