extension AttributeColumn where Value: PredicateValue & Numeric {
    /// The sum of two columns.
    public static func + (column: AttributeColumn, other: AttributeColumn) -> AttributeColumn {
        column.calling("add:to:", other)
    }

    /// A column and a number.
    public static func + (column: AttributeColumn, value: Value) -> AttributeColumn { column + Self(value: value) }

    /// The difference of two columns.
    public static func - (column: AttributeColumn, other: AttributeColumn) -> AttributeColumn {
        column.calling("from:subtract:", other)
    }

    /// A column less a number.
    public static func - (column: AttributeColumn, value: Value) -> AttributeColumn { column - Self(value: value) }

    /// The product of two columns.
    public static func * (column: AttributeColumn, other: AttributeColumn) -> AttributeColumn {
        column.calling("multiply:by:", other)
    }

    /// A column times a number.
    public static func * (column: AttributeColumn, value: Value) -> AttributeColumn { column * Self(value: value) }

    /// The quotient of two columns; integers are divided as in Swift, and by zero there is no value.
    public static func / (column: AttributeColumn, other: AttributeColumn) -> AttributeColumn {
        column.calling("divide:by:", other)
    }

    /// A column divided by a number.
    public static func / (column: AttributeColumn, value: Value) -> AttributeColumn { column / Self(value: value) }

    /// The number without its sign.
    public var magnitude: AttributeColumn { calling("abs:") }
}
