/// A way in which a store's tables differ from what its schema says, with the SQL of both sides.
public struct StoreDifference: Hashable, Sendable {
    /// What differs.
    public let drift: Drift

    /// What the schema wants, as SQL; `nil` where it wants nothing.
    public let expected: String?

    /// What the store has, as SQL; `nil` where it has nothing.
    public let found: String?

    init(_ drift: Drift, expected: String? = nil, found: String? = nil) {
        (self.drift, self.expected, self.found) = (drift, expected, found)
    }
}
