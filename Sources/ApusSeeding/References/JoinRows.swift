/// The join table rows of a relationship, grouped by source.
struct JoinRows: Sendable {
    /// For each source the index of its first target, then the number of all rows.
    private(set) var starts: [Int] = [0]

    /// The targets. Those of one source are distinct, and in order if the relationship is ordered.
    private(set) var targets: [Int] = []

    /// The number of rows.
    var count: Int { targets.count }

    /// Adds the targets of the next source.
    mutating func append(_ targets: [Int]) {
        self.targets += targets
        starts.append(self.targets.count)
    }
}
