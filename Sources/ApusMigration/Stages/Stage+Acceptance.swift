public import ApusSchema

extension Stage {
    /// Returns the line of the mapping that accepts the loss of an element of the older schema.
    ///
    /// - Parameter path: A path of ``losses``.
    /// - Returns: The line; `nil` if no mapping has one.
    public func acceptance(of path: ElementPath) -> Mapping.Line? {
        let lines = mapping?[.accept] ?? []
        let named = names(of: path)
        let line = named.lazy.compactMap { name in lines.first { !$0.isWildcard && $0.path == name } }.first
        if let line { return line }
        let wildcard = lines.first { one in
            one.isWildcard && named.contains { $0.property != nil && $0.entity == one.path.entity }
        }
        // What else goes with the objects of an entity goes with those that the mapping gives up.
        let owners = path.property == nil ? [] : owners(of: path)
        return wildcard ?? lines.first { !$0.isWildcard && $0.path.property == nil && owners.contains($0.path.entity) }
    }

    /// Returns the entities whose objects have a property, or are at the other end of a relationship.
    private func owners(of path: ElementPath) -> Set<String> {
        [matching.older, overall.older].reduce(into: []) { owners, schema in
            owners.formUnion(schema.family(below: path.entity))
            if let destination = schema.relationship(path)?.destination {
                owners.formUnion(schema.family(below: destination))
            }
        }
    }

    /// Returns the paths with which a line may accept a loss, nearest first: the element's own, those of an inherited property,
    /// and the inverse's.
    private func names(of path: ElementPath) -> [ElementPath] {
        guard let property = path.property else { return [path] }
        var names: [ElementPath] = [path]
        for schema in [matching.older, overall.older] {
            for ancestor in schema.lineage(of: path.entity) { names.append(ElementPath(ancestor.name, property)) }
            for entity in schema.family(below: path.entity) { names.append(ElementPath(entity, property)) }
            guard let relationship = schema.relationship(path), let inverse = relationship.inverse else { continue }
            names.append(ElementPath(relationship.destination, inverse))
        }
        return names
    }
}
