package import ApusSchema

/// Expressions that share their parts.
///
/// Equal expressions are one node. A node is simplified when it is added, by identities that hold for every value and
/// every failure:
///
/// - A conversion that does not change the stored value is the value itself. A conversion that undoes another one is
///   the value before both. A conversion of a literal is a literal, unless it fails.
/// - A recoding of a recoded value is one recoding.
/// - A fallback or a requirement for a value that is never null is the value itself. The fallback for null is the
///   fallback's value.
/// - A reference that is narrowed twice is narrowed once, to the entities in both sets.
package struct ExpressionGraph: Hashable, Sendable {
    /// A node's number.
    package struct ID: ExpressionLeaf {
        let index: Int
    }

    /// A value, with the facts that follow from its expression.
    package struct Node: Hashable, Sendable {
        /// The value.
        package let value: ProjectedValue
        /// The type of the stored value.
        package let type: ScalarType
        /// Whether the value may be null.
        package let isNullable: Bool
        /// Whether the value or a part of it can fail, so that the migration stops.
        package let canFail: Bool
        /// Whether the value depends on other rows than its own.
        package let readsOtherRows: Bool
        /// The depth of nested values.
        package let depth: Int
    }

    /// The identity of a node. Swift's `==` ignores the sign of zero, which a column keeps.
    private enum Key: Hashable {
        case real(UInt64, ScalarType)
        case other(Node)
    }

    /// The nodes; the parts of each are before it.
    package private(set) var nodes: [Node] = []
    /// How many searches are within each other, by node.
    private var searchDepths: [Int] = []
    /// Why a search of each node is hard, its own or that of a value that it reads; `nil` if none is.
    private var hardSearches: [HardSearch?] = []
    /// Why the first hard search is one; `nil` if none is hard.
    private(set) var firstHardSearch: HardSearch?
    private var numbers: [Key: ID] = [:]

    /// The maximum number of searches within each other.
    private static let deepestSearch = 5

    /// Creates an empty graph.
    package init() {}

    /// The nodes; the parts of each are before it.
    var ids: [ID] { nodes.indices.map { ID(index: $0) } }

    /// The number of nodes.
    package var count: Int { nodes.count }

    /// Returns whether a node satisfies a predicate.
    package func contains(where predicate: (Node) -> Bool) -> Bool { nodes.contains(where: predicate) }

    /// The functions in Swift that the values call.
    var functions: Set<FunctionDeclaration> {
        nodes.reduce(into: []) { functions, node in
            if case .computed(let expression) = node.value { functions.formUnion(expression.functions) }
        }
    }

    /// The node with an identifier.
    package subscript(id: ID) -> Node { nodes[id.index] }

    /// Adds a value of the row.
    package mutating func field(_ field: Field, _ type: ScalarType, isNullable: Bool) -> ID {
        add(.field(field), type, isNullable: isNullable)
    }

    /// Adds a value that is the same for every row.
    package mutating func literal(_ value: StoredValue, _ type: ScalarType) -> ID {
        add(.constant(value), type)
    }

    /// Adds the conversion of a value to another type.
    package mutating func converted(_ id: ID, _ conversion: Conversion) -> ID {
        let node = self[id]
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

    /// Adds a value in which each of a few values is replaced by another one.
    package mutating func recoded(_ id: ID, _ recoding: Recoding) -> ID {
        let node = self[id]
        if let value = node.constant, let recoded = recoding(value) {
            return literal(recoded, recoding.type)
        }
        if case .computed(.recoded(.leaf(let inner), let earlier)) = node.value, let both = recoding.after(earlier) {
            return recoded(inner, both)
        }
        return add(.recoded(.leaf(id), recoding), recoding.type)
    }

    /// Adds the first value, or the second one if the first is null.
    package mutating func coalesced(_ first: ID, _ second: ID) -> ID {
        guard self[first].isNullable else { return first }
        if self[first].constant == .null { return second }
        if self[second].constant == .null { return first }
        return add(.coalesced([.leaf(first), .leaf(second)]), self[first].type)
    }

    /// Adds a value that must not be null.
    package mutating func required(_ id: ID, _ path: ElementPath) -> ID {
        guard self[id].isNullable else { return id }
        return add(.required(id, path), self[id].type, isNullable: false, canFail: true, over: [id])
    }

    /// Adds an expression over other values.
    package mutating func computed(_ expression: TypedExpression<ID>, _ type: ScalarType) -> ID {
        switch expression {
        case .leaf(let id): id
        case .constant(let value): literal(value, type)
        case .converted(.leaf(let id), let conversion): converted(id, conversion)
        default: add(expression, type)
        }
    }

    /// Adds a computed value as a column of a type stores it.
    package mutating func stored(_ id: ID, _ type: ScalarType) -> ID {
        if let value = self[id].constant, let stored = value.fitting(type) { return literal(stored, type) }
        return add(.stored(id, type), type, isNullable: self[id].isNullable, canFail: true, over: [id])
    }

    /// Adds a UUID per identity, as 16 bytes or as text.
    package mutating func uuid(key: String, of identity: ID, _ type: ScalarType) -> ID {
        add(.uuid(key: key, of: identity), type, isNullable: false, over: [identity])
    }

    /// Adds the time of the migration.
    package mutating func now() -> ID {
        add(.now, .date, isNullable: false)
    }

    /// Adds the number of the object with an identity among all objects of some older rows. It can fail where there may
    /// be more objects than the type has numbers.
    package mutating func rowNumber(of identity: ID, among rows: [ObjectRows], _ type: ScalarType) -> ID {
        add(
            .rowNumber(of: identity, among: rows),
            type,
            isNullable: rows.contains { !$0.groups.isEmpty },
            canFail: type != .int64,
            readsOtherRows: true,
            over: [identity] + rows.flatMap(\.parts)
        )
    }

    /// Adds an identity, increased by the largest ones of some groups of older rows. It fails where there are no more
    /// identities.
    package mutating func identity(_ id: ID, after groups: [[ObjectRows]]) -> ID {
        if groups.isEmpty { return id }
        var sum = TypedExpression<ID>.leaf(id)
        for rows in groups {
            let largest = add(
                .largest(among: rows),
                .int64,
                isNullable: false,
                readsOtherRows: true,
                over: rows.flatMap(\.parts)
            )
            sum = .call(.add, [sum, .leaf(largest)], .int64)
        }
        return stored(add(sum, .int64), .int64)
    }

    /// Adds an identity that is null unless it belongs to an object of some older extents.
    package mutating func reference(_ id: ID, among entities: [String]) -> ID {
        let node = self[id]
        if node.constant == .null { return id }
        if case .reference(let inner, let before) = node.value {
            return reference(inner, among: before.filter(Set(entities).contains))
        }
        return add(
            .reference(id, among: entities.sorted()),
            .int64,
            isNullable: true,
            readsOtherRows: true,
            over: [id]
        )
    }

    /// Adds the identity of the object that is related to the row by other rows.
    package mutating func lookup(_ lookup: Lookup, _ type: ScalarType = .int64) -> ID {
        guard !lookup.rows.isEmpty else { return literal(lookup.empty(as: type), type) }
        return add(
            .lookup(lookup),
            type,
            isNullable: !lookup.isTotal(as: type),
            canFail: lookup.choice.isOnly,
            readsOtherRows: true,
            over: lookup.parts
        )
    }

    /// Why a search is hard.
    package enum HardSearch: String, Hashable, Sendable {
        /// It looks for a key that is computed, rather than a field of the rows, so that each search reads all rows.
        case computedKey
        /// So many searches are within each other that SQLite may refuse them.
        case tooDeep
    }

    /// Returns why a search of an expression is hard; `nil` if none is.
    func hardSearch(of id: ID) -> HardSearch? { hardSearches[id.index] }

    /// Returns how many searches are within each other in an expression.
    package func searchDepth(of id: ID) -> Int { searchDepths[id.index] }

    /// Returns whether an expression is an identity or a reference, possibly narrowed to some entities: those have indexes.
    package func isIndexed(_ id: ID) -> Bool {
        switch self[id].value {
        case .field(.attribute): false
        case .field: true
        case .reference(let inner, _): isIndexed(inner)
        default: false
        }
    }

    /// Adds a value that is null unless it equals another one.
    package mutating func same(_ id: ID, _ other: ID, then value: ID) -> ID {
        add(
            .conditional(.comparison(.leaf(id), .equal, .leaf(other), .usual), .leaf(value), .constant(.null)),
            self[value].type
        )
    }

    /// The look-up of a condition that a row is the first of those with its values; `nil` if the condition is another one.
    package func firstOfSame(_ id: ID) -> Lookup? {
        guard
            case .computed(
                .conditional(.comparison(.leaf(let found), .equal, .leaf(let own), .usual), let kept, let other)
            ) = self[id].value, kept == .leaf(own), other == .constant(.null), self[own].value == .field(.identity),
            case .lookup(let lookup) = self[found].value, case .one = lookup.choice,
            lookup.rows.contains(where: {
                $0.value == own && $0.key == lookup.key && $0.furtherKeys == lookup.furtherKeys
            })
        else { return nil }
        return lookup
    }

    /// Returns whether a condition holds for one of several rows only, which are known by another value than their identities.
    package func letsOneStay(_ id: ID) -> Bool {
        guard
            case .computed(
                .conditional(.comparison(.leaf(let found), .equal, .leaf(let own), .usual), let kept, let other)
            ) = self[id].value
        else { return false }
        return kept == .leaf(own) && other == .constant(.null) && self[found].readsOtherRows
    }

    /// Adds a value that the store computes.
    package mutating func derived(_ type: ScalarType) -> ID {
        add(.derived, type, isNullable: true)
    }

    /// Adds a value that is null unless one of some others is not null.
    package mutating func present(_ id: ID, ifAny others: [ID]) -> ID {
        if others.contains(where: { !self[$0].isNullable }) { return id }
        let others = others.filter { self[$0].constant != .null }
        if others.isEmpty { return literal(.null, self[id].type) }
        let isThere: TypedCondition<ID> = .or(others.map(presence))
        return add(.conditional(isThere, .leaf(id), .constant(.null)), self[id].type)
    }

    /// Adds a value that is null unless all of some others are not null.
    package mutating func present(_ id: ID, ifAll others: [ID]) -> ID {
        let others = others.filter { self[$0].isNullable }
        if others.isEmpty { return id }
        let areThere: TypedCondition<ID> = .and(others.map(presence))
        return add(.conditional(areThere, .leaf(id), .constant(.null)), self[id].type)
    }

    /// The condition that a value is not null: that of a value that is null only where its condition does not hold.
    private func presence(of id: ID) -> TypedCondition<ID> {
        condition(of: id) ?? .not(.isNull(.leaf(id)))
    }

    /// The condition that decides whether a value is null; `nil` if others may, too.
    package func condition(of id: ID) -> TypedCondition<ID>? {
        guard case .computed(.conditional(let condition, let value, .constant(.null))) = self[id].value,
            !value.isNullable({ self[$0].isNullable })
        else { return nil }
        return condition
    }

    /// Adds a computed value. Its facts follow from the expression and from the nodes that it reads.
    private mutating func add(_ expression: TypedExpression<ID>, _ type: ScalarType) -> ID {
        add(
            .computed(expression),
            type,
            isNullable: expression.isNullable { self[$0].isNullable },
            canFail: expression.canFail,
            over: expression.leaves,
            levels: expression.depth - 1
        )
    }

    /// Adds the nodes of another graph, in their order.
    ///
    /// - Parameters:
    ///   - other: The other graph.
    ///   - change: Returns the value to add in place of one of the other graph; its parts are nodes of this graph.
    /// - Returns: For each of its nodes, the equal node of this graph.
    mutating func adopt(_ other: ExpressionGraph, _ change: (ProjectedValue) -> ProjectedValue) -> [ID] {
        var adopted: [ID] = []
        for node in other.nodes {
            // The parts of a node are before it.
            let value = change(node.value.map { adopted[$0.index] })
            adopted.append(
                add(
                    value,
                    node.type,
                    isNullable: node.isNullable,
                    canFail: node.canFail,
                    readsOtherRows: node.readsOtherRows,
                    levels: node.depth
                )
            )
        }
        return adopted
    }

    private mutating func add(
        _ value: ProjectedValue,
        _ type: ScalarType,
        isNullable: Bool,
        canFail: Bool = false,
        readsOtherRows: Bool = false,
        over parts: [ID] = [],
        levels: Int = 1
    ) -> ID {
        let node = Node(
            value: value,
            type: type,
            isNullable: isNullable,
            canFail: canFail || parts.contains { self[$0].canFail },
            readsOtherRows: readsOtherRows || parts.contains { self[$0].readsOtherRows },
            depth: max(1, levels + (parts.map { self[$0].depth }.max() ?? 0))
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
        let lookup: Lookup? = if case .lookup(let lookup) = value { lookup } else { nil }
        let searches = (lookup == nil ? 0 : 1) + (parts.map { searchDepths[$0.index] }.max() ?? 0)
        searchDepths.append(searches)
        var hard = parts.compactMap { hardSearches[$0.index] }.first
        if searches > Self.deepestSearch { hard = hard ?? .tooDeep }
        if case .gathered? = lookup?.choice, lookup?.rows.contains(where: { !isIndexed($0.key) }) == true {
            hard = .computedKey
        }
        hardSearches.append(hard)
        if firstHardSearch == nil { firstHardSearch = hard }
        return id
    }
}

extension ExpressionGraph.Node {
    /// The value if it is a constant, or `nil`.
    package var constant: StoredValue? {
        if case .computed(.constant(let value)) = value { value } else { nil }
    }
}

extension ObjectRows {
    /// The expressions over the rows.
    package var parts: [ExpressionGraph.ID] { conditions + [identity] + groups }
}

extension Lookup {
    /// The expressions over the row and over the rows that are searched.
    package var parts: [ExpressionGraph.ID] {
        [key] + furtherKeys + rows.flatMap { $0.conditions + [$0.key, $0.value] + $0.furtherKeys + $0.ranks }
    }
}
