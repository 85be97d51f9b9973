/// The storage of a relationship's references.
package enum RelationshipStorage: Hashable, Sendable {
    /// A column of the relationship's own entity.
    case ownKey
    /// The column of the inverse, a to-one relationship of the destination.
    case inverseKey
    /// A join table that the `owner` owns.
    case link(owner: ElementPath, isOwner: Bool)
}

extension Schema {
    /// Returns the storage of a relationship's references, which depends on the schema alone.
    ///
    /// A to-one relationship keeps a key. Only one side of a one-to-one relationship keeps a key, and one side of a
    /// many-to-many relationship owns the join table: the side with `holdsKey: true`; otherwise, in a one-to-one
    /// relationship, the only required side; otherwise the side whose entity and name come first alphabetically. A
    /// to-many relationship without an inverse owns a join table.
    ///
    /// - Parameters:
    ///   - relationship: A relationship of a valid schema.
    ///   - entity: The entity that it belongs to.
    /// - Returns: The storage, from the point of view of that entity.
    package func storage(of relationship: Relationship, in entity: Entity) -> RelationshipStorage {
        storage(of: relationship, in: entity, inverse: inverse(of: relationship, in: entity))
    }

    /// Returns the storage if the inverse is already known.
    func storage(
        of relationship: Relationship,
        in entity: Entity,
        inverse: (entity: Entity, relationship: Relationship)?
    ) -> RelationshipStorage {
        let path = ElementPath(entity.name, relationship.name)
        guard let back = inverse else {
            return relationship.isToMany ? .link(owner: path, isOwner: true) : .ownKey
        }
        let backPath = ElementPath(back.entity.name, back.relationship.name)
        switch (relationship.isToMany, back.relationship.isToMany) {
        case (false, true): return .ownKey
        case (true, false): return .inverseKey
        case (false, false):
            return path == backPath
                || holdsKey(relationship, path: path, before: back.relationship, otherPath: backPath)
                ? .ownKey : .inverseKey
        case (true, true):
            let isOwner =
                path == backPath || holdsKey(relationship, path: path, before: back.relationship, otherPath: backPath)
            return .link(owner: isOwner ? path : backPath, isOwner: isOwner)
        }
    }

    private func holdsKey(
        _ one: Relationship,
        path: ElementPath,
        before other: Relationship,
        otherPath: ElementPath
    ) -> Bool {
        if one.holdsKey != other.holdsKey, one.holdsKey != nil || other.holdsKey != nil {
            return one.holdsKey == true || other.holdsKey == false
        }
        if !one.isToMany, one.isOptional != other.isOptional { return !one.isOptional }
        return path < otherPath
    }
}

extension Schema {
    /// Returns the type of the column for an attribute's values.
    ///
    /// The column of an enum holds raw values; that of a transformable or codable attribute holds bytes.
    public func storedType(of attribute: Attribute) -> ScalarType {
        switch attribute.type {
        case .scalar(let type): type
        case .named(let name): enumeration(name)?.type ?? .data
        case .transformable, .codable, .undefined: .data
        }
    }
}
