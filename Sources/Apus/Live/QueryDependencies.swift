import ApusSchema

/// What a query's result depends on: the properties that its condition and its order read, and the entities whose objects they
/// range over.
struct QueryDependencies {
    /// The properties that are read, by the table of the entity whose positions they are.
    private(set) var properties: [EntityTable.ID: PropertyMask] = [:]
    /// The entities of which objects come and go in relationships that are read.
    private(set) var related: Set<EntityTable.ID> = []
    /// Whether any save may matter: only the store computes derived attributes, and of what, a change does not say.
    private(set) var isBroad = false
    /// Whether an object's own values in memory say if it fulfils the condition.
    private(set) var isEvaluable: Bool

    private let coordinator: StoreCoordinator

    /// - Parameters:
    ///   - query: The query.
    ///   - others: What else is read of the objects.
    ///   - coordinator: The coordinator.
    init(of query: CompiledQuery, and others: [QueryExpression] = [], _ coordinator: StoreCoordinator) {
        self.coordinator = coordinator
        isEvaluable = !query.readsOtherObjects
        if let condition = query.condition { read(condition) }
        for key in query.order { read(key.value) }
        for value in others { read(value) }
        // They are constants of the query, which no longer says what they were read from.
        if query.readsGivenValues { isBroad = true }
        if isBroad { isEvaluable = false }
    }

    /// Makes any save matter.
    mutating func readEverything() { (isBroad, isEvaluable) = (true, false) }

    /// Whether a change of some properties of an entity's objects may change the result; without a mask, of any.
    func areRead(_ changed: PropertyMask?, of entity: EntityDescription) -> Bool {
        if isBroad { return true }
        return properties.contains { table, mask in
            entity.isKind(of: coordinator.tables[table].entity) && changed.map(mask.intersects) != false
        }
    }

    /// Whether a new or deleted object of an entity may change the result by relationships that are read.
    func areRelated(_ entity: EntityDescription) -> Bool {
        isBroad || related.contains { entity.isKind(of: coordinator.tables[$0].entity) }
    }

    /// The roots of the hierarchies whose objects the query reads or ranges over, those of its own table included; `nil` if any.
    func roots(of table: EntityTable) -> Set<Int>? {
        if isBroad { return nil }
        var roots: Set<Int> = [table.root]
        for id in properties.keys { roots.insert(coordinator.tables[id].root) }
        for id in related { roots.insert(coordinator.tables[id].root) }
        return roots
    }

    // MARK: - Collecting

    private mutating func read(_ condition: QueryCondition) { readLeaves { _ = condition.containsLeaf(where: $0) } }

    private mutating func read(_ expression: QueryExpression) { readLeaves { _ = expression.containsLeaf(where: $0) } }

    private mutating func readLeaves(_ visit: ((QueryLeaf) -> Bool) -> Void) {
        var leaves: [QueryLeaf] = []
        visit {
            leaves.append($0)
            return false
        }
        for leaf in leaves { read(leaf) }
    }

    private mutating func read(_ leaf: QueryLeaf) {
        switch leaf {
        case .column(let object, let column), .lookup(let object, let column):
            follow(object)
            let table = coordinator.tables[object.table]
            guard let position = table.columnRanges.firstIndex(where: { $0.contains(column) }) else {
                return readEverything()
            }
            if table.derivedPositions.contains(position) { return readEverything() }
            // To evaluate it would read the file, or the store, once more.
            if table.externalPositions.contains(position) { isEvaluable = false }
            properties[table.id, default: PropertyMask()].insert(position)
        case .lookedUp: break
        case .identity(let object), .kind(let object): follow(object)
        case .key(let object, let position):
            follow(object)
            read(position, of: object.table)
        case .count(let collection): follow(collection)
        case .aggregate(_, let collection, let value, _):
            follow(collection)
            read(value)
        case .group(_, let value, _): value.map { read($0) }
        case .exists(let collection, let condition):
            follow(collection)
            read(condition)
        }
    }

    private mutating func follow(_ object: QueryObject) {
        switch object {
        case .scope: break
        case .one(let base, let position, let table):
            follow(base)
            read(position, of: base.table)
            related.insert(table)
        case .element(let collection, _, _): follow(collection)
        case .kind(let base, _): follow(base)
        }
    }

    private mutating func follow(_ collection: QueryCollection) {
        switch collection.source {
        case .object(let object): follow(object)
        case .collection(let inner): follow(inner)
        }
        read(collection.position, of: collection.near)
        related.insert(collection.table)
        for condition in collection.conditions { read(condition) }
    }

    /// A relationship may be changed at either end.
    private mutating func read(_ position: Int, of table: EntityTable.ID) {
        properties[table, default: PropertyMask()].insert(position)
        let relationship = coordinator.tables[table].entity.relationship(at: position)
        guard let far = coordinator.table(of: relationship.destination) else { return readEverything() }
        if let inverse = relationship.inverse { properties[far.id, default: PropertyMask()].insert(inverse) }
        related.insert(far.id)
    }
}

extension PropertyMask {
    /// Whether a property is in both sets.
    func intersects(_ other: PropertyMask) -> Bool {
        first & other.first != 0 || zip(rest, other.rest).contains { $0 & $1 != 0 }
    }
}
