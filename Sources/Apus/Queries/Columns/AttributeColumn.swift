import ApusSchema

/// An attribute, or what is calculated of some, to fetch by: `Trip.columns.startDate`.
///
/// `Value` is the type of the values without the question mark: any can be compared with `nil`, and one whose values are
/// no ``PredicateValue`` can be asked whether it ``isNil``.
public struct AttributeColumn<Root: PersistentModel, Value>: Sendable {
    let expression: ExpressionFormat
    let arguments: [PredicateArgument]

    init(_ expression: ExpressionFormat, _ arguments: [PredicateArgument]) {
        self.expression = expression
        self.arguments = arguments
    }

    /// There is no value.
    public var isNil: ModelPredicate<Root> {
        ModelPredicate(expression, .equalTo, ExpressionFormat(.constant(.null)), arguments)
    }

    /// Compares with another column.
    func compare(
        _ sign: PredicateFormat.Operator,
        _ other: AttributeColumn,
        options: PredicateFormat.Options = []
    ) -> ModelPredicate<Root> {
        ModelPredicate(
            expression,
            sign,
            other.expression.shiftingArguments(by: arguments.count),
            arguments + other.arguments,
            options: options
        )
    }

    /// What a function makes of the column and others.
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

    /// The value is that one; `nil`: there is none.
    public static func == (column: AttributeColumn, value: Value?) -> ModelPredicate<Root> {
        column.compare(.equalTo, value: value)
    }

    /// The value is another one, or there is none; `nil`: there is one.
    public static func != (column: AttributeColumn, value: Value?) -> ModelPredicate<Root> {
        column.compare(.notEqualTo, value: value)
    }

    /// The two values are equal, or there is neither.
    public static func == (column: AttributeColumn, other: AttributeColumn) -> ModelPredicate<Root> {
        column.compare(.equalTo, other)
    }

    /// The two values are different, or only one is there.
    public static func != (column: AttributeColumn, other: AttributeColumn) -> ModelPredicate<Root> {
        column.compare(.notEqualTo, other)
    }

    /// The value is one of some; where `nil` is among them, none is one too.
    public func isIn(_ values: some Sequence<Value?>) -> ModelPredicate<Root> {
        compare(.in, value: Array(values))
    }

    /// The value is one of some.
    public func isIn(_ values: some Sequence<Value>) -> ModelPredicate<Root> {
        compare(.in, value: Array(values))
    }

    /// Sorts by the values, the least first.
    public var ascending: SortColumn<Root> { SortColumn(expression, arguments, isDescending: false) }

    /// Sorts by the values, the greatest first.
    public var descending: SortColumn<Root> { SortColumn(expression, arguments, isDescending: true) }
}

extension AttributeColumn where Value == String {
    /// Sorts by the texts, the least first.
    public func ascending(_ order: TextOrder) -> SortColumn<Root> {
        SortColumn(expression, arguments, isDescending: false, textOrder: order)
    }

    /// Sorts by the texts, the greatest first.
    public func descending(_ order: TextOrder) -> SortColumn<Root> {
        SortColumn(expression, arguments, isDescending: true, textOrder: order)
    }
}

extension AttributeColumn where Value: PredicateValue & Comparable {
    /// There is a value, and it is below that one.
    public static func < (column: AttributeColumn, value: Value) -> ModelPredicate<Root> {
        column.compare(.lessThan, value: value)
    }

    /// There is a value, and it is not above that one.
    public static func <= (column: AttributeColumn, value: Value) -> ModelPredicate<Root> {
        column.compare(.lessThanOrEqualTo, value: value)
    }

    /// There is a value, and it is above that one.
    public static func > (column: AttributeColumn, value: Value) -> ModelPredicate<Root> {
        column.compare(.greaterThan, value: value)
    }

    /// There is a value, and it is not below that one.
    public static func >= (column: AttributeColumn, value: Value) -> ModelPredicate<Root> {
        column.compare(.greaterThanOrEqualTo, value: value)
    }

    /// Both values are there, and the first is below the second.
    public static func < (column: AttributeColumn, other: AttributeColumn) -> ModelPredicate<Root> {
        column.compare(.lessThan, other)
    }

    /// Both values are there, and the first is not above the second.
    public static func <= (column: AttributeColumn, other: AttributeColumn) -> ModelPredicate<Root> {
        column.compare(.lessThanOrEqualTo, other)
    }

    /// Both values are there, and the first is above the second.
    public static func > (column: AttributeColumn, other: AttributeColumn) -> ModelPredicate<Root> {
        column.compare(.greaterThan, other)
    }

    /// Both values are there, and the first is not below the second.
    public static func >= (column: AttributeColumn, other: AttributeColumn) -> ModelPredicate<Root> {
        column.compare(.greaterThanOrEqualTo, other)
    }

    /// There is a value, and it is in a range, whose bounds belong to it.
    public func isBetween(_ range: ClosedRange<Value>) -> ModelPredicate<Root> {
        self >= range.lowerBound && self <= range.upperBound
    }
}
