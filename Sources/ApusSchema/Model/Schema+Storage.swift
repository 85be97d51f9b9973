/// Where a relationship's references are kept.
package enum RelationshipStorage: Hashable, Sendable {
    /// In a column of the relationship's own entity.
    case ownKey
    /// In the column of the inverse, a to-one relationship of the far entity.
    case inverseKey
    /// In a table of pairs that the named relationship owns.
    case link(owner: ElementPath, isOwner: Bool)
}

extension Schema {
    /// Where a relationship's references are kept: a fact of the schema alone.
    ///
    /// A to-one relationship keeps a key. Of the two sides of a one-to-one relationship only one does, and of the two
    /// sides of a many-to-many relationship one owns the table of pairs: the side that says `holdsKey: true`, else, of a
    /// one-to-one, the only required one, else the one whose entity and name come first in the alphabet. A to-many
    /// relationship without inverse owns a table of pairs.
    ///
    /// - Parameters:
    ///   - relationship: A relationship of a valid schema.
    ///   - entity: The entity that it belongs to.
    /// - Returns: The place, as seen from that entity.
    package func storage(of relationship: Relationship, in entity: Entity) -> RelationshipStorage {
        storage(of: relationship, in: entity, inverse: inverse(of: relationship, in: entity))
    }

    /// The same, where the inverse is known.
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
            return path == backPath || holdsKey(relationship, path, before: back.relationship, backPath)
                ? .ownKey : .inverseKey
        case (true, true):
            let isOwner: Bool = path == backPath || holdsKey(relationship, path, before: back.relationship, backPath)
            return .link(owner: isOwner ? path : backPath, isOwner: isOwner)
        }
    }

    private func holdsKey(
        _ one: Relationship,
        _ path: ElementPath,
        before other: Relationship,
        _ otherPath: ElementPath
    ) -> Bool {
        if one.holdsKey != other.holdsKey, one.holdsKey != nil || other.holdsKey != nil {
            return one.holdsKey == true || other.holdsKey == false
        }
        if !one.isToMany, one.isOptional != other.isOptional { return !one.isOptional }
        return path < otherPath
    }
}

extension Schema {
    /// The type of the column that keeps an attribute's values.
    ///
    /// An enum keeps its raw values; what a transformer or a coder makes of a Swift type is bytes.
    public func storedType(of attribute: Attribute) -> ScalarType {
        switch attribute.type {
        case .scalar(let type): type
        case .named(let name): enumeration(name)?.type ?? .data
        case .transformable, .codable, .undefined: .data
        }
    }
}
