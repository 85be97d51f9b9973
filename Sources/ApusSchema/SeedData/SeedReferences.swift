/// Where the references of seed rows are stored: in the keys of rows, or in join tables.
package struct SeedReferences: Sendable {
    /// A reference in a row.
    package struct Key: Hashable, Sendable {
        /// The index of the row to which it refers.
        package let target: Int
        /// The row's order key in the ordered inverse.
        package var orderKey: Int64?
    }

    /// A row of a join table, with the indices of the rows that it connects.
    package struct Pair: Hashable, Sendable {
        /// The row whose relationship owns the join table.
        package let source: Int
        /// The other row.
        package let target: Int
    }

    /// A to-one relationship that is given two objects.
    package struct Conflict: Hashable, Sendable {
        /// The index of the row with the relationship.
        package let row: Int
        /// The relationship.
        package let relationship: String
        /// The indices of the objects.
        package let targets: [Int]
    }

    /// A reference to a row that there is not.
    package struct Unknown: Hashable, Sendable {
        /// The index of the row with the reference.
        package let row: Int
        /// The relationship, and its destination.
        package let relationship: String
        /// The entity of the object.
        package let destination: String
        /// The key that no row has.
        package let key: String
    }

    /// The references that are in rows, by the relationship's name.
    package private(set) var keys: [[String: Key]]
    /// The rows of join tables, in the order of the lists.
    package private(set) var pairs: [ElementPath: [Pair]] = [:]
    /// What contradicts itself.
    package private(set) var conflicts: [Conflict] = []
    /// What refers to nothing.
    package private(set) var unknown: [Unknown] = []
    /// The indices of the rows by the root of their hierarchy and their key.
    package private(set) var indices: [String: [String: Int]] = [:]

    private let rows: [SeedRows.Row]
    private let schema: Schema
    private var roots: [String: String] = [:]
    private var known: [ElementPath: Set<Pair>] = [:]
    private var kinds: [String: Bool] = [:]
    private var stored: [String: (owner: Entity, relationship: Relationship, references: References)?] = [:]

    /// A row as the store has it: with the references that are in it, or in join tables that its relationships own, whichever
    /// side gave them.
    package func canonicalRows() -> [SeedRows.Row] {
        var canonical = rows.enumerated().map { index, row in
            var row = row
            // A to-one relationship that is given as null.
            let cleared = row.references.filter { name, keys in
                guard keys.isEmpty, let entity = schema.entity(row.entity) else { return false }
                return schema.relationship(name, of: entity)?.relationship.isToMany == false
            }
            row.references = keys[index].mapValues { [rows[$0.target].key] }.merging(cleared) { given, _ in given }
            return row
        }
        for (path, pairs) in pairs {
            guard let name = path.property else { continue }
            for pair in pairs { canonical[pair.source].references[name, default: []].append(rows[pair.target].key) }
        }
        return canonical
    }

    /// Finds out where the references of rows are stored.
    package init(_ rows: [SeedRows.Row], of schema: Schema) {
        (self.rows, self.schema) = (rows, schema)
        keys = Array(repeating: [:], count: rows.count)
        for (index, row) in rows.enumerated() {
            let root = root(of: row.entity)
            if indices[root]?[row.key] == nil { indices[root, default: [:]][row.key] = index }
        }
        // Lists that say an order come first, so that the other side, which says none, does not matter.
        for comesFirst in [true, false] {
            for (index, row) in rows.enumerated() {
                // In a fixed order, so that the rows of join tables always have the same one.
                for (name, targets) in row.references.sorted(by: { $0.key < $1.key }) {
                    guard let found = storage(of: name, in: row.entity),
                        (found.relationship.isToMany && found.relationship.isOrdered) == comesFirst
                    else { continue }
                    for (rank, key) in targets.enumerated() {
                        if let target = self.index(of: key, found.relationship.destination) {
                            refer(
                                from: index,
                                to: target,
                                found.relationship,
                                of: found.owner,
                                found.references,
                                rank
                            )
                        } else {
                            let destination = found.relationship.destination
                            unknown.append(
                                Unknown(row: index, relationship: name, destination: destination, key: key)
                            )
                        }
                    }
                }
            }
        }
    }

    private mutating func root(of entity: String) -> String {
        if let root = roots[entity] { return root }
        let root = schema.root(of: entity)
        roots[entity] = root
        return root
    }

    /// The row with a key that is of an entity.
    private mutating func index(of key: String, _ entity: String) -> Int? {
        guard let index = indices[root(of: entity)]?[key] else { return nil }
        let pair = "\(rows[index].entity) \(entity)"
        let isKind = kinds[pair] ?? schema.isKind(rows[index].entity, of: entity)
        kinds[pair] = isKind
        return isKind ? index : nil
    }

    private mutating func storage(
        of name: String,
        in entity: String
    ) -> (owner: Entity, relationship: Relationship, references: References)? {
        if let found = stored["\(entity).\(name)"] { return found }
        let found = schema.entity(entity).flatMap { schema.relationship(name, of: $0) }.flatMap { found in
            schema.references(of: found.relationship, in: found.entity).map { (found.entity, found.relationship, $0) }
        }
        stored["\(entity).\(name)"] = .some(found)
        return found
    }

    private mutating func refer(
        from row: Int,
        to target: Int,
        _ relationship: Relationship,
        of owner: Entity,
        _ references: References,
        _ rank: Int
    ) {
        let isHolder = references.holder == ElementPath(owner.name, relationship.name)
        let orderKey = Int64(rank) * Layout.placeGap
        let pair = isHolder ? Pair(source: row, target: target) : Pair(source: target, target: row)
        let isOwnInverse = references.inverse == references.holder
        guard references.usesJoinTable else {
            guard let name = references.holder.property else { return }
            set(name, of: pair.source, to: pair.target)
            // A list says the order of its elements; otherwise they are in the order of the file.
            if references.isInverseOrdered, !isHolder {
                keys[pair.source][name]?.orderKey = orderKey
            } else if references.isInverseOrdered, keys[pair.source][name]?.orderKey == nil {
                keys[pair.source][name]?.orderKey = Int64(pair.source) * Layout.placeGap
            }
            if isOwnInverse { set(name, of: pair.target, to: pair.source) }
            return
        }
        let all = isOwnInverse ? [pair, Pair(source: pair.target, target: pair.source)] : [pair]
        for pair in all where known[references.holder, default: []].insert(pair).inserted {
            pairs[references.holder, default: []].append(pair)
        }
    }

    private mutating func set(_ name: String, of row: Int, to target: Int) {
        if let other = keys[row][name] {
            if other.target != target {
                conflicts.append(Conflict(row: row, relationship: name, targets: [other.target, target]))
            }
        } else {
            keys[row][name] = Key(target: target, orderKey: nil)
        }
    }
}
