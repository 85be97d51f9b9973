import ApusSchema
import ApusStore
import Foundation

/// A compiled fetch.
struct CompiledQuery {
    /// A sort key.
    struct Order {
        let value: QueryExpression
        let isDescending: Bool
        /// The order of the values.
        let order: StoredOrder

        /// The SQL collation, which follows the value.
        var collation: String { SQLiteDialect.full.collation(order) }
    }

    /// The table of the fetched entity.
    let table: EntityTable

    /// The condition that fetched objects fulfil; `nil` fetches all objects.
    let condition: QueryCondition?

    let order: [Order]

    /// Whether objects of sub-entities are fetched as well.
    let includesSubentities: Bool

    /// Whether values of objects that the predicate captures are constants in it.
    let readsGivenValues: Bool

    /// Compiles a fetch.
    ///
    /// - Throws: ``ModelError/unsupportedPredicate(_:reason:)`` if a store cannot evaluate it.
    init<Model>(_ descriptor: FetchDescriptor<Model>, _ table: EntityTable, in context: ModelContext) throws {
        self.table = table
        includesSubentities = descriptor.includesSubentities
        let given = QueryScope.GivenValues()
        condition = try descriptor.condition.map { predicate in
            try Self.compile(
                predicate.description,
                problem: predicate.problem,
                arguments: predicate.arguments,
                in: table,
                for: context,
                given: given
            ) {
                compiler throws(PredicateProblem) in
                try compiler.condition(predicate.format)
            }
        }
        order = try descriptor.keys.map { try Self.order($0, table, context, given: given) }
        readsGivenValues = given.areRead
    }

    /// Compiles a sort key.
    ///
    /// - Throws: ``ModelError/unsupportedPredicate(_:reason:)`` if a store cannot sort by it.
    static func order<Model>(
        _ key: SortColumn<Model>,
        _ table: EntityTable,
        _ context: ModelContext,
        groups asksGroups: Bool = false,
        given: QueryScope.GivenValues = QueryScope.GivenValues()
    ) throws -> Order {
        try compile(
            key.expression.text,
            problem: nil,
            arguments: key.arguments,
            in: table,
            for: context,
            groups: asksGroups,
            given: given
        ) {
            compiler throws(PredicateProblem) in
            let (value, type) = try compiler.value(key.expression)
            var order: StoredOrder = type == .decimal ? .decimal : .usual
            if type == .string, key.textOrder == .localizedStandard { order = .localizedStandard }
            return Order(value: value, isDescending: key.isDescending, order: order)
        }
    }

    /// Compiles an expression.
    ///
    /// - Throws: ``ModelError/unsupportedPredicate(_:reason:)`` if a store cannot evaluate it.
    static func compile<Result>(
        _ text: String,
        problem: PredicateProblem?,
        arguments: [PredicateArgument],
        in table: EntityTable,
        for context: ModelContext,
        groups asksGroups: Bool = false,
        given: QueryScope.GivenValues = QueryScope.GivenValues(),
        _ body: (inout QueryCompiler) throws(PredicateProblem) -> Result
    ) throws -> Result {
        do throws(PredicateProblem) {
            if let problem { throw problem }
            let scope = QueryScope(context.coordinator, table, arguments, given: given) { context.model(for: $0) }
            var compiler = QueryCompiler(scope)
            compiler.scope.asksGroups = asksGroups
            return try body(&compiler)
        } catch {
            throw ModelError.unsupportedPredicate(text, reason: error.message)
        }
    }

    /// The columns at a path; for an object, its identity and its entity's name.
    ///
    /// - Throws: ``ModelError/unsupportedPredicate(_:reason:)`` if a store has no such columns.
    static func columns(of path: String, _ table: EntityTable, _ context: ModelContext) throws -> [QueryExpression] {
        try compile(path, problem: nil, arguments: [], in: table, for: context) { compiler throws(PredicateProblem) in
            let format = ExpressionFormat(.keyPath(base: nil, path.split(separator: ".").map { .name(String($0)) }))
            switch try compiler.operand(format) {
            case .value(let value, _): return [value]
            case .reference(.composite(let parts)): return parts
            case .reference(.object(let object)): return [compiler.scope.identity(of: object), .leaf(.kind(object))]
            case .reference(.encrypted), .reference(.lookedUp): throw QueryScope.problem(.encrypted([]), format)
            default: throw QueryCompiler.problem("'\(path)' points to several objects", format)
            }
        }
    }

    // MARK: - In memory

    /// Whether an object's entity is fetched.
    func concerns(_ object: ModelObject) -> Bool {
        includesSubentities ? object.entity.isKind(of: table.entity) : object.entity === table.entity
    }

    /// Whether an object fulfils the query's condition.
    func matches(_ object: ModelObject, _ coordinator: StoreCoordinator) -> Bool {
        guard concerns(object) else { return false }
        return condition.map { QueryEvaluator(coordinator, object).holds($0) } ?? true
    }

    /// Sorts objects in the order of the query; equal ones in the order of their rows, new ones last.
    func sorted(_ objects: [ModelObject], _ coordinator: StoreCoordinator) -> [ModelObject] {
        typealias Keyed = (object: ModelObject, keys: [StoredValue], row: Int64)
        let keyed: [Keyed] = objects.map { object in
            let evaluator = QueryEvaluator(coordinator, object)
            return (object, order.map { evaluator.value(of: $0.value) }, object.hasRow ? object.rowOrNone : .max)
        }
        return keyed.sorted { one, other in
            order.precedes(one.keys, other.keys) ?? (one.row < other.row)
        }.map(\.object)
    }

    /// Whether an object's result depends on other objects as well.
    var readsOtherObjects: Bool {
        condition?.containsLeaf(where: \.readsOtherObjects) == true
            || order.contains { $0.value.containsLeaf(where: \.readsOtherObjects) }
    }

    // MARK: - As SQL

    /// The selected columns.
    enum Columns {
        case rows(Selection, isPacked: Bool)
        case identities
        case count
        case values([QueryExpression], isDistinct: Bool)
        case groups(QueryGroups)
    }

    /// The conditions that fetched rows fulfil, as SQL.
    func conditions(_ writer: QueryWriter) -> [String] {
        var conditions: [String] = []
        if !includesSubentities, let name = table.discriminator {
            conditions.append("\(table.name).\(EntityTable.entityColumn) = \(SQLText.quoted(name))")
        } else if let condition = writer.coordinator.selections[table.id].condition {
            conditions.append(condition)
        }
        if let condition { conditions.append(writer.sql(of: condition)) }
        return conditions
    }

    /// Writes the query as SQL.
    ///
    /// - Parameters:
    ///   - columns: The selected columns.
    ///   - coordinator: The coordinator.
    ///   - excluded: The rows to exclude.
    ///   - limit: The maximum number of rows.
    ///   - offset: The number of rows to skip at the beginning.
    /// - Returns: The statement and its parameters.
    func statement(
        _ columns: Columns,
        _ coordinator: StoreCoordinator,
        excluding excluded: [Int64] = [],
        limit: Int? = nil,
        offset: Int = 0
    ) -> (sql: String, parameters: [StoredValue]) {
        let writer = QueryWriter(coordinator, table)
        let selection: Selection = coordinator.selections[table.id]
        let kind = "\(table.name).\(EntityTable.entityColumn)"
        let identity = "\(table.name).\(table.identity)"
        var conditions = self.conditions(writer)
        if !excluded.isEmpty {
            let list = excluded.map(String.init).joined(separator: ",")
            conditions.append(
                "\(identity) NOT IN (SELECT value FROM json_each(\(writer.parameter(.text("[\(list)]")))))"
            )
        }
        var keys: [String] = []
        let selected: String
        switch columns {
        case .rows(let selection, let isPacked):
            selected = isPacked ? selection.packedColumns ?? selection.columns : selection.columns
        case .identities: selected = identity + (selection.readsEntity ? ", \(kind)" : "")
        case .count: selected = "count(*)"
        case .values(let values, let isDistinct):
            selected = (isDistinct ? "DISTINCT " : "") + values.map { writer.sql($0) }.joined(separator: ", ")
        case .groups(let groups): selected = groups.columns(writer)
        }
        var clauses = ""
        if case .count = columns {
        } else if case .groups(let groups) = columns {
            clauses = groups.clauses(writer)
        } else {
            keys = order.map(writer.sql)
            // A distinct value does not belong to one row.
            if case .values(_, isDistinct: true) = columns {} else { keys.append(identity) }
        }
        var sql = "SELECT \(selected) FROM \(table.name)\(writer.joins)"
        if !conditions.isEmpty { sql += " WHERE " + conditions.conjunction }
        sql += clauses
        if !keys.isEmpty { sql += " ORDER BY " + keys.joined(separator: ", ") }
        if limit != nil || offset > 0 {
            sql += " LIMIT \(writer.parameter(.integer(Int64(limit ?? -1))))"
            if offset > 0 { sql += " OFFSET \(writer.parameter(.integer(Int64(offset))))" }
        }
        return (sql, writer.parameters)
    }
}

extension [CompiledQuery.Order] {
    /// Returns whether something with some values comes before another one; `nil` if both have equal values.
    func precedes(_ one: [StoredValue], _ other: [StoredValue]) -> Bool? {
        for (index, key) in enumerated() {
            switch key.order.order(one[index], other[index]) {
            case .orderedSame: continue
            case .orderedAscending: return !key.isDescending
            case .orderedDescending: return key.isDescending
            }
        }
        return nil
    }
}
