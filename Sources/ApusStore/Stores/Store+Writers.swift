import Foundation
import GRDB

extension Store {
    /// Whether a connection, here or in another process, is in a transaction that writes: then what it has written to the log is
    /// not visible yet. It waits for none, and writes nothing.
    ///
    /// If that cannot be found out, the store counts as being written.
    package var isBeingWritten: Bool {
        guard let file else { return false }
        do {
            // A connection of its own, because the others wait for locks.
            let database = try file.openForAsking()
            defer { try? database.close() }
            return try database.writeWithoutTransaction { db in
                do {
                    try db.execute(sql: "BEGIN IMMEDIATE")
                } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
                    return true
                }
                try db.execute(sql: "ROLLBACK")
                return false
            }
        } catch {
            return true
        }
    }
}
