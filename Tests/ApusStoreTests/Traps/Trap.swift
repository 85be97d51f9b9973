/// An object added to a table by hand, which the migrations of other tools lose, change or fail on.
///
/// `Documentation/Traps.md` lists them by name.
struct Trap: CustomStringConvertible, Sendable {
    /// The name in the list.
    let name: String
    /// The SQL that sets the trap before the migration.
    let sql: String
    /// The queries whose results must not change.
    let same: [String]
    /// The SQL to run on the migrated store, and the expected result of a query.
    let after: (sql: String, query: String, rows: [String])?
    /// The name in the error if a copy of the table cannot keep the object.
    let refused: String?

    var description: String { name }

    init(
        _ name: String,
        _ sql: String,
        same: [String] = [],
        after: (sql: String, query: String, rows: [String])? = nil,
        refused: String? = nil
    ) {
        (self.name, self.sql, self.same, self.after, self.refused) = (name, sql, same, after, refused)
    }

    /// The definitions of the objects that were added by hand.
    static let texts: String =
        "SELECT type, name, sql FROM sqlite_schema WHERE name LIKE 'my%' AND type <> 'table' ORDER BY name"
}

extension Trap {
    /// All of them, on a table `Note` with `text` and `size`, in three rows.
    static let all: [Trap] = keys + readers + indexes + clauses + counters + foreign

    private static let keys: [Trap] = [
        Trap(
            "children with ON DELETE CASCADE",
            """
            CREATE TABLE my_child (id INTEGER PRIMARY KEY, note INTEGER REFERENCES Note (_id) ON DELETE CASCADE);
            INSERT INTO my_child (note) VALUES (1), (2), (2), (3)
            """,
            same: ["SELECT * FROM my_child", "SELECT sql FROM sqlite_schema WHERE name = 'my_child'"],
            after: (
                "PRAGMA foreign_keys = ON; DELETE FROM Note WHERE _id = 2", "SELECT note FROM my_child", ["1", "3"]
            )
        ),
        Trap(
            "children with ON DELETE SET NULL",
            """
            CREATE TABLE my_child (note INTEGER REFERENCES Note ON DELETE SET NULL ON UPDATE CASCADE);
            INSERT INTO my_child VALUES (1), (2)
            """,
            same: ["SELECT * FROM my_child", "PRAGMA foreign_key_check"],
            after: (
                "PRAGMA foreign_keys = ON; DELETE FROM Note WHERE _id = 2", "SELECT note FROM my_child", ["1", "NULL"]
            )
        ),
        Trap(
            "children with ON DELETE RESTRICT, checked at once",
            """
            CREATE TABLE my_child (note INTEGER NOT NULL REFERENCES Note (_id) ON DELETE RESTRICT);
            INSERT INTO my_child VALUES (1)
            """,
            same: ["SELECT * FROM my_child", "PRAGMA foreign_key_check"],
            after: (
                "PRAGMA foreign_keys = ON; DELETE FROM Note WHERE _id = 3", "SELECT count(*) FROM Note", ["2"]
            )
        ),
        Trap(
            "children that are deferred, in a table without rowids",
            """
            CREATE TABLE my_child (a TEXT, note INTEGER DEFAULT 3 REFERENCES Note ON DELETE SET DEFAULT
                DEFERRABLE INITIALLY DEFERRED, PRIMARY KEY (a)) WITHOUT ROWID, STRICT;
            INSERT INTO my_child VALUES ('x', 1)
            """,
            same: ["SELECT * FROM my_child", "SELECT sql FROM sqlite_schema WHERE name = 'my_child'"],
            after: ("PRAGMA foreign_keys = ON; DELETE FROM Note WHERE _id = 1", "SELECT note FROM my_child", ["3"])
        ),
    ]

    private static let readers: [Trap] = [
        Trap(
            "a view",
            "CREATE VIEW my_view AS SELECT n.text AS t, (SELECT count(*) FROM Note) AS c FROM Note AS n WHERE n._id > 1",
            same: ["SELECT * FROM my_view", texts]
        ),
        Trap(
            "a view over a view, with a trigger",
            """
            CREATE VIEW my_view AS SELECT _id, text FROM Note; CREATE VIEW my_wider AS SELECT text FROM my_view;
            CREATE TRIGGER my_insert INSTEAD OF INSERT ON my_wider BEGIN
                INSERT INTO Note (text, size) VALUES (NEW.text, 9); END
            """,
            same: ["SELECT * FROM my_wider", texts],
            after: ("INSERT INTO my_wider VALUES ('new')", "SELECT text FROM Note WHERE _id = 4", ["new"])
        ),
        Trap(
            "triggers of the table",
            """
            CREATE TABLE my_log (line);
            CREATE TRIGGER my_insert AFTER INSERT ON Note BEGIN INSERT INTO my_log VALUES ('+' || NEW.text); END;
            CREATE TRIGGER my_update AFTER UPDATE OF text, size ON Note WHEN OLD.text <> NEW.text
                BEGIN INSERT INTO my_log VALUES ('~' || NEW.text); END;
            CREATE TRIGGER my_delete BEFORE DELETE ON Note BEGIN INSERT INTO my_log VALUES ('-' || OLD.text); END
            """,
            same: ["SELECT * FROM my_log", texts],
            after: (
                "INSERT INTO Note (text, size) VALUES ('n', 1); UPDATE Note SET text = 'm' WHERE _id = 1; "
                    + "DELETE FROM Note WHERE _id = 2",
                "SELECT * FROM my_log", ["+n", "~m", "-b"]
            )
        ),
        Trap(
            "another table's trigger that writes here",
            """
            CREATE TABLE my_other (x);
            CREATE TRIGGER my_trigger AFTER INSERT ON my_other BEGIN UPDATE Note SET text = NEW.x WHERE _id = 1; END
            """,
            same: [texts],
            after: ("INSERT INTO my_other VALUES ('set')", "SELECT text FROM Note WHERE _id = 1", ["set"])
        ),
        Trap(
            "strings in double quotes, in a trigger",
            """
            CREATE TABLE my_log (line);
            CREATE TRIGGER my_trigger AFTER DELETE ON Note BEGIN INSERT INTO my_log VALUES ("gone"); END
            """,
            same: [texts],
            after: ("DELETE FROM Note WHERE _id = 1", "SELECT * FROM my_log", ["gone"])
        ),
    ]

    private static let indexes: [Trap] = [
        Trap("an index", "CREATE INDEX my_index ON Note (text, _id)", same: [texts]),
        Trap(
            "an index that has order and collation",
            "CREATE INDEX my_index ON Note (text COLLATE NOCASE DESC)",
            same: [texts, "SELECT _id FROM Note ORDER BY text COLLATE NOCASE DESC"]
        ),
        Trap(
            "a unique index",
            "CREATE UNIQUE INDEX my_index ON Note (text)",
            same: [texts],
            after: ("INSERT OR IGNORE INTO Note (text, size) VALUES ('a', 1)", "SELECT count(*) FROM Note", ["3"])
        ),
        Trap(
            "a partial index",
            "CREATE INDEX my_index ON Note (text) WHERE _id > 1 AND text <> 'where'",
            same: [texts, "SELECT text FROM Note INDEXED BY my_index WHERE _id > 1 AND text <> 'where'"]
        ),
        Trap(
            "an index over an expression",
            "CREATE INDEX my_index ON Note (lower(text) || '!', _id)",
            same: [texts, "SELECT _id FROM Note INDEXED BY my_index WHERE lower(text) || '!' = 'b!'"]
        ),
        Trap(
            "an index over the values of the changed column",
            "CREATE INDEX my_index ON Note (typeof(size)) WHERE size IS NOT NULL",
            same: [texts],
            after: (
                "SELECT 1",
                "SELECT count(*) FROM Note INDEXED BY my_index WHERE typeof(size) <> 'integer' "
                    + "AND size IS NOT NULL", ["3"]
            )
        ),
    ]

    private static let clauses: [Trap] = [
        Trap(
            "a check",
            rewritten(#""text" TEXT NOT NULL"#, #""text" TEXT NOT NULL CHECK (text <> '')"#),
            refused: "CHECK"
        ),
        Trap(
            "a check of the table, without a name",
            rewritten(") STRICT", ", CHECK (length(text) < 100 OR _id > 5)) STRICT"),
            refused: "CHECK"
        ),
        Trap(
            "a column's collation",
            rewritten(#""text" TEXT NOT NULL"#, #""text" TEXT NOT NULL COLLATE NOCASE"#),
            refused: "COLLATE"
        ),
        Trap(
            "ON CONFLICT of a column",
            rewritten(#""text" TEXT NOT NULL"#, #""text" TEXT NOT NULL ON CONFLICT IGNORE"#),
            refused: "CONFLICT"
        ),
        Trap("UNIQUE in the table's text", rewritten(") STRICT", ", UNIQUE (text, _id)) STRICT"), refused: "UNIQUE"),
        Trap(
            "a column added by hand, in the middle",
            rewritten(#""text" TEXT NOT NULL"#, #""mine" TEXT DEFAULT 'm', "text" TEXT NOT NULL"#),
            refused: "'Note.mine'"
        ),
        Trap(
            "a generated column",
            "ALTER TABLE Note ADD COLUMN twice TEXT AS (text || text) VIRTUAL",
            same: ["SELECT _id, twice FROM Note"],
            refused: "'Note.twice'"
        ),
        Trap(
            "keywords of constraints in a string",
            rewritten(#""text" TEXT NOT NULL"#, #""text" TEXT NOT NULL DEFAULT 'CHECK (x) COLLATE'"#),
            after: ("SELECT 1", "SELECT count(*) FROM Note", ["3"])
        ),
    ]

    private static let counters: [Trap] = [
        Trap(
            "identities that were given once",
            "INSERT INTO Note VALUES (70, 'gone', 1); DELETE FROM Note WHERE _id = 70",
            after: ("INSERT INTO Note (text, size) VALUES ('n', 1)", "SELECT max(_id) FROM Note", ["71"])
        ),
        Trap(
            "identities with gaps, and below zero",
            "UPDATE Note SET _id = -_id * 1000 WHERE _id < 3",
            same: ["SELECT _id, text FROM Note ORDER BY _id"]
        ),
        Trap(
            "the planner's statistics",
            "CREATE INDEX my_index ON Note (text); ANALYZE",
            same: ["SELECT tbl, idx, stat FROM sqlite_stat1 WHERE tbl = 'Note' ORDER BY idx"]
        ),
    ]

    private static let foreign: [Trap] = [
        Trap(
            "a full-text index of the table",
            """
            CREATE VIRTUAL TABLE my_found USING fts5 (text, content='Note', content_rowid='_id');
            INSERT INTO my_found (my_found) VALUES ('rebuild')
            """,
            same: ["SELECT rowid, text FROM my_found WHERE my_found MATCH 'b'"],
            after: (
                "INSERT INTO my_found (my_found, rank) VALUES ('integrity-check', 1)", "SELECT count(*) FROM my_found",
                ["3"]
            )
        ),
        Trap(
            "a full-text index with content of its own",
            "CREATE VIRTUAL TABLE my_found USING fts5 (text); INSERT INTO my_found SELECT text FROM Note",
            same: ["SELECT rowid, text FROM my_found", "SELECT count(*) FROM my_found_data"]
        ),
        Trap(
            "what another tool's failed rebuild left behind",
            "CREATE TABLE apus_draft_Note (x); CREATE TABLE _new_Note (x); CREATE TABLE Note_old (x); INSERT INTO Note_old VALUES (1)",
            same: [
                "SELECT * FROM Note_old",
                "SELECT name FROM sqlite_schema WHERE name IN ('apus_draft_Note', '_new_Note')",
            ]
        ),
        Trap(
            "names with spaces, quotes and keywords",
            """
            CREATE TABLE "my order by" ("a b" REFERENCES Note, "select" TEXT, `x"y` INTEGER);
            INSERT INTO "my order by" VALUES (1, 'x', 2); CREATE INDEX "my group" ON "my order by" ("select", `x"y`);
            CREATE VIEW "my ""view" AS SELECT "a b", n.text FROM "my order by" JOIN Note AS n ON n._id = "a b"
            """,
            same: [#"SELECT * FROM "my order by""#, #"SELECT * FROM "my ""view""#, texts]
        ),
    ]

    /// Recreates the table, with a part of its definition replaced, and its rows.
    private static func rewritten(_ usual: String, _ edited: String) -> String { "\(usual)→\(edited)" }
}
