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

extension Array {
    /// The place of the first element that is such: looked for from a place on and then from the start, since elements
    /// are mostly asked for in their own order. The place moves on behind it.
    func firstIndex(from place: inout Int, where isSuch: (Element) -> Bool) -> Int? {
        let start: Int = Swift.min(place, count)
        let found: Int? =
            (start..<count).first { isSuch(self[$0]) } ?? (0..<start).first { isSuch(self[$0]) }
        if let found { place = found + 1 }
        return found
    }

    /// The first element that is such; see ``firstIndex(from:where:)``.
    func first(from place: inout Int, where isSuch: (Element) -> Bool) -> Element? {
        firstIndex(from: &place, where: isSuch).map { self[$0] }
    }
}
