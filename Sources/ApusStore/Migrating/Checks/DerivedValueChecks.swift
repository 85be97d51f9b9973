import ApusMigration
import ApusSchema
import GRDB

/// Finds counts and sums that the type of a derived attribute cannot hold: in the store before a pass, if nothing that
/// they are computed from changes, and in any case after the pass has computed them.
struct DerivedValueChecks {
    private let pass: TablePass
    private let db: Database

    init(_ pass: TablePass, _ db: Database) {
        self.pass = pass
        self.db = db
    }

    /// Checks the values that the pass will compute from rows and columns that it keeps.
    ///
    /// - Returns: The values that their types cannot hold, a finding per attribute.
    /// - Throws: `DatabaseError`.
    func failuresBefore() throws -> [FailedValues] {
        try pass.computedDerivations.compactMap { table, derivation in
            guard let (older, before) = pass.olderDerivation(derivation, in: table) else { return nil }
            let value = DerivationSQL(before, of: older, in: pass.source).expression(over: "this", isApproximate: true)
            return try failed(derivation, of: table, value, in: older)
        }
    }

    /// Checks the values that the pass has computed.
    ///
    /// - Returns: The values that their types cannot hold, a finding per attribute.
    /// - Throws: `DatabaseError`.
    func failuresAfter() throws -> [FailedValues] {
        try pass.computedDerivations.compactMap { table, derivation in
            let value = SQLStatement(SQLText.column(derivation.column, of: "this"))
            return try failed(derivation, of: table, value, in: table)
        }
    }

    private func failed(
        _ derivation: Table.Derivation,
        of table: Table,
        _ value: SQLStatement,
        in rows: Table
    ) throws -> FailedValues? {
        guard let column = table.column(derivation.column), let range = column.type.integerRange,
            derivation.expression.leaves.contains(where: \.isAggregate), let identity = rows.identity?.name
        else { return nil }
        let found = try Row.fetchCursor(
            db,
            sql: """
                SELECT id, CAST(value AS TEXT) FROM (SELECT \(SQLText.column(identity, of: "this")) AS id, \
                \(value.sql) AS value FROM \(SQLText.name(rows.name)) AS this\
                \(rows.condition(derivation.entities, of: "this").map { " WHERE \($0)" } ?? "")) \
                WHERE value < \(Double(range.lowerBound)) OR value > \(Double(range.upperBound)) ORDER BY id
                """,
            arguments: StatementArguments(value.arguments)
        )
        return try FailedValues(
            ElementPath(column.owner, derivation.column),
            of: column.owner,
            .range(column.type),
            in: found
        )
    }
}
