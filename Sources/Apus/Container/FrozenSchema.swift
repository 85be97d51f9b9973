/// A schema as generated code holds it: text, which costs nothing to compile and nothing before a store is opened.
public struct FrozenSchema: Sendable {
    /// The version (`1.2`), or `head`.
    public let version: String

    /// The digest of the version's line in the lock.
    public let digest: String?

    /// The schema's canonical JSON.
    public let json: String

    /// Creates a frozen schema.
    public init(_ version: String, digest: String? = nil, json: String) {
        self.version = version
        self.digest = digest
        self.json = json
    }
}
