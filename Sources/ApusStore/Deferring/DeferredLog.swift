import Foundation
import GRDB

/// The rows of a store's log that one call writes about work that migrations left for later: one per model. They grow with each piece, so
/// that they are right whatever interrupts the work.
struct DeferredLog: Equatable {
    private struct Entry: Equatable {
        let id: Int64
        var done: [DeferredWork]
        var seconds: Double

        var summary: String { done.map(\.done).joined(separator: ", ") + ", which migrations had left for later" }
    }

    private var entries: [String: Entry] = [:]

    /// Notes work that is done, in the transaction that does it.
    mutating func add(_ work: DeferredWork, seconds: Double, at date: Date, _ db: Database) throws {
        let date = date.formatted(.iso8601)
        if var entry = entries[work.model] {
            let former = entry.summary
            entry.done.append(work)
            entry.seconds += seconds
            try db.execute(
                sql: """
                    UPDATE apus_log SET finished_at = ?, seconds = ?, summary = ?
                    WHERE id = ? AND model = ? AND summary = ?
                    """,
                arguments: [date, entry.seconds, entry.summary, entry.id, work.model, former]
            )
            // Otherwise another process has removed it, or has made another one of it.
            if db.changesCount > 0 {
                entries[work.model] = entry
                return
            }
        }
        var entry = Entry(id: 0, done: [work], seconds: seconds)
        try db.execute(
            sql: """
                INSERT INTO apus_log (model, from_version, to_version, finished_at, seconds, rows_written, summary)
                SELECT model, version, version, ?, ?, 0, ? FROM apus_model WHERE model = ?
                """,
            arguments: [date, seconds, entry.summary, work.model]
        )
        entry = Entry(id: db.lastInsertedRowID, done: [work], seconds: seconds)
        entries[work.model] = db.changesCount > 0 ? entry : nil
    }
}
