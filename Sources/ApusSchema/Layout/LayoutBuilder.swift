/// Builds the tables of a schema: first their columns, then everything that refers to columns.
struct LayoutBuilder {
    let schema: Schema
    /// Whether tables require the keys of required relationships, instead of rules.
    let requiresKeys: Bool
    /// The sub-entities of each root at any depth, in the schema's order.
    private let below: [String: [Entity]]
    private let roots: [String: Entity]

    init(_ schema: Schema, requiresKeys: Bool = false) {
        self.schema = schema
        self.requiresKeys = requiresKeys
        let entities: [String: Entity] = Dictionary(schema.entities.map { ($0.name, $0) }) { first, _ in first }
        var roots: [String: Entity] = [:]
        for entity in schema.entities {
            var root: Entity = entity
            var steps = 0
            // A valid schema has no cycle.
            while let parent = root.parent.flatMap({ entities[$0] }), steps <= entities.count {
                root = parent
                steps += 1
            }
            roots[entity.name] = root
        }
        below = Dictionary(
            grouping: schema.entities.filter { $0.parent != nil },
            by: { roots[$0.name]?.name ?? $0.name }
        )
        self.roots = roots
    }

    /// Returns the entities of a table of objects: the root, then its sub-entities in the schema's order.
    func entities(of table: Table) -> [Entity] {
        guard case .hierarchy(let name) = table.origin, let root = roots[name] else { return [] }
        return [root] + (below[name] ?? [])
    }

    /// All tables with only their columns.
    var drafts: [Table] {
        let all: [Table] = schema.entities.filter { $0.parent == nil }.map { objects(of: $0, below[$0.name] ?? []) }
        let related: [Table] = schema.entities.flatMap { entity in
            entity.relationships.compactMap { joinTable(of: $0, in: entity) }
        }
        return all + related
    }

    private func objects(of root: Entity, _ below: [Entity]) -> Table {
        var columns: [Column] = [
            Column(name: root.identityName, owner: root.name, field: .identity, type: .int64, isNullable: false)
        ]
        if !below.isEmpty {
            columns.append(
                Column(name: Column.entityName, owner: root.name, field: .entity, type: .string, isNullable: false)
            )
        }
        for owner in [root] + below {
            for attribute in owner.attributes { columns += self.columns(of: attribute, in: owner, below: root) }
            for relationship in owner.relationships { columns += self.columns(of: relationship, in: owner) }
        }
        return Table(
            name: root.tableName,
            origin: .hierarchy(root.name),
            concreteEntities: ([root] + below).filter { !$0.isAbstract }.map(\.name),
            parents: Dictionary(below.map { ($0.name, $0.parent ?? root.name) }) { first, _ in first },
            columns: columns
        )
    }

    private func columns(of attribute: Attribute, in owner: Entity, below root: Entity) -> [Column] {
        schema.leaves(of: attribute).flatMap { leaf -> [Column] in
            let seal = leaf.attribute.encryptionKey.map { Column.Seal(key: $0, root: root.name, path: leaf.path) }
            let values = Column(
                name: owner.columnName(of: leaf.path, in: attribute),
                owner: owner.name,
                field: .attribute(leaf.path),
                type: leaf.type,
                isNullable: leaf.isNullable || owner.parent != nil || attribute.derivation != nil,
                isExternal: attribute.usesExternalStorage,
                isDerived: attribute.derivation != nil,
                seal: seal
            )
            guard let seal, leaf.attribute.allowsLookup else { return [values] }
            let lookups = Column(
                name: owner.lookupName(of: leaf.path, in: attribute),
                owner: owner.name,
                field: .lookup(leaf.path),
                type: .data,
                isNullable: true,
                lookup: Column.Lookup(model: schema.model, seal: seal, storage: leaf.type.storage)
            )
            return [values, lookups]
        }
    }

    private func columns(of relationship: Relationship, in owner: Entity) -> [Column] {
        schema.keys(of: relationship, in: owner).map { member in
            var isOrderKey: Bool { if case .orderKey = member.field { true } else { false } }
            let far: Entity? = member.destination.flatMap { roots[$0] }
            return Column(
                name: isOrderKey ? owner.orderKeyName(of: relationship) : owner.columnName(of: relationship),
                owner: owner.name,
                field: member.field,
                type: member.type,
                isNullable: !requiresKeys || relationship.isOptional || owner.parent != nil,
                references: far?.tableName,
                farIdentity: far?.identityName
            )
        }
    }

    private func joinTable(of relationship: Relationship, in owner: Entity) -> Table? {
        guard let extent = schema.joinTable(of: relationship, in: owner) else { return nil }
        let columns: [Column] = extent.members.map { member in
            let far: Entity? = member.destination.flatMap { roots[$0] }
            return Column(
                name: member.field.pairsColumnName,
                owner: owner.name,
                field: member.field,
                type: member.type,
                isNullable: member.isNullable,
                references: far?.tableName,
                farIdentity: far?.identityName
            )
        }
        return Table(
            name: owner.pairsName(of: relationship),
            origin: .joinTable(ElementPath(owner.name, relationship.name)),
            columns: columns
        )
    }

    /// Returns a table with its indexes, rules and derivations.
    func complete(_ draft: Table, among drafts: Layout) -> Table {
        Table(
            name: draft.name,
            origin: draft.origin,
            concreteEntities: draft.concreteEntities,
            parents: draft.parents,
            columns: draft.columns,
            indexes: indexes(of: draft),
            rtrees: rtrees(of: draft),
            rules: rules(of: draft),
            derivations: derivations(of: draft, among: drafts)
        )
    }
}

extension Field {
    /// The name of the column in a join table.
    fileprivate var pairsColumnName: String {
        switch self {
        case .source: "source"
        case .target: "target"
        case .targetOrderKey: "target_place"
        case .sourceOrderKey: "source_place"
        // These are not members of a join table's extent.
        case .identity, .entity, .attribute, .lookup, .key, .orderKey: ""
        }
    }
}
