import ApusSchema

/// The expressions of one of an extent's sources, under the fields that they are for.
struct SourceFields {
    private let members: [Extent.Member]
    private let ids: [ExpressionGraph.ID]

    fileprivate init(_ members: [Extent.Member], _ ids: [ExpressionGraph.ID]) {
        self.members = members
        self.ids = ids
    }

    /// The expression of a field, or `nil`.
    subscript(field: Field) -> ExpressionGraph.ID? {
        var place: Int = 0
        return id(of: field, from: &place)
    }

    /// The expression of a field; see ``Swift/Array/firstIndex(from:where:)``.
    func id(of field: Field, from place: inout Int) -> ExpressionGraph.ID? {
        members.firstIndex(from: &place) { $0.field == field }.map { ids[$0] }
    }
}

extension Projection.ExtentProjection {
    /// The expressions of one of the sources.
    func fields(_ source: Projection.Source) -> SourceFields { SourceFields(extent.members, source.values) }
}
