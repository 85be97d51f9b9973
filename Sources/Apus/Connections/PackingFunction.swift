import GRDB
import GRDBSQLite

/// A function of SQL that packs the row of its arguments, for the fetch that is running on its connection.
///
/// It is not deterministic, so SQLite calls it once for each row of a result without a limit, and nothing of a store's own, such as a
/// view, may call it.
final class PackingFunction {
    static let name = "apus_pack"

    /// How many arguments a function may have, in any version of SQLite with its usual limits (<https://sqlite.org/limits.html>).
    static let maximumArgumentCount = 100

    @exclusivity(unchecked)
    private var packer: RowPacker?

    /// Adds the function to a connection, which retains it.
    ///
    /// - Throws: `DatabaseError`.
    init(_ database: Database) throws {
        let code = sqlite3_create_function_v2(
            database.sqliteConnection,
            Self.name,
            -1,
            SQLITE_UTF8 | SQLITE_DIRECTONLY,
            Unmanaged.passRetained(self).toOpaque(),
            { context, _, values in
                guard let values, let function = sqlite3_user_data(context) else { return }
                Unmanaged<PackingFunction>.fromOpaque(function)._withUnsafeGuaranteedRef {
                    $0.packer?.pack(values, context)
                }
            },
            nil,
            nil,
            { $0.map { Unmanaged<PackingFunction>.fromOpaque($0).release() } }
        )
        guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
    }

    /// Runs a statement that calls the function.
    func call<Result>(for packer: RowPacker, _ run: () throws -> Result) rethrows -> Result {
        let outer = self.packer
        self.packer = packer
        defer { self.packer = outer }
        return try run()
    }
}
