import ApusStore

extension FuzzTarget {
    /// Lines of SQL that a user runs on a good store; the first letter chooses the change.
    static let storeSQL: FuzzTarget = .text("store-sql", usualRuns: 60, tokens: sqlTokens) {
        additions.enumerated().flatMap { index, sql in
            (0..<3).map { round in "\(letters[(index + round * 7) % letters.count])\(sql)" }
        }
    } check: { text in
        let choice = Int(text.unicodeScalars.first?.value ?? 0) % StoreChange.all.count
        let store = try FuzzedStore(choice, in: "sql")
        store.run(text.dropFirst().split(whereSeparator: \.isNewline))
        try StoreLaws(store: store, attack: .sql, checks: .usual).check()
    }

    private static let letters: [Character] = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ")

    /// What users add to stores.
    private static let additions: [String] = [
        "CREATE VIEW x AS SELECT size FROM Note",
        "CREATE VIEW x AS SELECT * FROM Note\nCREATE VIEW y AS SELECT size FROM x",
        "CREATE VIEW x AS WITH c AS (SELECT size FROM Note) SELECT * FROM c",
        "CREATE VIEW x AS SELECT missing, unknown(size) FROM Note",
        "CREATE TRIGGER x AFTER INSERT ON Note BEGIN UPDATE Note SET size = NEW.size; END",
        "CREATE TRIGGER x BEFORE UPDATE OF size ON Note WHEN OLD.size > 1 BEGIN DELETE FROM Note; END",
        "CREATE VIEW x AS SELECT size FROM Note\nCREATE TRIGGER y INSTEAD OF INSERT ON x BEGIN SELECT NEW.size; END",
        "CREATE TRIGGER x AFTER INSERT ON apus_log BEGIN DELETE FROM Note; END",
        "CREATE UNIQUE INDEX x ON Note (size)", "CREATE INDEX x ON Note (text COLLATE NOCASE DESC) WHERE size > 0",
        "CREATE INDEX x ON Note (size + 1, lower(text))", "CREATE UNIQUE INDEX x ON apus_log ((1))",
        "ALTER TABLE Note ADD COLUMN x INTEGER CHECK (x > size)", "ALTER TABLE Note ADD COLUMN x INTEGER DEFAULT 5",
        "ALTER TABLE Note ADD COLUMN x INTEGER GENERATED ALWAYS AS (size + 1) VIRTUAL",
        "ALTER TABLE Note ADD COLUMN x INTEGER REFERENCES Note (_id)", "ALTER TABLE Note RENAME COLUMN size TO siz",
        "CREATE TABLE t (a INTEGER REFERENCES Note (_id) ON DELETE CASCADE)\nINSERT INTO t VALUES (1), (2), (9)",
        "CREATE TABLE t (a TEXT PRIMARY KEY, b CHECK (b > 0), c AS (a || b) STORED) WITHOUT ROWID\nINSERT INTO t VALUES ('a', 1)",
        "CREATE TABLE t (a INTEGER PRIMARY KEY, b TEXT NOT NULL) STRICT\nINSERT INTO t VALUES (1, 'x')",
        "CREATE VIRTUAL TABLE x USING fts5 (text, content=Note, content_rowid=_id)\nINSERT INTO x(x) VALUES ('rebuild')",
        "CREATE VIRTUAL TABLE x USING rtree (id, a, b)\nINSERT INTO x VALUES (1, 2, 3)",
        "CREATE TABLE apus_draft_Note (a)", "CREATE TABLE apus_passing_log (a)", "CREATE TABLE Memo (a)",
        "UPDATE Note SET text = zeroblob(10)", "UPDATE Note SET size = 70000", "DELETE FROM sqlite_sequence",
        "INSERT INTO Note (_id, text, size) VALUES (9223372036854775807, 'z', 3)",
        "INSERT OR REPLACE INTO Note (_id, text, size) VALUES (2, char(0, 0x202e), -5)",
        "PRAGMA journal_mode = DELETE", "PRAGMA user_version = 7", "PRAGMA application_id = 0",
        "PRAGMA auto_vacuum = 2",
        "ANALYZE", "REINDEX", "DROP TABLE apus_log", "UPDATE apus_model SET generation = -1", "DROP TABLE Tag",
        "UPDATE apus_model SET schema = '{}'", "DROP INDEX apus_index_Note_next", "PRAGMA foreign_keys = 1",
        "ALTER TABLE Note RENAME TO Other\nCREATE VIEW Note AS SELECT * FROM Other",
        "ALTER TABLE Note DROP COLUMN size",
        "CREATE UNIQUE INDEX x ON Note (ratio)\nCREATE TABLE t (a REFERENCES Note (ratio))\nINSERT INTO t SELECT ratio FROM Note",
        "CREATE UNIQUE INDEX x ON Note (size)\nCREATE TABLE t (a REFERENCES Note (size))\nINSERT INTO t SELECT size FROM Note",
        "CREATE UNIQUE INDEX x ON apus_model (version)\nCREATE TABLE t (a REFERENCES apus_model (version))\nINSERT INTO t VALUES ('1')",
        "ALTER TABLE apus_log ADD COLUMN x INTEGER CHECK (rows_written < 2)",
        "CREATE INDEX x ON apus_model (json(version || ']')) WHERE generation = 2",
        "!size 'x'", "!size 1.5", "!size NULL", "!size 99999", "!text x'ff41'", "!text CAST(x'ff41' AS TEXT)",
        "!next 'x'",
        "!ratio 'x'", "!flag 2", "!flag 1.5", "!moment 9e999", "!moment 'x'", "!amount 'x'", "!amount 5", "!data 't'",
        "!identifier x'00'", "!identifier 'x'",
        "CREATE TEMP TABLE Note (a)", "CREATE TRIGGER x AFTER DELETE ON Tag BEGIN SELECT RAISE(ABORT, 'no'); END",
    ]

    private static let sqlTokens: [String] = [
        "\n", "\n!size ", "\n!text ", "\n!ratio ", " ", "(", ")", ", ", "; ", "*", "+ 1", "= 1", "> 0", "'a'",
        "\"size\"", "[size]", "`size`", "x'00'",
        "NULL",
        "-- ", "/*", "*/", "\u{0}", "\u{202E}", "é", "1e999", "9223372036854775807", "ABORT", "ADD COLUMN ", "AFTER ",
        "ALTER TABLE ", "ALWAYS AS ", "apus_log", "apus_model", "AUTOINCREMENT", "BEFORE ", "BEGIN ", "CASCADE",
        "CASE ",
        "CAST(", "CHECK ", "COLLATE NOCASE", "CREATE ", "DEFAULT ", "DELETE FROM ", "DESC", "DROP ", "END", "EXISTS ",
        "FOREIGN KEY ", "FROM ", "GENERATED ", "GROUP BY ", "IF NOT EXISTS ", "INDEX ", "INSERT INTO ", "INSTEAD OF ",
        "JOIN ", "LIKE ", "NEW.size", "NOT NULL ", "Note", "OLD.text", "ON ", "OR REPLACE ", "ORDER BY ", "PRAGMA ",
        "PRIMARY KEY ", "RAISE(IGNORE)", "RECURSIVE ", "REFERENCES ", "RENAME TO ", "RETURNING ", "SELECT ", "SET ",
        "size", "sqlite_sequence", "sqlite_schema", "STORED", "STRICT", "TABLE ", "Tag", "TEMP ", "text", "TRIGGER ",
        "UNION ", "UNIQUE ", "UPDATE ", "USING ", "VALUES ", "VIEW ", "VIRTUAL ", "WHEN ", "WHERE ", "WITH ",
        "WITHOUT ROWID", "_id", "next", "tags", "name", "count(*)", "row_number() OVER ()", "randomblob(9)",
    ]
}
