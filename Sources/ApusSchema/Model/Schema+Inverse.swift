extension Schema {
    /// Returns the inverse of a relationship, if both relationships name each other as their inverses, and each points to
    /// the entity that declares the other.
    ///
    /// If the named inverse names another relationship or none, Core Data only warns. Such a relationship has no
    /// inverse here, and the two are stored separately. So are two that point to sub-entities of the ones that declare
    /// them: not every object of one end could be at the other.
    ///
    /// - Parameters:
    ///   - relationship: The relationship.
    ///   - entity: The entity that declares it.
    /// - Returns: The inverse and the entity that declares it, or `nil`.
    public func inverse(
        of relationship: Relationship,
        in entity: Entity
    ) -> (entity: Entity, relationship: Relationship)? {
        guard let back = namedInverse(of: relationship), back.relationship.inverse == relationship.name,
            back.relationship.destination == entity.name, relationship.destination == back.entity.name
        else { return nil }
        return back
    }

    /// Returns the relationship that a relationship names as its inverse, and its entity.
    public func namedInverse(of relationship: Relationship) -> (entity: Entity, relationship: Relationship)? {
        guard let name = relationship.inverse, let far = entity(relationship.destination) else { return nil }
        return self.relationship(name, of: far)
    }
}
