import ApusMigration
import ApusSchema
import GRDB

/// Finds values that a pass's projection cannot convert or keep, before its first write.
struct ValueChecks {
    private let pass: TablePass
    private let functions: FunctionTable
    private let secrets: Secrets
    private var expressions: ExpressionSQL
    private var count: Int = 0
    /// The checked expressions by rows, and whether all their values are valid.
    private var results: [Rows: [ExpressionGraph.ID: Bool]] = [:]

    /// The rows that are checked together.
    private struct Rows: Hashable {
        let extent: Extent.Name
        let conditions: [ExpressionGraph.ID]
    }

    private static let prefix: String = "apus_check"

    init(_ pass: TablePass, _ values: GeneratedValues) {
        self.pass = pass
        functions = values.functions
        secrets = values.secrets
        expressions = ExpressionSQL(pass, values, failing: .lenient, prefix: Self.prefix)
    }

    /// A check of an expression, with what is wrong with its values.
    private struct Problem {
        let id: ExpressionGraph.ID
        let requirement: FailedValues.Requirement
        /// What is wrong with a row's value, as SQL; null if nothing is.
        let sql: SQLStatement
    }

    /// Checks the values of all expressions that can fail.
    ///
    /// - Parameter db: The store before the pass.
    /// - Returns: The invalid values, in the order of the stages.
    /// - Throws: `DatabaseError`.
    mutating func failures(in db: Database) throws -> [FailedValues] {
        defer { expressions.discard(from: db) }
        try passSound(db)
        var found: [FailedValues] = []
        for check in pass.projection.checks {
            guard let row = pass.row(of: check.extent) else { continue }
            let rows = Rows(extent: check.extent, conditions: check.conditions)
            for (id, parts) in pass.graph.fallible(in: check.expression) where results[rows]?[id] == nil {
                // An expression over a value that already failed is skipped, or the value would be reported twice.
                let isSound = parts.allSatisfy { results[rows]?[$0] != false }
                let failed: FailedValues? = isSound ? try self.failed(id, check, in: row, db) : nil
                results[rows, default: [:]][id] = isSound && failed == nil
                if let failed { found.append(failed) }
            }
        }
        return found
    }

    /// The number of expressions that are checked in one scan.
    private static let checksPerScan = 40

    /// Finds out which expressions have only valid values, with one scan of the rows for many of them.
    private mutating func passSound(_ db: Database) throws {
        var order: [Rows] = []
        var checks: [Rows: [(id: ExpressionGraph.ID, check: Projection.Check)]] = [:]
        var seen: Set<CheckedExpression> = []
        for check in pass.projection.checks {
            let rows = Rows(extent: check.extent, conditions: check.conditions)
            for (id, _) in pass.graph.fallible(in: check.expression)
            where seen.insert(CheckedExpression(rows: rows, id: id)).inserted {
                if checks[rows] == nil { order.append(rows) }
                checks[rows, default: []].append((id, check))
            }
        }
        for rows in order {
            guard let row = pass.row(of: rows.extent), let all = checks[rows], all.count > 1 else { continue }
            let computed = all.map(\.id).filter(isComputedInSwift)
            if computed.count > 1, try areSound(computed, rows.conditions, in: row, db) {
                for id in computed { results[rows, default: [:]][id] = true }
            }
            let others = all.filter { results[rows]?[$0.id] == nil }
            for start in stride(from: 0, to: others.count, by: Self.checksPerScan) {
                let problems = try others[start..<min(start + Self.checksPerScan, others.count)].compactMap {
                    try problem(of: $0.id, $0.check, in: row, db)
                }
                if problems.isEmpty { continue }
                let counts = try counts(of: problems.map(\.sql), rows.conditions, in: row, db)
                for (problem, count) in zip(problems, counts) where count == 0 {
                    results[rows, default: [:]][problem.id] = true
                }
            }
        }
    }

    /// Whether the check of an expression calls a function, or several.
    private func isComputedInSwift(_ id: ExpressionGraph.ID) -> Bool {
        switch pass.graph[id].value {
        case .computed: true
        case .required(let inner, _), .stored(let inner, _): !expressions.isInline(inner)
        default: false
        }
    }

    /// The number of values that one function reads.
    private static let leavesPerCheck = 100

    /// Whether no expression fails for any row. Functions for many of them compute what they share once per row: each value
    /// of a chain of stages is a part of the next one.
    private mutating func areSound(
        _ ids: [ExpressionGraph.ID],
        _ conditions: [ExpressionGraph.ID],
        in row: SourceRow,
        _ db: Database
    ) throws -> Bool {
        let problems = computations(of: ids[...]).map { computation in
            failure(of: computation.leaves, over: row, db) { try computation($0) }
        }
        return try counts(of: problems, conditions, in: row, db).allSatisfy { $0 == 0 }
    }

    /// The computations of some expressions: as few as read not too many values each.
    private func computations(of ids: ArraySlice<ExpressionGraph.ID>) -> [RowComputation] {
        let whole = RowComputation(Array(ids), of: pass.graph, .strict, calling: functions)
        if whole.leaves.count <= Self.leavesPerCheck || ids.count == 1 { return [whole] }
        let half = ids.count / 2
        return computations(of: ids.prefix(half)) + computations(of: ids.dropFirst(half))
    }

    /// The numbers of rows with each problem, found in one scan.
    private mutating func counts(
        of problems: [SQLStatement],
        _ conditions: [ExpressionGraph.ID],
        in row: SourceRow,
        _ db: Database
    ) throws -> [Int] {
        let (from, arguments) = try source(of: conditions, in: row, db)
        let counts = try Row.fetchOne(
            db,
            sql: "SELECT \(problems.map { "count(\($0.sql))" }.joined(separator: ", ")) \(from)",
            arguments: StatementArguments(problems.flatMap(\.arguments) + arguments)
        )
        return problems.indices.map { counts?[$0] ?? 0 }
    }

    private struct CheckedExpression: Hashable {
        let rows: Rows
        let id: ExpressionGraph.ID
    }

    /// The `FROM` and `WHERE` of checked rows, as SQL with its arguments. The functions and tables of all statements so far are made.
    private mutating func source(
        of conditions: [ExpressionGraph.ID],
        in row: SourceRow,
        _ db: Database
    ) throws -> (sql: String, arguments: [StoredValue]) {
        let filter = expressions.filter(row, conditions)
        let name = expressions.name(of: row.table)
        try expressions.prepare(in: db)
        return ("FROM \(name) AS \(row.name)\(filter.sql)", filter.arguments)
    }

    private mutating func failed(
        _ id: ExpressionGraph.ID,
        _ check: Projection.Check,
        in row: SourceRow,
        _ db: Database
    ) throws -> FailedValues? {
        guard let problem = try problem(of: id, check, in: row, db) else { return nil }
        let (from, arguments) = try source(of: check.conditions, in: row, db)
        let entity: String
        let source: Column?
        switch check.extent {
        case .objects(let name):
            // The row of an element is that of the object that has the list.
            (entity, source) = (name, pass.elements[name] == nil ? nil : row.column(of: ElementRows.source))
        case .joinTable(let holder): (entity, source) = (holder.entity, row.column(of: .source))
        }
        let identity = source.map { row.sql($0.name) } ?? row.identity
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT id, problem FROM \
                (SELECT \(identity) AS id, \(problem.sql.sql) AS problem \(from)) \
                WHERE problem IS NOT NULL ORDER BY id
                """,
            arguments: StatementArguments(problem.sql.arguments + arguments)
        )
        let title = pass.elements[entity].map { "elements of \($0.rows.owner)" } ?? entity
        let isSecret = secrets.covers(check.path, in: pass.target) || secrets.areRead(by: id, over: row, in: pass)
        return try FailedValues(check.path, of: title, problem.requirement, in: rows, isSecret: isSecret)
    }

    private func isToMany(_ path: ElementPath) -> Bool {
        pass.projection.target.relationship(path)?.isToMany == true
    }

    /// What is wrong with the values of an expression; `nil` if nothing can be.
    private mutating func problem(
        of id: ExpressionGraph.ID,
        _ check: Projection.Check,
        in row: SourceRow,
        _ db: Database
    ) throws -> Problem? {
        let requirement: FailedValues.Requirement
        let problem: SQLStatement
        switch pass.graph[id].value {
        case .computed(.converted(.leaf(let inner), let conversion)):
            requirement = .conversion(conversion)
            problem = failure(of: [inner], over: row, db) { try conversion($0[0]) }
        case .computed(.recoded(.leaf(let inner), let recoding)):
            requirement = .cases
            problem = self.problem(of: inner, over: row, db) { value in recoding(value) == nil ? value.shown : nil }
        case .required(let inner, _):
            requirement =
                check.loss.map { .keeping($0) } ?? (pass.graph[inner].constant == .null ? .noObjects : .presence)
            let value = expressions.unread(inner, over: row)
            problem = SQLStatement("CASE WHEN \(value.sql) IS NULL THEN '' END", value.arguments)
        case .stored(let inner, let type):
            requirement = .fitting(type)
            let value = expressions.sql(inner, over: row)
            let other = self.problem(of: inner, over: row, db) { $0.fitting(type) == nil ? $0.shown : nil }
            guard let range = type.integerRange else {
                problem = other
                break
            }
            // Without a call of a function for the usual value.
            problem = SQLStatement(
                "CASE WHEN typeof(\(value.sql)) = 'integer' AND \(value.sql) BETWEEN \(range.lowerBound) AND "
                    + "\(range.upperBound) THEN NULL ELSE \(other.sql) END",
                value.arguments + value.arguments + other.arguments
            )
        case .computed(let expression):
            requirement = .computing
            problem = self.problem(of: expression, over: row, db)
        case .rowNumber(_, let rows):
            let type = pass.graph[id].type
            guard let greatest = type.integerRange?.upperBound, try rowCount(of: rows, db) > greatest else {
                return nil
            }
            requirement = .range(type)
            let value = expressions.sql(id, over: row)
            problem = SQLStatement(
                "CASE WHEN \(value.sql) > \(greatest) THEN CAST(\(value.sql) AS TEXT) END",
                value.arguments + value.arguments
            )
        case .lookup(let lookup):
            requirement = lookup.choice == .onlyFound || isToMany(check.path) ? .onlyFound : .onlyOne
            let count = expressions.count(of: lookup, over: row)
            problem = SQLStatement(
                "CASE WHEN \(count.sql) > 1 THEN CAST(\(count.sql) AS TEXT) END",
                count.arguments + count.arguments
            )
        default: return nil
        }
        return Problem(id: id, requirement: requirement, sql: problem)
    }

    /// The number of rows in the tables that have some rows.
    private mutating func rowCount(of rows: [ObjectRows], _ db: Database) throws -> Int64 {
        var (count, known): (Int64, Set<String>) = (0, [])
        for row in rows.compactMap({ pass.row(of: $0.extent) }) where known.insert(row.table.name).inserted {
            let (from, arguments) = try source(of: [], in: SourceRow(row.table, nil), db)
            count +=
                try Int64.fetchOne(
                    db,
                    sql: "SELECT count(*) \(from)",
                    arguments: StatementArguments(arguments)
                ) ?? 0
        }
        return count
    }

    /// The problem with an expression's value, as SQL; null if there is none.
    private mutating func problem(
        of id: ExpressionGraph.ID,
        over row: SourceRow,
        _ db: Database,
        _ problem: @escaping @Sendable (StoredValue) -> String?
    ) -> SQLStatement {
        check([id], over: row, db) { problem($0[0]) }
    }

    /// The failure of an expression, as SQL; null if it does not fail.
    private mutating func problem(
        of expression: TypedExpression<ExpressionGraph.ID>,
        over row: SourceRow,
        _ db: Database
    ) -> SQLStatement {
        var leaves: [ExpressionGraph.ID] = []
        var indices: [ExpressionGraph.ID: Int] = [:]
        for leaf in expression.leaves where indices[leaf] == nil {
            indices[leaf] = leaves.count
            leaves.append(leaf)
        }
        let (positions, functions) = (indices, functions)
        return failure(of: leaves, over: row, db) { arguments in
            try expression.value(calling: functions) { leaf in positions[leaf].map { arguments[$0] } ?? .null }
        }
    }

    /// The failure of a computation, as SQL; null if it does not fail.
    private mutating func failure<Result>(
        of leaves: [ExpressionGraph.ID],
        over row: SourceRow,
        _ db: Database,
        _ compute: @escaping @Sendable ([StoredValue]) throws -> Result
    ) -> SQLStatement {
        check(leaves, over: row, db) { arguments in
            do {
                _ = try compute(arguments)
                return nil
            } catch { return "\(error)" }
        }
    }

    /// A call of a function that says what is wrong with values of a row.
    private mutating func check(
        _ leaves: [ExpressionGraph.ID],
        over row: SourceRow,
        _ db: Database,
        _ problem: @escaping @Sendable ([StoredValue]) -> String?
    ) -> SQLStatement {
        count += 1
        let function = RowFunction("\(Self.prefix)_\(count)", over: leaves.map { pass.graph[$0].type }) { arguments in
            problem(arguments).map { .text($0) } ?? .null
        }
        function.add(to: db)
        return function.call(leaves.map { expressions.sql($0, over: row) }, returning: .text)
    }
}

extension ExpressionGraph {
    /// The parts of an expression that can fail by themselves, in dependency order, each with the parts that it depends
    /// on.
    func fallible(in id: ID) -> [(id: ID, parts: [ID])] {
        var search = FallibleParts(graph: self)
        search.add(id)
        return search.found
    }
}

/// The search for the parts of an expression that can fail. Each node is visited once, however often it is used.
private struct FallibleParts {
    let graph: ExpressionGraph
    private(set) var found: [(id: ExpressionGraph.ID, parts: [ExpressionGraph.ID])] = []
    private var known: [ExpressionGraph.ID: [ExpressionGraph.ID]] = [:]

    init(graph: ExpressionGraph) { self.graph = graph }

    /// Adds the parts in an expression, and returns them.
    @discardableResult
    mutating func add(_ id: ExpressionGraph.ID) -> [ExpressionGraph.ID] {
        guard graph[id].canFail else { return [] }
        if let known = known[id] { return known }
        let inner: [ExpressionGraph.ID]
        var isFallible = false
        switch graph[id].value {
        case .computed(let expression): (inner, isFallible) = (expression.leaves, expression.canFail)
        case .required(let part, _), .stored(let part, _): (inner, isFallible) = ([part], true)
        case .reference(let part, _): inner = [part]
        case .rowNumber(let identity, _): (inner, isFallible) = ([identity], graph[id].type != .int64)
        case .uuid(_, let identity): inner = [identity]
        // The keys of other rows are checked with those rows.
        case .lookup(let lookup): (inner, isFallible) = ([lookup.key] + lookup.furtherKeys, lookup.choice.isOnly)
        case .field, .largest, .now, .derived: inner = []
        }
        var parts: [ExpressionGraph.ID] = []
        var seen: Set<ExpressionGraph.ID> = []
        for part in inner { parts += add(part).filter { seen.insert($0).inserted } }
        if isFallible {
            found.append((id, parts))
            parts.insert(id, at: 0)
        }
        known[id] = parts
        return parts
    }
}
