import ApusMigration
import ApusSchema
import ApusTestSupport
import Foundation
import GRDB

@testable import ApusStore

/// What a store holds, written and read by the layout alone.
enum StoreContent {
    /// Makes a store with rows.
    static func write(_ rows: StoreRows, _ url: URL, _ state: StoreState) throws {
        try StoreCreation.create(url, holding: state) { db, _ in
            for (extent, rows) in rows.extents {
                guard let table = Layout.cached(state.schema).table(holding: extent) else { continue }
                for row in rows { try insert(row, of: extent, into: table, db) }
            }
        }
    }

    private static func insert(
        _ row: StoreRows.Row,
        of extent: Extent.Name,
        into table: ApusSchema.Table,
        _ db: Database
    ) throws {
        var (columns, values): ([ApusSchema.Column], [StoredValue]) = ([], [])
        for (column, field) in Self.columns(of: extent, in: table) where !column.isDerived {
            columns.append(column)
            values.append(field == .entity ? .text(extent.entity ?? "") : row[field] ?? .null)
        }
        let marks: [String] = columns.map { $0.storage == .text ? "CAST(? AS TEXT)" : "?" }
        // As bytes: bound as text, a value would end at its first NUL.
        let bound: [StoredValue] = values.map {
            if case .text(let text) = $0 { .blob(Data(text.utf8)) } else { $0 }
        }
        try db.execute(
            sql: "INSERT INTO \(SQLText.name(table.name)) (\(SQLText.names(columns.map(\.name)))) "
                + "VALUES (\(marks.joined(separator: ", ")))",
            arguments: StatementArguments(bound)
        )
    }

    /// The columns that rows of an extent have.
    private static func columns(
        of extent: Extent.Name,
        in table: ApusSchema.Table
    ) -> [(column: ApusSchema.Column, field: Field)] {
        table.columns.compactMap { column in
            if column.field == .entity { return (column, .entity) }
            let isOwn = extent.entity.map { table.column(of: column.field, in: $0)?.name == column.name } ?? true
            return isOwn ? (column, column.field) : nil
        }
    }

    /// Reads all rows.
    static func read(_ url: URL, _ schema: Schema) throws -> StoreRows {
        let queue: DatabaseQueue = try StoreFile(url).openForReading()
        defer { try? queue.close() }
        let files = ExternalFiles(ofStoreAt: url.path)
        return try queue.read { db in
            var rows = StoreRows()
            for table in Layout.cached(schema).tables {
                for extent in table.extents {
                    let columns: [(column: ApusSchema.Column, field: Field)] = Self.columns(of: extent, in: table)
                    let names: [String] = columns.flatMap { column, _ -> [String] in
                        let name: String = SQLText.name(column.name)
                        return column.storage == .text ? ["CAST(\(name) AS BLOB)", "typeof(\(name))"] : [name, "''"]
                    }
                    let condition: String =
                        table.entity.map {
                            " WHERE \(SQLText.name($0.name)) = \(SQLText.quoted(extent.entity ?? ""))"
                        } ?? ""
                    rows.extents[extent] = try Row.fetchAll(
                        db,
                        sql: "SELECT \(names.joined(separator: ", ")) FROM \(SQLText.name(table.name))\(condition)"
                    ).map { row in
                        var content: StoreRows.Row = [:]
                        for (number, (column, field)) in columns.enumerated() {
                            let value: StoredValue = row[number * 2]
                            content[field] = try Self.value(value, column, row[number * 2 + 1], files)
                        }
                        return content
                    }
                }
            }
            return rows
        }
    }

    private static func value(
        _ value: StoredValue,
        _ column: ApusSchema.Column,
        _ type: String,
        _ files: ExternalFiles
    ) throws -> StoredValue {
        switch value {
        case .text(let name) where column.isExternal: return text(try files.read(name), column)
        case .blob(let bytes) where type == "text" || column.isExternal: return text(bytes, column)
        default: return value
        }
    }

    private static func text(_ bytes: Data, _ column: ApusSchema.Column) -> StoredValue {
        column.type.storage == .text ? .text(String(decoding: bytes, as: UTF8.self)) : .blob(bytes)
    }
}

/// A folder that is there for as long as it is needed.
enum ScratchFolder {
    static func with<Result>(_ work: (URL) throws -> Result) throws -> Result {
        let folder: URL = FileManager.default.temporaryDirectory.appendingPathComponent("apus-law-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try work(folder)
    }
}
