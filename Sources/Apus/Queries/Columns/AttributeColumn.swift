import ApusSchema

/// An attribute, or an expression over attributes, for predicates and sort orders: `Trip.columns.startDate`.
///
/// `Value` is never an optional type: every column can be compared with `nil`. If `Value` is not a ``PredicateValue``,
/// use ``isNil``.
public struct AttributeColumn<Root: PersistentModel, Value>: Sendable {
    let expression: ExpressionFormat
    let arguments: [PredicateArgument]

    init(_ expression: ExpressionFormat, _ arguments: [PredicateArgument]) {
        self.expression = expression
        self.arguments = arguments
    }

    /// Whether the value is nil.
    public var isNil: ModelPredicate<Root> {
        ModelPredicate(expression, .equalTo, ExpressionFormat(.constant(.null)), arguments: arguments)
    }

    /// Compares the column with another one.
    func compare(
        _ sign: PredicateFormat.Operator,
        _ other: AttributeColumn,
        options: PredicateFormat.Options = []
    ) -> ModelPredicate<Root> {
        ModelPredicate(
            expression,
            sign,
            other.expression.shiftingArguments(by: arguments.count),
            arguments: arguments + other.arguments,
            options: options
        )
    }

    /// The result of a function of this column and others.
    func calling<Result>(
        _ function: String,
        _ others: AttributeColumn...,
        as type: Result.Type = Result.self
    ) -> AttributeColumn<Root, Result> {
        var (operands, arguments): ([ExpressionFormat], [PredicateArgument]) = ([expression], arguments)
        for other in others {
            operands.append(other.expression.shiftingArguments(by: arguments.count))
            arguments += other.arguments
        }
        return AttributeColumn<Root, Result>(ExpressionFormat(.call(function, operands)), arguments)
    }
}

extension AttributeColumn where Value: PredicateValue {
    /// A value that is the same for all objects.
    init(value: Value) {
        self.init(ExpressionFormat(.variable("0")), [value.predicateArgument])
    }

    private func compare(
        _ sign: PredicateFormat.Operator,
        value: some PredicateValue
    ) -> ModelPredicate<Root> {
        ModelPredicate(expression, sign, value: value, behind: arguments)
    }

    /// Whether the value is equal to another one; with `nil`, whether it is nil.
    public static func == (column: AttributeColumn, value: Value?) -> ModelPredicate<Root> {
        column.compare(.equalTo, value: value)
    }

    /// Whether the value is nil or not equal to another one; with `nil`, whether it is not nil.
    public static func != (column: AttributeColumn, value: Value?) -> ModelPredicate<Root> {
        column.compare(.notEqualTo, value: value)
    }

    /// Whether both values are equal, or both are nil.
    public static func == (column: AttributeColumn, other: AttributeColumn) -> ModelPredicate<Root> {
        column.compare(.equalTo, other)
    }

    /// Whether the values differ, or exactly one of them is nil.
    public static func != (column: AttributeColumn, other: AttributeColumn) -> ModelPredicate<Root> {
        column.compare(.notEqualTo, other)
    }

    /// Whether the value is one of several. If `nil` is among them, a nil value matches as well.
    public func isIn(_ values: some Sequence<Value?>) -> ModelPredicate<Root> {
        compare(.in, value: Array(values))
    }

    /// Whether the value is one of several.
    public func isIn(_ values: some Sequence<Value>) -> ModelPredicate<Root> {
        compare(.in, value: Array(values))
    }

    /// Sorts by the values, the smallest first.
    public var ascending: SortColumn<Root> { SortColumn(expression, arguments, isDescending: false) }

    /// Sorts by the values, the largest first.
    public var descending: SortColumn<Root> { SortColumn(expression, arguments, isDescending: true) }
}

extension AttributeColumn where Value == String {
    /// Sorts by the texts, in ascending order.
    public func ascending(_ order: TextOrder) -> SortColumn<Root> {
        SortColumn(expression, arguments, isDescending: false, textOrder: order)
    }

    /// Sorts by the texts, in descending order.
    public func descending(_ order: TextOrder) -> SortColumn<Root> {
        SortColumn(expression, arguments, isDescending: true, textOrder: order)
    }
}

extension AttributeColumn where Value: PredicateValue & Comparable {
    /// Whether the value is not nil and less than another one.
    public static func < (column: AttributeColumn, value: Value) -> ModelPredicate<Root> {
        column.compare(.lessThan, value: value)
    }

    /// Whether the value is not nil and at most another one.
    public static func <= (column: AttributeColumn, value: Value) -> ModelPredicate<Root> {
        column.compare(.lessThanOrEqualTo, value: value)
    }

    /// Whether the value is not nil and greater than another one.
    public static func > (column: AttributeColumn, value: Value) -> ModelPredicate<Root> {
        column.compare(.greaterThan, value: value)
    }

    /// Whether the value is not nil and at least another one.
    public static func >= (column: AttributeColumn, value: Value) -> ModelPredicate<Root> {
        column.compare(.greaterThanOrEqualTo, value: value)
    }

    /// Whether neither value is nil and the first is less than the second.
    public static func < (column: AttributeColumn, other: AttributeColumn) -> ModelPredicate<Root> {
        column.compare(.lessThan, other)
    }

    /// Whether neither value is nil and the first is at most the second.
    public static func <= (column: AttributeColumn, other: AttributeColumn) -> ModelPredicate<Root> {
        column.compare(.lessThanOrEqualTo, other)
    }

    /// Whether neither value is nil and the first is greater than the second.
    public static func > (column: AttributeColumn, other: AttributeColumn) -> ModelPredicate<Root> {
        column.compare(.greaterThan, other)
    }

    /// Whether neither value is nil and the first is at least the second.
    public static func >= (column: AttributeColumn, other: AttributeColumn) -> ModelPredicate<Root> {
        column.compare(.greaterThanOrEqualTo, other)
    }

    /// Whether the value is not nil and in a range, bounds included.
    public func isBetween(_ range: ClosedRange<Value>) -> ModelPredicate<Root> {
        self >= range.lowerBound && self <= range.upperBound
    }
}
