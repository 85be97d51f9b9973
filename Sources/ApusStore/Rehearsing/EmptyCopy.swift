import ApusMigration
import ApusSchema
import Foundation
import GRDB

/// A store's tables, indexes, triggers and views in a database without rows, except those of SQLite's statistics and of
/// Apus' own tables.
struct EmptyCopy {
    private let objects: [LiveObject]
    private let virtualTables: [LiveObject]
    private let tablesWithoutRowIDs: Set<String>
    /// The names of the indexes that SQLite makes for constraints, by their tables.
    private let constraintIndexes: [String: [String]]
    private let version: Int
    private let contents: [(table: String, columns: [String], rows: [Row])]

    /// An object that cannot be created in a copy, because it needs something that only the app's connection has, such
    /// as a function or a collation.
    struct Failure {
        let object: LiveObject
        /// SQLite's message.
        let message: String
    }

    /// Reads a store.
    init(of db: Database) throws {
        let tables: [Row] = try Row.fetchAll(
            db,
            sql: "SELECT name, type, wr FROM pragma_table_list WHERE schema = 'main'"
        )
        func names(where isIncluded: (Row) throws -> Bool) throws -> Set<String> {
            try Set(tables.filter(isIncluded).map { try $0.decode(String.self, atIndex: 0) })
        }
        let shadows = try names { try $0.decode(String.self, atIndex: 1) == "shadow" }
        tablesWithoutRowIDs = try names { try $0.decode(Bool.self, atIndex: 2) }
        let rows: [Row] = try Row.fetchAll(
            db,
            sql: """
                SELECT type, name, tbl_name, sql, sql LIKE 'CREATE VIRTUAL%' FROM sqlite_schema
                ORDER BY CASE type WHEN 'table' THEN 0 WHEN 'view' THEN 1 WHEN 'index' THEN 2 ELSE 3 END, rowid
                """
        )
        var (objects, virtualTables): ([LiveObject], [LiveObject]) = ([], [])
        var constraintIndexes: [String: [String]] = [:]
        for row in rows {
            let (name, table): (String, String) = (try row.decode(atIndex: 1), try row.decode(atIndex: 2))
            guard let sql = try row.decode(String?.self, atIndex: 3) else {
                constraintIndexes[table, default: []].append(name)
                continue
            }
            let object = LiveObject(type: try row.decode(atIndex: 0), name: name, table: table, sql: sql)
            if name.hasPrefix("sqlite_") || shadows.contains(name) { continue }
            if try row.decode(atIndex: 4) { virtualTables.append(object) } else { objects.append(object) }
        }
        self.objects = objects
        self.virtualTables = virtualTables
        self.constraintIndexes = constraintIndexes
        version = try Int.fetchOne(db, sql: "PRAGMA schema_version") ?? 0
        let own =
            StoreFormat.tables.map(\.name) + ["apus_history", StoreFormat.deferredTable] + PlannerStatistics.tables
        contents = try own.filter { try db.tableExists($0) }.map { table in
            // Without generated columns.
            let columns = try String.fetchAll(db, sql: "SELECT name FROM pragma_table_info(?)", arguments: [table])
            return (table, columns, try Row.fetchAll(db, sql: "SELECT \(SQLText.names(columns)) FROM \(table)"))
        }
    }

    /// Creates the copy.
    ///
    /// - Parameters:
    ///   - db: An empty database.
    ///   - path: The store's path, for errors.
    /// - Returns: The objects that SQLite refuses to create, which the copy has nevertheless.
    /// - Throws: `StoreError.brokenViewOrTrigger` if Apus' own tables do not take their rows; `DatabaseError`.
    func make(in db: Database, path: String) throws -> [Failure] {
        var failures: [Failure] = []
        for object in virtualTables + objects {
            do {
                try db.acceptingStringsInDoubleQuotes { try db.execute(sql: object.sql) }
            } catch let error as DatabaseError where error.resultCode == .SQLITE_ERROR {
                failures.append(Failure(object: object, message: error.message ?? ""))
            }
        }
        try add(failures.map(\.object), to: db)
        if contents.contains(where: { $0.table.hasPrefix("sqlite_") }) { try db.execute(sql: "ANALYZE sqlite_schema") }
        do {
            try fill(db)
        } catch let error as DatabaseError where [.SQLITE_ERROR, .SQLITE_CONSTRAINT].contains(error.resultCode) {
            throw StoreError(path, ownTable: error)
        }
        // Catalogue edits increment the store's version.
        try db.execute(sql: "PRAGMA schema_version = \(version)")
        return failures
    }

    private func fill(_ db: Database) throws {
        try db.enableTriggers(false, path: "")
        defer { try? db.enableTriggers(true, path: "") }
        // This SQLite may have no such statistics.
        for (table, columns, rows) in contents where try db.tableExists(table) {
            for row in rows {
                let marks = row.map { _ in "?" }.joined(separator: ", ")
                try db.execute(
                    sql: "INSERT INTO \(table) (\(SQLText.names(columns))) VALUES (\(marks))",
                    arguments: StatementArguments(row.databaseValues)
                )
            }
        }
    }

    /// Adds objects that cannot be created to the catalogue itself, each with an empty page of its own. SQLite reads such a
    /// catalogue, and misses functions and collations only in a statement that needs them, as in the store.
    private func add(_ objects: [LiveObject], to db: Database) throws {
        if objects.isEmpty { return }
        try db.allowCatalogueEdits()
        try db.execute(sql: "PRAGMA writable_schema = ON")
        defer { try? db.execute(sql: "PRAGMA writable_schema = RESET") }
        func add(_ type: String, named name: String, of table: String, sql: String?, hasRowIDs: Bool?) throws {
            var page = 0
            if let hasRowIDs {
                let draft = "apus_\(UUID())"
                let columns = hasRowIDs ? "(x INTEGER PRIMARY KEY AUTOINCREMENT)" : "(x PRIMARY KEY) WITHOUT ROWID"
                try db.execute(sql: "CREATE TABLE \(SQLText.name(draft)) \(columns)")
                let root = "SELECT rootpage FROM sqlite_schema WHERE name = ?"
                page = try Int.fetchOne(db, sql: root, arguments: [draft]) ?? 0
                try db.execute(sql: "DELETE FROM sqlite_schema WHERE name = ?", arguments: [draft])
            }
            try db.execute(
                sql: "INSERT INTO sqlite_schema (type, name, tbl_name, rootpage, sql) VALUES (?, ?, ?, ?, ?)",
                arguments: [type, name, table, page, sql]
            )
        }
        let virtual = Set(virtualTables.map(\.name))
        for object in objects {
            let hasRowIDs: Bool? =
                switch object.type {
                case "index": false
                case "table" where !virtual.contains(object.name): !tablesWithoutRowIDs.contains(object.name)
                default: nil
                }
            try add(object.type, named: object.name, of: object.table, sql: object.sql, hasRowIDs: hasRowIDs)
            if object.type != "table" { continue }
            for index in constraintIndexes[object.name] ?? [] {
                try add("index", named: index, of: object.name, sql: nil, hasRowIDs: false)
            }
        }
    }
}

extension Migrator {
    /// Refuses a migration that would fail because of something that was added by hand: a view, a trigger, a check, an
    /// index or a generated column that names what is renamed or dropped. SQLite finds that only when it alters a table,
    /// so the plan is executed on an empty copy first, if the store has such an addition.
    ///
    /// - Parameters:
    ///   - plan: The plan, which is not empty.
    ///   - passes: The plan's passes over the store's tables.
    ///   - live: The store's catalogue.
    ///   - db: The store.
    ///   - path: The store's path, for errors.
    /// - Throws: `StoreError`, as the migration would.
    func rehearseAdditions(_ plan: Plan, passes: [TablePass], live: LiveCatalogue, in db: Database, path: String)
        throws
    {
        guard live.hasAdditions(to: plan.source.layout) else { return }
        let copy = try EmptyCopy(of: db)
        let description = try StoreDescription.read(db, model: plan.source.schema.model, path: path)
        try rehearseEmpty(plan, generation: description.generation + 1, path: path) { copyDB in
            for failure in try copy.make(in: copyDB, path: path)
            where passes.first?.changes(failure.object.table) == true {
                let object = "\(failure.object.type) \(failure.object.name)"
                let message = "error in \(object): \(failure.message)"
                throw StoreError(path, .brokenViewOrTrigger(isBefore: true, message: message))
            }
        } observer: { _, _, _ in
        }
    }

    /// Executes a plan on a database in memory, and rolls it back.
    ///
    /// - Parameters:
    ///   - plan: The plan.
    ///   - generation: The store's number of migrations afterwards.
    ///   - path: The store's path, for errors.
    ///   - prepare: Creates the tables.
    ///   - observer: Called with each statement, and with the moment of the migration.
    /// - Throws: `StoreError` or `DatabaseError`, as the migration would.
    func rehearseEmpty(
        _ plan: Plan,
        generation: Int = 0,
        path: String,
        preparing prepare: (Database) throws -> Void,
        observer: @escaping (MigrationStep, SQLStatement, StoredValue) -> Void
    ) throws {
        let values = generatedValues(StoreFile(URL(fileURLWithPath: path)))
        var configuration = Configuration()
        configuration.foreignKeysEnabled = false
        configuration.prepareDatabase { SQLiteFunctions.add(to: $0) }
        let database = try DatabaseQueue(configuration: configuration)
        defer { try? database.close() }
        try database.writeWithoutTransaction { db in
            try prepare(db)
            try db.inTransaction(.immediate) {
                var execution = try Execution(
                    db: db,
                    path: path,
                    plan: plan,
                    values: values,
                    rule: rule,
                    isStore: false,
                    progress: { _ in },
                    defersWork: defersWork,
                    observer: { observer($0, $1, values.moment) }
                )
                let encrypts = NewlySealed(execution.passes).includesOthers
                let needsPurge = encrypts || plan.mayRevealLeftColumns(of: execution.live)
                let isShared = try StoreDescription.isShared(db)
                try execution.run {
                    record(
                        of: plan,
                        generation: generation,
                        isShared: isShared,
                        rows: $0,
                        seconds: 0,
                        encrypts: encrypts,
                        needsPurge: needsPurge
                    )
                }
                return .rollback
            }
        }
    }
}

extension TablePass {
    /// Whether the pass drops a table of the store, or changes more of it than that columns come.
    fileprivate func changes(_ name: String) -> Bool {
        let (tables, dropped) = strategies
        let changed = tables.filter { strategy in
            switch strategy.way {
            case .nothing, .create: false
            case .catalogue:
                !strategy.edits.isEmpty || !strategy.goneColumns(graph).isEmpty
                    || strategy.older?.name != strategy.table.name
                    || strategy.keptColumns(graph).contains { $0.column.name != $0.from }
            case .update, .rewrite, .rebuild, .append, .fill: true
            }
        }
        return (dropped + changed.compactMap(\.older)).contains { $0.name.folded == name.folded }
    }
}
