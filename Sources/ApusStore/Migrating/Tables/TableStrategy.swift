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
        /// It is new, and its rows are made from those of other tables.
        case fill
        /// It is new and empty.
        case create
    }

    /// The newer table.
    public let table: ApusSchema.Table

    /// The older table that it goes on as, or `nil` where the table is new.
    public let older: ApusSchema.Table?

    /// Where its rows come from; of a table that goes on, from the older one.
    public let sources: [TableProjection.Source]

    /// The chosen way.
    public let way: Way

    /// Why, in a few words.
    public let reason: String

    /// The expressions of the columns of a table that goes on, in order; empty where the table is new.
    var columns: [ExpressionGraph.ID] { older == nil ? [] : sources[0].values }
}

extension Plan.Pass {
    /// The strategies for all newer tables, in their order, and the older tables that go.
    public var strategies: (tables: [TableStrategy], dropped: [ApusSchema.Table]) {
        TablePass(self).strategies
    }
}

extension TablePass {
    /// The strategies for all newer tables, in their order, and the older tables that go.
    var strategies: (tables: [TableStrategy], dropped: [Table]) {
        let strategies: [TableStrategy] = tables.map(strategy)
        let kept: Set<String> = Set(strategies.compactMap { $0.older?.name })
        return (strategies, source.tables.filter { !kept.contains($0.name) })
    }

    private func strategy(for projection: TableProjection) -> TableStrategy {
        func make(_ older: Table?, _ way: TableStrategy.Way, _ reason: String) -> TableStrategy {
            TableStrategy(table: projection.table, older: older, sources: projection.sources, way: way, reason: reason)
        }
        guard let first = projection.sources.first else { return make(nil, .create, "new table") }
        guard projection.sources.count == 1, heirs[first.table.name] == projection.table.name else {
            let names: [String] = projection.sources.map { "'\($0.table.name)'" }
            return make(nil, .fill, "new table, made from \(Array(Set(names)).sorted().joined(separator: ", "))")
        }
        let (way, reason): (TableStrategy.Way, String) = choose(first, projection.table)
        return make(first.table, way, reason)
    }

    private func choose(_ source: TableProjection.Source, _ newer: Table) -> (way: TableStrategy.Way, reason: String) {
        let older: Table = source.table
        var facts: [String] = []
        var used: Set<String> = []
        if !source.conditions.isEmpty { return (.rebuild, "rows that lead nowhere any more are left out") }
        for (column, id) in zip(newer.columns, source.values) {
            switch graph[id].expression {
            case .field(let field):
                guard let before = older.column(of: field), used.insert(before.name).inserted else {
                    return (.rebuild, "'\(column.name)' is copied from another column")
                }
                if newer.isPairs, field != column.field { return (.rebuild, "the pairs are turned round") }
                if before.type.storage != column.type.storage {
                    return (.rebuild, "'\(column.name)' changes its type")
                }
                if before.isNullable != column.isNullable {
                    return (.rebuild, "'\(column.name)' becomes \(column.isNullable ? "optional" : "required")")
                }
                if before.references.map(present) != column.references {
                    return (.rebuild, "'\(column.name)' leads to another table")
                }
                if before.name != column.name { facts.append("renames '\(before.name)' to '\(column.name)'") }
            case .literal(let value):
                guard SQLText.literal(value) != nil else {
                    return (.rebuild, "SQL text cannot say the default of '\(column.name)' exactly")
                }
                facts.append("adds '\(column.name)'")
            case .required:
                return (.rebuild, "'\(column.name)' becomes required")
            case .converted, .recoded, .coalesced, .present, .uuid, .now, .rowNumber, .reference, .referrer, .computed:
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
        if hasOtherIndexes(older, newer, source.values) { facts.append("changes its indexes") }
        return facts.isEmpty ? (.nothing, "unchanged") : (.catalogue, facts.joined(separator: ", "))
    }

    /// Each dropped column rewrites all rows; from the third on a rebuild, which makes the indexes anew, costs less.
    private static let cheapDrops: Int = 2

    /// The name that an older table has in the newer layout; its own where it goes.
    private func present(_ older: String) -> String { heirs[older] ?? older }

    private func hasOtherIndexes(_ older: Table, _ newer: Table, _ columns: [ExpressionGraph.ID]) -> Bool {
        Set(older.indexes) != Set(newer.indexes.map { renamed($0, from: newer, columns, of: older) })
    }

    /// A newer index with the older names of its columns, where they had any.
    func renamed(
        _ index: Table.Index,
        from newer: Table,
        _ columns: [ExpressionGraph.ID],
        of older: Table?
    ) -> Table.Index {
        var names: [String: String] = [:]
        for (column, id) in zip(newer.columns, columns) {
            names[column.name] = graph.field(id).flatMap { older?.column(of: $0)?.name }
        }
        // A column without an older name cannot be part of an older index.
        return Table.Index(index.columns.map { names[$0] ?? "+\($0)" }, isUnique: index.isUnique)
    }
}

extension ExpressionGraph {
    /// The field whose values an expression gives as they are.
    func field(_ id: ID) -> Field? {
        if case .field(let field) = self[id].expression { field } else { nil }
    }
}
