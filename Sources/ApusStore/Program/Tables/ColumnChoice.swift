import ApusMigration
import ApusSchema

/// What becomes of one column of a table that goes on without being rebuilt.
enum ColumnChoice: Hashable {
    /// It is an older column as it is.
    case carried(String)
    /// It is an older column whose values stay as they are in the file, and are said to be of another type.
    case retyped(String)
    /// It is an older column, retyped or as it is, with one value in the rows that had none.
    case filled(String, StoredValue, isRetyped: Bool)
    /// It is new, with one value in all rows.
    case added(StoredValue)
    /// The rows have to be copied.
    case rebuilt(String)

    /// Whether the type that the table says of it changes.
    var isRetyped: Bool {
        switch self {
        case .retyped: true
        case .filled(_, _, let isRetyped): isRetyped
        case .carried, .added, .rebuilt: false
        }
    }

    /// The older column.
    var older: String? {
        switch self {
        case .carried(let name), .retyped(let name), .filled(let name, _, _): name
        case .added, .rebuilt: nil
        }
    }
}

extension TablePass {
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
            if let name = choice.older, kinds.hadValues(in: name, part) {
                return .rebuilt("'\(column.name)' is no longer of '\(part.newer ?? "")'")
            }
            switch choice {
            case .added(let value) where value != .null: return .rebuilt("only some rows have '\(column.name)'")
            case .filled: return .rebuilt("only some rows have '\(column.name)'")
            case .added, .carried, .retyped, .rebuilt: break
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
        switch graph[id].value {
        case .field(let field):
            guard let before = SourceRow(kinds.source.table, part.older).column(of: field) else {
                return .rebuilt("'\(column.name)' is computed")
            }
            if kinds.newer.isPairs, field != column.field { return .rebuilt("the pairs are turned round") }
            return .carried(before.name)
        case .computed(.constant(let value)):
            // Rows whose kind has another name now are told so in place.
            if column.field == .entity, let before = kinds.source.table.entity {
                return .carried(before.name)
            }
            return .added(value)
        case .required(let inner, _):
            // That there is a value is looked at before anything is written.
            let choice: ColumnChoice = choose(inner, column, part, kinds)
            if case .added = choice, !column.isNullable { return .rebuilt("'\(column.name)' becomes required") }
            return choice
        case .computed(.converted(.leaf(let inner), let conversion)) where conversion.keepsStoredValues:
            // That each value passes is looked at before anything is written.
            guard case .carried(let name) = choose(inner, column, part, kinds) else { break }
            return conversion.from.storage == conversion.to.storage ? .carried(name) : .retyped(name)
        case .computed(.coalesced(let values)):
            // What is kept outside has a form of its own in the column.
            guard values.count == 2, case .leaf(let inner) = values[0], case .leaf(let other) = values[1],
                let value = graph[other].constant, !column.isExternal
            else { break }
            switch choose(inner, column, part, kinds) {
            case .carried(let name): return .filled(name, value, isRetyped: false)
            case .retyped(let name): return .filled(name, value, isRetyped: true)
            case .filled, .added, .rebuilt: break
            }
        case .derived: return derived(column, part, kinds)
        case .computed, .uuid, .now, .rowNumber, .reference, .referrer: break
        }
        return .rebuilt("the values of '\(column.name)' are computed")
    }

    /// A column that the store computes: the older one goes on, and is filled again where it has to be.
    private func derived(_ column: Column, _ part: TableProjection.Part, _ kinds: KindColumns) -> ColumnChoice {
        guard let before = SourceRow(kinds.source.table, part.older).column(of: column.field), before.isDerived,
            before.type.storage == column.type.storage
        else { return .added(.null) }
        return .carried(before.name)
    }
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
        if case .field(let field) = self[id].value { field } else { nil }
    }
}

extension Conversion {
    /// Whether a value that passes is the same in the file afterwards, in a column of the newer type.
    ///
    /// SQLite writes a whole number of a REAL column as an integer, and makes a real number of it again when it is read
    /// (<https://www.sqlite.org/datatype3.html>, footnote of 2.1), so 16 and 32 bits stay as they are. Of 64 bits two may
    /// become one number, which indexes would keep apart.
    fileprivate var keepsStoredValues: Bool {
        guard method == .exact, !isLenient else { return false }
        switch (from, to) {
        case _ where from.storage == to.storage: return true
        case (.int16, .float), (.int16, .double), (.int32, .double): return true
        default: return false
        }
    }
}
