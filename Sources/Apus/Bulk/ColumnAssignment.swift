import ApusSchema

/// A property, and what ``ModelContext/batchUpdate(model:where:includeSubclasses:set:)`` sets it to.
public struct ColumnAssignment<Root: PersistentModel>: Sendable {
    /// The property, as a path.
    let target: ExpressionFormat
    /// The value, if it is the same for all objects.
    let constant: PredicateArgument?
    let expression: ExpressionFormat
    let arguments: [PredicateArgument]

    init(_ target: ExpressionFormat, _ constant: PredicateArgument) {
        (self.target, self.constant) = (target, constant)
        (expression, arguments) = (ExpressionFormat(.variable("0")), [constant])
    }

    init(_ target: ExpressionFormat, _ expression: ExpressionFormat, _ arguments: [PredicateArgument]) {
        (self.target, self.expression, self.arguments) = (target, expression, arguments)
        constant = nil
    }
}

extension AttributeColumn {
    /// Sets the property to what an expression over the object gives: `columns.nights.to(columns.nights + 1)`.
    public func to(_ value: AttributeColumn) -> ColumnAssignment<Root> {
        ColumnAssignment(expression, value.expression, value.arguments)
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

    /// The identifier of the object, for batches that insert objects.
    public var persistentModelID: AttributeColumn<ApusRoot, PersistentIdentifier> {
        AttributeColumn(apusPath.expression, [])
    }
}

extension CompositeColumns {
    /// Sets the composite to a value, or to nil.
    public func to(_ value: ApusValue?) -> ColumnAssignment<ApusRoot> {
        ColumnAssignment(apusPath.expression, value.predicateArgument)
    }

    /// The composite as one value, for batches that insert objects.
    public var whole: AttributeColumn<ApusRoot, ApusValue> { AttributeColumn(apusPath.expression, []) }
}
