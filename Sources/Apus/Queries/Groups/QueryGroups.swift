import ApusSchema
import ApusStore

/// What is computed from the objects of each group of a query's result, or from all of them.
struct QueryGroups {
    /// What the objects of a group have in common; empty for one group of all objects.
    let keys: [QueryCompiler.Typed]
    /// The values of a group.
    let values: [QueryCompiler.Typed]
    /// The texts of the keys and of the values.
    let texts: [String]
    /// The condition that groups fulfil; `nil` for all groups.
    let condition: QueryCondition?
    /// The order of the groups, by the keys at last.
    let order: [CompiledQuery.Order]

    /// Compiles the values of groups.
    ///
    /// - Throws: ``ModelError/unsupportedPredicate(_:reason:)`` if a store cannot compute them.
    init<Model>(
        by columns: [(expression: ExpressionFormat, arguments: [PredicateArgument])],
        _ values: [Aggregate],
        having condition: ModelPredicate<Model>?,
        order: [SortColumn<Model>],
        _ table: EntityTable,
        in context: ModelContext
    ) throws {
        texts = columns.map(\.expression.text) + values.map(\.text)
        let keys: [QueryCompiler.Typed] = try columns.map { key in
            try CompiledQuery.compile(
                key.expression.text,
                problem: nil,
                arguments: key.arguments,
                in: table,
                for: context
            ) {
                compiler throws(PredicateProblem) in
                try compiler.value(key.expression)
            }
        }
        self.keys = keys
        self.values = try values.map { value in
            let format = ExpressionFormat(.variable("0"))
            return try CompiledQuery.compile(
                value.text,
                problem: nil,
                arguments: [PredicateArgument(.aggregate(value))],
                in: table,
                for: context,
                groups: true
            ) { compiler throws(PredicateProblem) in try compiler.value(format) }
        }
        self.condition = try condition.map { predicate in
            let text = predicate.description
            let compiled: QueryCondition = try CompiledQuery.compile(
                text,
                problem: predicate.problem,
                arguments: predicate.arguments,
                in: table,
                for: context,
                groups: true
            ) { compiler throws(PredicateProblem) in try compiler.condition(predicate.format) }
            if compiled.containsLeaf(where: { !$0.isOfGroups(with: keys) }) { throw Self.notOfGroups(text) }
            if keys.isEmpty {
                throw ModelError.unsupportedPredicate(text, reason: "a condition on groups needs a key to group by")
            }
            return compiled
        }
        let explicit: [CompiledQuery.Order] = try order.map { key in
            let order: CompiledQuery.Order = try CompiledQuery.order(key, table, context, groups: true)
            let isKey = keys.contains { $0.value == order.value }
            if !isKey, order.value.containsLeaf(where: { !$0.isOfGroups(with: keys) }) {
                throw Self.notOfGroups(key.expression.text)
            }
            return order
        }
        let usual = keys.map { key in
            CompiledQuery.Order(value: key.value, isDescending: false, order: key.type == .decimal ? .decimal : .usual)
        }
        self.order = explicit + usual
    }

    private static func notOfGroups(_ text: String) -> ModelError {
        .unsupportedPredicate(
            text,
            reason:
                "each object of a group has its own value: group by it, or use 'count', 'sum', 'average', 'min' or 'max'"
        )
    }

    /// Whether a value depends on objects other than those of the fetched entity.
    var readsOtherObjects: Bool {
        values.contains { $0.value.containsLeaf(where: \.readsOtherObjects) }
            || condition?.containsLeaf(where: \.readsOtherObjects) == true
            || order.contains { $0.value.containsLeaf(where: \.readsOtherObjects) }
    }

    // MARK: - In memory

    /// Returns the keys and the values of each group of objects.
    func rows(of objects: [ModelObject], _ coordinator: StoreCoordinator) -> [[StoredValue]] {
        typealias Row = (values: [StoredValue], order: [StoredValue])
        func row(_ group: [ModelObject]) -> Row? {
            let evaluator = QueryEvaluator(coordinator, group)
            if condition.map(evaluator.holds) == false { return nil }
            return ((keys + values).map { evaluator.value(of: $0.value) }, order.map { evaluator.value(of: $0.value) })
        }
        if keys.isEmpty { return [row(objects)].compactMap { $0?.values } }
        let groups = Dictionary(grouping: objects) { object in
            let evaluator = QueryEvaluator(coordinator, object)
            return keys.map { evaluator.value(of: $0.value) }
        }
        return groups.values.compactMap(row).sorted { order.precedes($0.order, $1.order) == true }.map(\.values)
    }

    // MARK: - As SQL

    /// Writes the selected columns.
    func columns(_ writer: QueryWriter) -> String {
        (keys + values).map { writer.sql($0.value) }.joined(separator: ", ")
    }

    /// Writes the clauses that follow the condition on objects.
    func clauses(_ writer: QueryWriter) -> String {
        if keys.isEmpty { return "" }
        var sql = " GROUP BY " + keys.indices.map { "\($0 + 1)" }.joined(separator: ", ")
        if let condition { sql += " HAVING " + writer.sql(of: condition) }
        return sql + " ORDER BY " + order.map(writer.sql).joined(separator: ", ")
    }
}

extension QueryLeaf {
    /// Whether the value is the same for all objects of a group.
    fileprivate func isOfGroups(with keys: [QueryCompiler.Typed]) -> Bool {
        if case .group = self { return true }
        return keys.contains { $0.value == .leaf(self) }
    }
}
