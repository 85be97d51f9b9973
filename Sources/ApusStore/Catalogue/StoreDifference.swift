/// A difference between a store's tables and its schema, with the SQL of both.
public struct StoreDifference: Hashable, Sendable {
    /// The difference.
    public let drift: Drift

    /// The SQL that the schema expects; `nil` if the object is not part of the schema.
    public let expected: String?

    /// The SQL in the store; `nil` if the object is missing.
    public let found: String?

    init(_ drift: Drift, expected: String? = nil, found: String? = nil) {
        (self.drift, self.expected, self.found) = (drift, expected, found)
    }
}
