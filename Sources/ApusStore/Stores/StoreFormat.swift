import ApusSchema

/// What tells a store from any other SQLite file. The format may change until Apus 1.0; stores carry its number.
enum StoreFormat {
    /// The number of this format, in `PRAGMA user_version`.
    static let number: Int = 2

    /// The first format whose stores keep a model's rules themselves, by triggers.
    static let firstWithPrograms: Int = 2

    /// `Apus` in ASCII, in `PRAGMA application_id`.
    static let applicationID: Int = 0x4170_7573

    /// One row a model: the version that the store holds, its lock digest, its schema in canonical JSON, and how often
    /// the store was migrated.
    static let modelTable: String = "apus_model"

    /// One row a migration.
    static let logTable: String = "apus_log"

    /// The statements that make a new file a store, before any model's tables.
    static let statements: [SQLStatement] = [
        SQLStatement("PRAGMA application_id = \(applicationID)"),
        SQLStatement("PRAGMA user_version = \(number)"),
        SQLStatement(
            """
            CREATE TABLE apus_model (
              model TEXT NOT NULL PRIMARY KEY,
              version TEXT,
              digest TEXT,
              schema TEXT NOT NULL,
              generation INTEGER NOT NULL
            ) STRICT
            """
        ),
        SQLStatement(
            """
            CREATE TABLE apus_log (
              id INTEGER PRIMARY KEY AUTOINCREMENT,
              model TEXT NOT NULL,
              from_version TEXT,
              to_version TEXT,
              finished_at TEXT NOT NULL,
              seconds REAL NOT NULL,
              rows_written INTEGER NOT NULL,
              summary TEXT NOT NULL
            ) STRICT
            """
        ),
    ]

    /// Whether a table is the store's own, rather than a model's or somebody else's.
    static func isOwnTable(_ name: String) -> Bool {
        [modelTable, logTable].contains(name.folded)
    }

    /// Whether an index bears a name that Apus gives.
    static func isOwnIndex(_ name: String) -> Bool {
        name.hasPrefix("apus_index_")
    }
}
