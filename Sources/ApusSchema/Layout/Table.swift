/// A table of a store.
package struct Table: Hashable, Sendable {
    /// The source of a table's rows.
    package enum Origin: Hashable, Sendable {
        /// The objects of a root entity and of all its sub-entities.
        case hierarchy(String)
        /// The references of a relationship that has no key: the table is a join table.
        case joinTable(ElementPath)
    }

    /// The table's name.
    package let name: String

    /// The source of the rows.
    package let origin: Origin

    /// The concrete entities whose objects are the rows: the root first, then in the schema's order. Empty for a join
    /// table.
    package let concreteEntities: [String]

    /// The parents of the hierarchy's entities, including abstract ones, by the names of their children.
    package let parents: [String: String]

    /// The columns, with the identity or the source and target first.
    package let columns: [Column]

    /// The indexes besides the primary key.
    package let indexes: [Index]

    /// The R-trees.
    package let rtrees: [RTree]

    /// The constraints of the model that the columns' definitions do not express.
    package let rules: [Rule]

    /// The columns that the store computes.
    package let derivations: [Derivation]

    private let placesByName: [String: Int]
    private let indicesByField: [Field: [String: Int]]
    private let concreteBelow: [String: [String]]

    /// Creates a table.
    package init(
        name: String,
        origin: Origin,
        concreteEntities: [String] = [],
        parents: [String: String] = [:],
        columns: [Column],
        indexes: [Index] = [],
        rtrees: [RTree] = [],
        rules: [Rule] = [],
        derivations: [Derivation] = []
    ) {
        self.name = name
        self.origin = origin
        self.concreteEntities = concreteEntities
        self.parents = parents
        self.columns = columns
        self.indexes = indexes
        self.rtrees = rtrees
        self.rules = rules
        self.derivations = derivations
        var names: [String: Int] = [:]
        var fields: [Field: [String: Int]] = [:]
        for (index, column) in columns.enumerated() {
            names[column.name] = names[column.name] ?? index
            fields[column.field, default: [:]][column.owner] = index
        }
        placesByName = names
        indicesByField = fields
        // Entities of a valid schema have few ancestors, but one ancestor may have thousands of sub-entities.
        var below: [String: [String]] = [:]
        for entity in concreteEntities {
            for ancestor in Self.line(of: entity, parents) { below[ancestor, default: []].append(entity) }
        }
        concreteBelow = below
    }

    private static func line(of entity: String, _ parents: [String: String]) -> [String] {
        var line: [String] = [entity]
        while let parent = line.last.flatMap({ parents[$0] }), line.count <= parents.count { line.append(parent) }
        return line
    }
}

extension Table {
    /// Returns the column with a name, or `nil`.
    package func column(_ name: String) -> Column? {
        placesByName[name].map { columns[$0] }
    }

    /// Returns the index of the column with a name, or `nil`.
    package func columnIndex(_ name: String) -> Int? { placesByName[name] }

    /// Returns the first column that holds a field, regardless of the entity that declares it, or `nil`.
    package func column(of field: Field) -> Column? {
        indicesByField[field]?.values.min().map { columns[$0] }
    }

    /// Returns the column that holds a field that an entity declares or inherits, or `nil`. Two entities that do not
    /// inherit from each other may have separate columns for fields with the same name.
    package func column(of field: Field, in entity: String) -> Column? {
        guard let indices = indicesByField[field] else { return nil }
        var name = entity
        for _ in 0...parents.count {
            if let index = indices[name] { return columns[index] }
            guard let parent = parents[name] else { return nil }
            name = parent
        }
        return nil
    }

    /// Whether the table is a join table.
    package var isJoinTable: Bool {
        if case .joinTable = origin { true } else { false }
    }

    /// The identity column; `nil` for a join table.
    package var identity: Column? { column(of: .identity) }

    /// The column of the rows' entity names; `nil` for a table of a single entity and for a join table.
    package var entity: Column? { column(of: .entity) }

    /// The extents in the table: one per concrete entity, or that of the join table.
    package var extents: [Extent.Name] {
        switch origin {
        case .hierarchy: concreteEntities.map(Extent.Name.objects)
        case .joinTable(let path): [.joinTable(path)]
        }
    }

    /// Returns an entity of the table and its ancestors, up to the root.
    package func line(of entity: String) -> [String] { Self.line(of: entity, parents) }

    /// Returns the concrete entities that inherit from an entity, including the entity itself.
    package func concreteEntities(of entity: String) -> [String] { concreteBelow[entity] ?? [] }
}
