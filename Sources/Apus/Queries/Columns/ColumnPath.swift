import ApusSchema

/// The path from the fetched objects to the properties of an entity, or to the parts of a composite. Generated code
/// passes it on.
public struct ColumnPath<Root: PersistentModel>: Sendable {
    /// The variable of the collection where the path starts; `nil` if it starts at the fetched object.
    private let base: ExpressionFormat?
    private let steps: [ExpressionFormat.Step]

    private init(_ base: ExpressionFormat?, _ steps: [ExpressionFormat.Step]) {
        self.base = base
        self.steps = steps
    }

    /// Creates the path to the fetched object itself.
    @_spi(Generated)
    public init() {
        self.init(nil, [])
    }

    /// Returns the column of an attribute.
    @_spi(Generated)
    public func attribute<Value>(_ name: String) -> AttributeColumn<Root, Value> {
        AttributeColumn(appending(name).expression, [])
    }

    /// Returns the columns of a to-one relationship's destination.
    @_spi(Generated)
    public func object<Far: EntityColumns>(_ name: String) -> Far where Far.ApusRoot == Root {
        Far(apusPath: appending(name))
    }

    /// Returns the objects of a to-many relationship.
    @_spi(Generated)
    public func objects<Far: EntityColumns>(_ name: String) -> ToManyColumns<Far> where Far.ApusRoot == Root {
        ToManyColumns(appending(name))
    }

    /// Returns the columns of a composite's parts.
    @_spi(Generated)
    public func composite<Parts: CompositeColumns>(_ name: String) -> Parts where Parts.ApusRoot == Root {
        Parts(apusPath: appending(name))
    }

    private func appending(_ name: String) -> ColumnPath {
        ColumnPath(base, steps + [.name(name)])
    }

    // MARK: - As an expression

    /// The element at the end of the path.
    var expression: ExpressionFormat {
        steps.isEmpty ? base ?? ExpressionFormat(.evaluatedObject) : ExpressionFormat(.keyPath(base: base, steps))
    }

    /// Returns the aggregate of a property over all objects of the collection.
    ///
    /// - Parameters:
    ///   - collection: The aggregate.
    ///   - column: The property, as a path from each of the objects.
    ///   - variable: The variable that ranges over the objects.
    /// - Returns: The expression; if `column` is not such a property, one that no store can evaluate.
    func aggregate(
        _ collection: ExpressionFormat.CollectionOperator,
        of column: ExpressionFormat,
        each variable: String
    ) -> ExpressionFormat {
        let isPlain: (ExpressionFormat.Step) -> Bool = { if case .name = $0 { true } else { false } }
        guard case .keyPath(let base?, let further) = column.kind, base.kind == .variable(variable),
            further.allSatisfy(isPlain)
        else { return ExpressionFormat(.keyPath(base: column, [.collection(collection)])) }
        return ExpressionFormat(.keyPath(base: self.base, steps + [.collection(collection)] + further))
    }

    /// The number of objects.
    var count: ExpressionFormat { ExpressionFormat(.keyPath(base: base, steps + [.collection(.count)])) }

    /// The path from each of the objects, and its variable, which is unique because collections can be nested.
    var each: (path: ColumnPath, variable: String) {
        let variable: String = CollectionVariable.next()
        return (ColumnPath(ExpressionFormat(.variable(variable)), []), variable)
    }
}
