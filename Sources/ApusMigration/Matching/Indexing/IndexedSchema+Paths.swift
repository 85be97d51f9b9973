import ApusSchema

extension IndexedSchema {
    /// The paths under which a mapping may speak of an entity's property, the nearest first: the entity's own, its
    /// parent's and so on up to the one that declares the property.
    func paths(of property: OwnedProperty, in entity: String) -> [ElementPath] {
        if property.owner == entity { return [property.path] }
        var paths: [ElementPath] = []
        for ancestor in line(of: entity) {
            paths.append(ElementPath(ancestor.name, property.name))
            if ancestor.name == property.owner { break }
        }
        return paths
    }

    /// The paths under which a mapping may speak of what an attribute is stored as: a part of a composite goes under
    /// the composite's name, in whatever attribute it is.
    func paths(of leaf: Schema.Leaf, of property: OwnedProperty, in entity: String) -> [ElementPath] {
        leaf.composite.map { [ElementPath($0, leaf.attribute.name)] } ?? paths(of: property, in: entity)
    }
}
