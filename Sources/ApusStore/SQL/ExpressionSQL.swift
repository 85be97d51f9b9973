import ApusMigration
import ApusSchema
import Foundation

/// The expressions of a pass as SQL over its older tables, with the functions and the auxiliary tables that the
/// SQL uses.
struct ExpressionSQL {
    let pass: TablePass
    private let values: GeneratedValues
    private let failing: ExpressionFailing
    private let prefix: String
    /// Whether the SQL computes derived attributes, as far as the older rows have what they are computed from. Copied rows
    /// get them only after all rows are written.
    let computesDerived: Bool

    /// The functions that the SQL so far calls.
    private(set) var functions: [RowFunction] = []
    /// The tables in which the SQL so far looks values up, each after those that it needs itself.
    private(set) var tables: [AuxiliaryTable] = []
    /// How many of the functions and tables a connection has got for statements outside of a program.
    var prepared = (functions: 0, tables: 0)
    private var computed: [ExpressionGraph.ID: (function: RowFunction, leaves: [ExpressionGraph.ID])] = [:]
    private var generators: [String: RowFunction] = [:]
    private var searches = 0
    private var numbering: [[ObjectRows]: AuxiliaryTable] = [:]
    private var largest: [[ObjectRows]: AuxiliaryTable] = [:]
    private var searched: [SearchedRows: AuxiliaryTable] = [:]
    private var known: [KnownRows: AuxiliaryTable] = [:]
    /// The expressions whose values a table is just being made of.
    private var making: Set<KnownRows> = []

    /// - Parameters:
    ///   - pass: The pass.
    ///   - values: The generated values.
    ///   - failing: What to do if a part of an expression fails.
    ///   - prefix: The prefix of the names of functions and auxiliary tables.
    ///   - computesDerived: Whether the SQL computes derived attributes from the older rows; null is their value otherwise.
    init(
        _ pass: TablePass,
        _ values: GeneratedValues,
        failing: ExpressionFailing = .strict,
        prefix: String = "apus",
        computesDerived: Bool = false
    ) {
        self.pass = pass
        self.values = values
        self.failing = failing
        self.prefix = prefix
        self.computesDerived = computesDerived
    }

    /// An expression as SQL.
    ///
    /// - Parameters:
    ///   - id: The expression.
    ///   - row: The older row that it reads.
    /// - Returns: The SQL with its arguments.
    mutating func sql(_ id: ExpressionGraph.ID, over row: SourceRow) -> SQLStatement {
        let node: ExpressionGraph.Node = pass.graph[id]
        switch node.value {
        case .field(let field):
            guard let column = row.column(of: field) else { return SQLStatement("NULL") }
            if let seal = column.seal {
                let name = row.sql(column.name)
                let value = column.isExternal ? SealFunctions.bytes(of: name) : name
                return SQLStatement(SealFunctions.opened(seal, column.type, value, of: row.identity))
            }
            let value = SQLStatement(row.sql(column.name))
            guard column.isExternal else { return value }
            return contents.call([value], returning: column.type.storage)
        case .computed(let expression):
            guard isInline(id) else { return call(id, over: row) }
            return SQLiteDialect.full.sql(expression, constant: SQLText.expression) { sql($0, over: row) }
        case .now: return SQLStatement("?", [values.moment])
        case .uuid(let key, let identity): return uuid(key, node.type, sql(identity, over: row))
        case .rowNumber(let identity, let rows):
            return rowNumbers(among: rows).value("number", of: [sql(identity, over: row)])
        case .largest(let rows): return largestIdentity(among: rows).value("value", of: [])
        case .reference(let key, let entities): return reference(key, among: entities, over: row)
        case .lookup(let lookup): return known(id, over: row) ?? found(by: lookup, node.type, over: row)
        // The store computes it after all rows are written.
        case .derived: return SQLStatement("NULL")
        case .stored(let inner, let type):
            guard isInline(id) else { return call(id, over: row) }
            // A check before the first write makes sure that the type can hold it.
            let value = sql(inner, over: row)
            return SQLStatement("CAST(\(value.sql) AS \(type.storage.rawValue))", value.arguments)
        case .required(let inner, _):
            // A check before the first write, and the column's declaration, make sure that there is a value.
            return isInline(id) ? sql(inner, over: row) : call(id, over: row)
        }
    }

    /// The maximum depth of an inline expression: the stack of SQLite's parser holds 100 symbols.
    private static let inlineDepth: Int = 6

    /// Whether an expression is written as SQL rather than as a function call.
    func isInline(_ id: ExpressionGraph.ID) -> Bool {
        let node: ExpressionGraph.Node = pass.graph[id]
        if node.depth > Self.inlineDepth { return false }
        switch node.value {
        case .field, .now, .uuid, .rowNumber, .largest, .reference, .lookup, .derived: return true
        case .computed(let expression):
            return expression.isPlain && SQLiteDialect.full.writes(expression, leaf: isInline)
        // SQLite has no binary numbers with 32 bits, and keeps a negative zero until it is stored.
        case .stored(let inner, let type): return type.integerRange != nil && isInline(inner)
        case .required(let inner, _): return isInline(inner)
        }
    }

    /// A call of the function that computes an expression from the values that it reads.
    private mutating func call(_ id: ExpressionGraph.ID, over row: SourceRow) -> SQLStatement {
        let found: (function: RowFunction, leaves: [ExpressionGraph.ID])
        if let known = computed[id] {
            found = known
        } else {
            let computation = RowComputation(id, of: pass.graph, failing, calling: values.functions)
            let function = RowFunction(
                "\(prefix)_value_\(computed.count + 1)",
                over: computation.leaves.map { pass.graph[$0].type }
            ) { try computation($0) }
            found = (function, computation.leaves)
            computed[id] = found
            functions.append(function)
        }
        let arguments: [SQLStatement] = found.leaves.map { sql($0, over: row) }
        return found.function.call(arguments, returning: pass.graph[id].type.storage)
    }
}

extension ExpressionSQL {
    private mutating func uuid(_ key: String, _ type: ScalarType, _ identity: SQLStatement) -> SQLStatement {
        let values: GeneratedValues = values
        let isText = type.storage == .text
        let function: RowFunction =
            generators["\(type) \(key)"]
            ?? RowFunction("\(prefix)_uuid_\(generators.count + 1)", over: [.int64]) { arguments in
                guard case .integer(let identity) = arguments[0] else { return .null }
                let uuid: UUID = values.uuid(key: key, identity: identity)
                return isText ? .text(uuid.uuidString) : Value.uuid(uuid).stored
            }
        if generators.updateValue(function, forKey: "\(type) \(key)") == nil { functions.append(function) }
        return function.call([identity], returning: type.storage)
    }

    /// The function that returns the bytes of a value that may be in an external file.
    private var contents: RowFunction {
        mutating get {
            let (files, name): (ExternalFiles, String) = (values.files, "\(prefix)_contents")
            if let known = functions.first(where: { $0.name == name }) { return known }
            let function = RowFunction(name, over: [.data]) { arguments in
                guard case .text(let file) = arguments[0] else { return arguments[0] }
                do throws(ExternalFileError) {
                    return .blob(try files.read(file, limit: ExternalFiles.maximum))
                } catch { throw error.databaseError }
            }
            functions.append(function)
            return function
        }
    }

    private mutating func rowNumbers(among rows: [ObjectRows]) -> AuxiliaryTable {
        if let known = numbering[rows] { return known }
        let identities = identities(of: rows)
        let made = AuxiliaryTable(
            "\(prefix)_numbers_\(tables.count + 1)",
            numbering: identities,
            groups: rows.first?.groups.count ?? 0
        )
        numbering[rows] = made
        tables.append(made)
        return made
    }

    /// The rows of a table, with an expression.
    private struct KnownRows: Hashable {
        let id: ExpressionGraph.ID
        let table: String
        let entity: String?
    }

    /// How many searches may be within each other in one statement, which SQLite's parser has to take.
    private static let greatestDepth: Int = 3

    /// The value of an expression from a table with those of all rows, if too many searches are within each other in it.
    private mutating func known(_ id: ExpressionGraph.ID, over row: SourceRow) -> SQLStatement? {
        let rows = KnownRows(id: id, table: row.table.name, entity: row.entity)
        guard pass.graph.searchDepth(of: id) > Self.greatestDepth, !making.contains(rows) else { return nil }
        let keys = row.keys.map { SQLStatement($0) }
        if let table = known[rows] { return table.value("value", of: keys) }
        making.insert(rows)
        let own = SourceRow(row.table, row.entity)
        let value = sql(id, over: own)
        making.remove(rows)
        searches += 1
        let table = AuxiliaryTable(
            "\(prefix)_known_\(searches)",
            keys: keys.count,
            SQLStatement(
                "SELECT \(own.keys.joined(separator: ", ")), \(value.sql), 1 FROM \(name(of: row.table)) AS \(own.name)\(filter(own).sql)",
                value.arguments
            )
        )
        known[rows] = table
        tables.append(table)
        return table.value("value", of: keys)
    }

    /// Rows that are found by keys that no index has.
    struct SearchedRows: Hashable {
        let rows: [Lookup.Rows]
        let choice: Lookup.Choice
    }

    /// The table of what the searches of a look-up find, made once.
    mutating func table(of lookup: Lookup, _ make: (inout Self, String) -> AuxiliaryTable) -> AuxiliaryTable {
        let rows = SearchedRows(rows: lookup.rows, choice: lookup.choice)
        if let known = searched[rows] { return known }
        searches += 1
        let made = make(&self, "\(prefix)_found_\(searches)")
        searched[rows] = made
        tables.append(made)
        return made
    }

    /// Adds a table that statements look values up in, behind those that it needs itself.
    mutating func add(_ table: AuxiliaryTable) { tables.append(table) }

    /// Returns the last identity of objects whose identities are those of one group of rows after those of another.
    mutating func lastIdentity(after groups: [[ObjectRows]]) -> SQLStatement {
        let all = groups.map { largestIdentity(among: $0).value("value", of: []) }
        return SQLStatement(all.map(\.sql).joined(separator: " + "), all.flatMap(\.arguments))
    }

    /// A table with the largest identity of some objects, as rows may be added to their table while others are copied.
    private mutating func largestIdentity(among rows: [ObjectRows]) -> AuxiliaryTable {
        if let known = largest[rows] { return known }
        let value = identity(largestAmong: rows)
        let made = AuxiliaryTable(
            "\(prefix)_largest_\(largest.count + 1)",
            keys: 0,
            SQLStatement("SELECT \(value.sql), 1", value.arguments)
        )
        largest[rows] = made
        tables.append(made)
        return made
    }

    private mutating func identity(largestAmong rows: [ObjectRows]) -> SQLStatement {
        let largest = identities(of: rows).map { SQLStatement("(SELECT max(id) FROM (\($0.sql)))", $0.arguments) }
        let found = largest.map { SQLStatement("COALESCE(\($0.sql), 0)", $0.arguments) }
        // Identities of objects that were deleted are not used again either.
        let names = Set(rows.compactMap { pass.row(of: $0.extent)?.table.name }).sorted().map(SQLText.quoted)
        let past =
            "COALESCE((SELECT max(seq) FROM sqlite_sequence WHERE name IN (\(names.joined(separator: ", ")))), 0)"
        let all = (names.isEmpty ? ["0"] : ["0", past]) + found.map(\.sql)
        return SQLStatement("max(\(all.joined(separator: ", ")))", found.flatMap(\.arguments))
    }

    /// The identities of the objects of some rows, as queries with a column `id`.
    private mutating func identities(of rows: [ObjectRows]) -> [SQLStatement] {
        values(
            of: rows.map {
                ValuedRows(extent: $0.extent, conditions: $0.conditions, value: $0.identity, groups: $0.groups)
            },
            as: "id"
        )
    }

    /// Rows that satisfy conditions, with a value of each; 1 if there is none.
    struct ValuedRows {
        let extent: Extent.Name
        let conditions: [ExpressionGraph.ID]
        let value: ExpressionGraph.ID?
        /// Further values, in columns `g0`, `g1` …
        var groups: [ExpressionGraph.ID] = []
    }

    /// The values of some rows, as queries with one column: one for all entities of a table with the same expressions.
    mutating func values(of rows: [ValuedRows], as column: String) -> [SQLStatement] {
        var queries: [(table: Table, entities: [String], value: SQLStatement, conditions: [SQLStatement])] = []
        for one in rows {
            guard let row = pass.row(of: one.extent, named: "source") else { continue }
            let groups = one.groups.map { sql($0, over: row) }
            let own = one.value.map { sql($0, over: row) } ?? SQLStatement("1")
            let value = SQLStatement(
                groups.enumerated().map { "\($1.sql) AS g\($0), " }.joined() + own.sql,
                groups.flatMap(\.arguments) + own.arguments
            )
            let conditions = one.conditions.map { presence(of: $0, over: row) }
            let entities = one.extent.entity.map { [$0] } ?? []
            let index = queries.firstIndex {
                // Two origins may make objects of the same rows.
                $0.table.name == row.table.name && $0.value == value && $0.conditions == conditions
                    && !entities.isEmpty && !$0.entities.contains(entities[0])
            }
            if let index {
                queries[index].entities += entities
            } else {
                queries.append((row.table, entities, value, conditions))
            }
        }
        return queries.map { table, entities, value, conditions in
            let filter = filter(conditions, among: entities, of: SourceRow(table, nil))
            return SQLStatement(
                "SELECT \(value.sql) AS \(column) FROM \(name(of: table)) AS source\(filter.sql)",
                value.arguments + filter.arguments
            )
        }
    }

    private mutating func reference(
        _ key: ExpressionGraph.ID,
        among entities: [String],
        over row: SourceRow
    ) -> SQLStatement {
        let value: SQLStatement = sql(key, over: row)
        let found: [SQLStatement] = pass.tables(of: entities).map { table, entities in
            let far = SourceRow(table, nil, named: "far")
            var conditions = ["\(far.identity) = \(value.sql)"]
            if let condition = SourceRow.condition(entities, in: table, named: far.name) {
                conditions.append(condition)
            }
            return SQLStatement(
                "(SELECT \(far.identity) FROM \(name(of: table)) AS far "
                    + "WHERE \(conditions.joined(separator: " AND ")))",
                value.arguments
            )
        }
        return Self.first(of: found)
    }

    static func first(of values: [SQLStatement]) -> SQLStatement {
        guard values.count > 1 else { return values.first ?? SQLStatement("NULL") }
        return SQLStatement(
            "COALESCE(\(values.map(\.sql).joined(separator: ", ")))",
            values.flatMap(\.arguments)
        )
    }
}
