import ApusMigration
import ApusSchema
import GRDB

/// Writes what a table's text says of its columns into the catalogue itself, where no row has to change with it.
///
/// That follows SQLite's own procedure for such changes
/// (<https://www.sqlite.org/lang_altertable.html#otheralter>, the shorter one); at its end the rows are read. A defensive
/// connection lets nobody do so; then the table is rebuilt.
struct CatalogueWriting {
    let db: Database
    let path: String

    /// Whether the connection lets the catalogue be written.
    static func isAllowed(_ db: Database) throws -> Bool {
        try db.execute(sql: "PRAGMA writable_schema = ON")
        defer { try? db.execute(sql: "PRAGMA writable_schema = OFF") }
        // A defensive connection says that it does, and refuses each statement that would.
        return (try? db.makeStatement(sql: "UPDATE sqlite_schema SET sql = sql WHERE 0")) != nil
    }

    /// Edits a table's columns.
    ///
    /// - Parameters:
    ///   - table: The table.
    ///   - edits: The edits.
    ///   - write: Runs a statement.
    /// - Throws: `StoreError.failedCheck` where the text is not what it should be; the caller rolls back.
    func edit(_ table: String, _ edits: [ColumnEdit], writing write: (SQLStatement) throws -> Void) throws {
        var sql: String =
            try String.fetchOne(
                db,
                sql: "SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = ? COLLATE NOCASE",
                arguments: [table]
            ) ?? ""
        for edit in edits {
            try refuseWideNumbers(table, edit)
            guard let edited = TableText(sql).edited(edit) else {
                throw StoreError(path, .failedCheck("'\(table).\(edit.column)' is not defined as expected: \(sql)"))
            }
            sql = edited
        }
        let number: Int = try Int.fetchOne(db, sql: "PRAGMA schema_version") ?? 0
        try write(SQLStatement("PRAGMA writable_schema = ON"))
        // This also has the connection read the catalogue again.
        defer { try? write(SQLStatement("PRAGMA writable_schema = RESET")) }
        try write(
            SQLStatement(
                "UPDATE sqlite_schema SET sql = ? WHERE type = 'table' AND name = ? COLLATE NOCASE",
                [.text(sql), .text(table)]
            )
        )
        // By this, all other connections see that they have to.
        try write(SQLStatement("PRAGMA schema_version = \(number + 1)"))
    }

    /// Refuses whole numbers beyond those that a double tells apart: the model's type has none, so they were put there by
    /// hand, and an index would keep apart what reads alike.
    private func refuseWideNumbers(_ table: String, _ edit: ColumnEdit) throws {
        guard edit.older.storage == .integer, edit.newer.storage == .real else { return }
        let column: String = SQLText.name(edit.column)
        let found: Int =
            try Int.fetchOne(
                db,
                sql:
                    "SELECT count(*) FROM \(SQLText.name(table)) WHERE \(column) NOT BETWEEN -\(Self.exact) AND \(Self.exact)"
            ) ?? 0
        guard found == 0 else {
            throw StoreError(
                path,
                .failedCheck("\(found) numbers of '\(table).\(edit.column)' are beyond what the model allows")
            )
        }
    }

    /// Up to here a double holds every whole number.
    private static let exact: Int64 = 9_007_199_254_740_992

    /// Makes sure that the rows of a table read as what its text says now.
    func check(_ table: String, _ edits: [ColumnEdit]) throws {
        // SQLite takes `IS NULL` of what is required for false without a look; the type it has to look at.
        let conditions: [String] = edits.map { edit in
            let types: [String] = edit.newer.types.map { SQLText.quoted($0) }
            return "typeof(\(SQLText.name(edit.column))) NOT IN (\(types.joined(separator: ", ")))"
        }
        let found: Int =
            try Int.fetchOne(
                db,
                sql: "SELECT count(*) FROM \(SQLText.name(table)) WHERE \(conditions.joined(separator: " OR "))"
            ) ?? 0
        guard found == 0 else {
            let columns: String = edits.map { "'\($0.column)'" }.joined(separator: " or ")
            throw StoreError(path, .failedCheck("\(found) rows of '\(table)' are not what \(columns) should hold"))
        }
    }
}

extension ColumnDemand {
    /// The types that values may have, as SQLite's `typeof` calls them.
    fileprivate var types: [String] {
        let types: [String] =
            storage == .any ? ["integer", "real", "text", "blob"] : [storage.rawValue.lowercased()]
        return types + (isRequired ? [] : ["null"])
    }
}

extension TablePass {
    /// A plan's passes over a store. Only the first one edits the catalogue: what a later one begins with is there only
    /// when its turn comes.
    static func passes(
        of plan: Plan,
        rule: TableStrategy.Rule,
        over live: LiveCatalogue,
        _ db: Database
    ) throws -> [TablePass] {
        let mayEdit: Bool = try rule == .cheapest && CatalogueWriting.isAllowed(db)
        return plan.passes.enumerated().map { number, pass in
            let editable: EditableColumns =
                mayEdit && number == 0 ? EditableColumns(live) : .none
            return TablePass(pass, rule: rule, editable: editable)
        }
    }
}
