/// What tells a row of a table from all others.
enum RowKey: Hashable, Comparable, Sendable {
    /// A row of an entity's table: its identity.
    case id(Int64)
    /// A row of a table of pairs: source, then target.
    case pair(Int64, Int64)
}

extension RowKey: CustomStringConvertible {
    var description: String {
        switch self {
        case .id(let id): "_id \(id)"
        case .pair(let source, let target): "pair \(source) → \(target)"
        }
    }
}
