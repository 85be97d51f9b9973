import ApusSchema

extension Layout {
    /// All derivations, each behind those that it reads the results of.
    var derivationsInOrder: [(table: Table, derivation: Table.Derivation)] {
        var order: [(table: Table, derivation: Table.Derivation)] = []
        var seen: Set<[String]> = []
        func visit(_ table: Table, _ derivation: Table.Derivation) {
            guard seen.insert([table.name, derivation.column]).inserted else { return }
            if let source = source(of: derivation, in: table),
                let other = source.table.derivations.first(where: { $0.column == source.column })
            {
                visit(source.table, other)
            }
            order.append((table, derivation))
        }
        for table in tables {
            for derivation in table.derivations { visit(table, derivation) }
        }
        return order
    }

    /// The column whose values a derivation reads.
    private func source(of derivation: Table.Derivation, in table: Table) -> (table: Table, column: String)? {
        switch derivation.formula {
        case .value(let steps, let column), .function(_, let steps, let column):
            let far: Table? = steps.last.map { self.table($0.table) } ?? table
            return far.map { ($0, column) }
        case .sum(let step, let column, _): return self.table(step.table).map { ($0, column) }
        case .count, .now: return nil
        }
    }
}
