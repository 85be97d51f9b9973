import ApusSchema

extension ProjectionStep {
    /// Returns a value of the rows of an entity of the step's older schema; `nil` if they have no such field.
    ///
    /// What the store computes once the rows are written is computed from their other values here. Some derived attributes no
    /// expression computes, as sums of decimals or of numbers with fractions: their values stay unknown.
    mutating func value(of field: Field, in rows: SourceRows) -> ExpressionGraph.ID? {
        guard let id = rows.fields[field] else { return nil }
        guard graph[id].value == .derived, case .attribute(let path) = field,
            let expression = matching.older.derivedValue(path[0], of: rows.entity)
        else { return id }
        let nodes = nodes(of: expression, isPart: false, at: ElementPath(rows.entity, path[0]), in: rows)
        return graph.computed(nodes, graph[id].type)
    }
}

extension IndexedSchema {
    /// Returns the expression that computes a derived attribute; `nil` if there is none.
    fileprivate func derivedValue(_ name: String, of entity: String) -> TypedExpression<OlderValue>? {
        let property = properties(of: entity).first { $0.name == name }
        guard case .attribute(let attribute)? = property?.property, let derivation = attribute.derivation,
            let leaf = schema.leaves(of: attribute).first, let format = try? ExpressionFormat.parse(derivation.text)
        else { return nil }
        var compiler = OlderCompiler(OlderScope(self, entity: entity))
        let value = try? compiler.value(of: compiler.operand(format), as: leaf.type, format).value
        // The store adds numbers with fractions in the order of its rows, which may give another sum.
        return value.flatMap { $0.containsLeaf { $0.isBinaryAggregate } ? nil : $0 }
    }
}

extension OlderValue {
    /// Whether it is an aggregate of numbers with fractions.
    fileprivate var isBinaryAggregate: Bool {
        switch self {
        case .gathered(_, _, let value?): value.type.isBinary
        case .related(_, let value): value.isBinaryAggregate
        default: false
        }
    }
}
