import ApusMigration
import ApusSchema

/// The way to make a table that goes on, and why.
struct TableChoice {
    let way: TableStrategy.Way
    let reason: String
    /// What is said otherwise of columns in the table's text.
    var edits: [ColumnEdit] = []
    /// The columns whose missing values are written.
    var fills: [ColumnFill] = []
}

extension TablePass {
    /// The cheapest way for a table that goes on.
    func choose(_ source: TableProjection.Source, _ newer: Table) -> TableChoice {
        let older: Table = source.table
        if source.parts.contains(where: { !$0.conditions.isEmpty }) {
            return TableChoice(way: .rebuild, reason: "rows that lead nowhere any more are left out")
        }
        let kinds = KindColumns(source, newer)
        var facts: [String] = []
        var used: Set<String> = []
        var edits: [ColumnEdit] = []
        var fills: [ColumnFill] = []
        for place in newer.columns.indices {
            let column: Column = newer.columns[place]
            let choice: ColumnChoice = choose(place, kinds)
            switch choice {
            case .rebuilt(let reason): return TableChoice(way: .rebuild, reason: reason)
            case .added(let value):
                guard value == .null || SQLText.literal(value) != nil else {
                    return TableChoice(
                        way: .rebuild,
                        reason: "SQL text cannot say the default of '\(column.name)' exactly"
                    )
                }
                facts.append("adds '\(column.name)'")
            case .carried(let name), .retyped(let name), .filled(let name, _, _):
                guard used.insert(name).inserted, let before = older.column(name) else {
                    return TableChoice(way: .rebuild, reason: "'\(column.name)' is copied from another column")
                }
                if let reason = difference(before, column, choice, of: older) {
                    return TableChoice(way: .rebuild, reason: reason)
                }
                if name != column.name { facts.append("renames '\(name)' to '\(column.name)'") }
                if let edit = ColumnEdit(before, column) {
                    edits.append(edit)
                    facts.append(edit.reason)
                }
                if case .filled(_, let value, _) = choice {
                    fills.append(ColumnFill(column: column.name, value: value))
                    facts.append("fills '\(column.name)'")
                }
            }
        }
        let gone: [Column] = older.columns.filter { !used.contains($0.name) }
        if rule != .inPlace, DropCost(columns: gone.count, indexes: newer.indexes.count).isRebuildCheaper {
            let names: String = gone.map { "'\($0.name)'" }.joined(separator: ", ")
            return TableChoice(way: .rebuild, reason: "drops \(names): cheaper than rewriting all rows for each")
        }
        facts += gone.map { "drops '\($0.name)'" }
        let rows: [String] =
            kinds.gone.map { "removes the rows of '\($0)'" } + kinds.renamed.map { "names '\($0.from)' '\($0.to)'" }
        if !rows.isEmpty { facts += rows }
        if older.name != newer.name { facts.insert("renames '\(older.name)'", at: 0) }
        let way: TableStrategy.Way = !gone.isEmpty ? .rewrite : !rows.isEmpty || !fills.isEmpty ? .update : .catalogue
        let goingOn = TableStrategy(
            table: newer,
            older: older,
            sources: [source],
            choice: TableChoice(way: way, reason: "")
        )
        if way == .catalogue, hasOtherIndexes(goingOn) { facts.append("changes its indexes") }
        return facts.isEmpty
            ? TableChoice(way: .nothing, reason: "unchanged")
            : TableChoice(way: way, reason: facts.joined(separator: ", "), edits: edits, fills: fills)
    }

    /// Why a column cannot go on with what can be said of it in place; `nil` where it can.
    private func difference(_ before: Column, _ column: Column, _ choice: ColumnChoice, of older: Table) -> String? {
        if before.storage != column.storage {
            guard choice.isRetyped, editable.canRetype(before, of: older) else {
                return "'\(column.name)' changes its type"
            }
        }
        if before.isNullable != column.isNullable, !editable.canEdit(before, of: older) {
            return "'\(column.name)' becomes \(column.isNullable ? "optional" : "required")"
        }
        if before.references.map(present) != column.references { return "'\(column.name)' leads to another table" }
        return nil
    }

    /// The name that an older table has in the newer layout; its own where it goes.
    private func present(_ older: String) -> String { heirs[older] ?? older }
}

/// What it costs to drop columns of a table.
///
/// Rows and width count for both ways alike. Of a million rows of eight columns SQLite drops a column in 0.93 s; a copy
/// takes a second with its checks, and each index that is made anew 0.6 s. Up to two columns are dropped in place all the
/// same: that leaves alone what somebody added to the table.
private struct DropCost {
    let columns: Int
    /// The indexes that a rebuild makes anew, and dropping columns leaves as they are.
    let indexes: Int

    var isRebuildCheaper: Bool { columns > 2 && 1 + 0.6 * Double(indexes) < 0.93 * Double(columns) }
}
