public import ApusSchema
import Foundation

/// The facts about a store that planning needs.
public struct StoreState: Hashable, Sendable {
    /// The store's version; `nil` if an unreleased head created it.
    public let version: Schema.Version?

    /// The digest of the version's line in the lock, or of the version that an unreleased head followed; `nil` if the
    /// store records none.
    public let digest: String?

    /// The store's schema.
    public let schema: Schema

    /// The tables of the schema.
    package var layout: Layout { tables.layout }

    private let tables: LayoutSource

    /// Creates a state.
    ///
    /// - Parameters:
    ///   - version: The version; `nil` if an unreleased head created the store.
    ///   - digest: The digest of the version's line in the lock, or of the version that an unreleased head followed.
    ///   - schema: The schema.
    public init(version: Schema.Version?, digest: String? = nil, schema: Schema) {
        self.init(version: version, digest: digest, schema: schema, layout: nil)
    }

    /// Creates a state.
    ///
    /// - Parameters:
    ///   - version: The version; `nil` if an unreleased head created the store.
    ///   - digest: The digest of the version's line in the lock, or of the version that an unreleased head followed.
    ///   - schema: The schema.
    ///   - layout: The tables, if they differ from those that Apus creates for the schema.
    package init(version: Schema.Version?, digest: String? = nil, schema: Schema, layout: Layout?) {
        self.version = version
        self.digest = digest
        self.schema = schema
        tables = LayoutSource(schema, given: layout)
    }
}

/// The layout of a state: given, or derived from its schema on first access. All copies of a state share it.
private final class LayoutSource: Hashable, @unchecked Sendable {
    private let schema: Schema
    private let given: Layout?
    private let lock = NSLock()
    private var derived: Layout?

    init(_ schema: Schema, given: Layout?) {
        self.schema = schema
        self.given = given
    }

    var layout: Layout {
        if let given { return given }
        return lock.withLock {
            if let derived { return derived }
            let layout = Layout(schema)
            derived = layout
            return layout
        }
    }

    /// Derived layouts are equal if their schemas are, which the states compare.
    static func == (one: LayoutSource, other: LayoutSource) -> Bool { one.given == other.given }

    func hash(into hasher: inout Hasher) { hasher.combine(given) }
}

extension StoreState {
    /// The state's point in the history.
    public var point: Stage.Point { version.map { .version($0) } ?? .unreleased }
}
