import ApusSchema

/// What the text of a table is to say otherwise of one of its columns, while no row is touched.
struct ColumnEdit: Hashable {
    /// The column's newer name.
    let column: String
    /// What the text says, and what it is to say.
    let older: ColumnDemand
    let newer: ColumnDemand

    /// `nil` where there is nothing to edit.
    init?(_ before: Column, _ column: Column) {
        older = ColumnDemand(before)
        newer = ColumnDemand(column)
        guard older != newer else { return nil }
        self.column = column.name
    }

    private init(column: String, older: ColumnDemand, newer: ColumnDemand) {
        (self.column, self.older, self.newer) = (column, older, newer)
    }

    /// The type, and then whether a value is required: what is missing is written in between. `nil` where one of them
    /// stays.
    var halves: (type: ColumnEdit?, requirement: ColumnEdit?) {
        let between = ColumnDemand(storage: newer.storage, isRequired: older.isRequired)
        return (
            between == older ? nil : ColumnEdit(column: column, older: older, newer: between),
            between == newer ? nil : ColumnEdit(column: column, older: between, newer: newer)
        )
    }

    /// In a few words.
    var reason: String {
        var facts: [String] = []
        if older.storage != newer.storage { facts.append(newer.storage.rawValue) }
        if older.isRequired != newer.isRequired { facts.append(newer.isRequired ? "required" : "optional") }
        return "makes '\(column)' \(facts.joined(separator: " and "))"
    }
}

/// What a column's definition says of its values, behind the name.
struct ColumnDemand: Hashable {
    let storage: StorageType
    let isRequired: Bool

    init(storage: StorageType, isRequired: Bool) {
        (self.storage, self.isRequired) = (storage, isRequired)
    }

    init(_ column: Column) {
        self.init(storage: column.storage, isRequired: !column.isNullable)
    }

    /// As Apus writes it: a type, and `NOT NULL`.
    var tokens: [SQLTokens.Token] { [.word(storage.rawValue)] + (isRequired ? [.word("NOT"), .word("NULL")] : []) }
}

/// A value for the rows that have none in a column.
struct ColumnFill: Hashable {
    let column: String
    let value: StoredValue
}

/// Which columns of a store may be said otherwise in its catalogue.
struct EditableColumns {
    /// The store's catalogue; `nil` where it may not be written, or is not known.
    private let live: LiveCatalogue?

    /// None: what cannot be altered is rebuilt.
    static let none = EditableColumns(live: nil)

    /// Those of a store.
    init(_ live: LiveCatalogue) {
        self.init(live: live)
    }

    private init(live: LiveCatalogue?) {
        self.live = live
    }

    /// Whether a column may be said to be required, or not to be: its definition reads as Apus writes it.
    func canEdit(_ column: Column, of table: Table) -> Bool {
        // What is no UTF-8 in a text would be mended by writing it.
        guard let found = live?.table(table.name), !found.sql.unicodeScalars.contains("\u{FFFD}") else { return false }
        return TableText(found.sql).says(ColumnDemand(column), of: column.name)
    }

    /// Whether a column may be said to be of another type: also, nothing keeps what it made of the values. No index over
    /// an expression or of a part of the rows, no check and no generated column reads it.
    func canRetype(_ column: Column, of table: Table) -> Bool {
        guard canEdit(column, of: table), let found = live?.table(table.name) else { return false }
        let text = TableText(found.sql)
        let others: [[SQLTokens.Token]] = text.definitions.filter {
            $0.first?.columnName?.folded != column.name.folded
        }
        let indexes: [[SQLTokens.Token]] = found.indexes.filter { $0.isPartial || $0.columns.contains(nil) }
            .map { SQLTokens.tokens(of: $0.sql) }
        return text.saysNoMore(than: ColumnDemand(column), of: column.name)
            && !(others + indexes).contains { $0.mention(column.name) }
    }
}
