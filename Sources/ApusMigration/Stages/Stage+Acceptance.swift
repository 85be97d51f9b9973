public import ApusSchema

extension Stage {
    /// By whose word an element of the older schema is lost: the line of the mapping that accepts it.
    ///
    /// - Parameter path: A path of ``losses``.
    /// - Returns: The line; `nil` where no mapping has one.
    public func acceptance(of path: ElementPath) -> Mapping.Line? {
        let lines: [Mapping.Line] = mapping?[.accept] ?? []
        let named: [ElementPath] = names(of: path)
        return lines.first { !$0.isWildcard && named.contains($0.path) }
            ?? lines.first { one in one.isWildcard && named.contains { $0.entity == one.path.entity } }
    }

    /// The paths under which a loss may be accepted: an element's own, those of an inherited property, the inverse's,
    /// and those of removed entities at either end.
    private func names(of path: ElementPath) -> [ElementPath] {
        guard let property = path.property else { return [path] }
        var names: [ElementPath] = [path]
        for ancestor in matching.older.line(of: path.entity) { names.append(ElementPath(ancestor.name, property)) }
        for kind in matching.older.family(below: path.entity) { names.append(ElementPath(kind, property)) }
        if let relationship = matching.older.relationship(path) {
            if let inverse = relationship.inverse { names.append(ElementPath(relationship.destination, inverse)) }
            names.append(ElementPath(relationship.destination))
        }
        return names
    }
}
