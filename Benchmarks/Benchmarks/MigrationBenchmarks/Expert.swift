/// The best SQL that we know for each change, as an expert writes it by hand for SQLite's shell.
///
/// It looks for orphans before it commits, as Apus does; beyond that it checks nothing.
enum Expert {
    static func sql(_ change: Change) -> String { transaction(work(change)) }

    /// The same without a copy of the table, for those who dare to write the catalogue; `nil` where it does not serve.
    static func catalogueSQL(_ change: Change) -> String? {
        let rest: String
        switch change {
        case .add, .rename, .drop: return nil
        case .retype: rest = ""
        case .all: rest = [Change.rename, .drop, .add].map(work).joined()
        }
        return transaction(
            """
            SELECT count(*) FROM item WHERE price_cents IS NULL;
            PRAGMA writable_schema=ON;
            UPDATE sqlite_schema SET sql=replace(sql, 'price_cents INTEGER', 'price_cents REAL NOT NULL')
            WHERE name='item';
            PRAGMA writable_schema=RESET;
            \(rest)
            """
        )
    }

    private static func transaction(_ work: String) -> String {
        """
        PRAGMA secure_delete=FAST;
        PRAGMA foreign_keys=OFF;
        BEGIN IMMEDIATE;
        \(work)
        SELECT count(*) FROM (SELECT DISTINCT item_id v FROM line)
        WHERE v IS NOT NULL AND NOT EXISTS (SELECT 1 FROM item WHERE id=v);
        COMMIT;
        """
    }

    private static func work(_ change: Change) -> String {
        switch change {
        case .add: "ALTER TABLE item ADD COLUMN status INTEGER NOT NULL DEFAULT 0;"
        case .rename: "ALTER TABLE item RENAME COLUMN note TO remark;"
        case .drop: "ALTER TABLE item DROP COLUMN weight;"
        case .retype:
            rebuild(
                "note TEXT, qty INTEGER NOT NULL, price_cents REAL NOT NULL, weight REAL, payload BLOB",
                from: "note, qty, price_cents, weight, payload",
                to: "note, qty, price_cents, weight, payload"
            )
        case .all:
            rebuild(
                "remark TEXT, qty INTEGER NOT NULL, price_cents REAL NOT NULL, payload BLOB, "
                    + "status INTEGER NOT NULL DEFAULT 0",
                from: "note, qty, price_cents, payload",
                to: "remark, qty, price_cents, payload"
            )
        }
    }

    private static func rebuild(_ columns: String, from older: String, to newer: String) -> String {
        """
        CREATE TABLE _new_item (
          id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, sku TEXT NOT NULL, \(columns)
        );
        INSERT INTO _new_item (id, name, sku, \(newer)) SELECT id, name, sku, \(older) FROM item;
        UPDATE sqlite_sequence SET seq=(SELECT seq FROM sqlite_sequence WHERE name='item') WHERE name='_new_item';
        DROP TABLE item;
        ALTER TABLE _new_item RENAME TO item;
        CREATE INDEX idx_item_sku ON item(sku);
        CREATE INDEX idx_item_qty_price ON item(qty, price_cents);
        """
    }
}
