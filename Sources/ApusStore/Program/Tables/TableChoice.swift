import ApusMigration
import ApusSchema

/// How a kept table is migrated, and why.
struct TableChoice {
    let way: TableStrategy.Way
    let reason: String
    /// The edits of column declarations.
    var edits: [ColumnEdit] = []
    /// The columns whose missing values are filled.
    var fills: [ColumnFill] = []
    /// The new columns whose values are computed.
    var computed: [Column] = []
    /// The older columns that are left for later.
    var left: Set<String> = []
}

extension TablePass {
    /// The cheapest choice for a kept table.
    func choose(_ source: TableProjection.Source, _ newer: Table) -> TableChoice {
        let older = source.table
        if source.parts.contains(where: { !$0.conditions.isEmpty }) {
            let reason = newer.isJoinTable ? "rows with dangling references are removed" : "only some rows are taken"
            return TableChoice(way: .rebuild, reason: reason)
        }
        let transition = TableTransition(source, newer)
        var facts: [String] = []
        var used: Set<String> = []
        var edits: [ColumnEdit] = []
        var fills: [ColumnFill] = []
        var computed: [(column: Column, reason: String)] = []
        for columnIndex in newer.columns.indices {
            let column = newer.columns[columnIndex]
            let choice = choose(columnIndex, transition)
            switch choice {
            case .rebuilt(let reason): return TableChoice(way: .rebuild, reason: reason)
            case .computed(let reason):
                guard canCompute(column, in: older, newer) else { return TableChoice(way: .rebuild, reason: reason) }
                computed.append((column, reason))
                facts.append("computes '\(column.name)'")
            case .added(let value):
                guard value == .null || SQLText.literal(value) != nil else {
                    return TableChoice(
                        way: .rebuild,
                        reason: "SQL cannot express the default of '\(column.name)' exactly"
                    )
                }
                facts.append("adds '\(column.name)'")
            case .kept(let name), .retyped(let name), .filled(let name, _, _):
                guard used.insert(name).inserted, let before = older.column(name) else {
                    return TableChoice(way: .rebuild, reason: "'\(column.name)' is copied from another column")
                }
                if let reason = difference(from: before, to: column, choice, of: older) {
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
        let left = gone.filter { canLeave($0, of: older) }
        let dropped = gone.filter { !left.contains($0) }
        if rule != .inPlace, DropCost(columns: dropped.count, indexes: newer.indexes.count).isRebuildCheaper {
            let names = dropped.map { "'\($0.name)'" }.joined(separator: ", ")
            return TableChoice(way: .rebuild, reason: "drops \(names): cheaper than rewriting all rows for each")
        }
        if let first = computed.first, !gone.isEmpty { return TableChoice(way: .rebuild, reason: first.reason) }
        facts += dropped.map { "drops '\($0.name)'" } + left.map { "leaves '\($0.name)' for later" }
        let rows: [String] =
            transition.gone.map { "removes the rows of '\($0)'" }
            + transition.renamed.map { "renames entity '\($0.from)' to '\($0.to)'" }
        if !rows.isEmpty { facts += rows }
        if older.name != newer.name { facts.insert("renames '\(older.name)'", at: 0) }
        let isUpdate = !rows.isEmpty || !fills.isEmpty || !computed.isEmpty
        let way: TableStrategy.Way = !dropped.isEmpty ? .rewrite : isUpdate ? .update : .catalogue
        let kept = TableStrategy(
            table: newer,
            older: older,
            sources: [source],
            choice: TableChoice(way: way, reason: "")
        )
        let continued = Set(kept.keptColumns(graph).map(\.column.name))
        if let first = computed.first(where: { continued.contains($0.column.name) }) {
            return TableChoice(way: .rebuild, reason: first.reason)
        }
        if way == .catalogue, hasOtherIndexes(kept) { facts.append("changes its indexes") }
        return facts.isEmpty
            ? TableChoice(way: .nothing, reason: "unchanged")
            : TableChoice(
                way: way,
                reason: facts.joined(separator: ", "),
                edits: edits + computed.compactMap { ColumnEdit($0.column.optional, $0.column) },
                fills: fills,
                computed: computed.map(\.column),
                left: Set(left.map(\.name))
            )
    }

    /// Whether a column that no newer one continues can be left in its table for later: one with values of an attribute, keys or order keys,
    /// whose constraints can be removed in the catalogue. Encrypted values are never left.
    private func canLeave(_ column: Column, of older: Table) -> Bool {
        switch column.field {
        case .attribute, .key, .orderKey: break
        default: return false
        }
        return defersWork && !older.isJoinTable && column.seal == nil && editable.canEdit(column, of: older)
    }

    /// Whether a column can be added without values, which are then computed in place: the column is not required until it
    /// has them.
    private func canCompute(_ column: Column, in older: Table, _ newer: Table) -> Bool {
        !newer.isJoinTable && column.references == nil && !column.isExternal
            && !older.columns.contains { $0.name.folded == column.name.folded }
            && (column.isNullable || editable.isEditable(older))
    }

    /// The reason why a column cannot be changed in place; `nil` if it can.
    private func difference(from before: Column, to column: Column, _ choice: ColumnChoice, of older: Table) -> String?
    {
        if before.storage != column.storage {
            guard choice.isRetyped, editable.canRetype(before, of: older) else {
                return "'\(column.name)' changes its type"
            }
        }
        if before.isNullable != column.isNullable, !editable.canEdit(before, of: older) {
            return "'\(column.name)' becomes \(column.isNullable ? "optional" : "required")"
        }
        if before.references.map(present) != column.references { return "'\(column.name)' refers to another table" }
        return nil
    }

    /// The name of an older table in the newer layout; its own name if it is dropped.
    private func present(_ older: String) -> String { successors[older] ?? older }
}

/// The cost of dropping columns in place, compared with a rebuild.
///
/// The number of rows and their width affect both in the same way. For a million rows with eight columns, SQLite drops
/// a column in 0.93 s; a copy with its checks takes 1 s, and recreating an index 0.6 s. One or two columns are always
/// dropped in place, which keeps everything that was added to the table by hand.
private struct DropCost {
    let columns: Int
    /// The indexes, which a rebuild recreates and dropping columns does not touch.
    let indexes: Int

    var isRebuildCheaper: Bool { columns > 2 && 1 + 0.6 * Double(indexes) < 0.93 * Double(columns) }
}
