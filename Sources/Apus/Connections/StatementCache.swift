import ApusSchema
import ApusStore
import GRDB
import GRDBSQLite

/// The prepared statements of a connection. It is only used on the connection's queue, which serializes accesses.
final class StatementCache: @unchecked Sendable {
    /// The purpose of a statement, which is prepared once.
    enum Key: Hashable {
        case all(EntityTable.ID, isPacked: Bool)
        case row(EntityTable.ID)
        case count(EntityTable.ID)
        case related(EntityTable.ID, position: Int)
        case owners(EntityTable.ID, position: Int)
        case insert(EntityTable.ID)
        case update(EntityTable.ID, PropertyMask)
        case delete(EntityTable.ID)
        case park(EntityTable.ID, PropertyMask)
        case addJoinRow(EntityTable.ID, position: Int)
        case removeJoinRow(EntityTable.ID, position: Int)
        case removeJoinRows(EntityTable.JoinTableColumn)
        case sequence(EntityTable.ID)
        case file(EntityTable.ID, position: Int)
        case orderKeys(EntityTable.ID, position: Int)
        case move(EntityTable.ID, position: Int)
        case lastOrderKey(EntityTable.ID, position: Int)
        case query(String)
    }

    private var statements: [Key: Statement] = [:]
    private var packing: PackingFunction?

    /// Returns the connection's function that packs rows, which is added the first time.
    func packing(_ database: Database) throws -> PackingFunction {
        if let packing { return packing }
        let added = try PackingFunction(database)
        packing = added
        return added
    }

    /// Returns the statement for a key, prepared from the SQL the first time.
    func statement(_ key: Key, _ database: Database, sql: @autoclosure () -> String) throws -> PreparedStatement {
        let known = statements[key]
        if let known, sqlite3_stmt_busy(known.sqliteStatement) == 0 { return PreparedStatement(known) }
        // A limit, because every combination of changed properties has its own UPDATE.
        if statements.count >= 1000 { statements = [:] }
        let statement = try database.makeStatement(sql: sql())
        // A value's own code, or a class's, may read meanwhile what is just being read.
        if known == nil { statements[key] = statement }
        return PreparedStatement(statement)
    }

    /// Removes all statements.
    func removeAll() {
        statements = [:]
    }
}

/// A statement that is ready to be bound and run.
struct PreparedStatement {
    private let owner: Statement

    /// Resets the statement and clears its bindings.
    init(_ owner: Statement) {
        self.owner = owner
        sqlite3_reset(owner.sqliteStatement)
        sqlite3_clear_bindings(owner.sqliteStatement)
    }

    /// SQLite's own statement.
    var pointer: OpaquePointer { owner.sqliteStatement }

    /// Binds values to the parameters, in order.
    func bind(_ values: [StoredValue]) {
        var writer = RowWriter(pointer)
        for value in values { writer.bind(value) }
    }

    /// Binds integers to the parameters, in order.
    func bind(_ values: Int64...) {
        for (index, value) in values.enumerated() { sqlite3_bind_int64(pointer, Int32(index + 1), value) }
    }

    /// Runs the statement, and passes each row to a closure.
    func rows(_ body: (OpaquePointer) throws -> Void) throws {
        // Otherwise its read transaction would stay open and prevent checkpoints.
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

    /// SQLite's current error.
    func failure() -> any Error {
        let connection = sqlite3_db_handle(pointer)
        let code = sqlite3_extended_errcode(connection)
        let message = String(cString: sqlite3_errmsg(connection))
        if let found = SealedValueFailure(resultCode: ResultCode(rawValue: code), message: message) {
            return ModelError.unreadableEncryptedValue(
                object: PersistentIdentifier(entityName: found.root, row: found.identity ?? 0),
                property: found.path,
                reason: found.reason
            )
        }
        let error = DatabaseError(resultCode: ResultCode(rawValue: code), message: message, sql: owner.sql)
        return error.explained(owner.sql)
    }
}

extension DatabaseError {
    /// What a context throws for an error of one of its statements.
    ///
    /// A disk that is full or fails, and a file that is damaged or cannot be used, are errors of the store, whichever statement meets
    /// them: they stay as they are, and what has opened the store's transaction throws them as `StoreError`.
    func explained(_ sql: String) -> any Error {
        isOfStore ? self : ModelError.database(code: extendedResultCode.rawValue, message: message ?? "", sql: sql)
    }
}
