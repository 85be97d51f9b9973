import ApusSchema

/// A step of a migration: a fact, with the SQL that does not follow from it.
///
/// Everything that a migration writes is a step. Its statements (``work``) and its description (``title``) follow from
/// the fact.
enum MigrationStep: Hashable, Sendable {
    // Tables.

    /// Creates, fills or drops a temporary table in which others look values up.
    case auxiliary(SQLStatement)
    /// Creates a table, under its own name or as a draft.
    case createTable(String, isRebuild: Bool, SQLStatement)
    /// Copies rows of an older table into another one, at once or in ranges of identities.
    case copyRows(into: String, SQLStatement, inRangesOf: RowRanges?)
    /// Continues the older table's sequence of identities in a new table, so that no identity is used again.
    case continueIdentities(of: String, SQLStatement)
    /// Keeps the last identity of a table that goes, or forgets it once the table is there again.
    case rememberIdentity(of: String, SQLStatement)
    case dropTable(String)
    case renameTable(String, to: String)
    /// Drops a table, renames the draft to its name, and recreates the indexes and triggers of the old table in their
    /// current form. Before, a sample of the rows is compared.
    case replaceTable(String, draft: String, SampleComparison?)

    // Rows and columns of kept tables.

    case removeRows(of: String, SQLStatement)
    /// Creates the table of what is set aside, or writes to it.
    case setAside(SQLStatement)
    /// Makes the secrets of new lookups, or forgets those of lookups that are gone.
    case lookupSecrets(SQLStatement)
    case renameEntities(in: String, SQLStatement)
    case fillColumn(String, of: String, SQLStatement)
    /// Computes the values of new columns for all rows, at once or in ranges of identities.
    case computeColumns([String], of: String, SQLStatement, inRangesOf: RowRanges?)
    case renameColumn(String, to: String, of: String)
    case dropColumn(String, of: String)
    /// Renames a column that is left for later, and removes its constraints and its default in the catalogue.
    case leaveColumn(String, as: String, of: String, ColumnDeclaration)
    case addColumn(String, of: String, definition: String)
    /// Edits column declarations in the catalogue, without changing rows.
    case editColumns(of: String, [ColumnEdit])

    // Objects that follow from the layout.

    case dropIndex(String)
    case createIndex(String, SQLStatement)
    case dropTrigger(String)
    case createTrigger(String, SQLStatement)
    case dropRTree(String)
    case createRTree(String, SQLStatement)
    case fillRTree(String, SQLStatement)
    /// Computes the values of a derived attribute for all rows.
    case deriveColumn(String, of: String, SQLStatement)

    // The store as a whole.

    /// Makes SQLite parse all views and triggers, which fails if one refers to something that does not exist.
    case parseViewsAndTriggers(SQLStatement)
    /// Runs code in Swift, with what `--sql` shows of it.
    case runSwift(SwiftStage, isBefore: Bool)
    /// Copies a table for code, or drops the copy.
    case copyForSwift(SQLStatement)
    /// Keeps the list of what is left for later.
    case noteDeferred(SQLStatement)
    /// Restores the statistics of `ANALYZE`.
    case restoreStatistics(SQLStatement)
    /// Begins, follows or ends the history.
    case keepHistory(SQLStatement)
    /// Updates the store's description of itself and its log.
    case describeStore(SQLStatement)
}

/// The table that is read in ranges, and its identity column.
struct RowRanges: Hashable, Sendable {
    let table: String
    let identity: String

    /// The identity of a row of the table, which a statement calls `source`.
    var key: String { "source.\(SQLText.name(identity))" }
}

extension SQLStatement {
    /// Restricts the statement to a range of identities, whose bounds are two further arguments, and to a condition, whose
    /// arguments it has already.
    func inRanges(of ranges: RowRanges, where condition: String? = nil) -> SQLStatement {
        let conditions = [condition].compactMap(\.self) + ["\(ranges.key) >= ?", "\(ranges.key) <= ?"]
        return SQLStatement("\(sql) WHERE \(conditions.joined(separator: " AND "))", arguments)
    }
}

extension MigrationStep {
    /// How a step is performed.
    enum Work: Hashable {
        /// By one statement.
        case once(SQLStatement)
        /// By code.
        case nothing
        /// By one `ALTER TABLE`, which makes SQLite parse views, triggers and indexes that were added by hand.
        case altering(SQLStatement)
        /// By one statement per range of identities, whose bounds are two additional arguments.
        case inRanges(SQLStatement, RowRanges)
        /// By editing the text of a table in the catalogue.
        case editing([ColumnEdit], table: String)
        /// By one `ALTER TABLE` that renames a column, and by editing the text of the table in the catalogue.
        case leaving(SQLStatement, column: String, table: String, ColumnDeclaration)
        /// By replacing a table with its draft.
        case replacing(table: String, draft: String, SampleComparison?)
    }

    /// How the step is performed.
    var work: Work {
        switch self {
        case .auxiliary(let sql), .createTable(_, _, let sql), .copyRows(_, let sql, nil),
            .continueIdentities(_, let sql), .rememberIdentity(_, let sql),
            .createIndex(_, let sql), .createTrigger(_, let sql), .createRTree(_, let sql),
            .fillRTree(_, let sql), .parseViewsAndTriggers(let sql), .restoreStatistics(let sql),
            .noteDeferred(let sql), .describeStore(let sql), .setAside(let sql), .lookupSecrets(let sql),
            .keepHistory(let sql),
            .removeRows(_, let sql),
            .renameEntities(_, let sql), .fillColumn(_, _, let sql), .computeColumns(_, _, let sql, nil),
            .deriveColumn(_, _, let sql), .copyForSwift(let sql):
            .once(sql)
        case .runSwift: .nothing
        case .dropTable(let name), .dropRTree(let name): .once(SQLStatement("DROP TABLE \(SQLText.name(name))"))
        case .dropIndex(let name): .once(SQLStatement("DROP INDEX \(SQLText.name(name))"))
        case .dropTrigger(let name): .once(SQLStatement("DROP TRIGGER \(SQLText.name(name))"))
        case .renameTable(let name, let new): Self.altering(name, "RENAME TO \(SQLText.name(new))")
        case .renameColumn(let column, let new, let table):
            Self.altering(table, "RENAME COLUMN \(SQLText.name(column)) TO \(SQLText.name(new))")
        case .dropColumn(let column, let table): Self.altering(table, "DROP COLUMN \(SQLText.name(column))")
        case .leaveColumn(let column, let name, let table, let declaration):
            .leaving(
                SQLStatement(
                    "ALTER TABLE \(SQLText.name(table)) RENAME COLUMN \(SQLText.name(column)) TO \(SQLText.name(name))"
                ),
                column: name,
                table: table,
                declaration
            )
        case .addColumn(_, let table, let definition): Self.altering(table, "ADD COLUMN \(definition)")
        case .copyRows(_, let sql, let ranges?), .computeColumns(_, _, let sql, let ranges?): .inRanges(sql, ranges)
        case .editColumns(let table, let edits): .editing(edits, table: table)
        case .replaceTable(let table, let draft, let sample): .replacing(table: table, draft: draft, sample)
        }
    }

    private static func altering(_ table: String, _ change: String) -> Work {
        .altering(SQLStatement("ALTER TABLE \(SQLText.name(table)) \(change)"))
    }

    /// Whether the rows that the step writes are counted: rows of the model with new values.
    var writesRows: Bool {
        switch self {
        case .copyRows, .removeRows, .renameEntities, .fillColumn, .computeColumns: true
        default: false
        }
    }

    /// Whether the step's rows count for the progress: it copies or computes them.
    var advances: Bool {
        switch self {
        case .copyRows, .computeColumns: true
        default: false
        }
    }

    /// Whether the step is about the history of changes.
    var keepsHistory: Bool { if case .keepHistory = self { true } else { false } }

    /// A short description, for display.
    var title: String {
        switch self {
        case .auxiliary: "prepare look-ups"
        case .createTable(let name, let isRebuild, _): "\(isRebuild ? "rebuild" : "create") table '\(name)'"
        case .copyRows(let table, _, _): "copy '\(table)'"
        case .continueIdentities(let table, _): "continue the identities of '\(table)'"
        case .rememberIdentity(let table, _): "keep the last identity of '\(table)' for a table of this name"
        case .dropTable(let name): "drop table '\(name)'"
        case .renameTable(let name, let new): "rename table '\(name)' to '\(new)'"
        case .replaceTable(let table, _, _): "replace table '\(table)'"
        case .removeRows(let table, _): "remove rows of '\(table)'"
        case .setAside: "set aside what is removed"
        case .keepHistory: "have the history follow the migration"
        case .lookupSecrets: "keep the secrets of lookups"
        case .renameEntities(let table, _): "rename entities in '\(table)'"
        case .computeColumns(let columns, let table, _, _):
            "compute \(columns.map { "'\($0)'" }.joined(separator: ", ")) of '\(table)'"
        case .fillColumn(let column, let table, _): "fill '\(table).\(column)'"
        case .renameColumn(let column, let new, let table): "rename column '\(table).\(column)' to '\(new)'"
        case .dropColumn(let column, let table): "drop column '\(table).\(column)'"
        case .leaveColumn(let column, _, let table, _): "leave column '\(table).\(column)' for later"
        case .noteDeferred: "keep the list of what is left for later"
        case .addColumn(let column, let table, _): "add column '\(table).\(column)'"
        case .editColumns(let table, let edits):
            "edit \(edits.map { "'\($0.column)'" }.joined(separator: ", ")) of '\(table)'"
        case .dropIndex(let name): "drop index '\(name)'"
        case .createIndex(let name, _): "create index '\(name)'"
        case .dropTrigger(let name): "drop trigger '\(name)'"
        case .createTrigger(let name, _): "create trigger '\(name)'"
        case .dropRTree(let name): "drop R-tree '\(name)'"
        case .createRTree(let name, _): "create R-tree '\(name)'"
        case .fillRTree(let name, _): "fill R-tree '\(name)'"
        case .deriveColumn(let column, let table, _): "derive '\(table).\(column)'"
        case .parseViewsAndTriggers: "check views and triggers"
        case .runSwift(let code, let isBefore): "run Swift: \(code)\(isBefore ? ", before the stage" : "")"
        case .copyForSwift: "copy the older tables for Swift"
        case .restoreStatistics: "restore the statistics of ANALYZE"
        case .describeStore: "update the store's metadata"
        }
    }
}
