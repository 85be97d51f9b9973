import ApusStore

/// A position in the history of a container's stores: behind a transaction.
///
/// A token can be kept, for example as JSON, over launches and migrations: a token of an older version of the model goes on where it
/// is, whatever was renamed meanwhile. Of the tokens that one container gives, the later one is greater.
public struct DefaultHistoryToken: Hashable, Codable, Sendable {
    /// A position in the history of a store.
    struct Position: Hashable, Codable, Sendable {
        let transaction: Int64
        /// What distinguishes the transaction from one with the same number in another copy of the store.
        let stamp: Int64

        var inStore: HistoryPosition { HistoryPosition(transaction: transaction, stamp: stamp) }

        init(_ position: HistoryPosition) { (transaction, stamp) = (position.transaction, position.stamp) }
    }

    /// The positions, by the identifiers of the histories.
    var positions: [String: Position]

    init(_ positions: [String: Position] = [:]) { self.positions = positions }
}

extension DefaultHistoryToken: Comparable {
    /// Whether a token comes before another one.
    public static func < (lhs: DefaultHistoryToken, rhs: DefaultHistoryToken) -> Bool {
        for store in Set(lhs.positions.keys).union(rhs.positions.keys).sorted() {
            let (left, right) = (lhs.positions[store]?.transaction ?? 0, rhs.positions[store]?.transaction ?? 0)
            if left != right { return left < right }
        }
        return false
    }
}
