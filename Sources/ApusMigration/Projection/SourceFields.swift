import ApusSchema

/// The expressions of one of an extent's sources, by field.
struct SourceFields {
    private let members: [Extent.Member]
    private let ids: [ExpressionGraph.ID]

    fileprivate init(_ members: [Extent.Member], _ ids: [ExpressionGraph.ID]) {
        self.members = members
        self.ids = ids
    }

    /// Returns the expression of a field, or `nil` if there is none.
    subscript(field: Field) -> ExpressionGraph.ID? {
        var index = 0
        return id(of: field, from: &index)
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
