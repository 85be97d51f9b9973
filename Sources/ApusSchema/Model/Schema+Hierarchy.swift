extension Schema {
    /// Returns an entity's ancestors from its parent to the root, up to an unknown name or a cycle.
    public func ancestors(of entity: Entity) -> [Entity] {
        var ancestors: [Entity] = []
        var seen: Set<String> = [entity.name]
        var name: String? = entity.parent
        while let next = name, seen.insert(next).inserted, let ancestor = self.entity(next) {
            ancestors.append(ancestor)
            name = ancestor.parent
        }
        return ancestors
    }

    /// Returns the entities with an entity as their parent, in the author's order.
    public func children(of entity: Entity) -> [Entity] {
        entities.filter { $0.parent == entity.name }
    }

    /// Returns whether an entity is equal to another one or inherits from it.
    public func isKind(_ entity: String, of ancestor: String) -> Bool {
        entity == ancestor || self.entity(entity).map { ancestors(of: $0).contains { $0.name == ancestor } } == true
    }

    /// Returns the relationship with a name that an entity has or inherits, and the entity that declares it.
    public func relationship(_ name: String, of entity: Entity) -> (entity: Entity, relationship: Relationship)? {
        if let own = entity.relationship(name) { return (entity, own) }
        if entity.parent == nil { return nil }
        return ancestors(of: entity).lazy.compactMap { owner in
            owner.relationship(name).map { (owner, $0) }
        }.first
    }

    /// Returns the attribute with a name that an entity has or inherits.
    public func attribute(_ name: String, of entity: Entity) -> Attribute? {
        ([entity] + ancestors(of: entity)).lazy.compactMap { $0.attribute(name) }.first
    }
}
