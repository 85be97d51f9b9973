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
    /// The columns whose definition reads as Apus writes it, by folded table name.
    private var plain: [String: Set<String>] = [:]
    /// Those of them that nothing reads whose result is kept: no index over an expression or a part, no check, no
    /// generated column.
    private var unread: [String: Set<String>] = [:]

    /// None: what cannot be altered is rebuilt.
    static let none = EditableColumns()

    private init() {}

    /// Finds the columns of a store's tables.
    init(_ live: LiveCatalogue, of layout: Layout) {
        for table in layout.tables {
            guard let found = live.table(table.name) else { continue }
            let text = TableText(found.sql)
            let readers: [[SQLTokens.Token]] = found.indexes.filter { $0.isPartial || $0.columns.contains(nil) }
                .map { SQLTokens.tokens(of: $0.sql) }
            for column in table.columns where text.says(ColumnDemand(column), of: column.name) {
                plain[table.name.folded, default: []].insert(column.name)
                let others: [[SQLTokens.Token]] = text.definitions.filter {
                    $0.first?.text?.folded != column.name.folded
                }
                guard !(readers + others).contains(where: { $0.mention(column.name) }),
                    text.saysNoMore(than: ColumnDemand(column), of: column.name)
                else { continue }
                unread[table.name.folded, default: []].insert(column.name)
            }
        }
    }

    /// Whether it may be said to be required, or not to be.
    func canEdit(_ column: Column, of table: Table) -> Bool { plain[table.name.folded]?.contains(column.name) == true }

    /// Whether it may be said to be of another type.
    func canRetype(_ column: Column, of table: Table) -> Bool {
        unread[table.name.folded]?.contains(column.name) == true
    }
}
