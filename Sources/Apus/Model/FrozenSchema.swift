/// A schema embedded in generated code as text: it is cheap to compile, and parsed only when a store is opened.
public struct FrozenSchema: Sendable {
    /// The version (`1.2`), or `head`.
    public let version: String

    /// The digest of the version in `versions.lock`.
    public let digest: String?

    /// The schema's canonical JSON.
    public let json: String

    /// Creates a frozen schema.
    @_spi(Generated)
    public init(_ version: String, digest: String? = nil, json: String) {
        self.version = version
        self.digest = digest
        self.json = json
    }
}
