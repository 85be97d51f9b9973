import CSQLite
import GRDB

extension Database {
    /// Allows statements to edit the catalogue once `PRAGMA writable_schema` is on, which some systems forbid.
    func allowCatalogueEdits() throws {
        if let connection = sqliteConnection { _ = apus_allow_catalogue_edits(connection) }
    }

    /// Enables or disables all triggers, whatever they are on, except those of the connection's temporary tables.
    ///
    /// - Throws: `StoreError.failedCheck` if SQLite refuses.
    func enableTriggers(_ areEnabled: Bool, path: String) throws {
        guard let connection = sqliteConnection, apus_enable_triggers(connection, areEnabled ? 1 : 0) == SQLITE_OK
        else {
            throw StoreError(path, .failedCheck("triggers could not be switched \(areEnabled ? "on" : "off")"))
        }
    }
}
