import ApusSchema

/// A way in which a store's tables differ from what its schema says.
public enum Drift: Hashable, Sendable {
    /// A table is not there.
    case missingTable(String)
    /// A column is not there.
    case missingColumn(table: String, column: String)
    /// A column is of another type, or differs in whether it may be null or is the key.
    case changedColumn(table: String, column: String, expected: String, found: String)
    /// A column's foreign key is not there.
    case missingForeignKey(table: String, column: String, references: String)
    /// An index is not there.
    case missingIndex(table: String, columns: [String], isUnique: Bool)
    /// Something that Apus always writes when it makes a table is not there.
    case missingClause(table: String, clause: String)
    /// A trigger or a virtual table that keeps what the model says is not there.
    case missingProgram(type: String, name: String)
    /// A trigger or a virtual table that keeps what the model says does something else.
    case changedProgram(type: String, name: String)
    /// A constraint, a collation or the like that Apus does not write, added by hand.
    case extraClause(table: String, clause: String)
    /// A column that the schema does not know, added by hand.
    case extraColumn(table: String, column: String)
    /// A table that the schema does not know.
    case extraTable(String)
    /// An index that the schema does not know, added by hand.
    case extraIndex(table: String, name: String)
    /// A view or a trigger that the schema does not know.
    case extraProgram(type: String, name: String)

    /// Whether it is only something more than the schema says, which Apus leaves alone.
    public var isExtra: Bool {
        switch self {
        case .extraClause, .extraColumn, .extraTable, .extraIndex, .extraProgram: true
        default: false
        }
    }
}

extension Drift {
    /// The difference in one word, for programs: it stays the same from release to release.
    public var kind: String {
        switch self {
        case .missingTable: "missingTable"
        case .missingColumn: "missingColumn"
        case .changedColumn: "changedColumn"
        case .missingForeignKey: "missingForeignKey"
        case .missingIndex: "missingIndex"
        case .missingClause: "missingClause"
        case .missingProgram: "missingProgram"
        case .changedProgram: "changedProgram"
        case .extraClause: "extraClause"
        case .extraColumn: "extraColumn"
        case .extraTable: "extraTable"
        case .extraIndex: "extraIndex"
        case .extraProgram: "extraProgram"
        }
    }
}

extension Drift: CustomStringConvertible {
    /// The difference in words.
    public var description: String {
        switch self {
        case .missingTable(let table): "table '\(table)' is missing"
        case .missingColumn(let table, let column): "column '\(table).\(column)' is missing"
        case .changedColumn(let table, let column, let expected, let found):
            "column '\(table).\(column)' should be '\(expected)' and is '\(found)'"
        case .missingForeignKey(let table, let column, let references):
            "column '\(table).\(column)' has no foreign key to '\(references)'"
        case .missingIndex(let table, let columns, let isUnique):
            "a\(isUnique ? " unique" : "n") index on '\(table)' (\(columns.joined(separator: ", "))) is missing"
        case .missingClause(let table, let clause): "table '\(table)' is not \(clause)"
        case .missingProgram(let type, let name): "\(type) '\(name)' is missing"
        case .changedProgram(let type, let name): "\(type) '\(name)' is not as Apus made it"
        case .extraClause(let table, let clause): "'\(clause)' of table '\(table)' was added by hand"
        case .extraColumn(let table, let column): "column '\(table).\(column)' was added by hand"
        case .extraTable(let table): "table '\(table)' is not the model's"
        case .extraIndex(let table, let name): "index '\(name)' on '\(table)' is not the model's"
        case .extraProgram(let type, let name): "\(type) '\(name)' is not the model's"
        }
    }
}
