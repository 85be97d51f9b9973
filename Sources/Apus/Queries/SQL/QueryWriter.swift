import ApusSchema
import ApusStore
import Foundation

/// Writes a query as SQL. A value that a predicate brings becomes a parameter, with its number.
final class QueryWriter {
    /// One `SELECT`: what it reads from, and what its tables are called.
    private final class Level {
        var from: String = ""
        var aliases: [QueryObject: String] = [:]
    }

    let container: ModelContainer
    private(set) var parameters: [StoredValue] = []

    private var scopes: [Int: (alias: String, level: Level)] = [:]
    private let main = Level()
    private var aliasCount: Int = 0

    /// A writer of a query about an entity's objects, whose table is called by its name.
    init(_ container: ModelContainer, _ table: EntityTable) {
        self.container = container
        scopes[0] = (table.name, main)
    }

    /// What is joined with the main table, after everything else was written.
    var joins: String { main.from }

    /// A value as a parameter.
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

    /// The name under which an object's columns are reached.
    private func alias(of object: QueryObject) -> String {
        if case .scope(let scope, _) = object { return scopes[scope]?.alias ?? "" }
        let level: Level = scopes[object.root]?.level ?? main
        if let known = level.aliases[object] { return known }
        let table: EntityTable = container.tables[object.table]
        let condition: (String) -> String
        switch object {
        case .scope: condition = { _ in "" }
        case .one(let base, let position, _):
            let near: String = alias(of: base)
            condition = { self.condition(near, self.container.tables[base.table], position, to: $0, table) ?? "NULL" }
        case .element(let collection, let index, let isFromEnd):
            let choice: String = element(of: collection, index, isFromEnd)
            condition = { "\($0).\(table.identity) = \(choice)" }
        case .kind(let base, let id):
            let selection: Selection = container.selections[id]
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

    /// What the rows of two tables have in common where a relationship leads from one to the other; `nil` where pairs
    /// say that.
    private func condition(
        _ near: String,
        _ nearTable: EntityTable,
        _ position: Int,
        to far: String,
        _ farTable: EntityTable
    ) -> String? {
        let relationship: RelationshipDescription = nearTable.entity.relationship(at: position)
        switch (relationship.storage, relationship.inverse) {
        case (.ownKey, _): return "\(far).\(farTable.identity) = \(near).\(nearTable.column(at: position))"
        case (.inverseKey, let inverse?):
            let owner: EntityTable = container.table(of: relationship.destination) ?? farTable
            return "\(far).\(owner.column(at: inverse)) = \(near).\(nearTable.identity)"
        default: return nil
        }
    }

    /// The identity of one object of a collection.
    private func element(of collection: QueryCollection, _ index: Int64, _ isFromEnd: Bool) -> String {
        let direction: String = isFromEnd ? " DESC" : ""
        return select(from: collection) { alias, place in
            let identity: String = "\(alias).\(container.tables[collection.table].identity)"
            let order: String = [place, identity].compactMap { $0 }.map { $0 + direction }.joined(separator: ", ")
            return (identity, nil, " ORDER BY \(order) LIMIT 1 OFFSET \(parameter(.integer(index)))")
        }
    }

    /// A `SELECT` of the rows of a collection, in parentheses.
    ///
    /// - Parameters:
    ///   - collection: The collection.
    ///   - body: Given the alias of the objects, and their place in an ordered relationship: what is selected, a further
    ///     condition, and what follows.
    /// - Returns: The statement.
    private func select(
        from collection: QueryCollection,
        _ body: (_ alias: String, _ place: String?) -> (columns: String, condition: String?, end: String)
    ) -> String {
        let level = Level()
        var conditions: [String] = []
        let (alias, place): (String, String?) = open(collection, level, &conditions)
        let (columns, condition, end) = body(alias, place)
        let all: [String] = conditions + [condition].compactMap { $0 }
        return
            "(SELECT \(columns) FROM \(level.from)\(all.isEmpty ? "" : " WHERE " + all.joined(separator: " AND "))\(end))"
    }

    /// Adds the tables of a collection to a level.
    private func open(
        _ collection: QueryCollection,
        _ level: Level,
        _ conditions: inout [String]
    ) -> (alias: String, place: String?) {
        let far: EntityTable = container.tables[collection.table]
        let near: EntityTable = container.tables[collection.near]
        let isFirst: Bool
        let start: String
        switch collection.source {
        case .object(let object): (isFirst, start) = (true, alias(of: object))
        case .collection(let inner): (isFirst, start) = (false, open(inner, level, &conditions).alias)
        }
        let alias: String = newAlias()
        var place: String?
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
            place = pairs.orderKey.map { "\(pair).\($0)" }
        } else {
            let condition: String = condition(start, near, collection.position, to: alias, far) ?? "0"
            add("\(far.name) AS \(alias)", on: condition)
            let relationship: RelationshipDescription = near.entity.relationship(at: collection.position)
            if relationship.isOrdered, let inverse = relationship.inverse {
                place = container.table(of: relationship.destination)?.orderKeyColumns[inverse].map { "\(alias).\($0)" }
            }
        }
        scopes[collection.scope] = (alias, level)
        conditions += collection.conditions.map { sql($0) }
        return (alias, place)
    }

    // MARK: - Values

    func sql(_ expression: QueryExpression) -> String {
        switch expression {
        case .constant(let value): return parameter(value)
        case .column(let object, let column):
            return "\(alias(of: object)).\(container.tables[object.table].columns[column])"
        case .kind(let object):
            let table: EntityTable = container.tables[object.table]
            let alias: String = alias(of: object)
            if table.discriminator != nil { return "\(alias).\(Selection.entityColumn)" }
            return "CASE WHEN \(alias).\(table.identity) IS NOT NULL THEN \(SQLText.quoted(table.entity.name)) END"
        case .key(let object, let position):
            return "\(alias(of: object)).\(container.tables[object.table].column(at: position))"
        case .identity(let object): return "\(alias(of: object)).\(container.tables[object.table].identity)"
        case .aggregate(let aggregate, let collection, let value, let type):
            return select(from: collection) { _, _ in
                (QueryFunctions.sql(aggregate, of: sql(value), type), nil, "")
            }
        case .call(let function, let arguments, let type):
            return QueryFunctions.sql(function, of: arguments.map { sql($0) }, type)
        case .conditional(let condition, let one, let other):
            return "CASE WHEN \(sql(condition)) THEN \(sql(one)) ELSE \(sql(other)) END"
        }
    }

    // MARK: - Conditions

    /// A condition. Where it does not hold SQL may say null, unless it stands in a negation.
    func sql(_ condition: QueryCondition, isNegated: Bool = false) -> String {
        switch condition {
        case .constant(let holds): return holds ? "1" : "0"
        case .and(let conditions): return joined(conditions, " AND ", isNegated, empty: "1")
        case .or(let conditions): return joined(conditions, " OR ", isNegated, empty: "0")
        case .not(.comparison(let one, .equal, let other, isDecimal: _)): return "\(sql(one)) IS NOT \(sql(other))"
        case .not(let condition): return "NOT (\(sql(condition, isNegated: true)))"
        case .comparison(let one, .equal, let other, isDecimal: _):
            let isSure: Bool = !isNegated && (one.isNeverNull || other.isNeverNull)
            return "\(sql(one)) \(isSure ? "=" : "IS") \(sql(other))"
        case .comparison(let one, let sign, let other, let isDecimal):
            let collation: String = isDecimal ? " COLLATE \(QueryFunctions.decimalOrder)" : ""
            return definite("\(sql(one)) \(sign.rawValue) \(sql(other))\(collation)", isNegated)
        case .isOne(let value, let others): return isOne(value, others, isNegated)
        case .text(let one, let comparison, let other):
            if comparison.options.subtracting(.normalized).isEmpty, let plain = plain(one, comparison.operator, other) {
                return definite(plain, isNegated)
            }
            return QueryFunctions.sql(comparison, sql(one), sql(other))
        case .exists(let collection, let condition):
            return "EXISTS "
                + select(from: collection) { _, _ in
                    ("1", condition == .constant(true) ? nil : sql(condition), "")
                }
        }
    }

    private func joined(_ conditions: [QueryCondition], _ word: String, _ isNegated: Bool, empty: String) -> String {
        if conditions.isEmpty { return empty }
        return balanced(conditions.map { sql($0, isNegated: isNegated) }[...], word)
    }

    /// Operands in parentheses, half by half: SQLite reads a long chain as one that is as deep as it is long.
    private func balanced(_ operands: ArraySlice<String>, _ word: String) -> String {
        if operands.count <= 8 { return "(\(operands.joined(separator: word)))" }
        let middle: Int = operands.startIndex + operands.count / 2
        return "(\(balanced(operands[..<middle], word))\(word)\(balanced(operands[middle...], word)))"
    }

    private func definite(_ comparison: String, _ isNegated: Bool) -> String {
        isNegated ? "ifnull(\(comparison), 0)" : comparison
    }

    private func isOne(_ value: QueryExpression, _ others: [QueryExpression], _ isNegated: Bool) -> String {
        let present: [QueryExpression] = others.filter { $0 != .constant(.null) }
        guard present.allSatisfy(\.isNeverNull) else {
            let equal: [QueryCondition] = others.map { .comparison(value, .equal, $0, isDecimal: false) }
            return sql(.or(equal), isNegated: isNegated)
        }
        let list: String = longList(present) ?? present.map { sql($0) }.joined(separator: ", ")
        let isIn: String = definite("\(sql(value)) IN (\(list))", isNegated)
        return present.count == others.count ? isIn : "(\(isIn) OR \(sql(value)) IS NULL)"
    }

    /// Very many integers or texts as one parameter: SQLite has room for so many of them only.
    private func longList(_ values: [QueryExpression]) -> String? {
        if values.count <= 100 { return nil }
        var numbers: [String] = []
        var texts: [String] = []
        for value in values {
            switch value {
            case .constant(.integer(let number)): numbers.append(String(number))
            // In JSON of SQLite's a text ends at its first NUL.
            case .constant(.text(let text)) where !text.utf8.contains(0): texts.append(text)
            default: return nil
            }
        }
        let json: String?
        if texts.isEmpty {
            json = "[\(numbers.joined(separator: ","))]"
        } else if numbers.isEmpty {
            json = (try? JSONEncoder().encode(texts)).map { String(decoding: $0, as: UTF8.self) }
        } else {
            json = nil
        }
        return json.map { "SELECT value FROM json_each(\(parameter(.text($0))))" }
    }

    /// A comparison of texts byte by byte that SQLite has itself, and where it can an index too.
    private func plain(
        _ one: QueryExpression,
        _ comparison: PredicateFormat.Operator,
        _ other: QueryExpression
    ) -> String? {
        switch (comparison, other) {
        case (.contains, _): return "instr(\(sql(one)), \(sql(other))) > 0"
        case (.beginsWith, .constant(.text(let prefix))):
            let text: String = sql(one)
            let end: String = prefix.firstBehindPrefix.map { " AND \(text) < \(parameter(.text($0)))" } ?? ""
            return "(\(text) >= \(parameter(.text(prefix)))\(end))"
        default: return nil
        }
    }
}

extension QueryObject {
    /// The scope where the way to the object begins.
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

extension String {
    /// The first text, in the order of bytes, behind all those that begin with this one; `nil` where there is none.
    var firstBehindPrefix: String? {
        var scalars: [Unicode.Scalar] = Array(unicodeScalars)
        while let last = scalars.popLast() {
            // No scalar has the value of a surrogate.
            let next: UInt32 = last.value == 0xD7FF ? 0xE000 : last.value + 1
            guard let scalar = Unicode.Scalar(next) else { continue }
            scalars.append(scalar)
            return String(String.UnicodeScalarView(scalars))
        }
        return nil
    }
}
