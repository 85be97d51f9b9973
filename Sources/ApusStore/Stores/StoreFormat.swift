import ApusSchema

/// The format of stores, which distinguishes them from other SQLite files. It may change until Apus 1.0; each store
/// contains its number.
enum StoreFormat {
    /// The number of this format, in `PRAGMA user_version`.
    static let number: Int = 3

    /// The number of a store while work of a migration is left for later: an Apus that does not know of such work refuses it instead
    /// of taking what is left for something that was added by hand. All else is as in ``number``.
    static let deferringNumber: Int = 4

    /// The first format whose stores enforce a model's rules by triggers.
    static let firstWithTriggers: Int = 2

    /// The first format whose stores require a key by a trigger, so that rows of older versions may lack one.
    static let firstWithOptionalKeys: Int = 3

    /// `Apus` in ASCII, in `PRAGMA application_id`.
    static let applicationID: Int = 0x4170_7573

    /// The table with a row per model: its version, lock digest, schema in canonical JSON, and number of migrations.
    static let modelTable: String = "apus_model"

    /// The table with a row per migration.
    static let logTable: String = "apus_log"

    /// The table with what migrations have set aside, which a store only has if they have set something aside: a row per
    /// object, without a property, and one per value of it.
    static let asideTable: String = "apus_set_aside"

    /// The statement that creates it.
    static let asideStatement: String = """
        CREATE TABLE apus_set_aside (
          id INTEGER PRIMARY KEY,
          model TEXT NOT NULL,
          from_version TEXT,
          to_version TEXT,
          reason TEXT NOT NULL,
          entity TEXT NOT NULL,
          object INTEGER NOT NULL,
          property TEXT,
          value ANY
        ) STRICT
        """

    /// The table that a store has while values that were encrypted may be left in its file: see ``Purge``.
    static let purgeTable: String = "apus_purge"

    /// The statement that creates it.
    static let purgeStatement: String = "CREATE TABLE IF NOT EXISTS apus_purge (reason TEXT) STRICT"

    /// The table with what migrations left for later, which a store has only as long as something is left: a row per column and index.
    static let deferredTable: String = "apus_deferred"

    /// The statement that creates it.
    static let deferredStatement: String = """
        CREATE TABLE apus_deferred (
          id INTEGER PRIMARY KEY,
          model TEXT NOT NULL,
          kind TEXT NOT NULL,
          table_name TEXT NOT NULL,
          name TEXT NOT NULL,
          former TEXT,
          cleared INTEGER
        ) STRICT
        """

    /// The table with the secrets of lookups, sealed, which a store only has if it has had lookups: a row per model and key.
    static let lookupTable: String = "apus_lookup_key"

    /// The statement that creates it.
    static let lookupStatement: String = """
        CREATE TABLE IF NOT EXISTS apus_lookup_key (
          model TEXT NOT NULL,
          key TEXT NOT NULL,
          secret BLOB NOT NULL,
          PRIMARY KEY (model, key)
        ) STRICT
        """

    /// The tables of the history, which a store only has if a model of it keeps one, and the statements that create them.
    static let historyTables: [(name: String, sql: String)] = [
        (
            "apus_history",
            """
            CREATE TABLE IF NOT EXISTS apus_history (
              model TEXT NOT NULL PRIMARY KEY,
              store TEXT NOT NULL,
              epoch INTEGER NOT NULL,
              open INTEGER,
              cut INTEGER NOT NULL,
              cut_stamp INTEGER NOT NULL
            ) STRICT
            """
        ),
        (
            "apus_history_transaction",
            """
            CREATE TABLE IF NOT EXISTS apus_history_transaction (
              id INTEGER PRIMARY KEY AUTOINCREMENT,
              model TEXT NOT NULL,
              epoch INTEGER NOT NULL,
              stamp INTEGER NOT NULL DEFAULT (random()),
              time REAL NOT NULL,
              author TEXT,
              context TEXT,
              process TEXT,
              migration TEXT
            ) STRICT
            """
        ),
        (
            "apus_history_change",
            """
            CREATE TABLE IF NOT EXISTS apus_history_change (
              transaction_id INTEGER NOT NULL,
              root TEXT NOT NULL,
              identity INTEGER NOT NULL,
              entity TEXT NOT NULL,
              kind INTEGER NOT NULL,
              properties TEXT NOT NULL,
              PRIMARY KEY (transaction_id, root, identity)
            ) STRICT, WITHOUT ROWID
            """
        ),
        (
            "apus_history_tombstone",
            """
            CREATE TABLE IF NOT EXISTS apus_history_tombstone (
              transaction_id INTEGER NOT NULL,
              root TEXT NOT NULL,
              identity INTEGER NOT NULL,
              path TEXT NOT NULL,
              type TEXT NOT NULL,
              value ANY,
              seal_key TEXT,
              seal_subject TEXT,
              PRIMARY KEY (transaction_id, root, identity, path)
            ) STRICT, WITHOUT ROWID
            """
        ),
        (
            "apus_history_name",
            """
            CREATE TABLE IF NOT EXISTS apus_history_name (
              model TEXT NOT NULL,
              epoch INTEGER NOT NULL,
              entity TEXT NOT NULL,
              property TEXT NOT NULL,
              current_entity TEXT,
              current_property TEXT,
              PRIMARY KEY (model, epoch, entity, property)
            ) STRICT, WITHOUT ROWID
            """
        ),
    ]

    /// The table with the digest of the seed data that a store has, which a store only has if it got some: a row per model.
    static let seedTable: String = "apus_seed"

    /// The table with a row per seed row that a store got. It only has one if it got some.
    static let seedRowTable: String = "apus_seed_row"

    /// The statements that create the tables of seed data. Names change in migrations, and two can change places, so no
    /// constraint says that keys are unique.
    static let seedStatements: [String] = [
        "CREATE TABLE IF NOT EXISTS apus_seed (model TEXT NOT NULL PRIMARY KEY, digest TEXT NOT NULL) STRICT",
        """
        CREATE TABLE IF NOT EXISTS apus_seed_row (
          id INTEGER PRIMARY KEY,
          model TEXT NOT NULL,
          entity TEXT NOT NULL,
          key TEXT NOT NULL,
          object INTEGER,
          content TEXT NOT NULL,
          removed TEXT NOT NULL
        ) STRICT
        """,
    ]

    /// The format's own tables and the statements that create them.
    static let tables: [(name: String, sql: String)] = [
        (
            modelTable,
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
        (
            logTable,
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

    /// The statements that turn a new file into a store, before any model's tables.
    static let statements: [SQLStatement] =
        [
            SQLStatement("PRAGMA application_id = \(applicationID)"), SQLStatement("PRAGMA user_version = \(number)"),
        ] + tables.map { SQLStatement($0.sql) }

    /// Whether a table is one of the format, rather than a model's or added by hand.
    static func isOwnTable(_ name: String) -> Bool {
        [asideTable, purgeTable, deferredTable, lookupTable, seedTable, seedRowTable].contains(name.folded)
            || (tables + historyTables).contains { $0.name == name.folded }
    }

    /// Whether an index has a name that Apus assigns.
    static func isOwnIndex(_ name: String) -> Bool {
        name.hasPrefix("apus_index_")
    }
}
