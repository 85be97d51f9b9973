import ApusSchema

/// A property, and what a batch sets it to: `columns.nights.to(7)`.
public struct ColumnAssignment<Root: PersistentModel>: Sendable {
    let assignment: Assignment

    init(_ target: ExpressionFormat, _ constant: PredicateArgument) {
        assignment = Assignment(target: target, source: .constant(constant))
    }

    fileprivate init(_ target: ExpressionFormat, _ source: Assignment.Source) {
        assignment = Assignment(target: target, source: source)
    }
}

/// A property of some class, and what a batch sets it to. The code that has every row in its hands is not generic: what generic types
/// are would be looked up again and again.
struct Assignment: Sendable {
    enum Source: Sendable {
        /// The value is the same for all objects.
        case constant(PredicateArgument)
        /// An expression over the object, and the values of its variables.
        case expression(ExpressionFormat, [PredicateArgument])
    }

    /// The property, as a path.
    let target: ExpressionFormat
    let source: Source
}

extension AttributeColumn {
    /// Sets the property to what an expression over the object gives: `columns.nights.to(columns.nights + 1)`.
    public func to(_ value: AttributeColumn) -> ColumnAssignment<Root> {
        ColumnAssignment(expression, .expression(value.expression, value.arguments))
    }
}

extension AttributeColumn where Value: PredicateValue {
    /// Sets the property to a value, or to nil.
    public func to(_ value: Value?) -> ColumnAssignment<Root> {
        ColumnAssignment(expression, value.predicateArgument)
    }
}

extension EntityColumns {
    /// Sets the to-one relationship to an object, or to nil.
    public func to(_ object: ApusModel?) -> ColumnAssignment<ApusRoot> {
        ColumnAssignment(apusPath.expression, object.predicateArgument)
    }

    /// Sets the to-one relationship to the object with an identifier.
    public func to(_ identifier: PersistentIdentifier) -> ColumnAssignment<ApusRoot> {
        ColumnAssignment(apusPath.expression, identifier.predicateArgument)
    }
}

extension CompositeColumns {
    /// Sets the composite to a value, or to nil.
    public func to(_ value: ApusValue?) -> ColumnAssignment<ApusRoot> {
        ColumnAssignment(apusPath.expression, value.predicateArgument)
    }
}
