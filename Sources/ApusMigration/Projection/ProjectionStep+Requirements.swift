import ApusSchema

extension ProjectionStep {
    /// Adds checks for the required relationships of an entity's objects if the other side holds the key, because no
    /// member of the extent has such a check.
    ///
    /// - Parameter rows: The rows of the objects.
    mutating func checkFarKeys(of rows: SourceRows) {
        if stage.lines.isEmpty { return }
        for property in matching.newer.properties(of: rows.entity) {
            guard case .relationship(let relationship) = property.property, !relationship.isToMany,
                let newer = references.newReferences(property.path), newer.holder != property.path,
                let path = stage.lines.requirement(of: matching.newer.paths(of: property, in: rows.entity)),
                let side = references.olderSide(of: property.path, in: rows.entity),
                let older = references.oldReferences(side)
            else { continue }
            let flow = ReferenceFlow(old: older, isReversed: older.holder != side)
            let id = end(flow, within: relationship.destination, rows.fields)
            let required = graph.required(id, path)
            if graph[required].canFail {
                checks.append(Projection.Check(extent: rows.extent, expression: required, path: path))
            }
        }
    }
}
