extension Layout {
    /// The tables of a store that holds a valid schema.
    ///
    /// An entity has a table of its name, with the identity, a column an attribute and a column a to-one relationship
    /// that keeps a key. A relationship that keeps its references in pairs has a table `Entity_relationship` with a
    /// source and a target. A column's name follows from its own declaration, so no change elsewhere renames it.
    public init(_ schema: Schema) {
        var tables: [Table] = []
        var links: [Table] = []
        for entity in schema.entities {
            var columns: [Column] = [.identity]
            var indexes: [Table.Index] = []
            for attribute in entity.attributes {
                columns.append(
                    Column(
                        name: attribute.name,
                        field: .attribute([attribute.name]),
                        type: schema.storedType(of: attribute),
                        isNullable: attribute.isOptional
                    )
                )
            }
            for relationship in entity.relationships {
                switch schema.storage(of: relationship, in: entity) {
                case .ownKey:
                    columns.append(
                        Column(
                            name: relationship.name,
                            field: .key(relationship.name),
                            type: .int64,
                            isNullable: relationship.isOptional,
                            references: relationship.destination
                        )
                    )
                    let isOneToOne: Bool = schema.inverse(of: relationship, in: entity)?.relationship.isToMany == false
                    indexes.append(Table.Index([relationship.name], isUnique: isOneToOne))
                case .link(let owner, isOwner: true):
                    links.append(.link(owner, from: entity.name, to: relationship.destination))
                case .inverseKey, .link:
                    break
                }
            }
            tables.append(Table(name: entity.name, origin: .entity(entity.name), columns: columns, indexes: indexes))
        }
        self.init(tables: tables + links)
    }
}

extension Table {
    /// The table of pairs that a relationship owns.
    static func link(_ owner: ElementPath, from source: String, to target: String) -> Table {
        Table(
            name: "\(owner.entity)_\(owner.property ?? "")",
            origin: .link(owner),
            columns: [
                Column(name: "source", field: .source, type: .int64, isNullable: false, references: source),
                Column(name: "target", field: .target, type: .int64, isNullable: false, references: target),
            ],
            indexes: [Index(["target", "source"])]
        )
    }
}

extension Column {
    /// The identity of an entity's rows.
    static let identity = Column(name: identityName, field: .identity, type: .int64, isNullable: false)
}
