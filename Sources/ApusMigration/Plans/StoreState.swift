public import ApusSchema
import Foundation

/// What a store says of itself that planning needs.
public struct StoreState: Hashable, Sendable {
    /// The version that it stands at; `nil` where an unreleased head made it.
    public let version: Schema.Version?

    /// The digest of the version's line in the lock, where the store was given one.
    public let digest: String?

    /// The schema that it holds.
    public let schema: Schema

    /// The tables that it holds the schema in.
    public var layout: Layout { tables.layout }

    private let tables: LayoutSource

    /// Creates a state.
    ///
    /// - Parameters:
    ///   - version: The version; `nil` if an unreleased head made the store.
    ///   - digest: The digest of the version's line in the lock, if the store was given one.
    ///   - schema: The schema.
    ///   - layout: The tables, if they are not those that Apus makes for the schema.
    public init(version: Schema.Version?, digest: String? = nil, schema: Schema, layout: Layout? = nil) {
        self.version = version
        self.digest = digest
        self.schema = schema
        tables = LayoutSource(schema, given: layout)
    }
}

/// The layout of a state: given, or derived from its schema when it is first asked for. All copies of a state share it.
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
            let made = Layout(schema)
            derived = made
            return made
        }
    }

    /// Derived layouts are equal where their schemas are, which the states compare.
    static func == (one: LayoutSource, other: LayoutSource) -> Bool { one.given == other.given }

    func hash(into hasher: inout Hasher) { hasher.combine(given) }
}

extension StoreState {
    /// The place in the history.
    public var point: Stage.Point { version.map { .version($0) } ?? .unreleased }
}
