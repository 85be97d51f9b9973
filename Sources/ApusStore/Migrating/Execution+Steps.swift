import ApusMigration
import ApusSchema
import GRDB

extension Execution {
    /// Executes a statement of a step. All of a migration's writes go through this function.
    func write(_ statement: SQLStatement, of step: MigrationStep) throws {
        observer(step, statement)
        try db.run(statement)
    }

    /// Performs steps without reporting progress.
    mutating func perform(_ steps: [MigrationStep]) throws {
        for step in steps { try perform(step) }
    }

    /// Performs a step.
    ///
    /// - Parameters:
    ///   - step: The step.
    ///   - report: Called when rows have been copied.
    /// - Throws: `StoreError` or `DatabaseError`; the caller rolls back.
    mutating func perform(_ step: MigrationStep, reporting report: (Execution) -> Void = { _ in }) throws {
        do {
            try performWork(of: step, reporting: report)
        } catch let error as DatabaseError where error.message?.hasPrefix("error in ") == true {
            // The error of `ALTER TABLE` if it would break a view, a trigger or an index.
            throw StoreError(path, reading: error, isBefore: false)
        } catch let error as DatabaseError where error.resultCode == .SQLITE_ERROR && step.isDescription {
            throw StoreError(path, ownTable: error)
        }
    }

    private mutating func performWork(of step: MigrationStep, reporting report: (Execution) -> Void) throws {
        switch step.work {
        case .nothing: observer(step, SQLStatement(""))
        case .once(let statement):
            if case .dropTable(let table) = step { try emptyIfOverwriting(table, step) }
            try write(statement, of: step)
            if step.writesRows {
                add(rows: db.changesCount, of: step)
                report(self)
            }
        case .altering(let statement):
            try db.acceptingStringsInDoubleQuotes { try write(statement, of: step) }
        case .editing(let edits, let table):
            try CatalogueWriting(db: db, path: path).edit(table, edits) { try write($0, of: step) }
        case .leaving(let statement, let column, let table, let declaration):
            try db.acceptingStringsInDoubleQuotes { try write(statement, of: step) }
            try CatalogueWriting(db: db, path: path).release(column, of: table, declaredAs: declaration) {
                try write($0, of: step)
            }
            note(step)
        case .replacing(let table, let draft, let sample):
            if let difference = try sample?.difference(db) { throw StoreError(path, .failedCheck(difference)) }
            try db.acceptingStringsInDoubleQuotes { try replace(table, by: draft, step) }
        case .inRanges(let statement, let ranges):
            // Observed once for all ranges; the bounds are the last two arguments.
            observer(step, statement)
            guard let ends = try db.ends(of: ranges.identity, in: ranges.table) else { return }
            for range in IdentityRanges(first: ends.first, last: ends.last, rows: rows[ranges.table] ?? 1) {
                let bounds: [StoredValue] = [.integer(range.lowerBound), .integer(range.upperBound)]
                try db.run(SQLStatement(statement.sql, statement.arguments + bounds))
                add(rows: db.changesCount, of: step)
                report(self)
            }
        }
    }

    /// Replaces a table by its rebuilt draft, and restores its indexes and triggers.
    private func replace(_ table: String, by draft: String, _ step: MigrationStep) throws {
        let objects: [String] = try String.fetchAll(
            db,
            sql: """
                SELECT sql FROM sqlite_schema WHERE tbl_name = ? COLLATE NOCASE AND type IN ('index', 'trigger')
                AND sql IS NOT NULL ORDER BY type, rowid
                """,
            arguments: [table]
        )
        let statements: [String] = [
            "DROP TABLE \(SQLText.name(table))",
            // Otherwise `RENAME` would check all views and triggers, and fail because the table does not exist now.
            "PRAGMA legacy_alter_table = ON",
            "ALTER TABLE \(SQLText.name(draft)) RENAME TO \(SQLText.name(table))",
            "PRAGMA legacy_alter_table = OFF",
        ]
        try emptyIfOverwriting(table, step)
        for sql in statements + objects { try write(SQLStatement(sql), of: step) }
    }

    /// Empties a table that is dropped next, if values are encrypted. SQLite overwrites what it deletes then, and `DROP TABLE` itself would
    /// first copy all these pages to a statement journal, which is in memory. Triggers are off, so `DELETE` needs no such journal.
    private func emptyIfOverwriting(_ table: String, _ step: MigrationStep) throws {
        guard plan.encryptsValues else { return }
        try write(SQLStatement("DELETE FROM \(SQLText.name(table))"), of: step)
    }
}
