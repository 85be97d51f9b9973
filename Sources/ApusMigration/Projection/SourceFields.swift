import ApusSchema

/// The expressions of one of an extent's sources, by field.
struct SourceFields {
    private let members: [Extent.Member]
    private let ids: [ExpressionGraph.ID]

    fileprivate init(_ members: [Extent.Member], _ ids: [ExpressionGraph.ID]) {
        self.members = members
        self.ids = ids
    }

    /// Returns the expression of a field, or `nil` if the rows have none, as those of entities without the property.
    subscript(field: Field) -> ExpressionGraph.ID? {
        var index = 0
        return id(of: field, from: &index)
    }

    /// Returns the expression of a field that all of the rows have. That it is missing is a defect, which must not become a null.
    func required(_ field: Field) -> ExpressionGraph.ID {
        guard let id = self[field] else {
            preconditionFailure("the rows have no field \(field), only \(members.map(\.field))")
        }
        return id
    }

    /// Returns the expression of a field; see ``Swift/Array/firstIndex(from:where:)``.
    func id(of field: Field, from index: inout Int) -> ExpressionGraph.ID? {
        members.firstIndex(from: &index) { $0.field == field }.map { ids[$0] }
    }
}

extension Projection.ExtentProjection {
    /// Returns the expressions of one of the sources.
    func fields(_ source: Projection.Source) -> SourceFields { SourceFields(extent.members, source.values) }
}
