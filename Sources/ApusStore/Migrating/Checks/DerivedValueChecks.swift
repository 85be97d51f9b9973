import ApusMigration
import ApusSchema
import GRDB

/// Finds counts and sums that the type of a derived attribute cannot hold: in the store before a pass, over its future rows if
/// something that they are computed from changes, and in any case after the pass has computed them.
struct DerivedValueChecks {
    private let pass: TablePass
    private let values: GeneratedValues
    private let db: Database

    init(_ pass: TablePass, _ values: GeneratedValues, _ db: Database) {
        self.pass = pass
        self.values = values
        self.db = db
    }

    /// Checks the values that the pass will compute from rows and columns that it keeps.
    ///
    /// - Returns: The values that their types cannot hold, a finding per attribute.
    /// - Throws: `DatabaseError`.
    func failuresBefore() throws -> [FailedValues] {
        try pass.computedDerivations.compactMap { table, derivation in
            guard let (older, before) = pass.olderDerivation(derivation, in: table) else { return nil }
            let type = table.column(derivation.column)?.type
            let sql = DerivationSQL(before, of: older, in: pass.source, type: type)
            return try failed(derivation, of: table, Self.exactValue(sql), in: older)
        }
    }

    /// Checks the values that the pass will compute from rows and columns that change in it.
    ///
    /// - Returns: The values that their types cannot hold, and those that are not unique, a finding per attribute or index.
    /// - Throws: `DatabaseError`.
    func failuresOfChanged() throws -> [FailedValues] {
        let changed = pass.computedDerivations.filter { table, derivation in
            guard pass.olderDerivation(derivation, in: table) == nil else { return false }
            return mayNotFit(derivation, in: table)
                || table.indexes.contains { $0.isUnique && $0.columns.contains(derivation.column) }
        }
        if changed.isEmpty { return [] }
        var rows = DerivedRows(changed, pass, values, db)
        return try rows.with { names in
            try changed.compactMap { table, derivation in
                let value = Self.exactValue(names.sql(derivation, of: table))
                return try failed(derivation, of: table, value, in: names.table(table))
            } + UniquenessChecks(pass, values).failuresAfter(in: db, of: names)
        }
    }

    /// Checks the values that the pass has computed.
    ///
    /// - Returns: The values that their types cannot hold, a finding per attribute.
    /// - Throws: `DatabaseError`.
    func failuresAfter() throws -> [FailedValues] {
        try pass.computedDerivations.compactMap { table, derivation in
            // A column of integers has the value as it was computed.
            let isStored = table.column(derivation.column)?.type.integerRange != nil
            let value =
                isStored
                ? SQLStatement(SQLText.column(derivation.column, of: "this"))
                : Self.exactValue(DerivationSQL(derivation, of: table, in: pass.target))
            return try failed(derivation, of: table, value, in: table)
        }
    }

    /// The value before it is stored: a sum of integers is a real if it has more than 64 bits.
    private static func exactValue(_ sql: DerivationSQL) -> SQLStatement {
        sql.wholeSum(over: "this") ?? sql.expression(over: "this")
    }

    /// Whether a number may be beyond its type. No table has so many rows that 32 bits cannot count them; if one has, it is found
    /// afterwards.
    private func mayNotFit(_ derivation: Table.Derivation, in table: Table) -> Bool {
        if case .leaf(.count) = derivation.expression { return table.column(derivation.column)?.type == .int16 }
        return limits(derivation, of: table) != nil
    }

    /// The type that the number has to fit, and whether a value does not; `nil` if each value fits.
    private func limits(_ derivation: Table.Derivation, of table: Table) -> (type: ScalarType, condition: String)? {
        guard let column = table.column(derivation.column), derivation.expression.leaves.contains(where: \.isAggregate)
        else { return nil }
        guard case .leaf(.sum(_, _, let type)) = derivation.expression, column.type.integerRange == nil else {
            // The greatest integers are no reals, so each real is beyond them.
            return column.type.integerRange.map {
                let bounds = [$0.lowerBound, $0.upperBound].map { SQLText.constant(.integer($0)) }
                return (column.type, "typeof(value) = 'real' OR value < \(bounds[0]) OR value > \(bounds[1])")
            }
        }
        // The triggers that keep it add integers, whatever its type.
        if type.integerRange != nil { return (.int64, "typeof(value) = 'real'") }
        return column.type == .decimal ? (.decimal, "value = 'NaN'") : nil
    }

    private func failed(
        _ derivation: Table.Derivation,
        of table: Table,
        _ value: SQLStatement,
        in rows: Table
    ) throws -> FailedValues? {
        guard let column = table.column(derivation.column), let limits = limits(derivation, of: table),
            let identity = rows.identity?.name
        else { return nil }
        let found = try Row.fetchCursor(
            db,
            sql: """
                SELECT id, CAST(value AS TEXT) FROM (SELECT \(SQLText.column(identity, of: "this")) AS id, \
                \(value.sql) AS value FROM \(SQLText.name(rows.name)) AS this\
                \(rows.condition(derivation.entities, of: "this").map { " WHERE \($0)" } ?? "")) \
                WHERE \(limits.condition) ORDER BY id
                """,
            arguments: StatementArguments(value.arguments)
        )
        return try FailedValues(
            ElementPath(column.owner, derivation.column),
            of: column.owner,
            .range(limits.type),
            in: found,
            // It may be a sum of values that were encrypted before.
            isSecret: pass.touchesSecrets || !values.secrets.isEmpty
        )
    }
}
