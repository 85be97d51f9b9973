import ApusMigration
import ApusSchema
import GRDB

/// Looks, before a pass's first write, for values, and numbers of references, that will break a rule which was none before.
///
/// They stop no migration: nothing is lost, and no rule for saving may keep an app from opening its store. Whoever plans
/// or carries out the migration is told.
struct TightenedRules {
    private let pass: TablePass
    private let values: GeneratedValues
    private let isFirst: Bool

    /// - Parameters:
    ///   - pass: The last pass: rules are kept when all is done.
    ///   - values: What generators give.
    ///   - isFirst: Whether the pass begins with the store as it was, whose rows obey its rules. Those of a version between
    ///     were obeyed by nobody.
    init(_ pass: TablePass, _ values: GeneratedValues, isFirst: Bool) {
        self.pass = pass
        self.values = values
        self.isFirst = isFirst
    }

    /// Looks at the rows that a newer rule is about.
    ///
    /// - Parameter db: The store, as the pass finds it.
    /// - Returns: The values that will break a rule, by the newer names of tables and columns and the older identities.
    /// - Throws: `DatabaseError`.
    func broken(in db: Database) throws -> [Verification.BadValues] {
        var found: [Verification.BadValues] = []
        for strategy in pass.strategies.tables {
            let rules: [Table.Rule] = strategy.table.rules.filter { $0.isLimit && !isKept($0, of: strategy) }
            guard !rules.isEmpty else { continue }
            var expressions = ExpressionSQL(pass, values, failing: .lenient, prefix: "apus_rule")
            let names: Set<String> = Set(rules.map(\.column))
            let places: [Int] = strategy.table.columns.indices.filter { place in
                let column: Column = strategy.table.columns[place]
                return names.contains(column.name) || column.field == .entity
            }
            guard let rows = expressions.rows(of: strategy, columns: places, kinds: nil) else { continue }
            for function in expressions.functions { function.add(to: db) }
            let made = SQLStatement("(\(rows.sql))", rows.arguments)
            // Looked at here and now: the next table's functions have the same names.
            let table: Table = strategy.table.namedByPlace
            let checks: [RowCheck] = rules.compactMap { rule in
                strategy.table.columns.firstIndex { $0.name == rule.column }.flatMap { place in
                    let moved = Table.Rule(Table.columnName(at: place), rule.demand, kinds: rule.kinds)
                    return RuleChecks.check(of: moved, in: table, over: made)
                }
            }
            found += try RowCheck.run(checks, db).map { $0.with(columnsOf: strategy.table) }
        }
        return try found + TightenedCounts(pass, isFirst: isFirst).broken(in: db)
    }

    /// Whether all values are known to fulfil the rule: they had to before, or the model says what they are.
    private func isKept(_ rule: Table.Rule, of strategy: TableStrategy) -> Bool {
        guard let place = strategy.table.columns.firstIndex(where: { $0.name == rule.column }) else { return true }
        let column: Column = strategy.table.columns[place]
        // What the store computes is written after the rows.
        if column.isDerived { return true }
        return strategy.sources.allSatisfy { source in
            source.parts.allSatisfy { part in
                if let kinds = rule.kinds, let newer = part.newer, !kinds.contains(newer) { return true }
                return isKept(rule, part.values[place], column, SourceRow(source.table, part.older))
            }
        }
    }

    private func isKept(_ rule: Table.Rule, _ id: ExpressionGraph.ID, _ column: Column, _ row: SourceRow) -> Bool {
        switch pass.graph[id].value {
        // Models and mappings are refused whose own values break the rules.
        case .computed(.constant): return true
        case .required(let inner, _): return isKept(rule, inner, column, row)
        case .computed(.coalesced(let values)):
            return values.flatMap(\.leaves).allSatisfy { isKept(rule, $0, column, row) }
        case .field(let field):
            guard isFirst, let older = row.column(of: field), older.type == column.type else { return false }
            return row.table.rules.contains { known in
                known.column == older.name && known.demand.implies(rule.demand)
                    && (known.kinds.map { kinds in row.kind.map(kinds.contains) ?? false } ?? true)
            }
        default: return false
        }
    }
}

extension Table.Rule {
    /// Whether the rule is one for saving, which values may break that were saved before there was one.
    fileprivate var isLimit: Bool {
        switch demand {
        case .minimum, .maximum, .length, .pattern: true
        case .type, .cases, .present, .presentIfAny, .absent, .kind, .external: false
        }
    }
}

extension Table.Rule.Demand {
    /// Whether each value that fulfils this fulfils the other, for sure.
    fileprivate func implies(_ other: Table.Rule.Demand) -> Bool {
        switch (self, other) {
        case (.minimum(let one), .minimum(let two)): one == two || two.isBelow(one) == true
        case (.maximum(let one), .maximum(let two)): one == two || one.isBelow(two) == true
        case (.length(let one), .length(let two)): one.isWithin(two)
        default: self == other
        }
    }
}

extension Verification.BadValues {
    /// The values with the column's own name, of a column that was named by its place.
    fileprivate func with(columnsOf table: Table) -> Verification.BadValues {
        let own: Column? = zip(table.columns, table.namedByPlace.columns).first { $1.name == column }?.0
        return Verification.BadValues(
            table: self.table,
            column: own?.name ?? column,
            count: count,
            problem: problem,
            rows: rows
        )
    }
}
