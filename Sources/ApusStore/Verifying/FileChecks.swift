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

    /// The check that texts in a column can be names of files, whether these exist or not.
    static func check(ofNamesIn column: Column, of table: Table) -> RowCheck {
        check(column, of: table, "not the name of a file") { !ExternalFiles.isName($0) }
    }

    /// The checks that the files that rows refer to exist.
    static func checks(of table: Table, _ files: ExternalFiles) -> [RowCheck] {
        let names = Set(files.names())
        return table.columns.filter(\.isExternal).map { column in
            check(column, of: table, "not the name of a file in '\(files.folder.lastPathComponent)'") {
                !names.contains($0)
            }
        }
    }

    private static func check(
        _ column: Column,
        of table: Table,
        _ problem: String,
        isBad: @escaping (String) -> Bool
    ) -> RowCheck {
        RowCheck(
            table,
            column.name,
            problem,
            where: "typeof(\(SQLText.column(column.name, of: RowCheck.row))) = 'text'",
            isBad: { value in value.characters.map(isBad) ?? false }
        )
    }
}
