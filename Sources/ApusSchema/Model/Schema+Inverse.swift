extension Schema {
    /// The inverse of a relationship: the relationship that its inverse names at its far end, where that one names this
    /// one as its inverse too.
    ///
    /// A relationship may name an inverse that names another one, or none: Core Data warns of it and goes on. Such a
    /// relationship has no inverse here; the two are kept apart.
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
        let destination: String = back.relationship.destination
        if destination == entity.name { return back }
        // Through a hierarchy: the inverse leads to an entity that has this very relationship, its own or inherited.
        guard isKind(entity.name, of: destination) || isKind(destination, of: entity.name),
            let far = self.entity(destination), let forth = self.relationship(relationship.name, of: far)
        else { return nil }
        return forth.entity.name == entity.name ? back : nil
    }

    /// The relationship that a relationship names as its inverse, whatever that one says; and its entity.
    public func namedInverse(of relationship: Relationship) -> (entity: Entity, relationship: Relationship)? {
        guard let name = relationship.inverse, let far = entity(relationship.destination) else { return nil }
        return self.relationship(name, of: far)
    }
}
