/// The tables of a store that holds a schema, as a value without SQL.
///
/// ``init(_:)`` is the one place where a schema becomes tables; generated code, plans and stores read it.
public struct Layout: Hashable, Sendable {
    /// The tables: the entities' in the schema's order, then those of pairs.
    public let tables: [Table]

    /// Creates a layout from tables.
    public init(tables: [Table]) {
        self.tables = tables
    }

    /// The table of that name, or `nil`.
    public func table(_ name: String) -> Table? {
        tables.first { $0.name == name }
    }

    /// The table that holds what `origin` says, or `nil`.
    public func table(of origin: Table.Origin) -> Table? {
        tables.first { $0.origin == origin }
    }
}
