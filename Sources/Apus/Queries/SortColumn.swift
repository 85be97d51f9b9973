import ApusSchema

/// One key that fetched objects are sorted by: `Trip.columns.startDate.descending`.
///
/// Missing values come first, before the least; descending, last. Texts are in the order of their bytes.
public struct SortColumn<Model: PersistentModel>: Sendable {
    let expression: ExpressionFormat
    let arguments: [PredicateArgument]
    let isDescending: Bool

    init(_ expression: ExpressionFormat, _ arguments: [PredicateArgument], isDescending: Bool) {
        self.expression = expression
        self.arguments = arguments
        self.isDescending = isDescending
    }
}
