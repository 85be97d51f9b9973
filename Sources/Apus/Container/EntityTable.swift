import ApusSchema

/// Where a store keeps the objects of an entity, and the SQL that reaches them.
struct EntityTable: Sendable {
    /// A table's place in its container.
    typealias ID = Int

    let id: ID
    let entity: EntityDescription
    let type: any PersistentModel.Type

    /// Makes an object without values.
    let make: @Sendable () -> ModelObject

    /// The table's name.
    let rawName: String

    /// The table's name as SQL writes it.
    let name: String

    /// The columns of the attributes, then of the keys, as SQL writes them.
    let columns: [String]

    /// The tables of pairs that refer to this entity's objects, and the columns that do.
    let pairColumns: [PairColumn]

    /// A column of a table of pairs, as SQL writes both.
    struct PairColumn: Hashable, Sendable {
        let table: String
        let column: String
    }

    /// Finds the entity's table.
    ///
    /// - Throws: ``ModelError/classesDoNotFit(entity:reason:)`` where the generated class is of another schema.
    init(_ id: ID, _ type: any PersistentModel.Type, layout: Layout) throws {
        let entity: EntityDescription = type.apusEntity
        guard let table = layout.table(of: .hierarchy(entity.name)) else {
            throw ModelError.classesDoNotFit(entity: entity.name, reason: "the schema has no such entity")
        }
        let fields: [Field] =
            entity.attributes.map { .attribute([$0]) }
            + entity.keyPositions.map { .key(entity.relationship(at: $0).name) }
        self.columns = try fields.map { field in
            guard let column = table.column(of: field) else {
                throw ModelError.classesDoNotFit(
                    entity: entity.name,
                    reason: "the schema has no '\(Self.name(of: field))'"
                )
            }
            return quoted(column.name)
        }
        if let extra = table.columns.first(where: { $0.field != .identity && !fields.contains($0.field) }) {
            throw ModelError.classesDoNotFit(entity: entity.name, reason: "the class has no '\(extra.name)'")
        }
        self.id = id
        self.entity = entity
        self.type = type
        self.make = Self.maker(of: type)
        self.rawName = table.name
        self.name = quoted(table.name)
        self.pairColumns = layout.tables.flatMap { pairs -> [PairColumn] in
            guard case .pairs = pairs.origin else { return [] }
            return pairs.columns.filter { $0.references == table.name }
                .map { PairColumn(table: quoted(pairs.name), column: quoted($0.name)) }
        }
    }

    private static func name(of field: Field) -> String {
        switch field {
        case .attribute(let path): path.joined(separator: ".")
        case .key(let name): name
        case .identity, .entity, .place, .source, .target, .sourcePlace, .targetPlace: Column.identityName
        }
    }

    private static func maker<Model: PersistentModel>(of type: Model.Type) -> @Sendable () -> ModelObject {
        { Model(apusBacking: Model.ApusBacking()) }
    }

    /// `_id`, as SQL writes it.
    static let identity: String = quoted(Column.identityName)

    /// Reads identity, attributes and keys.
    var select: String {
        "SELECT " + ([Self.identity] + columns).joined(separator: ", ") + " FROM " + name
    }

    /// The column of an attribute or a key, as SQL writes it.
    func column(at position: Int) -> String {
        if position < entity.attributes.count { return columns[position] }
        let key: Int = entity.keyPositions.firstIndex(of: position) ?? 0
        return columns[entity.attributes.count + key]
    }

    /// The positions that have a column, in the order of the columns.
    var columnPositions: [Int] {
        Array(0..<entity.attributes.count) + entity.keyPositions
    }
}

/// A name as SQL writes it.
func quoted(_ name: String) -> String {
    "\"" + name.replacing("\"", with: "\"\"") + "\""
}
