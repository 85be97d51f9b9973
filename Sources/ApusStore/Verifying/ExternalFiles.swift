import ApusSchema
import Foundation
import GRDB

/// Compares the files of a store's folder of files with the names that its rows have.
enum ExternalFiles {
    /// The files that no row names, in the order of their names; nothing where there is no folder.
    static func orphans(of file: StoreFile, layouts: [Layout], _ db: Database) throws -> [String] {
        let names: [String] = (try? FileManager.default.contentsOfDirectory(atPath: file.filesFolder.path)) ?? []
        guard !names.isEmpty else { return [] }
        var known: Set<String> = []
        for table in layouts.flatMap(\.tables) where try db.tableExists(table.name) {
            let present: Set<String> = Set(try db.columns(in: table.name).map(\.name))
            for column in table.columns where column.isExternal && present.contains(column.name) {
                let cursor = try String.fetchCursor(db, sql: selection(of: column, in: table))
                while let name = try cursor.next() { known.insert(name) }
            }
        }
        return names.filter { !known.contains($0) }.sorted()
    }

    /// The checks that each name that a row has is that of a file.
    static func checks(of table: Table, in file: StoreFile) -> [RowCheck] {
        table.columns.filter(\.isExternal).map { column in
            RowCheck(
                table,
                column.name,
                "naming no file in '\(file.filesFolder.lastPathComponent)'",
                where: "typeof(\(SQLText.column(column.name, of: RowCheck.row))) = 'text'",
                isBad: { value in
                    guard case .string(let name) = value.storage else { return false }
                    // A name that leads elsewhere is no file of the store's.
                    return name.contains("/") || name.isEmpty
                        || !FileManager.default.fileExists(atPath: file.filesFolder.appending(path: name).path)
                }
            )
        }
    }

    private static func selection(of column: Column, in table: Table) -> String {
        let name: String = SQLText.name(column.name)
        return "SELECT \(name) FROM \(SQLText.name(table.name)) WHERE typeof(\(name)) = 'text'"
    }
}
