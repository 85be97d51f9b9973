import ApusSchema

/// The way from the objects that are fetched to the properties of an entity, or to the parts of a composite. Generated
/// code passes it on.
public struct ColumnPath<Root: PersistentModel>: Sendable {
    /// The variable of the collection where the way begins; `nil` where it begins at the object that is fetched.
    private let base: ExpressionFormat?
    private let steps: [ExpressionFormat.Step]
    /// How many collections stand around.
    private let depth: Int

    private init(_ base: ExpressionFormat?, _ steps: [ExpressionFormat.Step], _ depth: Int) {
        self.base = base
        self.steps = steps
        self.depth = depth
    }

    /// The object that is fetched itself.
    public init() {
        self.init(nil, [], 0)
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
        ColumnPath(base, steps + [.name(name)], depth)
    }

    // MARK: - As an expression

    /// Where the way leads to.
    var expression: ExpressionFormat {
        steps.isEmpty ? base ?? ExpressionFormat(.evaluatedObject) : ExpressionFormat(.keyPath(base: base, steps))
    }

    /// What a question about all of the objects gives, asked of a property of each.
    func aggregate(_ collection: ExpressionFormat.CollectionOperator, of column: ExpressionFormat?) -> ExpressionFormat
    {
        guard let column else {
            return ExpressionFormat(.keyPath(base: base, steps + [.collection(collection)]))
        }
        guard case .keyPath(.some, let further) = column.kind else {
            // What is calculated of each object is asked of none of its properties; the compiler of queries says so.
            return ExpressionFormat(.keyPath(base: column, [.collection(collection)]))
        }
        return ExpressionFormat(.keyPath(base: base, steps + [.collection(collection)] + further))
    }

    /// The way from each of the objects, and its variable.
    var each: (path: ColumnPath, variable: String) {
        let variable = "each\(depth + 1)"
        return (ColumnPath(ExpressionFormat(.variable(variable)), [], depth + 1), variable)
    }
}
