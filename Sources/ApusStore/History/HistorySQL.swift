import ApusSchema

/// The triggers that record the changes of a table's rows in the history.
///
/// Triggers see every row that is written, by whatever statement and program, within its transaction. Who writes is in
/// `apus_history.open` while a context saves: the transaction that the changes belong to. Other programs have none there, so each
/// of their rows gets a transaction of its own.
struct HistorySQL {
    let recording: Layout.Recording
    let recorded: Layout.RecordedTable
    let table: Table
    let layout: Layout

    /// What a transaction has done to an object, in `apus_history_change.kind`.
    enum Kind: Int {
        /// It was inserted, and deleted again.
        case nothing = 0
        case insert = 1
        case update = 2
        case delete = 3
    }

    /// The properties of an object that was deleted and inserted again: any of them may have changed.
    static let allProperties = "*"

    /// The triggers: one each for inserted, updated and deleted rows, and one for rows that become those of other objects.
    var programs: [LayoutProgram] {
        var programs: [LayoutProgram] = []
        func add(_ name: String, _ event: String, when condition: String? = nil, _ body: [String]) {
            if body.isEmpty { return }
            programs.append(
                .trigger(
                    "apus_history_\(name)_\(table.name)",
                    event,
                    on: table,
                    tables: Set([table.name] + recorded.ends.map(\.table)),
                    when: condition,
                    [beginning] + body
                )
            )
        }
        let ends = recorded.ends
        add("insert", "AFTER INSERT", objectInserted + ends.map { changed($0, "NEW") })
        let updates =
            objectUpdated
            + ends.flatMap { end in
                let condition = Self.differ(end.columns)
                let isMoved = Self.differ([end.column])
                return [changed(end, "NEW", where: condition), changed(end, "OLD", where: isMoved)]
            }
        let watched = (recorded.properties.flatMap(\.columns) + ends.flatMap(\.columns)).withoutRepetitions
        if !watched.isEmpty {
            add("update", "AFTER UPDATE OF \(SQLText.names(watched))", when: Self.differ(watched), updates)
        }
        add("delete", "AFTER DELETE", objectDeleted + ends.map { changed($0, "OLD") })
        if let identity = table.identity?.name {
            // No context does this, but another program can.
            let names = [identity] + (table.entity.map { [$0.name] } ?? [])
            add(
                "identity",
                "AFTER UPDATE OF \(SQLText.names(names))",
                when: Self.differ(names),
                objectDeleted + objectInserted
            )
        }
        return programs
    }

    /// Makes a transaction, if no context is saving.
    private var beginning: String {
        """
        INSERT INTO apus_history_transaction (model, epoch, time) \
        SELECT model, epoch, \(DerivationSQL.now.sql) FROM apus_history \
        WHERE model = \(SQLText.quoted(recording.model)) AND open IS NULL;
        """
    }

    /// The transaction that a change belongs to. There is none if the history is damaged, and then nothing can be written.
    private var transaction: String {
        "(SELECT ifnull(open, (SELECT max(id) FROM apus_history_transaction)) FROM apus_history "
            + "WHERE model = \(SQLText.quoted(recording.model)))"
    }

    private static let target =
        "INSERT INTO apus_history_change (transaction_id, root, identity, entity, kind, properties)"

    private static let conflict = "ON CONFLICT (transaction_id, root, identity) DO UPDATE SET"

    // MARK: The row's own object

    private var objectInserted: [String] {
        guard let root = recorded.root else { return [] }
        return [
            """
            \(Self.target) VALUES (\(transaction), \(SQLText.quoted(root)), \(identity("NEW")), \(entity("NEW")), 1, '') \
            \(Self.conflict) entity = excluded.entity, kind = CASE kind WHEN 3 THEN 2 ELSE 1 END, \
            properties = CASE kind WHEN 3 THEN '\(Self.allProperties)' ELSE '' END;
            """
        ]
    }

    private var objectUpdated: [String] {
        guard let root = recorded.root, !recorded.properties.isEmpty else { return [] }
        let names = recorded.properties.map { property in
            "CASE WHEN \(Self.differ(property.columns)) THEN \(SQLText.quoted(property.name + ",")) ELSE '' END"
        }
        return [
            """
            \(Self.target) SELECT \(transaction), \(SQLText.quoted(root)), \(identity("NEW")), \(entity("NEW")), 2, \
            names FROM (SELECT ',' || \(Self.joined(names)) AS names) WHERE names <> ',' \(Self.merging);
            """
        ]
    }

    private var objectDeleted: [String] {
        guard let root = recorded.root else { return [] }
        let tombstones = recorded.preserved.map { preserved -> String in
            let column = preserved.column
            let value = SQLText.column(column.name, of: "OLD")
            // A value in a file goes with the file.
            let isKept = column.isExternal ? "typeof(\(value)) = 'blob'" : "\(value) IS NOT NULL"
            let seal = column.seal
            return """
                INSERT OR REPLACE INTO apus_history_tombstone \
                (transaction_id, root, identity, path, type, value, seal_key, seal_subject) \
                SELECT \(transaction), \(SQLText.quoted(root)), \(identity("OLD")), \(SQLText.quoted(preserved.path)), \
                \(SQLText.quoted(column.type.rawValue)), \(value), \(seal.map { SQLText.quoted($0.key) } ?? "NULL"), \
                \(seal.map { SQLText.quoted($0.subject) } ?? "NULL") WHERE \(isKept);
                """
        }
        // An object may be deleted, inserted again without a value, and deleted again in a transaction.
        let removal =
            tombstones.isEmpty
            ? []
            : [
                """
                DELETE FROM apus_history_tombstone WHERE transaction_id = \(transaction) \
                AND root = \(SQLText.quoted(root)) AND identity = \(identity("OLD"));
                """
            ]
        return [
            """
            \(Self.target) VALUES (\(transaction), \(SQLText.quoted(root)), \(identity("OLD")), \(entity("OLD")), 3, '') \
            \(Self.conflict) entity = excluded.entity, kind = CASE kind WHEN 1 THEN 0 WHEN 0 THEN 0 ELSE 3 END, \
            properties = '';
            """
        ] + removal + tombstones
    }

    // MARK: Other objects

    /// The relationship of the object that a row refers to has changed. If the object itself is inserted later in the transaction, or
    /// was deleted before, that says enough.
    private func changed(_ end: Layout.RecordedTable.End, _ row: String, where condition: String? = nil) -> String {
        let far = layout.table(end.table)
        let identity = "far.\(SQLText.name(far?.identity?.name ?? Column.identityName))"
        let entity = far?.entity.map { "far.\(SQLText.name($0.name))" } ?? SQLText.quoted(end.root)
        return """
            \(Self.target) SELECT \(transaction), \(SQLText.quoted(end.root)), \(identity), \(entity), 2, \
            \(SQLText.quoted(",\(end.property),")) FROM \(SQLText.name(end.table)) AS far \
            WHERE \(identity) = \(SQLText.column(end.column, of: row))\(condition.map { " AND (\($0))" } ?? "") \
            \(Self.merging);
            """
    }

    // MARK: SQL

    /// Adds the names of changed properties to those that the transaction has changed before.
    private static let merging = """
        \(conflict) properties = properties || substr(excluded.properties, 2) \
        WHERE kind = 2 AND properties <> '\(allProperties)' AND instr(properties, excluded.properties) = 0
        """

    private func identity(_ row: String) -> String {
        SQLText.column(table.identity?.name ?? Column.identityName, of: row)
    }

    private func entity(_ row: String) -> String {
        table.entity.map { SQLText.column($0.name, of: row) } ?? SQLText.quoted(recorded.root ?? "")
    }

    /// The condition that a row has another value in one of some columns.
    private static func differ(_ columns: [String]) -> String {
        SQLText.any(
            columns.withoutRepetitions.map {
                "\(SQLText.column($0, of: "NEW")) IS NOT \(SQLText.column($0, of: "OLD"))"
            }
        )
    }

    /// Texts joined to one. A long chain of operators would be too deep for SQLite.
    private static func joined(_ texts: [String]) -> String {
        guard texts.count > 50 else { return texts.joined(separator: " || ") }
        return joined(
            stride(from: 0, to: texts.count, by: 50).map { start in
                "(\(texts[start..<min(start + 50, texts.count)].joined(separator: " || ")))"
            }
        )
    }
}

extension Layout {
    /// The triggers that record changes; none if the store keeps no history.
    var historyPrograms: [LayoutProgram] {
        guard let recording else { return [] }
        return zip(tables, recording.tables).flatMap { table, recorded in
            HistorySQL(recording: recording, recorded: recorded, table: table, layout: self).programs
        }
    }
}
