import ApusMigration
package import ApusSchema

/// How a newer table is created from the older ones.
public struct TableStrategy: Hashable, Sendable {
    /// The ways to create a table.
    public enum Way: String, Hashable, Sendable {
        /// The table does not change.
        case nothing
        /// Its definition changes, but not its rows.
        case catalogue
        /// The rows that change are updated in place.
        case update
        /// SQLite rewrites all rows to drop columns.
        case rewrite
        /// The rows are copied into a new table, which replaces the old one.
        case rebuild
        /// The older table stays with its rows, and rows of other tables are added to them.
        case append
        /// The table is new and filled from other tables.
        case fill
        /// The table is new and empty.
        case create
    }

    /// The rules for choosing a way. All of them result in the same rows, which the tests verify.
    public enum Rule: String, Hashable, Sendable, CaseIterable {
        /// The cheapest way.
        case cheapest
        /// In place if `ALTER TABLE` supports it; the catalogue is never written directly.
        case inPlace = "in-place"
        /// Always a rebuild, even of tables that do not change.
        case rebuild
    }

    /// The newer table's name.
    public var name: String { table.name }

    /// The newer table.
    package let table: ApusSchema.Table

    /// The older table that it continues; `nil` if the table is new.
    package let older: ApusSchema.Table?

    /// The sources of its rows; that of the rows of the older table that it continues is the first one.
    package let sources: [TableProjection.Source]

    /// The chosen way.
    public let way: Way

    /// A short reason.
    public let reason: String

    /// The edits of column declarations in a kept table.
    let edits: [ColumnEdit]

    /// The columns of a kept table whose missing values are filled.
    let fills: [ColumnFill]

    /// The new columns of a kept table whose values are computed in place.
    let computed: [Column]

    /// The older columns that are left for later instead of being dropped.
    let left: Set<String>

    init(
        table: ApusSchema.Table,
        older: ApusSchema.Table?,
        sources: [TableProjection.Source],
        choice: TableChoice
    ) {
        self.table = table
        self.older = older
        self.sources = sources
        way = choice.way
        reason = choice.reason
        edits = choice.edits
        fills = choice.fills
        computed = choice.computed
        left = choice.left
    }

    /// Whether rows are copied from one table into another.
    var copiesRows: Bool { way == .rebuild || way == .fill || way == .append }

    /// The sources whose rows are copied.
    var copiedSources: ArraySlice<TableProjection.Source> {
        copiesRows ? sources.dropFirst(way == .append ? 1 : 0) : []
    }

    /// Whether rows are updated in place.
    var writesInPlace: Bool { way == .update || !fills.isEmpty }

    /// Whether each row of the older tables is taken.
    var isWhole: Bool { sources.allSatisfy(\.isWhole) }

    /// Whether the table has all rows of the older one, and no others.
    var keepsRows: Bool { older != nil && sources.count == 1 && isWhole }

    /// The table before and after the pass; `nil` if the table is new.
    var transition: TableTransition? {
        older == nil ? nil : sources.first.map { TableTransition($0, table) }
    }

    /// The expressions of a kept table's columns, in order, each for the first entity that has the column; empty if the
    /// table is new.
    var columns: [ExpressionGraph.ID] {
        guard let transition else { return [] }
        let parts = transition.source.parts
        return table.columns.indices.map { columnIndex in
            (parts.first { transition.owns(table.columns[columnIndex], $0) } ?? parts[0]).values[columnIndex]
        }
    }
}

extension Plan.Pass {
    /// The strategies for all newer tables, in their order, and the older tables that are dropped.
    var strategies: (tables: [TableStrategy], dropped: [ApusSchema.Table]) {
        TablePass(self).strategies
    }
}

extension TablePass {
    /// Chooses the strategy for each newer table.
    ///
    /// - Parameter appending: The newer tables that may continue one of several older tables.
    /// - Returns: The strategies, in the layout's order, and the older tables that are dropped.
    func makeStrategies(_ appending: Set<String>) -> (tables: [TableStrategy], dropped: [Table]) {
        let strategies = tables.map { strategy(for: $0, appending) }
        let kept = Set(strategies.compactMap { $0.older?.name })
        return (strategies, source.tables.filter { !kept.contains($0.name) })
    }

    private func strategy(for projection: TableProjection, _ appending: Set<String>) -> TableStrategy {
        func make(_ older: Table?, _ choice: TableChoice) -> TableStrategy {
            TableStrategy(table: projection.table, older: older, sources: projection.sources, choice: choice)
        }
        guard let first = projection.sources.first else {
            return make(nil, TableChoice(way: .create, reason: "new table"))
        }
        if appending.contains(projection.table.name), let strategy = self.appending(to: projection) { return strategy }
        guard projection.sources.count == 1, successors[first.table.name] == projection.table.name else {
            let names: [String] = projection.sources.map { "'\($0.table.name)'" }
            let reason = "new table, made from \(Array(Set(names)).sorted().joined(separator: ", "))"
            return make(nil, TableChoice(way: .fill, reason: reason))
        }
        let choice = choose(first, projection.table)
        guard rule == .rebuild, choice.way != .rebuild else { return make(first.table, choice) }
        return make(first.table, TableChoice(way: .rebuild, reason: "as requested"))
    }
}
