public import ApusDiagnostics

/// The released schemas of a model in the order in which they were frozen, and the schema being edited.
///
/// Most work needs the newest schema and the head only, so the older ones are read when they are needed.
public struct History: Hashable, Sendable {
    /// A released schema.
    public struct Entry: Hashable, Sendable {
        /// Its version.
        public let version: Schema.Version
        /// The schema.
        public let schema: Schema
        /// The digest of its line in the lock, which confirms that two histories mean the same version; `nil` without a
        /// lock.
        public let digest: String?

        /// Creates an entry.
        public init(_ version: Schema.Version, _ schema: Schema, digest: String? = nil) {
            self.version = version
            self.schema = schema
            self.digest = digest
        }
    }

    /// The model's name.
    public let model: String

    /// The frozen versions that were retired, oldest first. They come before all others.
    public let retired: [RetiredVersion]

    /// The other frozen versions, oldest first.
    public let releases: [Release]

    /// The newest frozen version; `nil` if there is none yet.
    public let newest: Entry?

    /// The schema being edited; `nil` if only released ones are known.
    public let head: Schema?

    /// Creates a history of schemas that were read.
    public init(model: String, entries: [Entry], head: Schema? = nil) {
        self.init(model: model, before: entries.dropLast().map { Release($0) }, newest: entries.last, head: head)
    }

    /// Creates a history whose older schemas are read when they are needed.
    ///
    /// - Parameters:
    ///   - model: The model's name.
    ///   - retired: The retired versions, oldest first.
    ///   - older: The versions before the newest one, oldest first.
    ///   - newest: The newest version; `nil` if there is none yet.
    ///   - head: The schema being edited.
    public init(
        model: String,
        retired: [RetiredVersion] = [],
        before older: [Release],
        newest: Entry?,
        head: Schema?
    ) {
        self.model = model
        self.retired = retired
        releases = older + (newest.map { [Release($0)] } ?? [])
        self.newest = newest
        self.head = head
    }

    /// The frozen versions that were not retired, oldest first.
    public var versions: [Schema.Version] { releases.map(\.version) }

    /// Returns the index of a frozen version in ``releases``; `nil` if there is no such version, or it was retired.
    public func index(of version: Schema.Version?) -> Int? {
        releases.firstIndex { $0.version == version }
    }

    /// Returns whether two frozen versions follow each other in either order, or one is the newest and the other the head.
    ///
    /// - Parameters:
    ///   - version: A version.
    ///   - other: Another one; `nil` for the head.
    /// - Returns: Whether no version is between them; `false` if one is not in the history.
    package func areNeighbours(_ version: Schema.Version, _ other: Schema.Version?) -> Bool {
        guard let index = index(of: version), let end = other.map(index(of:)) ?? releases.count else { return false }
        return abs(index - end) == 1
    }

    /// Reads the frozen versions, oldest first.
    ///
    /// - Throws: `DiagnosticsError` if one of them cannot be read.
    public func entries() throws(DiagnosticsError) -> [Entry] { try entries(releases.indices) }

    /// Reads a range of the frozen versions, oldest first.
    ///
    /// - Parameter range: Indices of ``releases``.
    /// - Returns: The versions with their schemas.
    /// - Throws: `DiagnosticsError` with the findings about all of them that cannot be read.
    public func entries(_ range: Range<Int>) throws(DiagnosticsError) -> [Entry] {
        let results: [Result<Entry, DiagnosticsError>] = Array(releases[range]).concurrentMap { release in
            Result { () throws(DiagnosticsError) in try release.entry() }
        }
        var entries: [Entry] = []
        var findings: [Diagnostic] = []
        for result in results {
            switch result {
            case .success(let entry): entries.append(entry)
            case .failure(let error): findings += error.diagnostics
            }
        }
        if !findings.isEmpty { throw DiagnosticsError(findings) }
        return entries
    }

    /// Returns the schema of a frozen version, or `nil` if there is no such version.
    ///
    /// - Throws: `DiagnosticsError` if it cannot be read.
    public func schema(of version: Schema.Version) throws(DiagnosticsError) -> Schema? {
        guard let index = index(of: version) else { return nil }
        return try releases[index].entry().schema
    }

    /// Whether the head differs in meaning from the newest frozen version.
    public var hasUnreleasedHead: Bool {
        guard let head else { return false }
        return newest.map { !$0.schema.means(head) } ?? true
    }
}
