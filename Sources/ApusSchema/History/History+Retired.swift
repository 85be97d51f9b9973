extension History {
    /// When a version was retired.
    public struct Retirement: Hashable, Sendable {
        /// The newest version at that time. A release of the app with a newer one cannot open stores of the retired version.
        public let newest: Schema.Version

        /// The last release of the app that can open stores of the version; `nil` if it was not recorded.
        public let release: String?

        /// Creates a retirement.
        public init(newest: Schema.Version, release: String? = nil) {
            (self.newest, self.release) = (newest, release)
        }
    }

    /// A frozen version whose schema was removed, because no supported store is at it any more.
    public struct RetiredVersion: Hashable, Sendable {
        /// The version.
        public let version: Schema.Version

        /// The digest of its line in the lock; `nil` without a lock.
        public let digest: String?

        /// When it was retired.
        public let retirement: Retirement

        /// Creates a retired version.
        public init(_ version: Schema.Version, digest: String?, _ retirement: Retirement) {
            (self.version, self.digest, self.retirement) = (version, digest, retirement)
        }
    }

    /// Returns whether a version was retired.
    public func isRetired(_ version: Schema.Version) -> Bool { retired.contains { $0.version == version } }

    /// Returns the releases of the app that open a store of a retired version, one after the other, until the store is at
    /// a version of this history.
    ///
    /// Versions that were retired at different times need a release each: the first one migrates the store to a version
    /// that the next one still has.
    ///
    /// - Parameter version: The store's version.
    /// - Returns: The releases; empty if the version is not retired.
    public func releases(opening version: Schema.Version) -> [AppRelease] {
        var releases: [AppRelease] = []
        var rest = retired[...]
        var current = version
        while let index = rest.firstIndex(where: { $0.version == current }) {
            let retirement = rest[index].retirement
            rest = rest[index...].drop { $0.retirement.newest == retirement.newest }
            let oldest = rest.first?.version ?? versions.first ?? retirement.newest
            releases.append(AppRelease(name: retirement.release, oldest: oldest, newest: retirement.newest))
            current = retirement.newest
        }
        return releases
    }
}
