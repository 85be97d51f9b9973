import ApusMigration
import ApusSchema
import GRDB

/// Edits column declarations in the catalogue directly, if no row has to change with them.
///
/// This follows SQLite's procedure for such changes (<https://www.sqlite.org/lang_altertable.html#otheralter>, the
/// shorter one), and checks the rows afterwards. A defensive connection does not allow it; the table is rebuilt then.
struct CatalogueWriting {
    let db: Database
    let path: String

    /// Whether the connection allows writing the catalogue.
    static func isAllowed(_ db: Database) throws -> Bool {
        try db.execute(sql: "PRAGMA writable_schema = ON")
        defer { try? db.execute(sql: "PRAGMA writable_schema = OFF") }
        // A defensive connection accepts the pragma, but rejects statements that write the catalogue.
        return (try? db.makeStatement(sql: "UPDATE sqlite_schema SET sql = sql WHERE 0")) != nil
    }

    /// Edits a table's columns.
    ///
    /// - Parameters:
    ///   - table: The table.
    ///   - edits: The edits.
    ///   - write: Executes a statement.
    /// - Throws: `StoreError.failedCheck` if a column is not declared as expected; the caller rolls back.
    func edit(_ table: String, _ edits: [ColumnEdit], writing write: (SQLStatement) throws -> Void) throws {
        let text = try text(of: table)
        for edit in edits { try require(edit.older, of: edit.column, in: text, table) }
        try replace(text.edited(edits), of: table, writing: write)
    }

    /// Removes all constraints and the default of a column, so that it restrains no row and gets no value. SQLite lists these as changes
    /// that need no change of rows.
    ///
    /// - Parameters:
    ///   - column: The column.
    ///   - table: The table.
    ///   - declaration: The declaration.
    ///   - write: Executes a statement.
    /// - Throws: As ``edit(_:_:writing:)``.
    func release(
        _ column: String,
        of table: String,
        declaredAs declaration: ColumnDeclaration,
        writing write: (SQLStatement) throws -> Void
    ) throws {
        let text = try text(of: table)
        try require(declaration, of: column, in: text, table)
        let released = text.released(column)
        if released != text.sql { try replace(released, of: table, writing: write) }
    }

    private func text(of table: String) throws -> TableText {
        TableText(
            try String.fetchOne(
                db,
                sql: "SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = ? COLLATE NOCASE",
                arguments: [table]
            ) ?? ""
        )
    }

    private func require(_ declaration: ColumnDeclaration, of column: String, in text: TableText, _ table: String)
        throws
    {
        if text.declares(declaration, of: column) { return }
        throw StoreError(path, .failedCheck("'\(table).\(column)' is not defined as expected: \(text.sql)"))
    }

    /// Writes the text of a table.
    private func replace(_ sql: String, of table: String, writing write: (SQLStatement) throws -> Void) throws {
        let number: Int = try Int.fetchOne(db, sql: "PRAGMA schema_version") ?? 0
        try write(SQLStatement("PRAGMA writable_schema = ON"))
        // This also makes the connection read the catalogue again.
        defer { try? write(SQLStatement("PRAGMA writable_schema = RESET")) }
        try write(
            SQLStatement(
                "UPDATE sqlite_schema SET sql = ? WHERE type = 'table' AND name = ? COLLATE NOCASE",
                [.text(sql), .text(table)]
            )
        )
        // This makes all other connections read the catalogue again.
        try write(SQLStatement("PRAGMA schema_version = \(number + 1)"))
    }

    /// Checks that the rows of a table conform to their edited declarations.
    func check(_ table: String, _ edits: [ColumnEdit]) throws {
        let conditions: [SQLStatement] = edits.compactMap { edit in
            // Where values of the same type need no longer be there, all rows conform as they did.
            if edit.older.storage == edit.newer.storage {
                return edit.newer.isRequired ? .isNull(edit.column) : nil
            }
            let types = edit.newer.types.map { SQLText.quoted($0) }.joined(separator: ", ")
            return SQLStatement("typeof(\(SQLText.name(edit.column))) NOT IN (\(types))")
        }
        if conditions.isEmpty { return }
        let found: Int =
            try Int.fetchOne(
                db,
                sql: "SELECT count(*) FROM \(SQLText.name(table)) WHERE \(SQLText.any(conditions.map(\.sql)))",
                arguments: StatementArguments(conditions.flatMap(\.arguments))
            ) ?? 0
        guard found == 0 else {
            let columns = edits.map { "'\($0.column)'" }.joined(separator: " or ")
            throw StoreError(
                path,
                .failedCheck("\(found) rows of '\(table)' have values of another type in \(columns)")
            )
        }
    }
}

extension ColumnDeclaration {
    /// The allowed types of values, as `typeof` returns them.
    fileprivate var types: [String] {
        let types: [String] =
            storage == .any ? ["integer", "real", "text", "blob"] : [storage.rawValue.lowercased()]
        return types + (isRequired ? [] : ["null"])
    }
}

extension TablePass {
    /// A plan's passes over a store. Only the first pass can edit the catalogue, because the tables of a later pass do
    /// not exist yet.
    static func passes(
        of plan: Plan,
        rule: TableStrategy.Rule,
        over live: LiveCatalogue,
        _ db: Database,
        defersWork: Bool = false
    ) throws -> [TablePass] {
        let mayEdit = try rule == .cheapest && CatalogueWriting.isAllowed(db)
        let mayDefer = try mayEdit && defersWork && plan.mayDeferWork(in: live, db)
        return plan.passes.enumerated().map { number, pass in
            let editable: EditableColumns =
                mayEdit && number == 0 ? EditableColumns(live) : .none
            return TablePass(pass, rule: rule, editable: editable, defersWork: mayDefer)
        }
    }
}
