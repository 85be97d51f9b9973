import ApusSchema

extension IndexedSchema {
    /// Returns the paths that a mapping may use for an entity's property, nearest first: the entity's own path, its
    /// parent's, and so on up to the entity that declares the property.
    func paths(of property: OwnedProperty, in entity: String) -> [ElementPath] {
        if property.owner == entity { return [property.path] }
        var paths: [ElementPath] = []
        for ancestor in lineage(of: entity) {
            paths.append(ElementPath(ancestor.name, property.name))
            if ancestor.name == property.owner { break }
        }
        return paths
    }

    /// Returns the paths that a mapping may use for a leaf of an attribute. A part of a composite has the composite's
    /// name in its path, whatever the attribute.
    func paths(of leaf: Schema.Leaf, of property: OwnedProperty, in entity: String) -> [ElementPath] {
        leaf.composite.map { [ElementPath($0, leaf.attribute.name)] } ?? paths(of: property, in: entity)
    }

    /// Returns the paths by which a mapping computes a leaf of an attribute, nearest first: a part of a composite is that
    /// of one attribute.
    func computedPaths(of leaf: Schema.Leaf, of property: OwnedProperty, in entity: String) -> [ElementPath] {
        paths(of: property, in: entity).map { ElementPath($0.entity, leaf.name) }
    }
}
