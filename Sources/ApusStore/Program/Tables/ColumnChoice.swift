import ApusMigration
import ApusSchema
import Foundation

/// What happens to a column of a table that is kept without a rebuild.
enum ColumnChoice: Hashable {
    /// It continues an older column unchanged.
    case kept(String)
    /// It continues an older column with another declared type; the stored values do not change.
    case retyped(String)
    /// It continues an older column, possibly retyped, and rows without a value get this one.
    case filled(String, StoredValue, isRetyped: Bool)
    /// It is new, with this value in all rows.
    case added(StoredValue)
    /// It is computed for each row, which requires a rebuild for this reason unless the column is new.
    case computed(String)
    /// It requires a rebuild, for this reason.
    case rebuilt(String)

    /// Whether the declared type changes.
    var isRetyped: Bool {
        switch self {
        case .retyped: true
        case .filled(_, _, let isRetyped): isRetyped
        case .kept, .added, .computed, .rebuilt: false
        }
    }

    /// The older column.
    var older: String? {
        switch self {
        case .kept(let name), .retyped(let name), .filled(let name, _, _): name
        case .added, .computed, .rebuilt: nil
        }
    }
}

extension ColumnChoice {
    /// The choice for a column of which both the older and the newer one may be encrypted.
    fileprivate func encrypting(_ column: Column, from table: Table) -> ColumnChoice {
        let isChanged = older.flatMap { table.column($0) }.map { $0.seal != column.seal } ?? (column.seal != nil)
        switch self {
        case .computed, .rebuilt, .added(.null): return self
        case .kept:
            let verb = column.seal == nil ? "decrypted" : "encrypted"
            return isChanged ? .computed("the values of '\(column.name)' are \(verb)") : self
        // An encrypted value of one row is not that of another, and its class is within it.
        case .retyped, .filled, .added:
            return isChanged || column.seal != nil ? .computed("the values of '\(column.name)' are encrypted") : self
        }
    }
}

extension ColumnChoice {
    /// The choice for a column of lookups, made of that for the values: they are those of an older column of lookups of the same values, or
    /// have to be computed.
    ///
    /// - Parameters:
    ///   - column: The column of lookups.
    ///   - older: The older column of lookups of the values; `nil` if there is none.
    /// - Returns: The choice.
    fileprivate func lookingUp(_ column: Column, _ older: Column?) -> ColumnChoice {
        switch self {
        case .rebuilt, .added(.null): return self
        case .kept, .computed, .retyped, .filled, .added:
            if case .kept = self, let older, older.lookup == column.lookup { return .kept(older.name) }
            return .computed("the lookups in '\(column.name)' are computed")
        }
    }
}

extension TablePass {
    /// What happens to a column, if that is the same for all concrete entities.
    func choose(_ columnIndex: Int, _ transition: TableTransition) -> ColumnChoice {
        let column = transition.newer.columns[columnIndex]
        var choice: ColumnChoice?
        for part in transition.source.parts where transition.owns(column, part) {
            let row = SourceRow(transition.source.table, part.older)
            let value = part.values[columnIndex]
            let plain = choose(value, for: column, in: part, transition)
            let one =
                column.lookup == nil
                ? plain.encrypting(column, from: transition.source.table)
                : plain.lookingUp(column, graph.lookupColumn(value, of: row))
            if case .rebuilt = one { return one }
            if let choice, choice != one { return .rebuilt("'\(column.name)' is made from several columns") }
            choice = one
        }
        guard let choice else { return .added(.null) }
        // The default of the column would be that of new rows of all entities.
        if case .added(let value) = choice, value != .null, !transition.isOwnedByAll(column) {
            return .rebuilt("only some rows have '\(column.name)'")
        }
        // Rows of other entities have no value in the column, and must not have had one.
        for part in transition.source.parts where !transition.owns(column, part) {
            if let name = choice.older, transition.hadValues(in: name, part) {
                return .rebuilt("'\(column.name)' no longer belongs to '\(part.newer ?? "")'")
            }
            switch choice {
            case .filled: return .rebuilt("only some rows have '\(column.name)'")
            case .added, .kept, .retyped, .computed, .rebuilt: break
            }
        }
        return choice
    }

    private func choose(
        _ id: ExpressionGraph.ID,
        for column: Column,
        in part: TableProjection.Part,
        _ transition: TableTransition
    ) -> ColumnChoice {
        switch graph[id].value {
        case .field(let field):
            guard let before = SourceRow(transition.source.table, part.older).column(of: field) else {
                return .rebuilt("'\(column.name)' is computed")
            }
            if transition.newer.isJoinTable, field != column.field {
                return .rebuilt("the sides of the relationship are swapped")
            }
            return .kept(before.name)
        case .computed(.constant(let value)):
            // Entities are renamed in place.
            if column.field == .entity, let before = transition.source.table.entity {
                return .kept(before.name)
            }
            return .added(column.seal == nil && column.lookup == nil ? column.stored(value) : value)
        case .required(let inner, _):
            // A check before the first write makes sure that there is a value.
            let choice = choose(inner, for: column, in: part, transition)
            if case .added = choice, !column.isNullable { return .rebuilt("'\(column.name)' becomes required") }
            return choice
        case .computed(.converted(.leaf(let inner), let conversion)) where conversion.keepsStoredValues:
            // A check before the first write makes sure that each value can be converted.
            guard case .kept(let name) = choose(inner, for: column, in: part, transition) else { break }
            return conversion.from.storage == conversion.to.storage ? .kept(name) : .retyped(name)
        case .computed(.coalesced(let values)):
            // An external value is stored differently in the column.
            guard values.count == 2, case .leaf(let inner) = values[0], case .leaf(let other) = values[1],
                let value = graph[other].constant, !column.isExternal
            else { break }
            switch choose(inner, for: column, in: part, transition) {
            case .kept(let name): return .filled(name, value, isRetyped: false)
            case .retyped(let name): return .filled(name, value, isRetyped: true)
            case .filled, .added, .computed, .rebuilt: break
            }
        case .derived: return transition.derived(before: column, part.older).map { .kept($0.name) } ?? .added(.null)
        case .computed, .stored, .uuid, .now, .rowNumber, .largest, .reference, .lookup: break
        }
        return .computed("the values of '\(column.name)' are computed")
    }

}

/// A kept table before and after a pass, with the concrete entities of its rows.
struct TableTransition {
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

    /// The older column that a derived attribute continues in the rows of an older entity, whose values are computed again
    /// if necessary; `nil` if it gets a new column.
    func derived(before column: Column, _ entity: String?) -> Column? {
        // A moment of the last save that is kept is a field; what another derivation computed is none.
        guard !newer.isMoment(column), let before = SourceRow(source.table, entity).column(of: column.field),
            before.isDerived, before.type.storage == column.type.storage
        else { return nil }
        return before
    }

    /// Whether the rows of all newer entities have a newer column, also of those that have no rows yet.
    func isOwnedByAll(_ column: Column) -> Bool {
        newer.concreteEntities.allSatisfy { newer.column(of: column.field, in: $0)?.name == column.name }
    }

    /// Whether the rows of a part could have a value in an older column.
    func hadValues(in name: String, _ part: TableProjection.Part) -> Bool {
        guard let entity = part.older, let column = source.table.column(name) else { return true }
        return source.table.column(of: column.field, in: entity)?.name == name
    }

    /// The older entities whose rows are removed.
    var gone: [String] {
        let taken = Set(source.parts.map(\.older))
        return source.table.concreteEntities.filter { !taken.contains($0) }
    }

    /// The renamed entities, if the table has an entity column.
    var renamed: [(from: String, to: String)] {
        guard source.table.entity != nil, newer.entity != nil else { return [] }
        return source.parts.compactMap { part in
            guard let from = part.older, let to = part.newer, from != to else { return nil }
            return (from, to)
        }
    }
}

extension Column {
    /// Returns a value as the column stores it: a text of a column of external values would be the name of a file. An encrypted one
    /// is computed row by row.
    func stored(_ value: StoredValue) -> StoredValue {
        if seal != nil || lookup != nil { return .null }
        if isExternal, case .text(let text) = value { return .blob(Data(text.utf8)) }
        return value
    }
}

extension Table {
    /// Whether a column is the moment of the last save.
    func isMoment(_ column: Column) -> Bool {
        derivations.contains { $0.column == column.name && $0.expression == .leaf(.now) }
    }
}

extension ExpressionGraph {
    /// The field, if the expression is just a field.
    func field(_ id: ID) -> Field? {
        if case .field(let field) = self[id].value { field } else { nil }
    }
}

extension Conversion {
    /// Whether converting a value does not change its bytes in the file.
    ///
    /// SQLite stores an integral value of a REAL column as an integer, and converts it when it is read
    /// (<https://www.sqlite.org/datatype3.html>, footnote of 2.1), so integers with 16 and 32 bits do not change. Two
    /// 64-bit integers may become the same number, which indexes would still distinguish.
    fileprivate var keepsStoredValues: Bool {
        guard method == .exact, !isLenient else { return false }
        switch (from, to) {
        case _ where from.storage == to.storage: return true
        case (.int16, .float), (.int16, .double), (.int32, .double): return true
        default: return false
        }
    }
}
