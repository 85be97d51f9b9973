import ApusSchema

extension Layout {
    /// All derivations in dependency order: each follows those whose results it reads.
    var derivationsInOrder: [(table: Table, derivation: Table.Derivation)] {
        var order: [(table: Table, derivation: Table.Derivation)] = []
        var seen: Set<[String]> = []
        func visit(_ table: Table, _ derivation: Table.Derivation) {
            guard seen.insert([table.name, derivation.column]).inserted else { return }
            for source in derivation.expression.leaves.compactMap({ column(read: $0, from: table) }) {
                source.table.derivations.first { $0.column == source.column }.map { visit(source.table, $0) }
            }
            order.append((table, derivation))
        }
        for table in tables {
            for derivation in table.derivations { visit(table, derivation) }
        }
        return order
    }

    /// The column that a source reads; `nil` if it reads none.
    private func column(read source: Table.Derivation.Source, from table: Table) -> (table: Table, column: String)? {
        switch source {
        case .value(let steps, let column):
            let far: Table? = steps.last.map { self.table($0.table) } ?? table
            return far.map { ($0, column) }
        case .sum(let step, let column, _): return self.table(step.table).map { ($0, column) }
        case .count, .now: return nil
        }
    }
}
