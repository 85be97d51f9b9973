import ApusSchema

/// Checks that the generated classes match the schema that a store is opened with.
enum EntityClassCheck {
    /// The entities whose properties an entity's class has: the root first, the entity itself last.
    ///
    /// - Throws: ``ModelError/classMismatch(entity:reason:)`` if the class was generated from another schema;
    ///   ``ModelError/noEmptyValue(entity:property:)``.
    static func lineage(of entity: EntityDescription, in schema: Schema) throws -> [Entity] {
        guard let own = schema.entity(entity.name) else {
            throw ModelError.classMismatch(entity: entity.name, reason: "the schema has no such entity")
        }
        let lineage: [Entity] = schema.ancestors(of: own).reversed() + [own]
        let expected = lineage.flatMap { signatures(of: $0, in: schema) }
        let found = entity.properties.map(\.signature)
        if let missing = expected.first(where: { !found.contains($0) }) {
            throw ModelError.classMismatch(entity: entity.name, reason: "the class has no '\(missing)'")
        }
        if let extra = found.first(where: { !expected.contains($0) }) {
            throw ModelError.classMismatch(entity: entity.name, reason: "the schema has no '\(extra)'")
        }
        guard expected == found, entity.parent?.name == own.parent, entity.isAbstract == own.isAbstract else {
            throw ModelError.classMismatch(entity: entity.name, reason: "its properties are in another order")
        }
        // Otherwise reading the property of an object whose row was deleted could only stop the app.
        if let property = entity.emptyValues().filter({ !$0.value }).keys.min() {
            throw ModelError.noEmptyValue(entity: entity.name, property: property)
        }
        return lineage
    }

    private static func signatures(of entity: Entity, in schema: Schema) -> [String] {
        entity.attributes.map { attribute in
            let type = attribute.typeName + (attribute.isOptional ? "?" : "")
            return signature(of: attribute.name, type, columns: schema.leaves(of: attribute).count)
        }
            + entity.relationships.map { relationship in
                let storage = schema.describedStorage(of: relationship, in: entity)
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
        case .attribute(let name, let type, let columns): EntityClassCheck.signature(of: name, type, columns: columns)
        case .relationship(let relationship):
            EntityClassCheck.signature(
                of: relationship.name,
                isToMany: relationship.isToMany,
                relationship.destination.name,
                relationship.storage
            )
        }
    }
}

extension Schema {
    /// Where a relationship's references are stored, as a class describes it.
    fileprivate func describedStorage(
        of relationship: Relationship,
        in entity: Entity
    ) -> RelationshipDescription.Storage {
        if relationship.isTransient { return .memory }
        return switch storage(of: relationship, in: entity) {
        case .ownKey: .ownKey
        case .inverseKey: .inverseKey
        case .link(_, let isOwner): isOwner ? .ownJoinTable : .inverseJoinTable
        }
    }
}
