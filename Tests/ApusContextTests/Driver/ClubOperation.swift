import ApusTestSupport

/// A call, and numbers that say of what: they are resolved when it is carried out, so that it means something whatever
/// was called before.
struct ClubOperation: CustomStringConvertible {
    enum Call: CaseIterable {
        case setAttribute, insert, delete, deleteWhere, insertAgain
        case setKey, addToMany, removeFromMany, setMany, setLine, addTag, removeTag, setTags
        case save, transaction, rollback, refresh, reset, merge, policy
        case compare, fetch, model, pin, nest
        case external, erase, reopen
        case batchUpdate, batchDelete, batchInsert, load, cutHistory

        /// How often it is drawn.
        var weight: Int {
            switch self {
            case .setAttribute: 20
            case .insert: 8
            case .save: 10
            case .delete, .addTag, .setKey, .addToMany, .setLine: 5
            case .fetch: 8
            case .deleteWhere, .erase, .reopen, .reset, .policy, .batchDelete, .load, .cutHistory: 1
            case .rollback, .compare, .pin, .external, .refresh, .transaction, .insertAgain, .merge, .nest: 2
            case .batchUpdate, .batchInsert: 2
            default: 3
            }
        }
    }

    let call: Call
    let context: Int
    let first: Int
    let second: Int
    let third: Int

    private static let calls: [Call] = Call.allCases.flatMap { Array(repeating: $0, count: $0.weight) }

    /// Draws an operation.
    static func random(_ random: inout SplitMix64) -> ClubOperation {
        ClubOperation(
            call: random.pick(calls),
            context: random.below(1 << 16),
            first: random.below(1 << 16),
            second: random.below(1 << 16),
            third: random.below(1 << 16)
        )
    }

    var description: String { "\(call) \(context) \(first) \(second) \(third)" }
}

extension Array {
    /// An element that a number says; `nil` if there are none.
    func picked(_ number: Int) -> Element? { isEmpty ? nil : self[number % count] }
}
