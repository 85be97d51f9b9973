import ApusSchema
public import Foundation

/// A value of many objects, for ``ModelContext/aggregate(_:_:)``: their number, or the sum, the average, the least or the
/// greatest value of a column.
///
/// `Result` is optional if there is no value of no objects.
public struct AggregateColumn<Root: PersistentModel, Result>: Sendable {
    let aggregate: Aggregate

    fileprivate init(_ function: ExpressionFunction?, of column: AttributeColumn<Root, some Any>?) {
        aggregate = Aggregate(function: function, column: column?.expression, arguments: column?.arguments ?? [])
    }

    /// The column as an expression of a query.
    var column: AttributeColumn<Root, Result> {
        AttributeColumn(ExpressionFormat(.variable("0")), [PredicateArgument(.aggregate(aggregate))])
    }

    /// Sorts groups by the values, the smallest first.
    public var ascending: SortColumn<Root> {
        SortColumn(column.expression, column.arguments, isDescending: false)
    }

    /// Sorts groups by the values, the largest first.
    public var descending: SortColumn<Root> {
        SortColumn(column.expression, column.arguments, isDescending: true)
    }
}

/// A function of the values of many objects.
struct Aggregate: Hashable, Sendable {
    /// The function; `nil` for the number of values.
    let function: ExpressionFunction?
    /// The values; `nil` for the objects themselves.
    let column: ExpressionFormat?
    /// The values of the variables of the column.
    let arguments: [PredicateArgument]

    /// The aggregate in messages: `sum(nights)`.
    var text: String { "\(function?.rawValue.dropLast() ?? "count")(\(column?.text ?? "*"))" }
}

extension AggregateColumn where Result == Int {
    /// The number of objects.
    public static var count: AggregateColumn { AggregateColumn(nil, of: AttributeColumn<Root, Int>?.none) }
}

extension AttributeColumn {
    /// The number of objects with a value that is not nil.
    public var count: AggregateColumn<Root, Int> { AggregateColumn(nil, of: self) }
}

extension AttributeColumn where Value: PredicateValue & Comparable {
    /// The least value; nil if there is none.
    public var min: AggregateColumn<Root, Value?> { AggregateColumn(.minimum, of: self) }

    /// The greatest value; nil if there is none.
    public var max: AggregateColumn<Root, Value?> { AggregateColumn(.maximum, of: self) }
}

extension AttributeColumn where Value: Numeric {
    /// The average; nil if there is no value.
    public var average: AggregateColumn<Root, Double?> { AggregateColumn(.average, of: self) }
}

extension AttributeColumn where Value: FixedWidthInteger {
    /// The sum; 0 if there is no value. A sum that `Int` does not hold is an error.
    public var sum: AggregateColumn<Root, Int> { AggregateColumn(.sum, of: self) }
}

extension AttributeColumn where Value: BinaryFloatingPoint {
    /// The sum; 0 if there is no value.
    public var sum: AggregateColumn<Root, Double> { AggregateColumn(.sum, of: self) }
}

extension AttributeColumn where Value == Decimal {
    /// The sum; 0 if there is no value.
    public var sum: AggregateColumn<Root, Decimal> { AggregateColumn(.sum, of: self) }
}

// MARK: - Conditions on groups

extension AggregateColumn where Result: PredicateValue {
    private func compare(_ sign: PredicateFormat.Operator, _ value: Result) -> ModelPredicate<Root> {
        ModelPredicate(column.expression, sign, value: value, behind: column.arguments)
    }

    /// Whether the value is equal to another one.
    public static func == (column: AggregateColumn, value: Result) -> ModelPredicate<Root> {
        column.compare(.equalTo, value)
    }

    /// Whether the value is not equal to another one.
    public static func != (column: AggregateColumn, value: Result) -> ModelPredicate<Root> {
        column.compare(.notEqualTo, value)
    }

    /// Whether the value is not nil and less than another one.
    public static func < (column: AggregateColumn, value: Result) -> ModelPredicate<Root> {
        column.compare(.lessThan, value)
    }

    /// Whether the value is not nil and at most another one.
    public static func <= (column: AggregateColumn, value: Result) -> ModelPredicate<Root> {
        column.compare(.lessThanOrEqualTo, value)
    }

    /// Whether the value is not nil and greater than another one.
    public static func > (column: AggregateColumn, value: Result) -> ModelPredicate<Root> {
        column.compare(.greaterThan, value)
    }

    /// Whether the value is not nil and at least another one.
    public static func >= (column: AggregateColumn, value: Result) -> ModelPredicate<Root> {
        column.compare(.greaterThanOrEqualTo, value)
    }
}
