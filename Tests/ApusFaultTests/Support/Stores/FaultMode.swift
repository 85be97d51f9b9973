/// The journal mode of a store, and the files next to it when the migration begins.
enum FaultMode: String, CaseIterable, Codable, Sendable {
    /// With a write-ahead log, as Apus creates stores.
    case log
    /// The same, with the newest changes still in the log, as a killed process leaves it.
    case leftLog
    /// With a rollback journal.
    case journal
}
