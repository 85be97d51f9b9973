package import ApusSchema

/// A point in the history of a store.
package struct HistoryPosition: Hashable, Sendable {
    /// The transaction; 0 before the first one.
    package let transaction: Int64
    /// A random number that the transaction has: another one with the same number, in a copy of the store, has another.
    package let stamp: Int64

    /// Creates a position.
    package init(transaction: Int64, stamp: Int64) { (self.transaction, self.stamp) = (transaction, stamp) }

    /// Before the first transaction.
    package static let beginning = HistoryPosition(transaction: 0, stamp: 0)
}

/// Why a history cannot be read.
package enum HistoryError: Error, Hashable {
    /// The position is none of this history, or what follows it was deleted.
    case expired
    /// What the history says is not what Apus writes.
    case damaged(String)

    func storeError(_ path: String) -> StoreError {
        switch self {
        case .expired: StoreError(path, .unreadableMetadata(.value("the position is not in the history")))
        case .damaged(let text): StoreError(path, .unreadableMetadata(.value("of the history: \(text)")))
        }
    }
}

/// A transaction of a store's history, as it is stored, with the names that entities and properties have now.
package struct HistoryEntry: Sendable {
    package let position: HistoryPosition
    package let time: Double
    package let author: String?
    package let context: String?
    package let process: String?
    package let migration: HistoryMigrationEntry?
    package var changes: [Change] = []

    /// A changed object.
    package struct Change: Sendable {
        /// What happened.
        package enum Kind: Sendable { case insert, update, delete }

        package let kind: Kind
        /// The name of the object's entity.
        package let entity: String
        package let identity: Int64
        /// The names of the changed properties of an updated object; `nil` if it may be any.
        package let properties: [String]?
        /// The preserved values of a deleted object, by name.
        package var preserved: [Preserved] = []
    }

    /// A preserved value.
    package struct Preserved: Sendable {
        /// The name of the attribute, with those of parts behind it.
        package let path: String
        package let type: ScalarType
        package let value: StoredValue
        package let seal: ApusSchema.Column.Seal?
    }
}

/// What a migration says in the history.
package struct HistoryMigrationEntry: Codable, Hashable, Sendable {
    /// The version before; `nil` for an unreleased one.
    package let from: String?
    /// The version after it.
    package let to: String?
    /// The entities whose objects may have changed, by their names after the migration.
    package let entities: [String]
    /// The entities that it removed, by their last names; `nil` in what older releases of Apus have written.
    package let removed: [String]?
}

/// Which transactions of a history are read.
package struct HistorySelection: Sendable {
    package var after: HistoryPosition = .beginning
    /// Only those of these authors, and those of migrations; `nil` for all.
    package var authors: Set<String>?
    /// Not those of these authors.
    package var excludedAuthors: Set<String> = []
    /// Only changes of objects of these entities; `nil` for all. Transactions without one are left out.
    package var entities: Set<String>?

    /// Creates a selection of all transactions.
    package init() {}
}
