public import ApusSchema

/// What a store says of itself that planning needs.
public struct StoreState: Hashable, Sendable {
    /// The version that it stands at; `nil` where an unreleased head made it.
    public let version: Schema.Version?

    /// The digest of the version's line in the lock, where the store was given one.
    public let digest: String?

    /// The schema that it holds.
    public let schema: Schema

    /// Creates a state.
    public init(version: Schema.Version?, digest: String? = nil, schema: Schema) {
        self.version = version
        self.digest = digest
        self.schema = schema
    }
}
