/// A released version whose schema was removed, embedded in generated code: what an app says about a store of it.
public struct RetiredVersion: Sendable {
    /// The version (`1.2`).
    public let version: String

    /// The digest of the version in `versions.lock`.
    public let digest: String?

    /// The newest version at the time at which the version was retired.
    public let newest: String

    /// The last release of the app that can open stores of the version; `nil` if it was not recorded.
    public let release: String?

    /// Creates a retired version.
    @_spi(Generated)
    public init(_ version: String, digest: String? = nil, newest: String, release: String? = nil) {
        (self.version, self.digest, self.newest, self.release) = (version, digest, newest, release)
    }
}
