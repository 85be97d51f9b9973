/// How thoroughly a store is checked before a migration writes to it.
public enum StoreChecks: String, Hashable, Sendable, CaseIterable {
    /// What costs nothing is checked in any store: its header, where its tables begin, its own tables. The values that
    /// the migration uses are checked as well.
    case usual
    /// Before that, all pages of the file are checked by SQLite's `quick_check`, which reads the whole file.
    case full
}
