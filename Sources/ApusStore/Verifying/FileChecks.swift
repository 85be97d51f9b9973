import ApusSchema
import Foundation
import GRDB

/// A column of external values.
struct FileColumn: Hashable {
    let table: String
    let column: String
}

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

    /// The checks that the files that a column refers to can be read, and that those of texts are in UTF-8.
    ///
    /// - Parameters:
    ///   - column: The column.
    ///   - table: Its table.
    ///   - files: What is known of the files.
    ///   - reportsDenied: Whether those that the user may not read are found, too.
    /// - Returns: The checks.
    static func checks(
        ofFilesIn column: Column,
        of table: Table,
        _ files: FileStates,
        reportsDenied: Bool = false
    ) -> [RowCheck] {
        let isText = column.type == .string && column.seal == nil
        let denied: [(FileStates.State, String)] =
            reportsDenied ? [(.denied, "the name of a file that you have no permission to read")] : []
        let problems: [(FileStates.State, String)] = [
            (.missing, "not the name of a file in '\(files.files.folder.lastPathComponent)'"),
            (.unreadable, "the name of a file that cannot be read"),
            (.notText, "the name of a file whose text is not in UTF-8"),
        ]
        return (problems + denied).map { state, problem in
            check(column, of: table, problem) { files.state(of: $0, isText: isText) == state }
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
