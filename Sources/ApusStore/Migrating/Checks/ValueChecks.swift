import ApusMigration
import ApusSchema
import GRDB

/// Looks, before a pass's first write, for the values that its projection says must not be there.
struct ValueChecks {
    private let pass: TablePass
    private var expressions: ExpressionSQL
    private var count: Int = 0
    /// What was looked at, by extent, and whether it was as it should be.
    private var results: [Extent.Name: [ExpressionGraph.ID: Bool]] = [:]

    private static let prefix: String = "apus_check"

    init(_ pass: TablePass, _ values: GeneratedValues) {
        self.pass = pass
        expressions = ExpressionSQL(pass, values, failing: .lenient, prefix: Self.prefix)
    }

    /// Looks at all rows that there is something to look at.
    ///
    /// - Parameter db: The store, as the pass finds it.
    /// - Returns: What must not be there, in the order of the stages.
    /// - Throws: `DatabaseError`.
    mutating func failures(in db: Database) throws -> [FailedValues] {
        var found: [FailedValues] = []
        for check in pass.projection.checks {
            guard let row = pass.row(of: check.extent) else { continue }
            for (id, parts) in pass.graph.fallible(in: check.expression) where results[check.extent]?[id] == nil {
                // What comes of a value that failed already is not looked at: it would be told twice.
                let isSound: Bool = parts.allSatisfy { results[check.extent]?[$0] != false }
                let failed: FailedValues? = isSound ? try self.failed(id, check, in: row, db) : nil
                results[check.extent, default: [:]][id] = isSound && failed == nil
                if let failed { found.append(failed) }
            }
        }
        return found
    }

    private mutating func failed(
        _ id: ExpressionGraph.ID,
        _ check: Projection.Check,
        in row: SourceRow,
        _ db: Database
    ) throws -> FailedValues? {
        let demand: FailedValues.Demand
        let problem: SQLStatement
        switch pass.graph[id].value {
        case .computed(.converted(.leaf(let inner), let conversion)):
            demand = .conversion(conversion)
            problem = self.problem(of: inner, over: row, db) { value in
                do {
                    _ = try conversion(value)
                    return nil
                } catch { return "\(error)" }
            }
        case .computed(.recoded(.leaf(let inner), let recoding)):
            demand = .cases
            problem = self.problem(of: inner, over: row, db) { value in recoding(value) == nil ? value.shown : nil }
        case .required(let inner, _):
            demand = .presence
            let value: SQLStatement = expressions.sql(inner, over: row)
            problem = SQLStatement("CASE WHEN \(value.sql) IS NULL THEN '' END", value.arguments)
        default: return nil
        }
        for function in expressions.functions { function.add(to: db) }
        let tables: [String] = expressions.numbers.map(\.commonTable)
        let kind: String? = row.kind.flatMap { SourceRow.condition([$0], in: row.table, named: row.name) }
        let rows = try Row.fetchCursor(
            db,
            sql: """
                \(tables.isEmpty ? "" : "WITH \(tables.joined(separator: ", ")) ")SELECT id, problem FROM \
                (SELECT \(row.identity) AS id, \(problem.sql) AS problem \
                FROM \(SQLText.name(row.table.name)) AS \(row.name)\(kind.map { " WHERE \($0)" } ?? "")) \
                WHERE problem IS NOT NULL ORDER BY id
                """,
            arguments: StatementArguments(problem.arguments)
        )
        var count: Int = 0
        var samples: [FailedValues.Sample] = []
        while let found = try rows.next() {
            count += 1
            if count <= FailedValues.sampleCount {
                let sample = FailedValues.Sample(
                    identity: try found.decode(atIndex: 0),
                    problem: try found.decode(atIndex: 1)
                )
                samples.append(sample)
            }
        }
        guard count > 0, case .objects(let entity) = check.extent else { return nil }
        return FailedValues(path: check.path, entity: entity, demand: demand, count: count, samples: samples)
    }

    /// What is wrong with an expression's value, as SQL; null where nothing is.
    private mutating func problem(
        of id: ExpressionGraph.ID,
        over row: SourceRow,
        _ db: Database,
        _ problem: @escaping @Sendable (StoredValue) -> String?
    ) -> SQLStatement {
        count += 1
        let function = RowFunction("\(Self.prefix)_\(count)", over: [pass.graph[id].type]) { arguments in
            problem(arguments[0]).map { .text($0) } ?? .null
        }
        function.add(to: db)
        return function.call([expressions.sql(id, over: row)], returning: .text)
    }
}

extension ExpressionGraph {
    /// The parts of an expression that can fail by themselves, each behind those that it is made of, with these.
    func fallible(in id: ID) -> [(id: ID, parts: [ID])] {
        var found: [(id: ID, parts: [ID])] = []
        addFallible(in: id, to: &found)
        return found
    }

    @discardableResult
    private func addFallible(in id: ID, to found: inout [(id: ID, parts: [ID])]) -> [ID] {
        guard self[id].canFail else { return [] }
        if let known = found.first(where: { $0.id == id }) { return [id] + known.parts }
        let inner: [ID]
        var isFallible: Bool = false
        switch self[id].value {
        case .computed(let expression): (inner, isFallible) = (expression.leaves, expression.canFail)
        case .required(let part, _): (inner, isFallible) = ([part], true)
        case .reference(let part, _): inner = [part]
        // The keys of other rows are looked at where those rows are.
        case .field, .uuid, .now, .rowNumber, .referrer, .derived: inner = []
        }
        var parts: [ID] = []
        for part in inner { parts += addFallible(in: part, to: &found) }
        guard isFallible else { return parts }
        found.append((id, parts))
        return [id] + parts
    }
}
