extension AttributeColumn where Value: PredicateValue & Numeric {
    /// The sum of two columns.
    public static func + (column: AttributeColumn, other: AttributeColumn) -> AttributeColumn {
        column.calling("add:to:", other)
    }

    /// The sum of a column and a number.
    public static func + (column: AttributeColumn, value: Value) -> AttributeColumn { column + Self(value: value) }

    /// The difference of two columns.
    public static func - (column: AttributeColumn, other: AttributeColumn) -> AttributeColumn {
        column.calling("from:subtract:", other)
    }

    /// The difference of a column and a number.
    public static func - (column: AttributeColumn, value: Value) -> AttributeColumn { column - Self(value: value) }

    /// The product of two columns.
    public static func * (column: AttributeColumn, other: AttributeColumn) -> AttributeColumn {
        column.calling("multiply:by:", other)
    }

    /// The product of a column and a number.
    public static func * (column: AttributeColumn, value: Value) -> AttributeColumn { column * Self(value: value) }

    /// The quotient of two columns. Integer division truncates, as in Swift; division by zero gives nil.
    public static func / (column: AttributeColumn, other: AttributeColumn) -> AttributeColumn {
        column.calling("divide:by:", other)
    }

    /// The quotient of a column and a number.
    public static func / (column: AttributeColumn, value: Value) -> AttributeColumn { column / Self(value: value) }

    /// The absolute value.
    public var magnitude: AttributeColumn { calling("abs:") }
}
