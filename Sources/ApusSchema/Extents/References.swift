/// A relationship and its inverse as the one set of references that they are.
package struct References: Hashable, Sendable {
    /// The relationship that holds them: in a key of its own objects, or as the source of pairs.
    package let holder: ElementPath

    /// The other side, where the relationship has an inverse; the holder itself where it is its own inverse.
    package let inverse: ElementPath?

    /// Whether they are kept as pairs rather than as a key.
    package let isPairs: Bool

    /// Whether each object's references have an order, seen from the holder.
    package let isHolderOrdered: Bool

    /// Whether each object's references have an order, seen from the other side.
    package let isInverseOrdered: Bool
}

extension Schema {
    /// The references that a relationship is a side of; `nil` where no store keeps them.
    ///
    /// - Parameters:
    ///   - relationship: A relationship of a valid schema.
    ///   - entity: The entity that declares it.
    /// - Returns: The references, see ``storage(of:in:)``.
    package func references(of relationship: Relationship, in entity: Entity) -> References? {
        let path = ElementPath(entity.name, relationship.name)
        let back: (entity: Entity, relationship: Relationship)? = inverse(of: relationship, in: entity)
        let backPath: ElementPath? = back.map { ElementPath($0.entity.name, $0.relationship.name) }
        guard !relationship.isTransient || back.map({ !$0.relationship.isTransient }) == true else { return nil }
        let isHolder: Bool
        let isPairs: Bool
        switch storage(of: relationship, in: entity, inverse: back) {
        case .ownKey: (isHolder, isPairs) = (true, false)
        case .inverseKey: (isHolder, isPairs) = (false, false)
        case .link(_, let isOwner): (isHolder, isPairs) = (isOwner, true)
        }
        let isOrdered: Bool = relationship.isToMany && relationship.isOrdered
        let isBackOrdered: Bool = back.map { $0.relationship.isToMany && $0.relationship.isOrdered } ?? false
        return References(
            holder: isHolder ? path : backPath ?? path,
            inverse: isHolder ? backPath : path,
            isPairs: isPairs,
            isHolderOrdered: isHolder ? isOrdered : isBackOrdered,
            isInverseOrdered: isHolder ? isBackOrdered : isOrdered
        )
    }
}
