/// The references that a relationship and its inverse share.
package struct References: Hashable, Sendable {
    /// The relationship that holds the references, either in a key of its objects or as the source of a join table.
    package let holder: ElementPath

    /// The inverse, if there is one; it may be the holder itself.
    package let inverse: ElementPath?

    /// Whether the references are stored in a join table instead of a key.
    package let usesJoinTable: Bool

    /// Whether the holder is ordered.
    package let isHolderOrdered: Bool

    /// Whether the inverse is ordered.
    package let isInverseOrdered: Bool
}

extension Schema {
    /// Returns the references of a relationship; `nil` if they are not stored.
    ///
    /// - Parameters:
    ///   - relationship: A relationship of a valid schema.
    ///   - entity: The entity that declares it.
    /// - Returns: The references; see ``storage(of:in:)``.
    package func references(of relationship: Relationship, in entity: Entity) -> References? {
        let path = ElementPath(entity.name, relationship.name)
        let back: (entity: Entity, relationship: Relationship)? = inverse(of: relationship, in: entity)
        let backPath = back.map { ElementPath($0.entity.name, $0.relationship.name) }
        guard !relationship.isTransient || back.map({ !$0.relationship.isTransient }) == true else { return nil }
        let isHolder: Bool
        let usesJoinTable: Bool
        switch storage(of: relationship, in: entity, inverse: back) {
        case .ownKey: (isHolder, usesJoinTable) = (true, false)
        case .inverseKey: (isHolder, usesJoinTable) = (false, false)
        case .link(_, let isOwner): (isHolder, usesJoinTable) = (isOwner, true)
        }
        let isOrdered = relationship.isToMany && relationship.isOrdered
        let isBackOrdered = back.map { $0.relationship.isToMany && $0.relationship.isOrdered } ?? false
        return References(
            holder: isHolder ? path : backPath ?? path,
            inverse: isHolder ? backPath : path,
            usesJoinTable: usesJoinTable,
            isHolderOrdered: isHolder ? isOrdered : isBackOrdered,
            isInverseOrdered: isHolder ? isBackOrdered : isOrdered
        )
    }
}
