package import ApusSchema

extension IndexedSchema {
    /// Returns the extents of an entity: its objects, if it is concrete, and the join tables of its own relationships.
    package func extents(of name: String) -> [Extent] {
        guard let entity = entity(name) else { return [] }
        return (objects(of: name).map { [$0] } ?? [])
            + entity.relationships.compactMap { schema.joinTable(of: $0, in: entity) }
    }

    /// Returns the extent with a name, or `nil` if there is none.
    package func extent(_ name: Extent.Name) -> Extent? {
        switch name {
        case .objects(let entity): return objects(of: entity)
        case .joinTable(let path):
            guard let owner = entity(path.entity), let relationship = relationship(path) else { return nil }
            return schema.joinTable(of: relationship, in: owner)
        }
    }

    /// Returns the extent of an entity's own objects, or `nil` if the entity is abstract.
    func objects(of name: String) -> Extent? {
        guard let entity = entity(name), !entity.isAbstract else { return nil }
        return schema.extent(of: entity, inheriting: lineage(of: name))
    }

    /// Returns the extent of an entity's own objects if its keys are known, which is cheaper.
    func objects(of name: String, keys: [Extent.Member]) -> Extent {
        var members: [Extent.Member] = [.identity]
        for property in properties(of: name) where property.isAttribute {
            if let member = property.member {
                members.append(member)
            } else if case .attribute(let attribute) = property.property {
                members += schema.members(of: attribute)
            }
        }
        return Extent(name: .objects(name), members: members + keys)
    }

    /// Returns the names of all extents that an entity may have.
    func extentNames(of name: String) -> [Extent.Name] {
        [.objects(name)] + toManyRelationships(of: name).map { .joinTable($0) }
    }

    /// Returns the paths of the to-many relationships that an entity declares.
    func toManyRelationships(of name: String) -> [ElementPath] {
        declared(by: name).filter(\.isToMany).map(\.path)
    }
}
