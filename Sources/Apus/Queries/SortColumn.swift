import ApusSchema

/// One key that fetched objects are sorted by: `Trip.columns.startDate.descending`.
///
/// Missing values come first, before the least; descending, last. Texts are in the order of their bytes, unless another
/// ``TextOrder`` is chosen.
public struct SortColumn<Model: PersistentModel>: Sendable {
    let expression: ExpressionFormat
    let arguments: [PredicateArgument]
    let isDescending: Bool
    let textOrder: TextOrder

    init(
        _ expression: ExpressionFormat,
        _ arguments: [PredicateArgument],
        isDescending: Bool,
        textOrder: TextOrder = .bytes
    ) {
        self.expression = expression
        self.arguments = arguments
        self.isDescending = isDescending
        self.textOrder = textOrder
    }
}

/// The order of texts.
public enum TextOrder: Hashable, Sendable {
    /// By their bytes, which is the order of their Unicode scalars: the fastest, and an index helps.
    case bytes
    /// As people sort them, in the user's language, numbers by their value: `localizedStandardCompare`.
    case localizedStandard
}
