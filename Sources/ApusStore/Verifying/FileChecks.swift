import ApusSchema
import Foundation
import GRDB

/// Compares the files beside a store with the names that its rows have.
enum FileChecks {
    /// The files that no row of any model names, in the order of their names; none where that cannot be told.
    static func orphans(_ files: ExternalFiles, _ db: Database) -> [String] {
        let names: [String] = files.names()
        guard !names.isEmpty, let used = try? ExternalFiles.used(db) else { return [] }
        return names.filter { !used.contains($0) }
    }

    /// The checks that each name that a row has is that of a file.
    static func checks(of table: Table, _ files: ExternalFiles) -> [RowCheck] {
        let names: Set<String> = Set(files.names())
        return table.columns.filter(\.isExternal).map { column in
            RowCheck(
                table,
                column.name,
                "naming no file in '\(files.folder.lastPathComponent)'",
                where: "typeof(\(SQLText.column(column.name, of: RowCheck.row))) = 'text'",
                isBad: { value in
                    if case .string(let name) = value.storage { !names.contains(name) } else { false }
                }
            )
        }
    }
}
