import ApusMigration
import ApusSchema

/// The derived attributes whose stored values are still correct after a pass.
struct KeptDerivations {
    /// The older columns, by the names of the newer tables and columns.
    private(set) var columns: [String: [String: String]] = [:]

    /// - Parameters:
    ///   - pass: The pass.
    ///   - strategies: The strategies for its tables.
    init(_ pass: TablePass, _ strategies: [TableStrategy]) {
        let search = DerivationSearch(pass, strategies)
        // In dependency order.
        for (table, derivation) in pass.target.derivationsInOrder {
            guard let name = search.keptColumn(of: derivation, in: table, known: columns) else { continue }
            columns[table.name, default: [:]][derivation.column] = name
        }
    }

    /// The older column whose values a derived column keeps; `nil` if they are computed again.
    func column(_ name: String, of table: String) -> String? { columns[table]?[name] }
}

extension TablePass {
    /// A derivation over the older tables, if the pass keeps the rows and columns that it reads.
    ///
    /// - Parameters:
    ///   - derivation: The derivation.
    ///   - table: The newer table.
    /// - Returns: The older table, and the derivation with the older names; `nil` if something that it reads changes.
    func olderDerivation(
        _ derivation: Table.Derivation,
        in table: Table
    ) -> (table: Table, derivation: Table.Derivation)? {
        let search = DerivationSearch(self, strategies.tables)
        guard let strategy = search.strategies[table.name], let older = strategy.older, strategy.keepsRows,
            let expression = search.older(derivation.expression, in: strategy, derivations?.columns ?? [:])
        else { return nil }
        return (older, Table.Derivation(derivation.column, entities: derivation.entities, expression))
    }
}

private struct DerivationSearch {
    let pass: TablePass
    let strategies: [String: TableStrategy]

    init(_ pass: TablePass, _ strategies: [TableStrategy]) {
        self.pass = pass
        self.strategies = Dictionary(strategies.map { ($0.table.name, $0) }) { first, _ in first }
    }

    /// The older column with the same derivation from the same rows and values.
    func keptColumn(
        of derivation: Table.Derivation,
        in table: Table,
        known: [String: [String: String]]
    ) -> String? {
        guard let strategy = strategies[table.name] else { return nil }
        if derivation.expression == .leaf(.now) { return keptMoment(of: derivation, strategy) }
        guard let past = strategy.older,
            let name = strategy.keptColumns(pass.graph).first(where: { $0.column.name == derivation.column })?.from,
            let before = past.derivations.first(where: { $0.column == name }), before.entities == derivation.entities,
            let expression = older(derivation.expression, in: strategy, known), before.expression == expression,
            // A sum that one integer type holds may be too large for another.
            past.column(name)?.type == table.column(derivation.column)?.type
        else { return nil }
        return name
    }

    /// The older column of a moment of the last save that all rows keep in place.
    private func keptMoment(of derivation: Table.Derivation, _ strategy: TableStrategy) -> String? {
        guard let transition = strategy.transition,
            let index = strategy.table.columns.firstIndex(where: { $0.name == derivation.column }),
            case .kept(let name) = pass.choose(index, transition)
        else { return nil }
        return name
    }

    /// An expression with the older names; `nil` if something that it reads has changed.
    func older(
        _ expression: TypedExpression<Table.Derivation.Source>,
        in strategy: TableStrategy,
        _ known: [String: [String: String]]
    ) -> TypedExpression<Table.Derivation.Source>? {
        var isWhole = true
        let older: TypedExpression<Table.Derivation.Source> = expression.map { source in
            if let older = self.older(source, in: strategy, known) { return .leaf(older) }
            isWhole = false
            return .leaf(source)
        }
        return isWhole ? older : nil
    }

    private func older(
        _ source: Table.Derivation.Source,
        in strategy: TableStrategy,
        _ known: [String: [String: String]]
    ) -> Table.Derivation.Source? {
        switch source {
        case .now: .now
        case .value(let steps, let column):
            older(steps, column, from: strategy, known).map { .value($0.steps, column: $0.column) }
        case .count(let step): older(step, from: strategy, known).map { .count($0.step) }
        case .sum(let step, let column, let type):
            older([step], column, from: strategy, known).map { .sum($0.steps[0], column: $0.column, type) }
        }
    }

    private func older(
        _ steps: [Table.Derivation.Step],
        _ column: String,
        from strategy: TableStrategy,
        _ known: [String: [String: String]]
    ) -> (steps: [Table.Derivation.Step], column: String)? {
        var current = strategy
        var olderSteps: [Table.Derivation.Step] = []
        for step in steps {
            guard let next = older(step, from: current, known) else { return nil }
            olderSteps.append(next.step)
            current = next.far
        }
        return older(column, of: current, known).map { (olderSteps, $0) }
    }

    private func older(
        _ step: Table.Derivation.Step,
        from near: TableStrategy,
        _ known: [String: [String: String]]
    ) -> (step: Table.Derivation.Step, far: TableStrategy)? {
        guard let far = strategies[step.table], let farName = far.older?.name, far.keepsRows else { return nil }
        switch step {
        case .key(let key, _):
            return older(key, of: near, known).map { (.key($0, to: farName), far) }
        case .referrers(_, let key):
            return older(key, of: far, known).map { (.referrers(farName, key: $0), far) }
        case .joinTable(let name, let here, let there, _):
            guard let pairs = strategies[name], let pairsName = pairs.older?.name, pairs.keepsRows,
                let one = older(here, of: pairs, known), let other = older(there, of: pairs, known)
            else { return nil }
            return (.joinTable(pairsName, near: one, far: other, to: farName), far)
        }
    }

    /// The older name of a column whose values do not change.
    private func older(_ column: String, of strategy: TableStrategy, _ known: [String: [String: String]]) -> String? {
        if let name = known[strategy.table.name]?[column] { return name }
        guard let transition = strategy.transition,
            let columnIndex = strategy.table.columns.firstIndex(where: { $0.name == column }),
            !strategy.table.columns[columnIndex].isDerived, case .kept(let name) = pass.choose(columnIndex, transition)
        else { return nil }
        return name
    }
}
