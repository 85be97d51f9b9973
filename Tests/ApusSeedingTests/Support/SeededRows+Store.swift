import ApusSchema
import Foundation
import GRDB

@testable import ApusStore

extension SeededRows {
    /// Reads all rows of a store with plain SQL.
    ///
    /// - Parameters:
    ///   - db: The store.
    ///   - schema: Its schema.
    ///   - files: The folder of its files.
    /// - Throws: `DatabaseError`, file errors.
    init(_ db: Database, _ schema: Schema, files: URL) throws {
        let layout = Layout(schema)
        for table in layout.tables {
            // A text as its bytes: it may have a NUL in it, where GRDB takes it to end.
            let columns: String = table.columns.map { column in
                let name: String = SQLText.name(column.name)
                let isText = column.storage == .text && column.field != .entity
                return isText ? "CAST(\(name) AS BLOB) AS \(name)" : name
            }.joined(separator: ", ")
            for row in try Row.fetchAll(db, sql: "SELECT \(columns) FROM \(SQLText.name(table.name))") {
                switch table.origin {
                case .hierarchy(let root):
                    let kind: String = try table.entity.map { try row.decode(forColumn: $0.name) } ?? root
                    let object: [Field: StoredValue] = try Self.values(row, table, of: kind, files)
                    guard case .integer(let identity)? = object[.identity] else { continue }
                    objects[kind, default: [:]][identity] = object
                case .joinTable(let path):
                    pairs[path, default: []].append(try Self.values(row, table, of: path.entity, files))
                }
            }
        }
    }

    private static func values(
        _ row: Row,
        _ table: ApusSchema.Table,
        of kind: String,
        _ files: URL
    ) throws -> [Field: StoredValue] {
        var values: [Field: StoredValue] = [:]
        for column in table.columns where column.field != .entity {
            guard table.column(of: column.field, in: kind)?.name == column.name else { continue }
            let value: DatabaseValue = row[column.name]
            if let seal = column.seal, case .blob(let bytes) = value.storage, let identity = table.identity?.name {
                values[column.field] = try seal.opened(
                    .blob(bytes),
                    of: row[identity],
                    as: column.type.storage,
                    .forTests
                )
                continue
            }
            switch value.storage {
            case .null: values[column.field] = .null
            case .int64(let number): values[column.field] = .integer(number)
            case .double(let number): values[column.field] = .real(number)
            case .string(let text) where column.isExternal:
                values[column.field] = .blob(try Data(contentsOf: files.appending(path: text)))
            case .string(let text): values[column.field] = .text(text)
            case .blob(let data) where column.storage == .text:
                values[column.field] = .text(String(decoding: data, as: UTF8.self))
            case .blob(let data): values[column.field] = .blob(data)
            }
        }
        return values
    }
}
