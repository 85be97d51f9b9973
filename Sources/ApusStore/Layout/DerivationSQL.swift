import ApusSchema

/// A derived attribute as SQL: an expression for a row's value, the statement that computes it for all rows, and the
/// triggers that keep it correct.
struct DerivationSQL {
    let derivation: Table.Derivation
    let table: Table
    let layout: Layout
    /// The type of the attribute's column.
    let type: ScalarType?

    /// - Parameters:
    ///   - derivation: The attribute.
    ///   - table: Its table.
    ///   - layout: The tables that it is computed from.
    ///   - type: The type of its column, if the table does not have that yet.
    init(_ derivation: Table.Derivation, of table: Table, in layout: Layout, type: ScalarType? = nil) {
        self.derivation = derivation
        self.table = table
        self.layout = layout
        self.type = type ?? table.column(derivation.column)?.type
    }

    /// The current time, in seconds since 2001-01-01 00:00 UTC, rounded to milliseconds.
    static let now = SQLStatement("round((julianday('now') - 2451910.5) * 86400.0, 3)")

    /// The value of a row of the table.
    ///
    /// - Parameters:
    ///   - row: The row's name in the statement.
    ///   - now: The time of the write.
    ///   - isTrigger: Whether it is for a trigger. Stores have these texts, so they do not change: a sum of integers fails
    ///     in them if one on the way needs more than 64 bits.
    /// - Returns: The expression.
    func expression(over row: String, now: SQLStatement = Self.now, isTrigger: Bool = false) -> SQLStatement {
        (isTrigger ? SQLiteDialect.trigger : .full).sql(
            derivation.expression,
            constant: { SQLStatement(SQLText.constant($0)) },
            leaf: { source in
                switch source {
                case .now: now
                case .value(let steps, let column): SQLStatement(value(of: column, steps[...], table, row))
                case .count(let step):
                    SQLStatement("(SELECT count(*) FROM \(self.source(of: step, from: row, isCount: true)))")
                case .sum(let step, let column, let type):
                    SQLStatement(
                        sum(
                            of: column,
                            type,
                            from: self.source(of: step, from: row, isCount: false),
                            isTrigger: isTrigger
                        )
                    )
                }
            }
        )
    }

    /// The sum of integers that a derivation consists of, whatever its type: an integer if it has at most 64 bits, or else a
    /// real; `nil` if it is something else.
    func wholeSum(over row: String) -> SQLStatement? {
        guard case .leaf(.sum(let step, let column, let type)) = derivation.expression, type.integerRange != nil else {
            return nil
        }
        let sum = Self.wholeSum(of: SQLText.column(column, of: "far"))
        return SQLStatement("COALESCE((SELECT \(sum) FROM \(source(of: step, from: row, isCount: false))), 0)")
    }

    /// SQLite's `sum()` fails if a sum on the way has more than 64 bits, which depends on the order of the rows. Sums of the
    /// upper and the lower halves of the numbers do not.
    private static func wholeSum(of summand: String) -> String {
        let (upper, lower) = ("sum(\(summand) >> 32)", "sum(\(summand) & 4294967295)")
        return "((\(upper) + (\(lower) >> 32)) * 4294967296 + (\(lower) & 4294967295))"
    }

    private func sum(of summand: String, _ type: ScalarType, from rows: String, isTrigger: Bool) -> String {
        let summand = SQLText.column(summand, of: "far")
        let isDecimal = self.type == .decimal
        let number = isTrigger || type.integerRange == nil ? "sum(\(summand))" : Self.wholeSum(of: summand)
        let sum: String =
            switch self.type {
            case .decimal where type == .decimal: SQLiteFunctions.sum(ofDecimals: summand)
            case .decimal where isTrigger: "CAST(\(number) AS TEXT)"
            // The column takes no bytes, so what is not exact is never stored.
            case .decimal:
                "CASE typeof(\(number)) WHEN 'real' THEN CAST(\(number) AS BLOB) ELSE CAST(\(number) AS TEXT) END"
            case .float: SQLiteFunctions.float(of: number)
            // As the column stores it: SQLite compares an integer with a real exactly.
            case .double where !isTrigger: "CAST(\(number) AS REAL)"
            default: number
            }
        return "COALESCE((SELECT \(sum) FROM \(rows)), \(isDecimal ? "'0'" : "0"))"
    }

    /// The statement that computes the value for all rows; for those that have one already, the moment of the last save
    /// stays.
    func fillStatement(now: SQLStatement) -> SQLStatement {
        let value: SQLStatement = expression(over: SQLText.name(table.name), now: now)
        let column = SQLText.name(derivation.column)
        let isMoment = derivation.expression == .leaf(.now)
        let conditions = [table.condition(derivation.entities), isMoment ? "\(column) IS NULL" : nil].compactMap { $0 }
        return SQLStatement(
            "UPDATE OR ABORT \(SQLText.name(table.name)) SET \(column) = \(value.sql)"
                + (conditions.isEmpty ? "" : " WHERE \(conditions.joined(separator: " AND "))"),
            value.arguments
        )
    }

    /// The value of a column in the row that some steps reach from a row.
    private func value(
        of column: String,
        _ steps: ArraySlice<Table.Derivation.Step>,
        _ near: Table,
        _ row: String
    ) -> String {
        guard let step = steps.first, let far = layout.table(step.table) else { return SQLText.column(column, of: row) }
        let name = "far\(steps.count)"
        let value: String = value(of: column, steps.dropFirst(), far, name)
        let condition: String =
            switch step {
            case .key(let key, _): "\(identity(of: far, name)) = \(SQLText.column(key, of: row))"
            case .referrers(_, let key): "\(SQLText.column(key, of: name)) = \(identity(of: near, row))"
            // A path to a single row never uses a join table.
            case .joinTable: "0"
            }
        return "(SELECT \(value) FROM \(SQLText.name(far.name)) AS \(name) WHERE \(condition))"
    }

    /// The rows that a step reaches from a row, as SQL that follows `FROM`; their alias is `far`, if they are read.
    private func source(of step: Table.Derivation.Step, from row: String, isCount: Bool) -> String {
        let here: String = identity(of: table, row)
        switch step {
        case .key(let key, let to):
            let far: String = layout.table(to).map { identity(of: $0, "far") } ?? ""
            return "\(SQLText.name(to)) AS far WHERE \(far) = \(SQLText.column(key, of: row))"
        case .referrers(let far, let key):
            return "\(SQLText.name(far)) AS far WHERE \(SQLText.column(key, of: "far")) = \(here)"
        case .joinTable(let pairs, let near, let far, let to):
            let condition = "WHERE \(SQLText.column(near, of: "pair")) = \(here)"
            if isCount { return "\(SQLText.name(pairs)) AS pair \(condition)" }
            let there: String = layout.table(to).map { identity(of: $0, "far") } ?? ""
            return "\(SQLText.name(pairs)) AS pair JOIN \(SQLText.name(to)) AS far "
                + "ON \(there) = \(SQLText.column(far, of: "pair")) \(condition)"
        }
    }

    /// The identity of a row of a table.
    func identity(of table: Table, _ row: String) -> String {
        SQLText.column(table.identity?.name ?? Column.identityName, of: row)
    }
}
