import ApusSchema
import GRDB

/// A condition that no row of a table may fulfil.
struct RowCheck {
    /// The table.
    let table: Table
    /// The rows, for a FROM clause: the table itself, or a query for its future rows.
    let rows: SQLStatement
    /// The column to report.
    let column: String
    /// What is wrong with the values, to follow "is" or "are": `not the computed value`.
    let problem: String
    /// The condition that invalid rows fulfil, as SQL with the alias ``row``.
    let condition: String
    /// Whether a value is invalid, in rows that fulfil the condition; `nil` if all their values are. A text may be given
    /// as its bytes in UTF-8.
    let isBad: ((StoredValue) -> Bool)?
    /// See ``Verification/BadValues/isIncomplete``.
    let isIncomplete: Bool

    /// The alias of a row in conditions.
    static let row: String = "this"

    init(
        _ table: Table,
        _ column: String,
        _ problem: String,
        where condition: String,
        of rows: SQLStatement? = nil,
        isBad: ((StoredValue) -> Bool)? = nil,
        isIncomplete: Bool = false
    ) {
        self.isIncomplete = isIncomplete
        self.rows = rows ?? SQLStatement(SQLText.name(table.name))
        (self.table, self.column, self.problem, self.condition) = (table, column, problem, condition)
        self.isBad = isBad
    }

    /// The check of those rows only that fulfil another condition, too.
    func limited(to other: String) -> RowCheck {
        RowCheck(
            table,
            column,
            problem,
            where: "\(other) AND (\(condition))",
            of: rows,
            isBad: isBad,
            isIncomplete: isIncomplete
        )
    }

    /// Runs checks; those of the same rows in one scan.
    static func run(_ checks: [RowCheck], _ db: Database) throws -> [Verification.BadValues] {
        let plain: [Int] = checks.indices.filter { checks[$0].isBad == nil }
        var counts: [Int: Int] = [:]
        let byRows: [SQLStatement: [Int]] = Dictionary(grouping: plain) { checks[$0].rows }
        for (rows, numbers) in byRows {
            for part in stride(from: 0, to: numbers.count, by: 100).map({ numbers[$0..<min($0 + 100, numbers.count)] })
            {
                let terms: [String] = part.map { "count(*) FILTER (WHERE \(checks[$0].condition))" }
                let row: Row? = try Row.fetchOne(
                    db,
                    sql: "SELECT \(terms.joined(separator: ", ")) FROM \(rows.sql) AS \(Self.row)",
                    arguments: StatementArguments(rows.arguments)
                )
                for (column, number) in part.enumerated() { counts[number] = row?[column] }
            }
        }
        return try checks.enumerated().compactMap { number, check in
            if check.isBad != nil { return try check.scan(db) }
            guard let count = counts[number], count > 0 else { return nil }
            let rows: [Row] = try Row.fetchAll(
                db,
                sql: "\(check.selection()) LIMIT \(exampleLimit)",
                arguments: check.arguments
            )
            return check.found(count, rows.map { check.table.identity(of: $0) })
        }
    }

    /// The maximum number of example rows.
    static let exampleLimit: Int = 5

    /// The SELECT statement for the rows that fulfil the condition: their identities, then some expressions.
    private func selection(of expressions: String...) -> String {
        let columns: [String] = table.identityColumns.map { SQLText.column($0, of: Self.row) } + expressions
        return "SELECT \(columns.joined(separator: ", ")) FROM \(rows.sql) AS \(Self.row) WHERE \(condition)"
    }

    private var arguments: StatementArguments { StatementArguments(rows.arguments) }

    /// Checks the value of each row that fulfils the condition.
    private func scan(_ db: Database) throws -> Verification.BadValues? {
        // GRDB reads text only up to the first NUL, but bytes as a whole, which are those of the database's encoding.
        let value = SQLText.column(column, of: Self.row)
        let isUTF8 = try String.fetchOne(db, sql: "PRAGMA encoding") == "UTF-8"
        let whole = isUTF8 ? "CASE typeof(\(value)) WHEN 'text' THEN CAST(\(value) AS BLOB) ELSE \(value) END" : value
        let rows = try Row.fetchCursor(db, sql: selection(of: whole), arguments: arguments)
        var count = 0
        var examples: [String] = []
        while let row = try rows.next() {
            guard let value = row.databaseValues.last.flatMap(StoredValue.fromDatabaseValue), isBad?(value) == true
            else {
                continue
            }
            count += 1
            if examples.count < Self.exampleLimit { examples.append(table.identity(of: row)) }
        }
        return count == 0 ? nil : found(count, examples)
    }

    private func found(_ count: Int, _ examples: [String]) -> Verification.BadValues {
        Verification.BadValues(
            table: table.name,
            column: column,
            count: count,
            problem: problem,
            rows: examples,
            isIncomplete: isIncomplete
        )
    }
}

extension Table {
    /// The columns that identify a row.
    fileprivate var identityColumns: [String] {
        columns.filter { [.identity, .source, .target].contains($0.field) }.map(\.name)
    }

    /// A row's identity for display: `7`, or `7-12` in a join table.
    fileprivate func identity(of row: Row) -> String {
        row.databaseValues.prefix(identityColumns.count).map { "\($0.storage.value ?? "NULL")" }.joined(separator: "-")
    }
}
