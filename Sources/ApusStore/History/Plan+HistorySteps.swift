import ApusMigration
import ApusSchema
import Foundation

// A history stays as it is written. What it calls entities and properties is what they were called in the epoch of the
// transaction, and `apus_history_name` says what these are called now: so a rename costs the same however long the history is.

extension Plan {
    /// The steps that have a history follow the migration, begin one, or end it.
    ///
    /// - Parameters:
    ///   - generation: The store's generation after the migration.
    ///   - moment: The moment of the migration.
    ///   - isShared: Whether the store has other models, whose history stays.
    ///   - encrypts: Whether values become encrypted that were not, or with another key.
    /// - Returns: The steps.
    func historySteps(generation: Int, moment: Double, isShared: Bool, encrypts: Bool) -> [MigrationStep] {
        let statements: [SQLStatement] =
            switch (source.layout.recording != nil, target.layout.recording != nil) {
            case (false, false): []
            case (false, true): target.layout.historyBeginning(generation: generation)
            case (true, false): historyEnd(isShared: isShared)
            case (true, true): historyContinuation(generation, moment, encrypts: encrypts)
            }
        return statements.map { .keepHistory($0) }
    }

    private var model: StoredValue { .text(target.schema.model) }

    private func historyEnd(isShared: Bool) -> [SQLStatement] {
        if !isShared {
            return StoreFormat.historyTables.map { SQLStatement("DROP TABLE \($0.name)") }
        }
        let own = "IN (SELECT id FROM apus_history_transaction WHERE model = ?)"
        return ["apus_history_change", "apus_history_tombstone"].map {
            SQLStatement("DELETE FROM \($0) WHERE transaction_id \(own)", [model])
        }
            + ["apus_history_transaction", "apus_history_name", "apus_history"].map {
                SQLStatement("DELETE FROM \($0) WHERE model = ?", [model])
            }
    }

    private func historyContinuation(_ generation: Int, _ moment: Double, encrypts: Bool) -> [SQLStatement] {
        let names = StoredValue.json(historyNames)
        var statements = [
            // What the epoch that ends calls things, if anything happened in it.
            SQLStatement(
                """
                INSERT INTO apus_history_name (model, epoch, entity, property, current_entity, current_property)
                SELECT h.model, h.epoch, json_extract(n.value, '$[0]'), json_extract(n.value, '$[1]'),
                  json_extract(n.value, '$[0]'), json_extract(n.value, '$[1]')
                FROM apus_history AS h, json_each(?) AS n
                WHERE h.model = ? AND EXISTS (SELECT 1 FROM apus_history_transaction AS t
                  WHERE t.model = h.model AND t.epoch = h.epoch)
                """,
                [names, model]
            ),
            SQLStatement(
                """
                UPDATE apus_history_name SET current_entity = m.entity, current_property = m.property
                FROM (SELECT json_extract(value, '$[0]') AS older, json_extract(value, '$[1]') AS older_property,
                  json_extract(value, '$[2]') AS entity, json_extract(value, '$[3]') AS property FROM json_each(?)) AS m
                WHERE model = ? AND current_entity = m.older AND current_property = m.older_property
                """,
                [names, model]
            ),
        ]
        if encrypts {
            // Whatever an attribute was that is encrypted from now on, no value of it may be left as it was.
            let sealed = target.schema.sealedAttributes
            statements.append(
                SQLStatement(
                    """
                    DELETE FROM apus_history_tombstone WHERE seal_key IS NULL AND EXISTS (
                      SELECT 1 FROM apus_history_change AS c JOIN apus_history_transaction AS t ON t.id = c.transaction_id
                      JOIN apus_history_name AS n ON n.model = t.model AND n.epoch = t.epoch AND n.entity = c.entity
                        AND n.property = substr(path, 1, instr(path || '.', '.') - 1)
                      WHERE c.transaction_id = apus_history_tombstone.transaction_id
                        AND c.root = apus_history_tombstone.root AND c.identity = apus_history_tombstone.identity
                        AND t.model = ? AND (n.current_entity IS NULL OR EXISTS (SELECT 1 FROM json_each(?) AS s
                          WHERE json_extract(s.value, '$[0]') = n.current_entity
                            AND json_extract(s.value, '$[1]') = n.current_property)))
                    """,
                    [model, .json(sealed)]
                )
            )
        }
        let note = HistoryMigrationEntry(
            from: source.version?.description,
            to: target.version?.description,
            entities: entitiesToCompare,
            removed: removedEntities
        )
        return statements + [
            SQLStatement(
                "UPDATE apus_history SET epoch = ?, open = NULL WHERE model = ?",
                [.integer(Int64(generation)), model]
            ),
            SQLStatement(
                "INSERT INTO apus_history_transaction (model, epoch, time, migration) VALUES (?, ?, ?, ?)",
                [model, .integer(Int64(generation)), .real(moment), .json(note)]
            ),
        ]
    }
}

extension Schema {
    /// The encrypted attributes of each concrete entity: `[entity, attribute]`.
    fileprivate var sealedAttributes: [[String]] {
        Layout(self).tables.flatMap { table in
            table.columns.filter { $0.seal != nil }.flatMap { column -> [[String]] in
                guard case .attribute(let path) = column.field, let name = path.first else { return [] }
                return table.concreteEntities(of: column.owner).map { [$0, name] }
            }
        }
    }
}

extension StoredValue {
    fileprivate static func json(_ value: some Encodable) -> StoredValue {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Names and lists of names can always be encoded.
        return .text((try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? "[]")
    }
}
