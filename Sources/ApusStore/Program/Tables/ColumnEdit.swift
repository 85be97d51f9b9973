import ApusSchema

/// A change of a column's declaration that needs no change of rows.
struct ColumnEdit: Hashable {
    /// The column's newer name.
    let column: String
    /// The declaration before and after.
    let older: ColumnDeclaration
    let newer: ColumnDeclaration

    /// `nil` if the declaration does not change.
    init?(_ before: Column, _ column: Column) {
        older = ColumnDeclaration(before)
        newer = ColumnDeclaration(column)
        guard older != newer else { return nil }
        self.column = column.name
    }

    private init(column: String, older: ColumnDeclaration, newer: ColumnDeclaration) {
        (self.column, self.older, self.newer) = (column, older, newer)
    }

    /// The edits of the type and of the nullability; missing values are filled in between. `nil` if one of them does
    /// not change.
    var halves: (type: ColumnEdit?, requirement: ColumnEdit?) {
        let between = ColumnDeclaration(storage: newer.storage, isRequired: older.isRequired)
        return (
            between == older ? nil : ColumnEdit(column: column, older: older, newer: between),
            between == newer ? nil : ColumnEdit(column: column, older: between, newer: newer)
        )
    }

    /// A short description.
    var reason: String {
        var facts: [String] = []
        if older.storage != newer.storage { facts.append(newer.storage.rawValue) }
        if older.isRequired != newer.isRequired { facts.append(newer.isRequired ? "required" : "optional") }
        return "makes '\(column)' \(facts.joined(separator: " and "))"
    }
}

/// The declaration of a column after its name: type and nullability.
struct ColumnDeclaration: Hashable {
    let storage: StorageType
    let isRequired: Bool

    init(storage: StorageType, isRequired: Bool) {
        (self.storage, self.isRequired) = (storage, isRequired)
    }

    init(_ column: Column) {
        self.init(storage: column.storage, isRequired: !column.isNullable)
    }

    /// The declaration as Apus writes it: a type, and `NOT NULL`.
    var tokens: [SQLTokens.Token] { [.word(storage.rawValue)] + (isRequired ? [.word("NOT"), .word("NULL")] : []) }
}

/// A value for the rows that have none in a column.
struct ColumnFill: Hashable {
    let column: String
    let value: StoredValue
}

/// The columns of a store whose declarations can be edited in the catalogue.
struct EditableColumns {
    /// The store's tables, with their definitions, by folded name; none if the catalogue cannot be written, or is not
    /// known.
    private let tables: [String: (live: LiveTable, text: TableText)]

    /// No columns: tables that `ALTER TABLE` cannot change are rebuilt.
    static let none = EditableColumns(tables: [:])

    /// Creates a value for a store with a writable catalogue.
    init(_ live: LiveCatalogue) {
        // Writing a text with invalid UTF-8 would change it.
        self.init(
            tables: live.tables.filter { !$0.value.sql.unicodeScalars.contains("\u{FFFD}") }
                .mapValues { ($0, TableText($0.sql)) }
        )
    }

    private init(tables: [String: (live: LiveTable, text: TableText)]) {
        self.tables = tables
    }

    /// Whether the declarations of columns of a table that Apus adds can be edited.
    func isEditable(_ table: Table) -> Bool { tables[table.name.folded] != nil }

    /// Whether a column's nullability can be edited: it must be declared as Apus writes it.
    func canEdit(_ column: Column, of table: Table) -> Bool {
        tables[table.name.folded]?.text.declares(ColumnDeclaration(column), of: column.name) ?? false
    }

    /// Whether a column's type can be edited as well: no index over an expression, partial index, check or generated
    /// column may depend on its values.
    func canRetype(_ column: Column, of table: Table) -> Bool {
        guard canEdit(column, of: table), let (found, text) = tables[table.name.folded] else { return false }
        let others: [[SQLTokens.Token]] = text.definitions.filter {
            $0.first?.columnName?.folded != column.name.folded
        }
        let indexes: [[SQLTokens.Token]] = found.indexes.filter { $0.isPartial || $0.columns.contains(nil) }
            .map { SQLTokens.tokens(of: $0.sql) }
        return text.declaresOnly(ColumnDeclaration(column), of: column.name)
            && !(others + indexes).contains { $0.mention(column.name) }
    }
}
