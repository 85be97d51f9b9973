public import ApusSchema

/// Expressions that share their parts.
///
/// Equal expressions are one node. A node is simplified as it is added, by identities that hold for every value:
///
/// - a widening that stores the value as before is the value; a widened literal is a literal;
/// - a fallback for what is never null is not needed; null falls back at once.
public struct ExpressionGraph: Hashable, Sendable {
    /// A node's number.
    public struct ID: Hashable, Sendable {
        let index: Int
    }

    /// An expression with what is known of its value.
    public struct Node: Hashable, Sendable {
        /// The expression.
        public let expression: Expression
        /// Whether the value may be null.
        public let isNullable: Bool
    }

    /// What makes two nodes one. Swift's `==` overlooks the form of an accent and the sign of zero, which a column keeps.
    private enum Key: Hashable {
        case text([UInt8])
        case real(UInt64)
        case other(Node)
    }

    private var nodes: [Node] = []
    private var numbers: [Key: ID] = [:]

    /// Creates an empty graph.
    public init() {}

    /// How many nodes the graph has.
    public var count: Int { nodes.count }

    /// A node.
    public subscript(id: ID) -> Node { nodes[id.index] }

    /// The value of a column.
    public mutating func column(_ name: String, isNullable: Bool) -> ID {
        add(Node(expression: .column(name), isNullable: isNullable))
    }

    /// The same value for every row.
    public mutating func literal(_ value: StoredValue) -> ID {
        add(Node(expression: .literal(value), isNullable: value == .null))
    }

    /// A value as its widened type stores it.
    public mutating func widened(_ id: ID, from: ScalarType, to: ScalarType) -> ID {
        if from.storage == to.storage { return id }
        if case .literal(let value) = self[id].expression { return literal(value.widened(to: to)) }
        return add(Node(expression: .widened(id, from: from, to: to), isNullable: self[id].isNullable))
    }

    /// The first value, or where that is null the second.
    public mutating func coalesced(_ first: ID, _ second: ID) -> ID {
        guard self[first].isNullable else { return first }
        if self[first].expression == .literal(.null) { return second }
        return add(Node(expression: .coalesced(first, second), isNullable: self[second].isNullable))
    }

    private mutating func add(_ node: Node) -> ID {
        let key: Key =
            switch node.expression {
            case .literal(.text(let text)): .text(Array(text.utf8))
            case .literal(.real(let number)): .real(number.bitPattern)
            default: .other(node)
            }
        if let id = numbers[key] { return id }
        let id = ID(index: nodes.count)
        nodes.append(node)
        numbers[key] = id
        return id
    }
}

extension StoredValue {
    /// A whole number as a wider type stores it; any other value unchanged.
    func widened(to type: ScalarType) -> StoredValue {
        guard case .integer(let number) = self else { return self }
        return switch type.storage {
        case .real: .real(Double(number))
        case .text: .text(String(number))
        case .integer, .blob: self
        }
    }
}
