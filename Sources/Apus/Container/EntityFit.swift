import ApusSchema

/// Whether generated classes are of the schema that a store is opened at.
enum EntityFit {
    /// The entities of the schema that an entity's class has the properties of.
    ///
    /// - Returns: The root first, then down to the entity itself.
    /// - Throws: ``ModelError/classesDoNotFit(entity:reason:)`` where the class is of another schema.
    static func line(of entity: EntityDescription, _ schema: Schema) throws -> [Entity] {
        guard let own = schema.entity(entity.name) else {
            throw ModelError.classesDoNotFit(entity: entity.name, reason: "the schema has no such entity")
        }
        let line: [Entity] = schema.ancestors(of: own).reversed() + [own]
        let wanted: [String] = line.flatMap { names(of: $0, schema) }
        let found: [String] = entity.properties.map(\.signature)
        if let missing = wanted.first(where: { !found.contains($0) }) {
            throw ModelError.classesDoNotFit(entity: entity.name, reason: "the class has no '\(missing)'")
        }
        if let extra = found.first(where: { !wanted.contains($0) }) {
            throw ModelError.classesDoNotFit(entity: entity.name, reason: "the schema has no '\(extra)'")
        }
        guard wanted == found, entity.parent?.name == own.parent, entity.isAbstract == own.isAbstract else {
            throw ModelError.classesDoNotFit(entity: entity.name, reason: "its properties are in another order")
        }
        return line
    }

    private static func names(of entity: Entity, _ schema: Schema) -> [String] {
        entity.attributes.map { attribute in
            let type: String = attribute.type.name + (attribute.isOptional ? "?" : "")
            return signature(of: attribute.name, type, columns: schema.leaves(of: attribute).count)
        }
            + entity.relationships.map { relationship in
                let storage: RelationshipDescription.Storage = schema.describedStorage(of: relationship, in: entity)
                return signature(
                    of: relationship.name,
                    isToMany: relationship.isToMany,
                    relationship.destination,
                    storage
                )
            }
    }

    /// An attribute in one line.
    fileprivate static func signature(of name: String, _ type: String, columns: Int) -> String {
        "\(name): \(type)" + (columns == 1 ? "" : " (columns: \(columns))")
    }

    /// A relationship in one line.
    fileprivate static func signature(
        of name: String,
        isToMany: Bool,
        _ destination: String,
        _ storage: RelationshipDescription.Storage
    ) -> String {
        "\(name): \(isToMany ? "toMany" : "to") \(destination) (\(storage))"
    }
}

extension PropertyDescription {
    /// The property in one line.
    fileprivate var signature: String {
        switch self {
        case .attribute(let name, let type, let columns): EntityFit.signature(of: name, type, columns: columns)
        case .relationship(let relationship):
            EntityFit.signature(
                of: relationship.name,
                isToMany: relationship.isToMany,
                relationship.destination.name,
                relationship.storage
            )
        }
    }
}

extension Schema {
    /// Where a relationship's references are kept, as a class describes it.
    fileprivate func describedStorage(
        of relationship: Relationship,
        in entity: Entity
    ) -> RelationshipDescription.Storage {
        if relationship.isTransient { return .memory }
        return switch storage(of: relationship, in: entity) {
        case .ownKey: .ownKey
        case .inverseKey: .inverseKey
        case .link(_, let isOwner): isOwner ? .ownPairs : .inversePairs
        }
    }
}
