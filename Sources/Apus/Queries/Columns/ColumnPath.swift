import ApusSchema

/// The way from the objects that are fetched to the properties of an entity, or to the parts of a composite. Generated
/// code passes it on.
public struct ColumnPath<Root: PersistentModel>: Sendable {
    /// The variable of the collection where the way begins; `nil` where it begins at the object that is fetched.
    private let base: ExpressionFormat?
    private let steps: [ExpressionFormat.Step]

    private init(_ base: ExpressionFormat?, _ steps: [ExpressionFormat.Step]) {
        self.base = base
        self.steps = steps
    }

    /// The object that is fetched itself.
    public init() {
        self.init(nil, [])
    }

    /// An attribute.
    public func attribute<Value>(_ name: String) -> AttributeColumn<Root, Value> {
        AttributeColumn(appending(name).expression, [])
    }

    /// The properties at the far end of a to-one relationship.
    public func object<Far: EntityColumns>(_ name: String) -> Far where Far.ApusRoot == Root {
        Far(apusPath: appending(name))
    }

    /// The objects at the far end of a to-many relationship.
    public func objects<Far: EntityColumns>(_ name: String) -> ToManyColumns<Far> where Far.ApusRoot == Root {
        ToManyColumns(appending(name))
    }

    /// The parts of a composite.
    public func composite<Parts: CompositeColumns>(_ name: String) -> Parts where Parts.ApusRoot == Root {
        Parts(apusPath: appending(name))
    }

    private func appending(_ name: String) -> ColumnPath {
        ColumnPath(base, steps + [.name(name)])
    }

    // MARK: - As an expression

    /// Where the way leads to.
    var expression: ExpressionFormat {
        steps.isEmpty ? base ?? ExpressionFormat(.evaluatedObject) : ExpressionFormat(.keyPath(base: base, steps))
    }

    /// What a question about all of the objects gives, asked of a property of each.
    ///
    /// - Parameters:
    ///   - collection: The question.
    ///   - column: The property, on its way from each of the objects.
    ///   - variable: The variable that stands for each of them.
    /// - Returns: The expression; one that no store can answer where something else is asked than a property of each.
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

    /// How many objects there are.
    var count: ExpressionFormat { ExpressionFormat(.keyPath(base: base, steps + [.collection(.count)])) }

    /// The way from each of the objects, and its variable, which no other collection has: one may stand in another.
    var each: (path: ColumnPath, variable: String) {
        let variable: String = CollectionVariable.next()
        return (ColumnPath(ExpressionFormat(.variable(variable)), []), variable)
    }
}
