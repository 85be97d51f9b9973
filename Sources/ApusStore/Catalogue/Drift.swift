import ApusSchema

/// A difference between a store's tables and its schema.
public enum Drift: Hashable, Sendable {
    /// A table is missing.
    case missingTable(String)
    /// A column is missing.
    case missingColumn(table: String, column: String)
    /// A column differs in its type, its nullability or its membership in the primary key.
    case changedColumn(table: String, column: String, expected: String, found: String)
    /// A column's foreign key is missing.
    case missingForeignKey(table: String, column: String, references: String)
    /// An index is missing.
    case missingIndex(table: String, columns: [String], isUnique: Bool)
    /// A clause of a table's definition that Apus always writes is missing.
    case missingClause(table: String, clause: String)
    /// A trigger or an R-tree of the model is missing.
    case missingObject(type: String, name: String)
    /// A trigger or an R-tree of the model has another definition.
    case changedObject(type: String, name: String)
    /// A clause of a table's definition, such as a constraint or a collation, was added by hand.
    case extraClause(table: String, clause: String)
    /// A column was added by hand.
    case extraColumn(table: String, column: String)
    /// A table was added by hand.
    case extraTable(String)
    /// An index was added by hand.
    case extraIndex(table: String, name: String)
    /// A view or a trigger was added by hand.
    case extraObject(type: String, name: String)

    /// Whether the store only has something in addition to its schema, which Apus leaves alone.
    public var isExtra: Bool {
        switch self {
        case .extraClause, .extraColumn, .extraTable, .extraIndex, .extraObject: true
        default: false
        }
    }
}

extension Drift {
    /// A stable identifier of the difference, for scripts.
    public var kind: String {
        switch self {
        case .missingTable: "missingTable"
        case .missingColumn: "missingColumn"
        case .changedColumn: "changedColumn"
        case .missingForeignKey: "missingForeignKey"
        case .missingIndex: "missingIndex"
        case .missingClause: "missingClause"
        case .missingObject: "missingProgram"
        case .changedObject: "changedProgram"
        case .extraClause: "extraClause"
        case .extraColumn: "extraColumn"
        case .extraTable: "extraTable"
        case .extraIndex: "extraIndex"
        case .extraObject: "extraProgram"
        }
    }
}

extension Drift: CustomStringConvertible {
    /// The difference as a message.
    public var description: String {
        switch self {
        case .missingTable(let table): "table '\(table)' is missing"
        case .missingColumn(let table, let column): "column '\(table).\(column)' is missing"
        case .changedColumn(let table, let column, let expected, let found):
            "column '\(table).\(column)' is different (expected '\(expected)', found '\(found)')"
        case .missingForeignKey(let table, let column, let references):
            "column '\(table).\(column)' has no foreign key to '\(references)'"
        case .missingIndex(let table, let columns, let isUnique):
            "a\(isUnique ? " unique" : "n") index on '\(table)' (\(columns.joined(separator: ", "))) is missing"
        case .missingClause(let table, let clause): "table '\(table)' is not \(clause)"
        case .missingObject(let type, let name): "\(type) '\(name)' is missing"
        case .changedObject(let type, let name): "\(type) '\(name)' is not as Apus created it"
        case .extraClause(let table, let clause): "'\(clause)' of table '\(table)' was added by hand"
        case .extraColumn(let table, let column): "column '\(table).\(column)' was added by hand"
        case .extraTable(let table): "table '\(table)' is not part of the model"
        case .extraIndex(let table, let name): "index '\(name)' on '\(table)' is not part of the model"
        case .extraObject(let type, let name): "\(type) '\(name)' is not part of the model"
        }
    }
}
