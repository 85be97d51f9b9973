/// A release of an app that can still open stores of a retired version.
public struct AppRelease: Hashable, Sendable {
    /// The name of the last such release; `nil` if it was not recorded.
    public let name: String?

    /// The oldest version to which the release has to migrate a store, so that a later release can open it.
    public let oldest: Schema.Version

    /// The newest version that such a release can have.
    public let newest: Schema.Version

    /// Creates a release.
    public init(name: String?, oldest: Schema.Version, newest: Schema.Version) {
        (self.name, self.oldest, self.newest) = (name, oldest, newest)
    }
}

extension AppRelease: CustomStringConvertible {
    /// The release as messages show it: its name, or what is known about it.
    public var description: String {
        if let name { return "\(name) (the last release that can open it)" }
        let versions = oldest == newest ? "\(newest)" : "from \(oldest) to \(newest)"
        return "a release that still has this version, and whose newest one is \(versions)"
    }
}
