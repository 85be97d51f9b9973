package import ApusSchema

extension IndexedSchema {
    /// The extents that an entity has: its objects, where it is not abstract, and the pairs that its own relationships
    /// hold.
    package func extents(of name: String) -> [Extent] {
        guard let entity = entity(name) else { return [] }
        return (objects(of: name).map { [$0] } ?? [])
            + entity.relationships.compactMap { schema.pairs(of: $0, in: entity) }
    }

    /// The extent of an entity's own objects; `nil` where it is abstract.
    func objects(of name: String) -> Extent? {
        guard let entity = entity(name), !entity.isAbstract else { return nil }
        return schema.extent(of: entity, inheriting: line(of: name))
    }

    /// The extent of an entity's own objects, where its keys are known: each property has its values at hand.
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

    /// The names that the extents of an entity may have.
    func extentNames(of name: String) -> [Extent.Name] {
        [.objects(name)] + toManyRelationships(of: name).map { .pairs($0) }
    }

    /// The paths of the to-many relationships that an entity declares.
    func toManyRelationships(of name: String) -> [ElementPath] {
        declared(by: name).filter(\.isToMany).map(\.path)
    }
}
