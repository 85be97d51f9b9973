package import ApusSchema
import Foundation
package import GRDB

/// Reads a store's history.
package struct HistoryReader {
    private let db: Database
    private let schema: Schema
    private let epoch: Int64
    private let names: Names

    /// What identifies the history. A history that was ended and begun again has another identifier.
    package let store: String

    /// What is before the first transaction that is kept.
    package let cut: HistoryPosition

    /// Opens a history.
    ///
    /// - Parameters:
    ///   - db: The store, in a transaction.
    ///   - schema: The store's schema.
    /// - Throws: ``HistoryError``, `DatabaseError`.
    package init(_ db: Database, _ schema: Schema) throws {
        (self.db, self.schema) = (db, schema)
        let row = try Row.fetchOne(
            db,
            sql: "SELECT store, epoch, cut, cut_stamp FROM apus_history WHERE model = ?",
            arguments: [schema.model]
        )
        guard let row else { throw HistoryError.damaged("there is no row of '\(schema.model)'") }
        (store, epoch) = (try row.value(0), try row.value(1))
        cut = HistoryPosition(transaction: try row.value(2), stamp: try row.value(3))
        names = try Names(db, schema.model)
    }

    /// The position after the last transaction.
    package func end() throws -> HistoryPosition {
        let sql = "SELECT id, stamp FROM apus_history_transaction WHERE model = ? ORDER BY id DESC LIMIT 1"
        guard let row = try Row.fetchOne(db, sql: sql, arguments: [schema.model]) else { return cut }
        return HistoryPosition(transaction: try row.value(0), stamp: try row.value(1))
    }

    /// Whether the history has everything that followed a position.
    package func has(_ position: HistoryPosition) throws -> Bool {
        if position == cut { return true }
        guard position.transaction > cut.transaction else { return false }
        let sql = "SELECT stamp FROM apus_history_transaction WHERE id = ? AND model = ?"
        return try Int64.fetchOne(db, sql: sql, arguments: [position.transaction, schema.model]) == position.stamp
    }

    /// The number of transactions.
    package func count() throws -> Int {
        let sql = "SELECT count(*) FROM apus_history_transaction WHERE model = ?"
        return try Int.fetchOne(db, sql: sql, arguments: [schema.model]) ?? 0
    }

    /// Reads transactions, oldest first.
    ///
    /// - Parameters:
    ///   - selection: Which ones.
    ///   - body: Called with each; returns whether to go on.
    /// - Throws: ``HistoryError/expired`` if the history does not have everything that followed the position.
    package func forEach(_ selection: HistorySelection, _ body: (HistoryEntry) throws -> Bool) throws {
        guard try has(selection.after) else { throw HistoryError.expired }
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT id, stamp, epoch, time, author, context, process, migration FROM apus_history_transaction
                WHERE model = ? AND id > ? ORDER BY id
                """,
            arguments: [schema.model, selection.after.transaction]
        )
        while let row = try rows.next() {
            let migration = try migration(row.value(7))
            let author: String? = try row.value(4)
            if migration == nil {
                if let author, selection.excludedAuthors.contains(author) { continue }
                if let authors = selection.authors, !(author.map(authors.contains) ?? false) { continue }
            }
            var entry = HistoryEntry(
                position: HistoryPosition(transaction: try row.value(0), stamp: try row.value(1)),
                time: try row.value(3),
                author: author,
                context: try row.value(5),
                process: try row.value(6),
                migration: try migration.map { try current($0, epoch: row.value(2)) }
            )
            entry.changes = try changes(of: entry.position.transaction, epoch: row.value(2), selection.entities)
            if migration == nil, selection.entities != nil, entry.changes.isEmpty { continue }
            if try !body(entry) { return }
        }
    }

    private func migration(_ text: String?) throws -> HistoryMigrationEntry? {
        guard let text else { return nil }
        do {
            return try JSONDecoder().decode(HistoryMigrationEntry.self, from: Data(text.utf8))
        } catch { throw HistoryError.damaged("what a migration has written cannot be read") }
    }

    private func current(_ migration: HistoryMigrationEntry, epoch: Int64) -> HistoryMigrationEntry {
        HistoryMigrationEntry(
            from: migration.from,
            to: migration.to,
            entities: migration.entities.compactMap { name(of: $0, epoch) },
            removed: migration.removed
        )
    }

    private func name(of entity: String, _ epoch: Int64) -> String? {
        epoch == self.epoch ? entity : names.current(entity, epoch)
    }

    private func changes(of transaction: Int64, epoch: Int64, _ entities: Set<String>?) throws -> [HistoryEntry.Change]
    {
        let rows = try Row.fetchCursor(
            db.cachedStatement(
                sql: "SELECT root, identity, entity, kind, properties FROM apus_history_change WHERE transaction_id = ?"
            ),
            arguments: [transaction]
        )
        var changes: [HistoryEntry.Change] = []
        while let row = try rows.next() {
            let (former, kind): (String, Int) = (try row.value(2), try row.value(3))
            guard let kind = HistorySQL.Kind(rawValue: kind) else {
                throw HistoryError.damaged("\(kind) is not a kind of change")
            }
            // An entity that a migration has removed has no objects any more; its transaction says so.
            guard kind != .nothing, let entity = name(of: former, epoch) else { continue }
            guard let known = schema.entity(entity), !known.isAbstract else {
                throw HistoryError.damaged("the model has no objects of '\(entity)'")
            }
            if let entities, !entities.contains(entity) { continue }
            let identity: Int64 = try row.value(1)
            let text: String = try row.value(4)
            var change: HistoryEntry.Change
            switch kind {
            case .nothing: continue
            case .insert:
                change = HistoryEntry.Change(kind: .insert, entity: entity, identity: identity, properties: [])
            case .update:
                change = HistoryEntry.Change(
                    kind: .update,
                    entity: entity,
                    identity: identity,
                    properties: properties(text, of: former, epoch)
                )
            case .delete:
                change = HistoryEntry.Change(kind: .delete, entity: entity, identity: identity, properties: [])
                change.preserved = try preserved(transaction, row.value(0), identity, of: former, epoch)
            }
            changes.append(change)
        }
        return changes
    }

    private func properties(_ text: String, of entity: String, _ epoch: Int64) -> [String]? {
        if text == HistorySQL.allProperties { return nil }
        let names = text.split(separator: ",").map(String.init)
        let current =
            epoch == self.epoch
            ? names : names.compactMap { self.names.current(entity, $0, epoch) }
        return Set(current).sorted()
    }

    private func preserved(
        _ transaction: Int64,
        _ root: String,
        _ identity: Int64,
        of entity: String,
        _ epoch: Int64
    ) throws -> [HistoryEntry.Preserved] {
        let rows = try Row.fetchCursor(
            db.cachedStatement(
                sql: """
                    SELECT path, type, value, seal_key, seal_subject FROM apus_history_tombstone
                    WHERE transaction_id = ? AND root = ? AND identity = ? ORDER BY path
                    """
            ),
            arguments: [transaction, root, identity]
        )
        var preserved: [HistoryEntry.Preserved] = []
        while let row = try rows.next() {
            var path = try row.value(0, as: String.self).split(separator: ".").map(String.init)
            let typeName: String = try row.value(1)
            guard let type = ScalarType(rawValue: typeName), let first = path.first else {
                throw HistoryError.damaged("'\(typeName)' is not the type of a value")
            }
            if epoch != self.epoch {
                guard let name = names.current(entity, first, epoch) else { continue }
                path[0] = name
            }
            let (key, subject): (String?, String?) = (try row.value(3), try row.value(4))
            preserved.append(
                HistoryEntry.Preserved(
                    path: path.joined(separator: "."),
                    type: type,
                    value: StoredValue.fromDatabaseValue(row.databaseValue(2)) ?? .null,
                    seal: key.map { ApusSchema.Column.Seal(key: $0, subject: subject ?? "") }
                )
            )
        }
        return preserved
    }

    /// What entities and properties of earlier epochs are called now.
    private struct Names {
        private struct Key: Hashable {
            let epoch: Int64
            let entity: String
            let property: String
        }

        private var entities: [Key: String] = [:]
        private var properties: [Key: String] = [:]

        init(_ db: Database, _ model: String) throws {
            let rows = try Row.fetchCursor(
                db,
                sql: """
                    SELECT epoch, entity, property, current_entity, current_property FROM apus_history_name WHERE model = ?
                    """,
                arguments: [model]
            )
            while let row = try rows.next() {
                let key = Key(epoch: try row.value(0), entity: try row.value(1), property: try row.value(2))
                entities[key] = try row.value(3, as: String?.self)
                properties[key] = try row.value(4, as: String?.self)
            }
        }

        func current(_ entity: String, _ epoch: Int64) -> String? {
            entities[Key(epoch: epoch, entity: entity, property: "")]
        }

        func current(_ entity: String, _ property: String, _ epoch: Int64) -> String? {
            properties[Key(epoch: epoch, entity: entity, property: property)]
        }
    }
}

extension Row {
    fileprivate func databaseValue(_ index: Int) -> DatabaseValue {
        databaseValues[databaseValues.index(databaseValues.startIndex, offsetBy: index)]
    }

    /// A value of a store that may be damaged or edited by hand.
    func value<Value: DatabaseValueConvertible & StatementColumnConvertible>(
        _ index: Int,
        as type: Value.Type = Value.self
    ) throws -> Value {
        guard let value = Value.fromDatabaseValue(databaseValue(index)) else {
            throw HistoryError.damaged("a value is missing, or has another type")
        }
        return value
    }

    /// A value that may be null.
    func value<Value: DatabaseValueConvertible & StatementColumnConvertible>(
        _ index: Int,
        as type: Value?.Type = Value?.self
    ) throws -> Value? {
        let found = databaseValue(index)
        if found.isNull { return nil }
        guard let value = Value.fromDatabaseValue(found) else {
            throw HistoryError.damaged("a value has another type")
        }
        return value
    }
}
