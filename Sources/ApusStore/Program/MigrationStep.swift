import ApusSchema

/// One thing that a migration does to a store: a fact, with the SQL that does not follow from it.
///
/// Everything that a migration writes is a step. What runs (``work``) and what people read (``title``) follow from the
/// facts.
enum MigrationStep: Hashable, Sendable {
    // Tables.

    /// The identities of rows get numbers in a temporary table, or it is dropped.
    case numberRows(SQLStatement)
    /// A table is created, under its own name or as a draft.
    case createTable(String, isRebuild: Bool, SQLStatement)
    /// Rows of an older table are copied into a new one: at once, or one range of identities after the other.
    case copyRows(into: String, SQLStatement, inRangesOf: RowRanges?)
    /// A new table continues the older one's count of identities, so that none is ever used again.
    case keepCount(of: String, SQLStatement)
    case dropTable(String)
    case renameTable(String, to: String)
    /// A table is dropped, the draft takes its name, and the indexes and triggers that went with the old table are made
    /// again, as they read by then. A sample of the rows is compared before.
    case replaceTable(String, draft: String, CarriedSample?)

    // Rows and columns of tables that go on.

    case removeRows(of: String, SQLStatement)
    case renameEntities(in: String, SQLStatement)
    case fillColumn(String, of: String, SQLStatement)
    case renameColumn(String, to: String, of: String)
    case dropColumn(String, of: String)
    case addColumn(String, of: String, definition: String)
    /// What the table's text in the catalogue says of columns changes, and no row does.
    case editColumns(of: String, [ColumnEdit])

    // What follows from the layout.

    case dropIndex(String)
    case createIndex(String, SQLStatement)
    case dropTrigger(String)
    case createTrigger(String, SQLStatement)
    case dropBoxIndex(String)
    case createBoxIndex(String, SQLStatement)
    case fillBoxIndex(String, SQLStatement)
    /// The values of a derived attribute are computed for all rows.
    case deriveColumn(String, of: String, SQLStatement)

    // The store as a whole.

    /// SQLite reads all views and triggers, which fails if one refers to something that is missing.
    case readPrograms(SQLStatement)
    /// What `ANALYZE` found out is written again.
    case restoreStatistics(SQLStatement)
    /// The store says what it holds now, and since when.
    case describeStore(SQLStatement)
}

/// The table that a copy reads range by range, and the column of its identities.
struct RowRanges: Hashable, Sendable {
    let table: String
    let identity: String
}

extension MigrationStep {
    /// How a step is carried out.
    enum Work: Hashable {
        /// One statement.
        case once(SQLStatement)
        /// One `ALTER TABLE`, which makes SQLite read views, triggers and indexes that were added by hand.
        case altering(SQLStatement)
        /// One statement for each range of identities, which are bound as two further arguments.
        case inRanges(SQLStatement, RowRanges)
        /// One statement, with the triggers of a table out of the way: none fires in a migration.
        case unobserved(SQLStatement, table: String)
        /// The text of a table in the catalogue is edited.
        case editing([ColumnEdit], table: String)
        /// A draft takes the place of a table.
        case replacing(table: String, draft: String, CarriedSample?)
    }

    /// How the step is carried out.
    var work: Work {
        switch self {
        case .numberRows(let sql), .createTable(_, _, let sql), .copyRows(_, let sql, nil), .keepCount(_, let sql),
            .createIndex(_, let sql), .createTrigger(_, let sql), .createBoxIndex(_, let sql),
            .fillBoxIndex(_, let sql), .readPrograms(let sql), .restoreStatistics(let sql), .describeStore(let sql):
            .once(sql)
        case .dropTable(let name), .dropBoxIndex(let name): .once(SQLStatement("DROP TABLE \(SQLText.name(name))"))
        case .dropIndex(let name): .once(SQLStatement("DROP INDEX \(SQLText.name(name))"))
        case .dropTrigger(let name): .once(SQLStatement("DROP TRIGGER \(SQLText.name(name))"))
        case .renameTable(let name, let new): Self.altering(name, "RENAME TO \(SQLText.name(new))")
        case .renameColumn(let column, let new, let table):
            Self.altering(table, "RENAME COLUMN \(SQLText.name(column)) TO \(SQLText.name(new))")
        case .dropColumn(let column, let table): Self.altering(table, "DROP COLUMN \(SQLText.name(column))")
        case .addColumn(_, let table, let definition): Self.altering(table, "ADD COLUMN \(definition)")
        case .copyRows(_, let sql, let ranges?): .inRanges(sql, ranges)
        case .removeRows(let table, let sql), .renameEntities(let table, let sql), .fillColumn(_, let table, let sql),
            .deriveColumn(_, let table, let sql):
            .unobserved(sql, table: table)
        case .editColumns(let table, let edits): .editing(edits, table: table)
        case .replaceTable(let table, let draft, let sample): .replacing(table: table, draft: draft, sample)
        }
    }

    private static func altering(_ table: String, _ change: String) -> Work {
        .altering(SQLStatement("ALTER TABLE \(SQLText.name(table)) \(change)"))
    }

    /// Whether the rows that the step writes are counted: rows of the model, with other values than before.
    var writesRows: Bool {
        switch self {
        case .copyRows, .removeRows, .renameEntities, .fillColumn: true
        default: false
        }
    }

    /// Whether the rows that the step writes are those of another table.
    var copiesRows: Bool {
        if case .copyRows = self { true } else { false }
    }

    /// What the step does, for people.
    var title: String {
        switch self {
        case .numberRows: "number rows"
        case .createTable(let name, let isRebuild, _): "\(isRebuild ? "rebuild" : "create") table '\(name)'"
        case .copyRows(let table, _, _): "copy '\(table)'"
        case .keepCount(let table, _): "keep the count of '\(table)'"
        case .dropTable(let name): "drop table '\(name)'"
        case .renameTable(let name, let new): "rename table '\(name)' to '\(new)'"
        case .replaceTable(let table, _, _): "put '\(table)' in place"
        case .removeRows(let table, _): "remove rows of '\(table)'"
        case .renameEntities(let table, _): "rename entities in '\(table)'"
        case .fillColumn(let column, let table, _): "fill '\(table).\(column)'"
        case .renameColumn(let column, let new, let table): "rename column '\(table).\(column)' to '\(new)'"
        case .dropColumn(let column, let table): "drop column '\(table).\(column)'"
        case .addColumn(let column, let table, _): "add column '\(table).\(column)'"
        case .editColumns(let table, let edits):
            "edit \(edits.map { "'\($0.column)'" }.joined(separator: ", ")) of '\(table)'"
        case .dropIndex(let name): "drop index '\(name)'"
        case .createIndex(let name, _): "create index '\(name)'"
        case .dropTrigger(let name): "drop trigger '\(name)'"
        case .createTrigger(let name, _): "create trigger '\(name)'"
        case .dropBoxIndex(let name): "drop R-tree '\(name)'"
        case .createBoxIndex(let name, _): "create R-tree '\(name)'"
        case .fillBoxIndex(let name, _): "fill R-tree '\(name)'"
        case .deriveColumn(let column, let table, _): "derive '\(table).\(column)'"
        case .readPrograms: "check views and triggers"
        case .restoreStatistics: "keep what ANALYZE found out"
        case .describeStore: "record what the store holds"
        }
    }
}
