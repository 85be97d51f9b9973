public import Foundation

/// What was written to a store in one transaction, such as a save.
public struct DefaultHistoryTransaction: Sendable {
    /// The number of the transaction in its store, which is never used again.
    public let transactionIdentifier: Int64

    /// The identifier of the store's history.
    public let storeIdentifier: String

    /// When it was written, by the clock of the device.
    public let timestamp: Date

    /// Who wrote it: the context's `author`.
    public let author: String?

    /// The name of the context that wrote it.
    public let contextName: String?

    /// The name of the process that wrote it; `nil` for a program that writes without Apus, and for migrations.
    public let processIdentifier: String?

    /// The changes, one per object. A transaction of a migration has none.
    public let changes: [HistoryChange]

    /// What a migration did; `nil` for all other transactions.
    public let migration: HistoryMigration?

    /// The position behind the transaction.
    public let token: DefaultHistoryToken
}

/// A migration in a store's history.
///
/// It may have changed any object of some entities, and has no list of them: compare these objects again with what you made of them.
public struct HistoryMigration: Hashable, Sendable {
    /// The version before; `nil` for an unreleased one.
    public let fromVersion: String?

    /// The version after it; `nil` for an unreleased one.
    public let toVersion: String?

    /// The present names of the entities whose objects the migration may have changed, made or removed. It is empty if it has changed no
    /// values, as when something is only renamed.
    public let entityNames: [String]

    /// The names, before the migration, of the entities that it removed with their objects. Earlier transactions leave out what happened
    /// to these objects.
    public let removedEntityNames: [String]
}
