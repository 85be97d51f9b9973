import ApusMigration
public import ApusSchema

/// The cheapest way to make one table what the projection says.
public struct TableStrategy: Hashable, Sendable {
    /// A way to make a table.
    public enum Way: String, Hashable, Sendable {
        /// The table is already as it should be.
        case nothing
        /// Its definition changes, its rows are not touched.
        case catalogue
        /// Those of its rows that change are written in place.
        case update
        /// SQLite rewrites its rows while it drops columns.
        case rewrite
        /// Its rows are copied into a new table, which takes its place.
        case rebuild
        /// It is new, and its rows are made from those of other tables.
        case fill
        /// It is new and empty.
        case create
    }

    /// How freely ways are chosen. All give the same rows, which tests make sure of.
    public enum Rule: String, Hashable, Sendable, CaseIterable {
        /// What costs least.
        case cheapest
        /// In place wherever SQLite's own `ALTER TABLE` can do that; the catalogue is never written directly.
        case inPlace = "in-place"
        /// Anew, also what could stay as it is.
        case rebuild
    }

    /// The newer table.
    public let table: ApusSchema.Table

    /// The older table that it goes on as, or `nil` where the table is new.
    public let older: ApusSchema.Table?

    /// Where its rows come from; of a table that goes on, from the older one.
    package let sources: [TableProjection.Source]

    /// The chosen way.
    public let way: Way

    /// Why, in a few words.
    public let reason: String

    /// What the text of a table that goes on is to say otherwise of its columns.
    let edits: [ColumnEdit]

    /// The columns of a table that goes on whose missing values are written.
    let fills: [ColumnFill]

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
    }

    /// Whether rows are copied into a table that is made anew.
    var copiesRows: Bool { way == .rebuild || way == .fill }

    /// Whether rows are written where they are.
    var writesInPlace: Bool { way == .update || !fills.isEmpty }

    /// Whether each row of the older tables is taken.
    var isWhole: Bool { sources.allSatisfy(\.isWhole) }

    /// What the kinds of rows of a table that goes on have in it.
    var kinds: KindColumns? {
        older == nil ? nil : sources.first.map { KindColumns($0, table) }
    }

    /// The expressions of the columns of a table that goes on, in order, as a kind of rows has them that has the column;
    /// empty where the table is new.
    var columns: [ExpressionGraph.ID] {
        guard let kinds else { return [] }
        let parts: [TableProjection.Part] = kinds.source.parts
        return table.columns.indices.map { place in
            (parts.first { kinds.owns(table.columns[place], $0) } ?? parts[0]).values[place]
        }
    }
}

extension Plan.Pass {
    /// The strategies for all newer tables, in their order, and the older tables that go.
    var strategies: (tables: [TableStrategy], dropped: [ApusSchema.Table]) {
        TablePass(self).strategies
    }
}

extension TablePass {
    func makeStrategies() -> (tables: [TableStrategy], dropped: [Table]) {
        let strategies: [TableStrategy] = tables.map(strategy)
        let kept: Set<String> = Set(strategies.compactMap { $0.older?.name })
        return (strategies, source.tables.filter { !kept.contains($0.name) })
    }

    private func strategy(for projection: TableProjection) -> TableStrategy {
        func make(_ older: Table?, _ choice: TableChoice) -> TableStrategy {
            TableStrategy(table: projection.table, older: older, sources: projection.sources, choice: choice)
        }
        guard let first = projection.sources.first else {
            return make(nil, TableChoice(way: .create, reason: "new table"))
        }
        guard projection.sources.count == 1, heirs[first.table.name] == projection.table.name else {
            let names: [String] = projection.sources.map { "'\($0.table.name)'" }
            let reason: String = "new table, made from \(Array(Set(names)).sorted().joined(separator: ", "))"
            return make(nil, TableChoice(way: .fill, reason: reason))
        }
        let choice: TableChoice = choose(first, projection.table)
        guard rule == .rebuild, choice.way != .rebuild else { return make(first.table, choice) }
        return make(first.table, TableChoice(way: .rebuild, reason: "as asked for"))
    }
}
