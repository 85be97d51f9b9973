import ApusMigration
package import ApusSchema
package import Foundation
import GRDB

/// The rows of a store as values, in an order and a form that do not depend on how the store came to be: for comparisons
/// and digests.
package struct StoreContent {
    /// The store's description of the model.
    package let description: StoreDescription

    private let db: Database
    private let files: ExternalFiles

    /// Reads a store, which stays open while a closure works.
    ///
    /// - Parameters:
    ///   - url: The store.
    ///   - model: The model; `nil` if the store has only one.
    ///   - keys: The keys of encrypted attributes.
    ///   - work: The closure, which may be called twice.
    /// - Returns: The closure's result.
    /// - Throws: `StoreError`, also in place of other errors of the closure.
    package static func reading<Result>(
        _ url: URL,
        model: String? = nil,
        keys: StoreKeys? = nil,
        _ work: (StoreContent) throws -> Result
    ) throws(StoreError) -> Result {
        let file = StoreFile(url)
        return try file.reading { database in
            try database.unsafeRead { db in try SealFunctions.prepare(db, keys, ExternalFiles(ofStoreAt: file.location))
            }
            return try database.read { db in
                try work(
                    StoreContent(
                        description: StoreDescription.read(db, model: model, path: file.path),
                        db: db,
                        files: ExternalFiles(ofStoreAt: file.location)
                    )
                )
            }
        }
    }

    /// The tables, in the order of the layout.
    package var tables: [ApusSchema.Table] { description.state.layout.tables }

    /// The rows of a table, in the order of their keys.
    ///
    /// - Throws: `DatabaseError`.
    package func rows(of table: ApusSchema.Table) throws -> Rows { try Rows(of: table, db, files) }

    /// A row of a table.
    package struct Row {
        /// The entity of the object; `nil` in a join table.
        package let entity: String?
        /// The object's identity, or the two identities of a join table.
        package let keys: [Int64]
        /// The values of ``Rows/columns``.
        package let values: [StoredValue]
    }

    /// The rows of a table, read one by one.
    package struct Rows {
        /// The columns of the values: those of the table without the moment of the last write and lookups, which are others in
        /// every store.
        package let columns: [ApusSchema.Column]

        private let table: ApusSchema.Table
        private let cursor: RowCursor
        private let files: ExternalFiles
        private let keys: [Int]
        private let entity: Int?

        /// - Parameters:
        ///   - table: The table.
        ///   - db: The store.
        ///   - files: Its external files.
        ///   - others: Entities whose rows are not read.
        /// - Throws: `DatabaseError`.
        init(
            of table: ApusSchema.Table,
            _ db: Database,
            _ files: ExternalFiles,
            leavingOut others: [String] = []
        ) throws {
            let moments = table.derivations.filter { $0.expression.containsLeaf { $0 == .now } }.map(\.column)
            // Lookups follow from the values, with a secret of the store's own.
            let columns = table.columns.filter { !moments.contains($0.name) && $0.lookup == nil }.sorted {
                $0.name < $1.name
            }
            (self.columns, self.table, self.files) = (columns, table, files)
            keys = [Field.identity, .source, .target].compactMap { field in columns.firstIndex { $0.field == field } }
            entity = columns.firstIndex { $0.field == .entity }
            // GRDB reads a text up to its first NUL, and bytes completely.
            let values: [String] = columns.map { column in
                let name = SQLText.name(column.name)
                if let seal = column.seal, let identity = table.identity?.name {
                    let bytes = column.isExternal ? SealFunctions.bytes(of: name) : name
                    let value = SealFunctions.opened(seal, column.type, bytes, of: SQLText.name(identity))
                    return column.type.storage == .text ? "CAST(\(value) AS BLOB)" : value
                }
                return column.storage == .text ? "CAST(\(name) AS BLOB)" : name
            }
            let order: [String] = keys.map { SQLText.name(columns[$0].name) }
            let left = others.isEmpty ? nil : table.condition(others)
            cursor = try GRDB.Row.fetchCursor(
                db,
                sql: "SELECT \(values.joined(separator: ", ")) FROM \(SQLText.name(table.name)) "
                    + (left.map { "WHERE (\($0)) IS NOT TRUE " } ?? "")
                    + "ORDER BY \(order.joined(separator: ", "))"
            )
        }

        /// The next row; `nil` at the end.
        ///
        /// - Throws: `DatabaseError`, or an error of a value in a file of its own.
        package func next() throws -> Row? {
            guard let row = try cursor.next() else { return nil }
            let values = try zip(columns, row.databaseValues).map { column, value in
                try Self.value(StoredValue.fromDatabaseValue(value) ?? .null, of: column, files)
            }
            let entity: String? =
                if let index = self.entity, case .text(let name) = values[index] {
                    name
                } else {
                    table.concreteEntities.first
                }
            let keys: [Int64] = self.keys.map { if case .integer(let key) = values[$0] { key } else { 0 } }
            return Row(entity: entity, keys: keys, values: values)
        }

        private static func value(
            _ value: StoredValue,
            of column: ApusSchema.Column,
            _ files: ExternalFiles
        ) throws -> StoredValue {
            switch value {
            // In a column of large values, a text is the name of a file.
            case .text(let name) where column.isExternal && column.seal == nil:
                try self.value(.blob(files.read(name)), of: column, files)
            case .blob(let bytes) where column.type.storage == .text: .text(String(decoding: bytes, as: UTF8.self))
            case .real(let number) where number.isZero: .real(0)
            default: value
            }
        }
    }
}
