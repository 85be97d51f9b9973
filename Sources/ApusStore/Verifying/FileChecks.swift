import ApusSchema
import Foundation
import GRDB

/// Compares a store's external files with the names in its rows.
enum FileChecks {
    /// The sorted names of the files that no row of any model refers to; none if a model cannot be read.
    static func orphans(_ files: ExternalFiles, _ db: Database) -> [String] {
        let names = files.names()
        guard !names.isEmpty, let used = try? ExternalFiles.used(db) else { return [] }
        return names.filter { !used.contains($0) }
    }

    /// The checks that the files that rows refer to exist.
    static func checks(of table: Table, _ files: ExternalFiles) -> [RowCheck] {
        let names = Set(files.names())
        return table.columns.filter(\.isExternal).map { column in
            RowCheck(
                table,
                column.name,
                "not the name of a file in '\(files.folder.lastPathComponent)'",
                where: "typeof(\(SQLText.column(column.name, of: RowCheck.row))) = 'text'",
                isBad: { value in
                    if case .string(let name) = value.storage { !names.contains(name) } else { false }
                }
            )
        }
    }
}
