import ApusStore

/// A migration in a store's log, as it is printed.
struct MigrationLogRecord: Encodable {
    let from: String
    let to: String
    let finishedAt: String
    let seconds: Double
    let rowsWritten: Int
    let summary: String

    init(_ entry: StoreLogEntry) {
        from = entry.from ?? "head"
        to = entry.to ?? "head"
        finishedAt = entry.finishedAt
        seconds = entry.seconds
        rowsWritten = entry.rowsWritten
        summary = entry.summary
    }

    /// The migration on one line.
    var line: String { "\(finishedAt)  \(from) → \(to), \(rowsWritten) rows written" }
}
