import ApusSchema

extension ProjectionStep {
    /// Looks at what the objects of a kind are said to lead to, where the other side keeps the key: no member of the
    /// extent does so.
    ///
    /// - Parameters:
    ///   - kind: The newer kind.
    ///   - fields: The expressions of its older extent.
    ///   - extent: The extent of the pass's source that they read.
    mutating func checkFarKeys(of kind: String, _ fields: SourceFields, _ extent: Extent.Name) {
        if stage.lines.isEmpty { return }
        for property in matching.newer.properties(of: kind) {
            guard case .relationship(let relationship) = property.property, !relationship.isToMany,
                let newer = references.newReferences(property.path), newer.holder != property.path,
                let path = stage.lines.requirement(of: matching.newer.paths(of: property, in: kind)),
                let side = references.olderSide(of: property.path, in: kind),
                let older = references.oldReferences(side)
            else { continue }
            let flow = ReferenceFlow(old: older, isReversed: older.holder != side)
            let id: ExpressionGraph.ID = end(flow, within: relationship.destination, fields)
            let required: ExpressionGraph.ID = graph.required(id, path)
            if graph[required].canFail {
                checks.append(Projection.Check(extent: extent, expression: required, path: path))
            }
        }
    }
}
