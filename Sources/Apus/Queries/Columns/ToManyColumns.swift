import ApusSchema

/// The objects of a to-many relationship, for predicates and sort orders:
/// `Trip.columns.items.contains { $0.price > 100 }`.
public struct ToManyColumns<Far: EntityColumns>: Sendable {
    private let path: ColumnPath<Far.ApusRoot>

    init(_ path: ColumnPath<Far.ApusRoot>) {
        self.path = path
    }

    /// The number of objects.
    public var count: AttributeColumn<Far.ApusRoot, Int> { AttributeColumn(path.count, []) }

    /// Whether there are no objects.
    public var isEmpty: ModelPredicate<Far.ApusRoot> { count == 0 }

    /// Whether an object is among them.
    public func contains(_ object: Far.ApusModel) -> ModelPredicate<Far.ApusRoot> {
        ModelPredicate(path.expression, .contains, value: object)
    }

    /// Whether at least one object fulfils a condition.
    public func contains(where condition: (Far) -> ModelPredicate<Far.ApusRoot>) -> ModelPredicate<Far.ApusRoot> {
        counting(condition, .greaterThan)
    }

    /// Whether all objects fulfil a condition.
    public func allSatisfy(_ condition: (Far) -> ModelPredicate<Far.ApusRoot>) -> ModelPredicate<Far.ApusRoot> {
        counting({ !condition($0) }, .equalTo)
    }

    private func counting(
        _ condition: (Far) -> ModelPredicate<Far.ApusRoot>,
        _ sign: PredicateFormat.Operator
    ) -> ModelPredicate<Far.ApusRoot> {
        let (each, variable) = path.each
        let inner: ModelPredicate<Far.ApusRoot> = condition(Far(apusPath: each))
        let some = ExpressionFormat(.subquery(path.expression, variable: variable, inner.format))
        let comparison = PredicateFormat.Comparison(
            ExpressionFormat(.keyPath(base: some, [.collection(.count)])),
            sign,
            ExpressionFormat(.constant(.integer(0)))
        )
        return ModelPredicate(PredicateFormat(.comparison(comparison)), inner.arguments, problem: inner.problem)
    }

    /// The sum of an attribute over all objects; 0 if there are none.
    public func sum<Value>(_ column: (Far) -> AttributeColumn<Far.ApusRoot, Value>) -> AttributeColumn<
        Far.ApusRoot, Value
    >
    where Value: Numeric {
        aggregate(.sum, column)
    }

    /// The average of an attribute over all objects; nil if there are none.
    public func average<Value>(_ column: (Far) -> AttributeColumn<Far.ApusRoot, Value>) -> AttributeColumn<
        Far.ApusRoot, Double
    >
    where Value: Numeric {
        aggregate(.average, column)
    }

    /// The smallest value of an attribute; nil if there are no objects.
    public func min<Value>(_ column: (Far) -> AttributeColumn<Far.ApusRoot, Value>) -> AttributeColumn<
        Far.ApusRoot, Value
    > {
        aggregate(.minimum, column)
    }

    /// The largest value of an attribute; nil if there are no objects.
    public func max<Value>(_ column: (Far) -> AttributeColumn<Far.ApusRoot, Value>) -> AttributeColumn<
        Far.ApusRoot, Value
    > {
        aggregate(.maximum, column)
    }

    private func aggregate<Value, Result>(
        _ collection: ExpressionFormat.CollectionOperator,
        _ column: (Far) -> AttributeColumn<Far.ApusRoot, Value>
    ) -> AttributeColumn<Far.ApusRoot, Result> {
        let (each, variable) = path.each
        let column: AttributeColumn<Far.ApusRoot, Value> = column(Far(apusPath: each))
        return AttributeColumn(path.aggregate(collection, of: column.expression, each: variable), column.arguments)
    }
}
