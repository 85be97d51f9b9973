package import ApusSchema

/// Expressions that share their parts.
///
/// Equal expressions are one node. A node is simplified as it is added, by identities that hold for every value and
/// every failure:
///
/// - a conversion that stores the value as before is the value; one that undoes another gives back the value before;
///   of a literal it is a literal, where it does not fail;
/// - a recoding after a recoding is one recoding;
/// - a fallback for what is never null is not needed; null falls back at once; to require what is never null is nothing;
/// - a reference that was looked at once is looked at for both sets together.
package struct ExpressionGraph: Hashable, Sendable {
    /// A node's number.
    package struct ID: ExpressionLeaf {
        let index: Int
    }

    /// A value with what is known of it.
    package struct Node: Hashable, Sendable {
        /// Where the value comes from.
        package let value: ProjectedValue
        /// The type of the value as it is stored.
        package let type: ScalarType
        /// Whether the value may be null.
        package let isNullable: Bool
        /// Whether it, or a part of it, can fail, so that the migration stops.
        package let canFail: Bool
        /// Whether it reads other rows than its own.
        package let readsOtherRows: Bool
        /// How deep values nest.
        package let depth: Int
    }

    /// What makes two nodes one. Swift's `==` overlooks the sign of zero, which a column keeps.
    private enum Key: Hashable {
        case real(UInt64, ScalarType)
        case other(Node)
    }

    private var nodes: [Node] = []
    private var numbers: [Key: ID] = [:]

    /// Creates an empty graph.
    package init() {}

    /// How many nodes the graph has.
    package var count: Int { nodes.count }

    /// A node.
    package subscript(id: ID) -> Node { nodes[id.index] }

    /// A value of the row.
    package mutating func field(_ field: Field, _ type: ScalarType, isNullable: Bool) -> ID {
        add(.field(field), type, isNullable: isNullable)
    }

    /// The same value for every row.
    package mutating func literal(_ value: StoredValue, _ type: ScalarType) -> ID {
        add(.constant(value), type)
    }

    /// A value of another type.
    package mutating func converted(_ id: ID, _ conversion: Conversion) -> ID {
        let node: Node = self[id]
        if let value = node.constant, let converted = try? conversion(value) {
            return literal(converted, conversion.to)
        }
        if conversion.isIdentity { return id }
        if case .computed(.converted(.leaf(let inner), let earlier)) = node.value, conversion.undoes(earlier),
            !earlier.canFail,
            !earlier.isLenient
        {
            return inner
        }
        return add(.converted(.leaf(id), conversion), conversion.to)
    }

    /// Another value for each of a few.
    package mutating func recoded(_ id: ID, _ recoding: Recoding) -> ID {
        let node: Node = self[id]
        if let value = node.constant, let recoded = recoding(value) {
            return literal(recoded, recoding.type)
        }
        if case .computed(.recoded(.leaf(let inner), let earlier)) = node.value, let both = recoding.after(earlier) {
            return recoded(inner, both)
        }
        return add(.recoded(.leaf(id), recoding), recoding.type)
    }

    /// The first value, or where that is null the second.
    package mutating func coalesced(_ first: ID, _ second: ID) -> ID {
        guard self[first].isNullable else { return first }
        if self[first].constant == .null { return second }
        if self[second].constant == .null { return first }
        return add(.coalesced([.leaf(first), .leaf(second)]), self[first].type)
    }

    /// The value, which must not be null.
    package mutating func required(_ id: ID, _ path: ElementPath) -> ID {
        guard self[id].isNullable else { return id }
        return add(.required(id, path), self[id].type, isNullable: false, canFail: true, over: [id])
    }

    /// A UUID of the row's own, as 16 bytes or as text.
    package mutating func uuid(key: String, _ type: ScalarType) -> ID {
        add(.uuid(key: key), type, isNullable: false)
    }

    /// The moment of the migration.
    package mutating func now() -> ID {
        add(.now, .date, isNullable: false)
    }

    /// The place of the row among all rows of some older extents.
    package mutating func rowNumber(among kinds: [String], _ type: ScalarType) -> ID {
        add(.rowNumber(among: kinds.sorted()), type, isNullable: false, readsOtherRows: true)
    }

    /// The identity, where it is one of an object of some older extents.
    package mutating func reference(_ id: ID, among kinds: [String]) -> ID {
        let node: Node = self[id]
        if node.constant == .null { return id }
        if case .reference(let inner, let before) = node.value {
            return reference(inner, among: before.filter(Set(kinds).contains))
        }
        return add(
            .reference(id, among: kinds.sorted()),
            .int64,
            isNullable: true,
            readsOtherRows: true,
            over: [id]
        )
    }

    /// The identity of the object that leads to the row.
    package mutating func referrer(_ referrers: [Referrer]) -> ID {
        guard !referrers.isEmpty else { return literal(.null, .int64) }
        return add(.referrer(referrers), .int64, isNullable: true, readsOtherRows: true, over: referrers.map(\.key))
    }

    /// What the store computes itself.
    package mutating func derived(_ type: ScalarType) -> ID {
        add(.derived, type, isNullable: true)
    }

    /// A value where any of some others is there, and null elsewhere.
    package mutating func present(_ id: ID, ifAny others: [ID]) -> ID {
        if others.contains(where: { !self[$0].isNullable }) { return id }
        let others: [ID] = others.filter { self[$0].constant != .null }
        if others.isEmpty { return literal(.null, self[id].type) }
        let isThere: TypedCondition<ID> = .or(others.map { .not(.isNull(.leaf($0))) })
        return add(.conditional(isThere, .leaf(id), .constant(.null)), self[id].type)
    }

    /// Adds a computed value: what is known of it follows from the expression and from the nodes that it reads.
    private mutating func add(_ expression: TypedExpression<ID>, _ type: ScalarType) -> ID {
        add(
            .computed(expression),
            type,
            isNullable: expression.isNullable { self[$0].isNullable },
            canFail: expression.canFail,
            over: expression.leaves
        )
    }

    private mutating func add(
        _ value: ProjectedValue,
        _ type: ScalarType,
        isNullable: Bool,
        canFail: Bool = false,
        readsOtherRows: Bool = false,
        over parts: [ID] = []
    ) -> ID {
        let node = Node(
            value: value,
            type: type,
            isNullable: isNullable,
            canFail: canFail || parts.contains { self[$0].canFail },
            readsOtherRows: readsOtherRows || parts.contains { self[$0].readsOtherRows },
            depth: 1 + (parts.map { self[$0].depth }.max() ?? 0)
        )
        let key: Key =
            switch value {
            case .computed(.constant(.real(let number))): .real(number.bitPattern, type)
            default: .other(node)
            }
        if let id = numbers[key] { return id }
        let id = ID(index: nodes.count)
        nodes.append(node)
        numbers[key] = id
        return id
    }
}

extension ExpressionGraph.Node {
    /// The constant that the value is; `nil` of any other value.
    package var constant: StoredValue? {
        if case .computed(.constant(let value)) = value { value } else { nil }
    }
}
