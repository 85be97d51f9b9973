public import Foundation

/// Which transactions of the history are fetched.
public struct HistoryDescriptor<Transaction>: Sendable {
    /// Only what follows this position; `nil` for all that the history has.
    public var token: DefaultHistoryToken?

    /// Only transactions of these authors; `nil` for all.
    public var authors: Set<String>?

    /// Not the transactions of these authors. What synchronizes stores leaves out its own with it.
    public var excludedAuthors: Set<String> = []

    /// Only changes of objects of these classes, and of those below them; `nil` for all. Transactions without any are left out.
    public var models: [any PersistentModel.Type]?

    /// The greatest number of transactions; 0 for no limit. A long history is fetched in parts, each behind the last token.
    public var fetchLimit: UInt64 = 0

    /// Only transactions that satisfy a condition. Those of migrations are always fetched.
    public var predicate: Predicate<DefaultHistoryTransaction>?

    /// Creates a descriptor.
    public init(
        after token: DefaultHistoryToken? = nil,
        predicate: Predicate<DefaultHistoryTransaction>? = nil
    ) where Transaction == DefaultHistoryTransaction {
        (self.token, self.predicate) = (token, predicate)
    }
}
