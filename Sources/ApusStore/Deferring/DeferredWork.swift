import ApusSchema
import GRDB

/// Work that a migration left for later. The store is correct without it, and `DeferredFinisher` does it.
public struct DeferredWork: Hashable, Sendable {
    /// The kinds of work.
    public enum Kind: String, Hashable, Sendable {
        /// A column is to be dropped.
        case column
        /// An index is to be made.
        case index
    }

    /// The model.
    public let model: String

    /// What is to be done.
    public let kind: Kind

    /// The table.
    public let table: String

    /// The name that the column had, or that the index gets.
    public let name: String
}

extension DeferredWork: CustomStringConvertible {
    /// The work as part of a message: `drop column 'Trip.note'`.
    public var description: String {
        switch kind {
        case .column: "drop column '\(table).\(name)'"
        case .index: "create index '\(name)'"
        }
    }

    /// The work as it reads when it is done.
    var done: String {
        switch kind {
        case .column: "dropped column '\(table).\(name)'"
        case .index: "created index '\(name)'"
        }
    }
}

extension DeferredWork {
    /// Whether a store has the list of what is left for later, as Apus makes it.
    static func hasTable(_ db: Database) throws -> Bool {
        let sql = try String.fetchOne(
            db,
            sql: "SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = ? COLLATE NOCASE",
            arguments: [StoreFormat.deferredTable]
        )
        return sql.map { SQLTokens.isSame($0, StoreFormat.deferredStatement) } ?? false
    }

    /// Checks the definition of the list: a migration writes to it.
    ///
    /// - Throws: `StoreError` if it is not as Apus makes it.
    static func check(_ sql: String, _ path: String) throws(StoreError) {
        if SQLTokens.isSame(sql, StoreFormat.deferredStatement) { return }
        throw StoreError(path, .changedTable(StoreFormat.deferredTable))
    }

    /// Whether a store has a table of the list's name, whatever its columns.
    static func hasName(_ db: Database) throws -> Bool {
        try Bool.fetchOne(
            db,
            sql: "SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?)",
            arguments: [StoreFormat.deferredTable]
        ) == true
    }

    /// Reads what is left for later, in the order in which it is done; nothing if the store has no such list, or if it is not as Apus makes
    /// it.
    ///
    /// - Parameters:
    ///   - db: The store.
    ///   - model: The model; `nil` for all.
    /// - Returns: The work.
    /// - Throws: `DatabaseError`.
    static func read(_ db: Database, of model: String? = nil) throws -> [DeferredWork] {
        guard try hasTable(db) else { return [] }
        return try DeferredItem.read(db).map(\.work).filter { model == nil || $0.model == model }
    }
}

/// A row of the list of what is left for later.
struct DeferredItem {
    let id: Int64
    let work: DeferredWork
    /// The reserved name of a column, or the name of an index.
    let name: String
    /// The greatest identity of the rows in which the column was cleared; `nil` for none.
    let cleared: Int64?

    /// Reads all rows. Columns come first, because what they contain takes space.
    static func read(_ db: Database) throws -> [DeferredItem] {
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT id, model, kind, table_name, name, coalesce(former, name), cleared FROM apus_deferred
                WHERE kind IN ('column', 'index') ORDER BY kind, id
                """
        )
        return try rows.compactMap { row in
            guard let kind = DeferredWork.Kind(rawValue: try row.decode(atIndex: 2)) else { return nil }
            return DeferredItem(
                id: try row.decode(atIndex: 0),
                work: DeferredWork(
                    model: try row.decode(atIndex: 1),
                    kind: kind,
                    table: try row.decode(atIndex: 3),
                    name: try row.decode(atIndex: 5)
                ),
                name: try row.decode(atIndex: 4),
                cleared: try row.decode(atIndex: 6)
            )
        }
    }
}
