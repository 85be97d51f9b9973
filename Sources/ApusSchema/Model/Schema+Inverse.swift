extension Schema {
    /// Returns the inverse of a relationship, if both relationships name each other as their inverses.
    ///
    /// If the named inverse names another relationship or none, Core Data only warns. Such a relationship has no
    /// inverse here, and the two are stored separately.
    ///
    /// - Parameters:
    ///   - relationship: The relationship.
    ///   - entity: The entity that declares it.
    /// - Returns: The inverse and the entity that declares it, or `nil`.
    public func inverse(
        of relationship: Relationship,
        in entity: Entity
    ) -> (entity: Entity, relationship: Relationship)? {
        guard let back = namedInverse(of: relationship), back.relationship.inverse == relationship.name else {
            return nil
        }
        let destination = back.relationship.destination
        if destination == entity.name { return back }
        // In a hierarchy, the inverse may point to any entity that has this relationship, declared or inherited.
        guard isKind(entity.name, of: destination) || isKind(destination, of: entity.name),
            let far = self.entity(destination), let forth = self.relationship(relationship.name, of: far)
        else { return nil }
        return forth.entity.name == entity.name ? back : nil
    }

    /// Returns the relationship that a relationship names as its inverse, and its entity.
    public func namedInverse(of relationship: Relationship) -> (entity: Entity, relationship: Relationship)? {
        guard let name = relationship.inverse, let far = entity(relationship.destination) else { return nil }
        return self.relationship(name, of: far)
    }
}
