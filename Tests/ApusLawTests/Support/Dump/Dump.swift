import ApusSchema

/// A store's content as values: every row of every table.
///
/// An entity's row is keyed by its `_id`, a pair by source and target. The values of a row are those of the other
/// columns, so a pair's row has none.
struct Dump: Sendable {
    /// A row's values under the names of their columns.
    typealias Row = [String: StoredValue]

    /// The rows of each table under its name. A table without rows is there, with no rows.
    var tables: [String: [RowKey: Row]]

    init(tables: [String: [RowKey: Row]] = [:]) {
        self.tables = tables
    }

    /// The content of a new store of that schema.
    init(emptyStoreOf schema: Schema) {
        tables = Dictionary(uniqueKeysWithValues: Layout.cached(schema).tables.map { ($0.name, [:]) })
    }

    /// How many rows there are in all.
    var rowCount: Int {
        tables.values.reduce(0) { $0 + $1.count }
    }
}
