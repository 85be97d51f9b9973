import ApusSchema

extension ProjectionStep {
    /// Adds checks for the to-one relationships of an entity's objects if the other side holds the key, because no member
    /// of the extent has such a check: that an object does not have several references, and that it has one if the
    /// mapping requires it.
    ///
    /// - Parameter rows: The rows of the objects.
    mutating func checkFarKeys(of rows: SourceRows) {
        guard matching.related.contains(rows.entity) else { return }
        for property in matching.newer.properties(of: rows.entity) {
            guard case .relationship(let relationship) = property.property, !relationship.isToMany,
                let newer = references.newReferences(property.path), newer.holder != property.path
            else { continue }
            let choice = choice(for: property.path, in: rows.entity)
            let isRequired =
                stage.lines.requirement(of: matching.newer.paths(of: property, in: rows.entity)) != nil
            guard choice == .only || isRequired else { continue }
            let flows = references.provenFlows(to: property.path, in: rows.entity)
            let id = end(flows, within: relationship.destination, choice, rows)
            check(id, at: property.path, in: rows)
            guard isRequired else { continue }
            let chosen = chosen(id, by: newer.holder, rows)
            check(graph.required(chosen, property.path), at: property.path, in: rows)
        }
    }
}
