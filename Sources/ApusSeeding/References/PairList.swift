/// The pairs of a relationship, source after source.
struct PairList: Sendable {
    /// For each source the number of the first of its pairs, and at the end the number of all pairs.
    private(set) var starts: [Int] = [0]

    /// The targets; those of one source are different, and in their order where they have one.
    private(set) var targets: [Int] = []

    /// The number of pairs.
    var count: Int { targets.count }

    /// Adds the targets of the next source.
    mutating func append(_ targets: [Int]) {
        self.targets += targets
        starts.append(self.targets.count)
    }
}
