import ApusSchema
import GRDB

/// Checks that views and triggers that were added by hand still work after a migration. Every migration recreates the
/// store's own triggers.
struct AddedObjectCheck {
    private let path: String
    private let objects: [LiveObject]
    private let failing: Set<String>

    /// Checks the views and triggers before the first write.
    ///
    /// - Parameters:
    ///   - db: The store.
    ///   - path: The store's path, for errors.
    ///   - objects: The views and triggers that were added by hand.
    ///   - write: Executes a statement.
    /// - Throws: `StoreError.brokenViewOrTrigger` if one refers to something that does not exist.
    init(
        _ db: Database,
        path: String,
        _ objects: [LiveObject],
        writing write: (SQLStatement) throws -> Void
    ) throws {
        self.path = path
        self.objects = objects
        // A trigger may need a function that only the app's connection has, so it may fail before as well as after.
        failing = try Set(Self.failures(of: objects, db, path: path, isBefore: true, write).keys)
    }

    /// Checks the views and triggers again before the commit.
    ///
    /// - Throws: `StoreError.brokenViewOrTrigger` if one no longer works.
    func checkAgain(_ db: Database, writing write: (SQLStatement) throws -> Void) throws {
        let failures = try Self.failures(of: objects, db, path: path, isBefore: false, write)
        if let name = failures.keys.filter({ !failing.contains($0) }).min(), let message = failures[name] {
            let type = objects.first { $0.name == name }?.type ?? "trigger"
            throw StoreError(
                path,
                .brokenViewOrTrigger(isBefore: false, message: "error in \(type) \(name): \(message)")
            )
        }
    }

    /// Checks all objects, and returns the error messages of those that do not work.
    private static func failures(
        of objects: [LiveObject],
        _ db: Database,
        path: String,
        isBefore: Bool,
        _ write: (SQLStatement) throws -> Void
    ) throws -> [String: String] {
        if objects.isEmpty { return [:] }
        return try db.acceptingStringsInDoubleQuotes {
            try read(path: path, isBefore: isBefore, write)
            return try failures(db, path: path)
        }
    }

    /// Makes SQLite parse all views and triggers: `RENAME` does so, and fails if one refers to something that does not
    /// exist.
    private static func read(path: String, isBefore: Bool, _ write: (SQLStatement) throws -> Void) throws {
        do {
            try write(SQLStatement("ALTER TABLE apus_log RENAME TO apus_passing_log"))
            try write(SQLStatement("ALTER TABLE apus_passing_log RENAME TO apus_log"))
        } catch let error as DatabaseError where error.resultCode == .SQLITE_ERROR {
            throw StoreError(path, reading: error, isBefore: isBefore)
        }
    }

    /// The error messages of views and triggers, found by preparing statements that read or fire them: `RENAME` does not
    /// detect a wrong number of columns of a view, or of values in an `INSERT`. Nothing is executed.
    private static func failures(_ db: Database, path: String) throws -> [String: String] {
        // A statement includes the triggers that it fires only if they are enabled.
        try db.enableTriggers(true, path: path)
        defer { try? db.enableTriggers(false, path: path) }
        // A statement includes all triggers that it fires, so one says what is wrong with any of them.
        var statements: [String: [LiveObject]] = [:]
        for object in try LiveCatalogue(db).addedObjects {
            if let statement = try statement(using: object, db) { statements[statement, default: []].append(object) }
        }
        var failures: [String: String] = [:]
        for (statement, objects) in statements {
            do {
                _ = try db.makeStatement(sql: statement)
            } catch let error as DatabaseError where error.resultCode == .SQLITE_ERROR {
                for object in objects { failures[object.name] = error.message ?? "" }
            }
        }
        return failures
    }

    /// A statement that reads a view, or fires a trigger.
    private static func statement(using object: LiveObject, _ db: Database) throws -> String? {
        if object.type == "view" { return "SELECT * FROM \(SQLText.name(object.name))" }
        let table = SQLText.name(object.table)
        switch object.event.kind {
        case "INSERT": return "INSERT INTO \(table) DEFAULT VALUES"
        case "DELETE": return "DELETE FROM \(table)"
        case "UPDATE":
            let columns: [String] = try String.fetchAll(
                db,
                sql: "SELECT name FROM pragma_table_xinfo(?) WHERE hidden = 0",
                arguments: [object.table]
            )
            let changes = columns.map { "\(SQLText.name($0)) = \(SQLText.name($0))" }.joined(separator: ", ")
            return "UPDATE \(table) SET \(changes)"
        default: return nil
        }
    }
}
