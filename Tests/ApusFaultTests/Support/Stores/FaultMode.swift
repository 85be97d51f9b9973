/// How a store is written, and what lies beside it when the migration begins.
enum FaultMode: String, CaseIterable, Codable, Sendable {
    /// With a write-ahead log, as Apus makes stores.
    case log
    /// The same, and what was written last still stands in the log, as a process that was killed leaves it.
    case leftLog
    /// With a rollback journal.
    case journal
}
