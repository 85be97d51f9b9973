import ApusSchema

/// Tells which values that the store computes are not what they should be.
enum DerivationChecks {
    /// The checks of a table's derivations; the moment of a row's last writing cannot be told.
    static func checks(of table: Table, in layout: Layout) -> [RowCheck] {
        table.derivations.compactMap { derivation in
            if derivation.expression.containsLeaf(where: { $0 == .now }) { return nil }
            let value = DerivationSQL(derivation, of: table, in: layout).expression(over: RowCheck.row)
            guard value.arguments.isEmpty else { return nil }
            let here: String = SQLText.column(derivation.column, of: RowCheck.row)
            let conditions: [String] = [
                table.condition(derivation.kinds, of: RowCheck.row), "\(here) IS NOT \(value.sql)",
            ].compactMap { $0 }
            return RowCheck(
                table,
                derivation.column,
                "not what the store computes",
                where: conditions.joined(separator: " AND ")
            )
        }
    }
}
