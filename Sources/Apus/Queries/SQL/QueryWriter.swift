import ApusSchema
import ApusStore
import Foundation

/// Writes a query as SQL. Values become numbered parameters.
final class QueryWriter {
    /// A `SELECT`: its FROM clause and the aliases of its tables.
    private final class Level {
        var from = ""
        var aliases: [QueryObject: String] = [:]
    }

    let coordinator: StoreCoordinator
    private(set) var parameters: [StoredValue] = []

    private var scopes: [Int: (alias: String, level: Level)] = [:]
    private let main = Level()
    private var aliasCount: Int = 0

    /// Creates a writer for a query on an entity's objects. The entity's table has no alias.
    init(_ coordinator: StoreCoordinator, _ table: EntityTable) {
        self.coordinator = coordinator
        scopes[0] = (table.name, main)
    }

    /// The joins of the main table, once everything else is written.
    var joins: String { main.from }

    /// Adds a parameter, and returns its SQL.
    func parameter(_ value: StoredValue) -> String {
        if value == .null { return "NULL" }
        parameters.append(value)
        return "?\(parameters.count)"
    }

    // MARK: - Objects

    private func newAlias() -> String {
        aliasCount += 1
        return SQLText.name("$\(aliasCount)")
    }

    /// The alias of an object's table; joins the table first if necessary.
    private func alias(of object: QueryObject) -> String {
        if case .scope(let scope, _) = object { return scopes[scope]?.alias ?? "" }
        let level: Level = scopes[object.root]?.level ?? main
        if let known = level.aliases[object] { return known }
        let table: EntityTable = coordinator.tables[object.table]
        let condition: (String) -> String
        switch object {
        case .scope: condition = { _ in "" }
        case .one(let base, let position, _):
            let near: String = alias(of: base)
            condition = {
                self.condition(near, of: self.coordinator.tables[base.table], at: position, to: $0, of: table) ?? "NULL"
            }
        case .element(let collection, let index, let isFromEnd):
            let choice: String = element(of: collection, index, isFromEnd)
            condition = { "\($0).\(table.identity) = \(choice)" }
        case .kind(let base, let id):
            let selection: Selection = coordinator.selections[id]
            let near: String = alias(of: base)
            condition = { alias in
                ["\(alias).\(table.identity) = \(near).\(table.identity)", selection.condition(on: alias)]
                    .compactMap { $0 }.joined(separator: " AND ")
            }
        }
        let alias: String = newAlias()
        level.aliases[object] = alias
        level.from += " LEFT JOIN \(table.name) AS \(alias) ON \(condition(alias))"
        return alias
    }

    /// The join condition of two tables between which there is a relationship; `nil` if its references are in a join
    /// table.
    private func condition(
        _ near: String,
        of nearTable: EntityTable,
        at position: Int,
        to far: String,
        of farTable: EntityTable
    ) -> String? {
        let relationship: RelationshipDescription = nearTable.entity.relationship(at: position)
        switch (relationship.storage, relationship.inverse) {
        case (.ownKey, _): return "\(far).\(farTable.identity) = \(near).\(nearTable.column(at: position))"
        case (.inverseKey, let inverse?):
            let owner: EntityTable = coordinator.table(of: relationship.destination) ?? farTable
            return "\(far).\(owner.column(at: inverse)) = \(near).\(nearTable.identity)"
        default: return nil
        }
    }

    /// The identity of one object of a collection.
    private func element(of collection: QueryCollection, _ index: Int64, _ isFromEnd: Bool) -> String {
        let direction = isFromEnd ? " DESC" : ""
        return select(from: collection) { alias, orderKey in
            let identity = "\(alias).\(coordinator.tables[collection.table].identity)"
            let order = [orderKey, identity].compactMap { $0 }.map { $0 + direction }.joined(separator: ", ")
            return (identity, nil, " ORDER BY \(order) LIMIT 1 OFFSET \(parameter(.integer(index)))")
        }
    }

    /// A `SELECT` of the rows of a collection, in parentheses.
    ///
    /// - Parameters:
    ///   - collection: The collection.
    ///   - body: Receives the objects' alias and, in an ordered relationship, their order key. Returns the selected
    ///     columns, a further condition, and the clauses that follow.
    /// - Returns: The statement.
    private func select(
        from collection: QueryCollection,
        _ body: (_ alias: String, _ orderKey: String?) -> (columns: String, condition: String?, end: String)
    ) -> String {
        let level = Level()
        var conditions: [String] = []
        let (alias, orderKey): (String, String?) = open(collection, level, &conditions)
        let (columns, condition, end) = body(alias, orderKey)
        let all: [String] = conditions + [condition].compactMap { $0 }
        return
            "(SELECT \(columns) FROM \(level.from)\(all.isEmpty ? "" : " WHERE " + all.conjunction)\(end))"
    }

    /// Adds the tables of a collection to a level.
    private func open(
        _ collection: QueryCollection,
        _ level: Level,
        _ conditions: inout [String]
    ) -> (alias: String, orderKey: String?) {
        let far: EntityTable = coordinator.tables[collection.table]
        let near: EntityTable = coordinator.tables[collection.near]
        let isFirst: Bool
        let start: String
        switch collection.source {
        case .object(let object): (isFirst, start) = (true, alias(of: object))
        case .collection(let inner): (isFirst, start) = (false, open(inner, level, &conditions).alias)
        }
        let alias: String = newAlias()
        var orderKey: String?
        func add(_ table: String, on condition: String) {
            if isFirst, level.from.isEmpty {
                level.from = table
                conditions.append(condition)
            } else {
                level.from += " JOIN \(table) ON \(condition)"
            }
        }
        if let pairs = near.joinTables[collection.position] {
            let pair: String = newAlias()
            add("\(pairs.name) AS \(pair)", on: "\(pair).\(pairs.near) = \(start).\(near.identity)")
            level.from += " JOIN \(far.name) AS \(alias) ON \(alias).\(far.identity) = \(pair).\(pairs.far)"
            orderKey = pairs.orderKey.map { "\(pair).\($0)" }
        } else {
            let condition: String = condition(start, of: near, at: collection.position, to: alias, of: far) ?? "0"
            add("\(far.name) AS \(alias)", on: condition)
            let relationship: RelationshipDescription = near.entity.relationship(at: collection.position)
            if relationship.isOrdered, let inverse = relationship.inverse {
                orderKey = coordinator.table(of: relationship.destination)?.orderKeyColumns[inverse].map {
                    "\(alias).\($0)"
                }
            }
        }
        scopes[collection.scope] = (alias, level)
        conditions += collection.conditions.map { sql(of: $0) }
        return (alias, orderKey)
    }

    // MARK: - Expressions

    /// Writes an expression.
    func sql(_ expression: QueryExpression) -> String {
        SQLiteDialect.full.sql(expression, constant: constant, leaf: leaf).sql
    }

    /// Writes a sort key.
    func sql(_ key: CompiledQuery.Order) -> String {
        sql(key.value) + key.collation + (key.isDescending ? " DESC" : "")
    }

    /// Writes a condition, which needs parentheses next to others. If it is false, SQL may return null.
    func sql(of condition: QueryCondition) -> String {
        SQLiteDialect.full.sql(of: condition, constant: constant, leaf: leaf, leaves: list).sql
    }

    private func constant(_ value: StoredValue) -> SQLStatement { SQLStatement(parameter(value)) }

    private func leaf(_ leaf: QueryLeaf) -> SQLStatement { SQLStatement(sql(leaf)) }

    /// Many given values of an encrypted attribute. SQLite limits the number of parameters, so they are one.
    private func list(_ leaves: [QueryLeaf]) -> SQLStatement? {
        guard leaves.count > 100, case .lookedUp(_, let lookup)? = leaves.first else { return nil }
        let values = leaves.compactMap { leaf -> StoredValue? in
            if case .lookedUp(let value, lookup) = leaf { value } else { nil }
        }
        guard values.count == leaves.count else { return nil }
        return SealFunctions.lookups(lookup, of: values) { parameter($0) }
    }

    private func sql(_ leaf: QueryLeaf) -> String {
        switch leaf {
        case .column(let object, let column):
            return "\(alias(of: object)).\(coordinator.tables[object.table].columns[column])"
        case .lookup(let object, let column):
            let table: EntityTable = coordinator.tables[object.table]
            return "\(alias(of: object)).\(table.lookups[column]?.column ?? table.columns[column])"
        case .lookedUp(let value, let lookup):
            return SealFunctions.lookupOnce(lookup, SQLStatement(parameter(value))).sql
        case .kind(let object):
            let table: EntityTable = coordinator.tables[object.table]
            let alias: String = alias(of: object)
            if table.discriminator != nil { return "\(alias).\(EntityTable.entityColumn)" }
            let name = SQLText.quoted(table.entity.name)
            return "(CASE WHEN \(alias).\(table.identity) IS NOT NULL THEN \(name) END)"
        case .key(let object, let position):
            return "\(alias(of: object)).\(coordinator.tables[object.table].column(at: position))"
        case .identity(let object): return "\(alias(of: object)).\(coordinator.tables[object.table].identity)"
        case .count(let collection): return select(from: collection) { _, _ in ("count(*)", nil, "") }
        case .aggregate(let function, let collection, let value, let type):
            return select(from: collection) { _, _ in (Self.aggregate(function, of: sql(value), type), nil, "") }
        case .group(_, nil, _): return "count(*)"
        case .group(nil, let value?, _): return "count(\(sql(value)))"
        case .group(let function?, let value?, let type): return Self.aggregate(function, of: sql(value), type)
        case .exists(let collection, let condition):
            return "EXISTS "
                + select(from: collection) { _, _ in
                    ("1", condition == .constant(true) ? nil : sql(of: condition), "")
                }
        }
    }

    /// Writes an aggregate: SQLite's own function if its result does not depend on the order of the rows.
    private static func aggregate(_ function: ExpressionFunction, of value: String, _ type: ScalarType?) -> String {
        let isDecimal = type == .decimal
        // Sums of small integers are exact in any order, and never overflow.
        let isExact = type == .int16 || type == .int32 || type == .bool
        switch function {
        case .sum where isExact: return "ifnull(sum(\(value)), 0)"
        case .sum:
            // Without values it is zero; if it cannot be represented, it is null.
            let sum = SQLiteFunctions.gathering(.sum, of: value, type)
            return "CASE WHEN count(\(value)) = 0 THEN \(isDecimal ? "'0'" : "0") ELSE \(sum) END"
        case .average where isExact: return "avg(\(value))"
        case .minimum where !isDecimal: return "min(\(value))"
        case .maximum where !isDecimal: return "max(\(value))"
        default: return SQLiteFunctions.gathering(function, of: value, type)
        }
    }
}

extension [String] {
    /// The conditions joined with AND, in parentheses unless there is only one.
    var conjunction: String { count == 1 ? self[0] : map { "(\($0))" }.joined(separator: " AND ") }
}

extension QueryObject {
    /// The scope where the path to the object starts.
    fileprivate var root: Int {
        switch self {
        case .scope(let scope, _): scope
        case .one(let base, _, _), .kind(let base, _): base.root
        case .element(let collection, _, _): collection.root
        }
    }
}

extension QueryCollection {
    fileprivate var root: Int {
        switch source {
        case .object(let object): object.root
        case .collection(let collection): collection.root
        }
    }
}
