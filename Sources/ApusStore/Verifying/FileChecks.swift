import ApusSchema
import Foundation
import GRDB

/// Compares a store's external files with the names in its rows.
enum FileChecks {
    /// The names of the files that no row of any model refers to; none if a model cannot be read.
    static func orphans(_ names: [String], _ db: Database) -> [String] {
        guard !names.isEmpty, let used = try? ExternalFiles.used(db) else { return [] }
        return names.filter { !used.contains($0) }
    }

    /// The check that texts in a column can be names of files, whether these exist or not.
    static func check(ofNamesIn column: Column, of table: Table) -> RowCheck {
        check(column, of: table, "not the name of a file") { !ExternalFiles.isName($0) }
    }

    /// The checks that the files that rows refer to exist, and that those of texts are in UTF-8.
    static func checks(of table: Table, _ facts: FileFacts) -> [RowCheck] {
        table.columns.filter(\.isExternal).flatMap { column in
            let missing = check(
                column,
                of: table,
                "not the name of a file in '\(facts.files.folder.lastPathComponent)'"
            ) {
                !facts.fileNames.contains($0)
            }
            guard column.type == .string else { return [missing] }
            let unreadable = check(column, of: table, "the name of a file whose text is not in UTF-8") {
                facts.fileNames.contains($0) && (try? facts.files.read($0)).map { $0.utf8Text == nil } == true
            }
            return [missing, unreadable]
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
