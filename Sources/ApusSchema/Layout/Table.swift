/// A table of a store.
public struct Table: Hashable, Sendable {
    /// What a table's rows are.
    public enum Origin: Hashable, Sendable {
        /// The objects of a root entity and of all entities below it.
        case hierarchy(String)
        /// The pairs of a relationship without a key of its own: which object is related to which.
        case joinTable(ElementPath)
    }

    /// The table's name.
    public let name: String

    /// What the rows are.
    public let origin: Origin

    /// The entities whose objects are the rows, those that are not abstract: the root first, then in the schema's
    /// order; none of a table of pairs.
    public let concreteEntities: [String]

    /// The parents of the hierarchy's entities, abstract ones included, by the names of their children.
    public let parents: [String: String]

    /// The columns, the identity's or the pair's first.
    public let columns: [Column]

    /// The indexes besides the primary key.
    public let indexes: [Index]

    /// The indexes of boxes.
    public let rtrees: [RTree]

    /// What the model constraints of rows beyond what the columns' own definitions say.
    public let rules: [Rule]

    /// The columns that the store computes, and how.
    public let derivations: [Derivation]

    private let placesByName: [String: Int]
    private let indicesByField: [Field: [String: Int]]

    /// Creates a table.
    public init(
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
    }
}

extension Table {
    /// The column of that name, or `nil`.
    public func column(_ name: String) -> Column? {
        placesByName[name].map { columns[$0] }
    }

    /// The column that holds the values of a field, whatever entity declares it, or `nil`; of several the first.
    package func column(of field: Field) -> Column? {
        indicesByField[field]?.values.min().map { columns[$0] }
    }

    /// The column that holds the values of a field of an entity's objects, which the entity declares or inherits, or
    /// `nil`. Two entities that do not inherit from each other may have a column each for a field of one name.
    package func column(of field: Field, in entity: String) -> Column? {
        guard let indices = indicesByField[field] else { return nil }
        return line(of: entity).lazy.compactMap { indices[$0] }.first.map { columns[$0] }
    }

    /// Whether the rows are pairs.
    public var isJoinTable: Bool {
        if case .joinTable = origin { true } else { false }
    }

    /// The column of the rows' identities; `nil` of a table of pairs.
    public var identity: Column? { column(of: .identity) }

    /// The column of the names of the rows' entities; `nil` where the rows are of one entity, or pairs.
    public var entity: Column? { column(of: .entity) }

    /// The extents that the table holds: a kind's objects each, or the pairs.
    package var extents: [Extent.Name] {
        switch origin {
        case .hierarchy: concreteEntities.map(Extent.Name.objects)
        case .joinTable(let path): [.joinTable(path)]
        }
    }

    /// An entity of the table, then its parent and so on up to the root.
    public func line(of entity: String) -> [String] {
        var line: [String] = [entity]
        while let parent = line.last.flatMap({ parents[$0] }), line.count <= parents.count { line.append(parent) }
        return line
    }

    /// The kinds that are an entity or stand below it: those whose objects have what the entity declares.
    public func concreteEntities(of entity: String) -> [String] {
        concreteEntities.filter { line(of: $0).contains(entity) }
    }
}
