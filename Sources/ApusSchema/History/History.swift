/// The released schemas of a model in the order in which they were frozen, and the schema being edited.
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

    /// The frozen versions, oldest first.
    public let entries: [Entry]

    /// The schema being edited; `nil` if only released ones are known.
    public let head: Schema?

    /// Creates a history.
    public init(model: String, entries: [Entry], head: Schema? = nil) {
        self.model = model
        self.entries = entries
        self.head = head
    }

    /// The newest frozen version; `nil` if there is none yet.
    public var newest: Entry? { entries.last }

    /// Returns the schema of a frozen version, or `nil`.
    public func schema(of version: Schema.Version) -> Schema? {
        entries.first { $0.version == version }?.schema
    }

    /// Whether the head differs in meaning from the newest frozen version.
    public var hasUnreleasedHead: Bool {
        guard let head else { return false }
        return newest.map { !$0.schema.means(head) } ?? true
    }
}
