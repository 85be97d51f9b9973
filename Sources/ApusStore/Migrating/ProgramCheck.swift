import ApusSchema
import GRDB

/// Makes sure that views and triggers which somebody added work after a migration as they did before. The store's own
/// triggers are made anew by each.
struct ProgramCheck {
    private let path: String
    private let programs: [LiveProgram]
    private let failing: Set<String>

    /// Looks at views and triggers before the first write.
    ///
    /// - Parameters:
    ///   - db: The store.
    ///   - path: The store's path, for errors.
    ///   - programs: The views and triggers that were added by hand.
    ///   - write: Runs a statement.
    /// - Throws: `StoreError.brokenProgram` where one refers to what is not there.
    init(
        _ db: Database,
        path: String,
        _ programs: [LiveProgram],
        writing write: (SQLStatement) throws -> Void
    ) throws {
        self.path = path
        self.programs = programs
        // A trigger may need a function that only the app's connection has; only one that gets worse counts.
        failing = try Set(Self.failures(db, path: path, programs, isBefore: true, write).keys)
    }

    /// Looks at them again before the commit.
    ///
    /// - Throws: `StoreError.brokenProgram` where one no longer works.
    func checkAgain(_ db: Database, writing write: (SQLStatement) throws -> Void) throws {
        let failures: [String: String] = try Self.failures(db, path: path, programs, isBefore: false, write)
        if let name = failures.keys.filter({ !failing.contains($0) }).min(), let message = failures[name] {
            throw StoreError(path, .brokenProgram(isBefore: false, message: "error in trigger \(name): \(message)"))
        }
    }

    /// Looks at all of them; gives the triggers that do not work, and why.
    private static func failures(
        _ db: Database,
        path: String,
        _ programs: [LiveProgram],
        isBefore: Bool,
        _ write: (SQLStatement) throws -> Void
    ) throws -> [String: String] {
        if programs.isEmpty { return [:] }
        return try db.acceptingStringsInDoubleQuotes {
            try read(path: path, isBefore: isBefore, write)
            return try failures(db)
        }
    }

    /// Makes SQLite read all views and triggers: a renaming does, and fails where one refers to what is not there.
    private static func read(path: String, isBefore: Bool, _ write: (SQLStatement) throws -> Void) throws {
        do {
            try write(SQLStatement("ALTER TABLE apus_log RENAME TO apus_passing_log"))
            try write(SQLStatement("ALTER TABLE apus_passing_log RENAME TO apus_log"))
        } catch let error as DatabaseError where error.resultCode == .SQLITE_ERROR {
            throw StoreError(path, ofProgram: error, isBefore: isBefore)
        }
    }

    /// The triggers that a statement which sets them off does not compile with: a renaming does not count the values of
    /// an `INSERT`, for one. Nothing is run.
    private static func failures(_ db: Database) throws -> [String: String] {
        var failures: [String: String] = [:]
        for program in try LiveCatalogue(db).addedPrograms {
            guard let statement = try statement(settingOff: program, db) else { continue }
            do {
                _ = try db.makeStatement(sql: statement)
            } catch let error as DatabaseError where error.resultCode == .SQLITE_ERROR {
                failures[program.name] = error.message ?? ""
            }
        }
        return failures
    }

    private static func statement(settingOff program: LiveProgram, _ db: Database) throws -> String? {
        let table: String = SQLText.name(program.table)
        switch program.event.kind {
        case "INSERT": return "INSERT INTO \(table) DEFAULT VALUES"
        case "DELETE": return "DELETE FROM \(table)"
        case "UPDATE":
            let columns: [String] = try String.fetchAll(
                db,
                sql: "SELECT name FROM pragma_table_xinfo(?) WHERE hidden = 0",
                arguments: [program.table]
            )
            let changes: String = columns.map { "\(SQLText.name($0)) = \(SQLText.name($0))" }.joined(separator: ", ")
            return "UPDATE \(table) SET \(changes)"
        default: return nil
        }
    }
}
