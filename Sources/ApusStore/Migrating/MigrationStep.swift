/// One piece of a migration's work on a store.
struct MigrationStep: Hashable, Sendable {
    /// How the statement is run.
    enum Kind: Hashable, Sendable {
        /// Once.
        case once
        /// Range after range of the identity, which are bound as two further arguments, so that progress can be told.
        case ranges(table: String, identity: String)
        /// Once; what it writes are rows of a table.
        case copy
        /// Once, with the table's triggers out of the way: none fires in a migration.
        case unobserved(table: String)
        /// In place of a statement: what the table's text in the catalogue says of columns changes, and no row does.
        case edit(table: String, edits: [ColumnEdit])
        /// In place of a statement: the table is dropped, the draft takes its name, and the indexes and triggers that
        /// went with the old table are made again, as they read by then. A sample of the rows is compared before.
        case replace(table: String, draft: String, sample: CarriedSample?)
    }

    /// What it does, for a person.
    let title: String

    /// The statement.
    let statement: SQLStatement

    /// How the statement is run.
    let kind: Kind

    init(_ title: String, _ statement: SQLStatement, kind: Kind = .once) {
        self.title = title
        self.statement = statement
        self.kind = kind
    }

    init(_ title: String, _ sql: String) {
        self.init(title, SQLStatement(sql))
    }
}
