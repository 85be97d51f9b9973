public import ApusSchema

extension Stage {
    /// Returns the line of the mapping that accepts the loss of an element of the older schema.
    ///
    /// - Parameter path: A path of ``losses``.
    /// - Returns: The line; `nil` if no mapping has one.
    public func acceptance(of path: ElementPath) -> Mapping.Line? {
        let lines = mapping?[.accept] ?? []
        let named = names(of: path)
        return named.lazy.compactMap { name in lines.first { !$0.isWildcard && $0.path == name } }.first
            ?? lines.first { one in
                one.isWildcard && named.contains { $0.property != nil && $0.entity == one.path.entity }
            }
    }

    /// Returns the paths with which a line may accept a loss, nearest first: the element's own, those of an inherited property,
    /// the inverse's, and those of entities that are given up on either side.
    private func names(of path: ElementPath) -> [ElementPath] {
        guard let property = path.property else { return [path] }
        var names: [ElementPath] = [path]
        for schema in [matching.older, overall.older] {
            for ancestor in schema.lineage(of: path.entity) { names.append(ElementPath(ancestor.name, property)) }
            for entity in schema.family(below: path.entity) { names.append(ElementPath(entity, property)) }
            guard let relationship = schema.relationship(path) else { continue }
            if let inverse = relationship.inverse { names.append(ElementPath(relationship.destination, inverse)) }
            names += [ElementPath(relationship.destination), ElementPath(path.entity)]
        }
        return names
    }
}
