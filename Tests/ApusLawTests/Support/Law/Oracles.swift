import ApusTestSupport

/// The two ways of the executor that the law compares with the naive interpreter.
struct Oracles: Sendable {
    /// Writes a dump into a new store at the version `from` (an index of `history.schemas`), migrates it to the version
    /// `to`, and reads it back.
    typealias Migrate =
        @Sendable (_ history: GeneratedHistory, _ dump: Dump, _ from: Int, _ to: Int) throws -> Dump

    /// One migration over all stages.
    let fused: Migrate

    /// The same executor, one stage after the other.
    let stepwise: Migrate
}
