extension Mapping {
    /// The keys of an assertion, in the order in which it is written.
    package enum AssertionKey: String, CaseIterable, Sendable {
        /// The condition.
        case that
        /// What it means, for people.
        case message
    }
}
