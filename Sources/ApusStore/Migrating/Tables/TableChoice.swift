import ApusMigration
import ApusSchema

/// The way to make a table that goes on, and why.
struct TableChoice {
    let way: TableStrategy.Way
    let reason: String
}

/// What becomes of one column of a table that goes on without being rebuilt.
enum ColumnChoice: Hashable {
    /// It is an older column as it is.
    case carried(String)
    /// It is new, with one value in all rows.
    case added(StoredValue)
    /// The rows have to be copied.
    case rebuilt(String)
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
        for place in newer.columns.indices {
            let column: Column = newer.columns[place]
            switch choose(place, kinds) {
            case .rebuilt(let reason): return TableChoice(way: .rebuild, reason: reason)
            case .added(let value):
                guard value == .null || SQLText.literal(value) != nil else {
                    return TableChoice(
                        way: .rebuild,
                        reason: "SQL text cannot say the default of '\(column.name)' exactly"
                    )
                }
                facts.append("adds '\(column.name)'")
            case .carried(let name):
                guard used.insert(name).inserted, let before = older.column(name) else {
                    return TableChoice(way: .rebuild, reason: "'\(column.name)' is copied from another column")
                }
                if let reason = difference(before, column, newer) { return TableChoice(way: .rebuild, reason: reason) }
                if name != column.name { facts.append("renames '\(name)' to '\(column.name)'") }
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
        let way: TableStrategy.Way = !gone.isEmpty ? .rewrite : !rows.isEmpty ? .update : .catalogue
        let goingOn = TableStrategy(table: newer, older: older, sources: [source], way: way, reason: "")
        if way == .catalogue, hasOtherIndexes(goingOn) { facts.append("changes its indexes") }
        return facts.isEmpty
            ? TableChoice(way: .nothing, reason: "unchanged")
            : TableChoice(way: way, reason: facts.joined(separator: ", "))
    }

    /// What becomes of a column, where all kinds agree.
    func choose(_ place: Int, _ kinds: KindColumns) -> ColumnChoice {
        let column: Column = kinds.newer.columns[place]
        var choice: ColumnChoice?
        for part in kinds.source.parts where kinds.owns(column, part) {
            let one: ColumnChoice = choose(part.values[place], column, part, kinds)
            if case .rebuilt = one { return one }
            if let choice, choice != one { return .rebuilt("'\(column.name)' is made from several columns") }
            choice = one
        }
        guard let choice else { return .added(.null) }
        // The other kinds' rows have no value there, and must have had none.
        for part in kinds.source.parts where !kinds.owns(column, part) {
            switch choice {
            case .carried(let name) where kinds.hadValues(in: name, part):
                return .rebuilt("'\(column.name)' is no longer of '\(part.newer ?? "")'")
            case .added(let value) where value != .null: return .rebuilt("only some rows have '\(column.name)'")
            case .carried, .added, .rebuilt: break
            }
        }
        return choice
    }

    private func choose(
        _ id: ExpressionGraph.ID,
        _ column: Column,
        _ part: TableProjection.Part,
        _ kinds: KindColumns
    ) -> ColumnChoice {
        switch graph[id].expression {
        case .field(let field):
            guard let before = SourceRow(kinds.source.table, part.older).column(of: field) else {
                return .rebuilt("'\(column.name)' is computed")
            }
            if kinds.newer.isPairs, field != column.field { return .rebuilt("the pairs are turned round") }
            return .carried(before.name)
        case .literal(let value):
            // Rows whose kind has another name now are told so in place.
            if column.field == .entity, let before = kinds.source.table.entity {
                return .carried(before.name)
            }
            return .added(value)
        case .required(let inner, _):
            // That there is a value is looked at; the table's text says it only of columns that all rows have.
            guard column.isNullable else { return .rebuilt("'\(column.name)' becomes required") }
            return choose(inner, column, part, kinds)
        case .computed: return computed(column, part, kinds)
        case .converted, .recoded, .coalesced, .present, .uuid, .now, .rowNumber, .reference, .referrer:
            return .rebuilt("the values of '\(column.name)' are computed")
        }
    }

    /// A column that the store computes: the older one goes on, and is filled again where it has to be.
    private func computed(_ column: Column, _ part: TableProjection.Part, _ kinds: KindColumns) -> ColumnChoice {
        guard let before = SourceRow(kinds.source.table, part.older).column(of: column.field), before.isDerived,
            before.type.storage == column.type.storage
        else { return .added(.null) }
        return .carried(before.name)
    }

    /// Why a column cannot go on as it is in the table's text; `nil` where it can.
    private func difference(_ before: Column, _ column: Column, _ newer: Table) -> String? {
        if before.storage != column.storage { return "'\(column.name)' changes its type" }
        if before.isNullable != column.isNullable {
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

/// A table that goes on, as its kinds of rows see it.
struct KindColumns {
    let source: TableProjection.Source
    let newer: Table

    init(_ source: TableProjection.Source, _ newer: Table) {
        self.source = source
        self.newer = newer
    }

    /// Whether the rows of a part have a newer column.
    func owns(_ column: Column, _ part: TableProjection.Part) -> Bool {
        part.newer.map { newer.column(of: column.field, in: $0)?.name == column.name } ?? true
    }

    /// Whether the rows of a part could have a value in an older column.
    func hadValues(in name: String, _ part: TableProjection.Part) -> Bool {
        guard let kind = part.older, let column = source.table.column(name) else { return true }
        return source.table.column(of: column.field, in: kind)?.name == name
    }

    /// The older kinds whose rows go.
    var gone: [String] { source.table.kinds.filter { kind in !source.parts.contains { $0.older == kind } } }

    /// The kinds that have another name now, where rows say their kind.
    var renamed: [(from: String, to: String)] {
        guard source.table.entity != nil, newer.entity != nil else { return [] }
        return source.parts.compactMap { part in
            guard let from = part.older, let to = part.newer, from != to else { return nil }
            return (from, to)
        }
    }
}

extension ExpressionGraph {
    /// The field whose values an expression gives as they are.
    func field(_ id: ID) -> Field? {
        if case .field(let field) = self[id].expression { field } else { nil }
    }
}
