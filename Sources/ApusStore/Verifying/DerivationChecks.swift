import ApusSchema

/// Checks the values of derived attributes.
enum DerivationChecks {
    /// The checks of a table's derived attributes, except for those that store when a row was last written.
    static func checks(of table: Table, in layout: Layout) -> [RowCheck] {
        table.derivations.compactMap { derivation in
            if derivation.expression.containsLeaf(where: { $0 == .now }) { return nil }
            let value = DerivationSQL(derivation, of: table, in: layout).expression(over: RowCheck.row)
            guard value.arguments.isEmpty else { return nil }
            let here = SQLText.column(derivation.column, of: RowCheck.row)
            let conditions: [String] = [
                table.condition(derivation.entities, of: RowCheck.row), "\(here) IS NOT \(value.sql)",
            ].compactMap { $0 }
            return RowCheck(
                table,
                derivation.column,
                "not the computed value",
                where: conditions.joined(separator: " AND ")
            )
        }
    }
}
