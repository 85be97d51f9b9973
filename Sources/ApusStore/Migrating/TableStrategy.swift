public import ApusMigration
public import ApusSchema

/// The cheapest way to make one table what the projection says.
public struct TableStrategy: Hashable, Sendable {
    /// A way to make a table.
    public enum Way: String, Hashable, Sendable {
        /// The table is already as it should be.
        case nothing
        /// Its definition changes, its rows are not touched.
        case catalogue
        /// SQLite rewrites its rows while it drops columns.
        case rewrite
        /// Its rows are copied into a new table, which takes its place.
        case rebuild
        /// It is new and empty.
        case create
    }

    /// The newer table.
    public let table: ApusSchema.Table

    /// The older table, or `nil` where the table is new.
    public let older: ApusSchema.Table?

    /// The expressions of the newer table's columns, in order; empty where the table is new.
    public let columns: [ExpressionGraph.ID]

    /// The chosen way.
    public let way: Way

    /// Why, in a few words.
    public let reason: String
}

extension Projection {
    /// The strategies for all newer tables, in their order, and the older tables that go.
    public var strategies: (tables: [TableStrategy], dropped: [ApusSchema.Table]) {
        let strategies: [TableStrategy] = tables.map(strategy)
        let kept: Set<String> = Set(strategies.compactMap { $0.older?.name })
        return (strategies, source.tables.filter { !kept.contains($0.name) })
    }

    private func strategy(for projection: TableProjection) -> TableStrategy {
        guard case .from(let name, let columns) = projection.rows, let older = source.table(name) else {
            return TableStrategy(table: projection.table, older: nil, columns: [], way: .create, reason: "new table")
        }
        let (way, reason): (TableStrategy.Way, String) = choose(older, projection.table, columns)
        return TableStrategy(table: projection.table, older: older, columns: columns, way: way, reason: reason)
    }

    private func choose(
        _ older: Table,
        _ newer: Table,
        _ columns: [ExpressionGraph.ID]
    ) -> (way: TableStrategy.Way, reason: String) {
        var facts: [String] = []
        var used: Set<String> = []
        for (column, id) in zip(newer.columns, columns) {
            switch graph[id].expression {
            case .column(let name):
                guard let before = older.column(name), used.insert(name).inserted else {
                    return (.rebuild, "'\(column.name)' is copied from another column")
                }
                if before.type.storage != column.type.storage {
                    return (.rebuild, "'\(column.name)' changes its type")
                }
                if before.isNullable != column.isNullable {
                    return (.rebuild, "'\(column.name)' becomes \(column.isNullable ? "optional" : "required")")
                }
                if before.name != column.name { facts.append("renames '\(before.name)' to '\(column.name)'") }
            case .literal(let value):
                guard SQLText.literal(value) != nil else {
                    return (.rebuild, "SQL text cannot say the default of '\(column.name)' exactly")
                }
                facts.append("adds '\(column.name)'")
            case .widened, .coalesced:
                return (.rebuild, "the values of '\(column.name)' are computed")
            }
        }
        let gone: [Column] = older.columns.filter { !used.contains($0.name) }
        if gone.count > Self.cheapDrops { return (.rebuild, "drops \(gone.count) columns") }
        if !gone.isEmpty {
            facts += gone.map { "drops '\($0.name)'" }
            return (.rewrite, facts.joined(separator: ", "))
        }
        if older.name != newer.name { facts.insert("renames '\(older.name)'", at: 0) }
        if hasOtherIndexes(older, newer, columns) { facts.append("changes its indexes") }
        return facts.isEmpty ? (.nothing, "unchanged") : (.catalogue, facts.joined(separator: ", "))
    }

    /// Each dropped column rewrites all rows; from the third on a rebuild, which makes the indexes anew, costs less.
    private static let cheapDrops: Int = 2

    private func hasOtherIndexes(_ older: Table, _ newer: Table, _ columns: [ExpressionGraph.ID]) -> Bool {
        Set(older.indexes) != Set(newer.indexes.map { renamed($0, from: newer, columns) })
    }

    /// A newer index with the older names of its columns, where they had any.
    func renamed(_ index: Table.Index, from newer: Table, _ columns: [ExpressionGraph.ID]) -> Table.Index {
        var older: [String: String] = [:]
        for (column, id) in zip(newer.columns, columns) {
            if case .column(let name) = graph[id].expression { older[column.name] = name }
        }
        // A column without an older name cannot be part of an older index.
        return Table.Index(index.columns.map { older[$0] ?? "+\($0)" }, isUnique: index.isUnique)
    }
}
