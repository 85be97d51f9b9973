import ApusSchema
import GRDB
import GRDBSQLite

/// The prepared statements of a container. Only used within an access to its database, which is one at a time.
final class StatementCache: @unchecked Sendable {
    /// What a statement does; it is prepared once.
    enum Key: Hashable {
        case all(EntityTable.ID)
        case row(EntityTable.ID)
        case count(EntityTable.ID)
        case related(EntityTable.ID, position: Int)
        case insert(EntityTable.ID)
        case update(EntityTable.ID, PropertyMask)
        case delete(EntityTable.ID)
        case park(EntityTable.ID, position: Int)
        case addPair(EntityTable.ID, position: Int)
        case removePair(EntityTable.ID, position: Int)
        case removePairs(EntityTable.PairColumn)
        case sequence(EntityTable.ID)
        case file(EntityTable.ID, position: Int)
        case places(EntityTable.ID, position: Int)
        case move(EntityTable.ID, position: Int)
        case lastPlace(EntityTable.ID, position: Int)
        case query(String)
    }

    private var statements: [Key: Statement] = [:]

    /// The statement of that key, prepared from the SQL where it is new.
    func statement(_ key: Key, _ database: Database, sql: @autoclosure () -> String) throws -> PreparedStatement {
        if let statement = statements[key] { return PreparedStatement(statement) }
        // Objects can be changed in very many combinations of properties.
        if statements.count >= 1000 { statements = [:] }
        let statement: Statement = try database.makeStatement(sql: sql())
        statements[key] = statement
        return PreparedStatement(statement)
    }

    /// Lets go of all statements.
    func removeAll() {
        statements = [:]
    }
}

/// A statement that is ready to be given values and run.
struct PreparedStatement {
    private let owner: Statement

    /// Starts afresh.
    init(_ owner: Statement) {
        self.owner = owner
        sqlite3_reset(owner.sqliteStatement)
        sqlite3_clear_bindings(owner.sqliteStatement)
    }

    /// SQLite's own statement.
    var pointer: OpaquePointer { owner.sqliteStatement }

    /// Gives values to the parameters, in order.
    func bind(_ values: [StoredValue]) {
        var writer = RowWriter(pointer)
        for value in values { writer.bind(value) }
    }

    /// Gives integers to the parameters, in order.
    func bind(_ values: Int64...) {
        for (index, value) in values.enumerated() { sqlite3_bind_int64(pointer, Int32(index + 1), value) }
    }

    /// Runs the statement and hands over each row.
    func rows(_ body: (OpaquePointer) throws -> Void) throws {
        // Otherwise its read transaction would stay open, and nobody could clean the log up.
        defer { sqlite3_reset(pointer) }
        while true {
            switch sqlite3_step(pointer) {
            case SQLITE_ROW: try body(pointer)
            case SQLITE_DONE: return
            default: throw failure()
            }
        }
    }

    /// Runs the statement.
    func run() throws {
        try rows { _ in }
    }

    /// What SQLite says went wrong.
    func failure() -> ModelError {
        let connection: OpaquePointer? = sqlite3_db_handle(pointer)
        return .database(
            code: sqlite3_extended_errcode(connection),
            message: String(cString: sqlite3_errmsg(connection)),
            sql: owner.sql
        )
    }
}
