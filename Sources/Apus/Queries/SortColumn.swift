import ApusSchema

/// A sort key for fetched objects: `Trip.columns.startDate.descending`.
///
/// Nil values come first in ascending order and last in descending order. Texts are sorted by their bytes, unless
/// another ``TextOrder`` is chosen.
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
    /// By their UTF-8 bytes, and so by their Unicode scalars: the fastest order, which can use an index.
    case bytes
    /// In the user's language, with numbers in texts by their value, like `localizedStandardCompare`.
    case localizedStandard
}
