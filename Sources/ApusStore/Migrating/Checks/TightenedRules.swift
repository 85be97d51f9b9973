import ApusMigration
import ApusSchema
import GRDB

/// Finds values and numbers of related objects that violate a new or stricter rule, before a pass's first write.
///
/// They do not prevent a migration: nothing is lost, and a rule for saving must not keep an app from opening its store.
/// The plan and the migration's report contain them.
struct TightenedRules {
    private let pass: TablePass
    private let values: GeneratedValues
    private let isFirst: Bool

    /// - Parameters:
    ///   - pass: The last pass: the rules apply to its result.
    ///   - values: The generated values.
    ///   - isFirst: Whether the pass starts with the original store, whose rows obey its rules. Rows of an intermediate
    ///     version were never checked against that version's rules.
    init(_ pass: TablePass, _ values: GeneratedValues, isFirst: Bool) {
        self.pass = pass
        self.values = values
        self.isFirst = isFirst
    }

    /// Checks the rows that a new or stricter rule applies to.
    ///
    /// - Parameter db: The store before the pass.
    /// - Returns: The values that will violate a rule, with the newer names of tables and columns and the older
    ///   identities.
    /// - Throws: `DatabaseError`.
    func broken(in db: Database) throws -> [Verification.BadValues] {
        var found: [Verification.BadValues] = []
        for strategy in pass.strategies.tables {
            let rules: [Table.Rule] = strategy.table.rules.filter { rule in
                (rule.isLimit || strategy.table.requiresObject(rule)) && !isImplied(rule, of: strategy)
            }
            guard !rules.isEmpty else { continue }
            var expressions = ExpressionSQL(pass, values, failing: .lenient, prefix: "apus_rule")
            let names = Set(rules.map(\.column))
            let columnIndexes: [Int] = strategy.table.columns.indices.filter { index in
                let column = strategy.table.columns[index]
                return names.contains(column.name) || column.field == .entity
            }
            guard let rows = expressions.rows(of: strategy, columns: columnIndexes, entities: nil) else { continue }
            try expressions.prepare(in: db)
            defer { expressions.discard(from: db) }
            let made = SQLStatement("(\(rows.sql))", rows.arguments)
            // Run at once: the functions of the next table have the same names.
            let table = strategy.table.namedByIndex
            let checks: [RowCheck] = rules.compactMap { rule in
                strategy.table.columns.firstIndex { $0.name == rule.column }.flatMap { index in
                    let moved = Table.Rule(Table.columnName(at: index), rule.constraint, entities: rule.entities)
                    return RuleChecks.check(of: moved, in: table, over: made)
                }
            }
            found += try RowCheck.run(checks, db).map { $0.with(columnsOf: strategy.table) }
        }
        return try found + TightenedCounts(pass, values, isFirst: isFirst).broken(in: db)
    }

    /// Whether all values are known to obey the rule: an older rule implies it, or the values come from the model.
    private func isImplied(_ rule: Table.Rule, of strategy: TableStrategy) -> Bool {
        guard let index = strategy.table.columns.firstIndex(where: { $0.name == rule.column }) else { return true }
        let column = strategy.table.columns[index]
        // Derived attributes are computed after the rows are written.
        if column.isDerived { return true }
        return strategy.sources.allSatisfy { source in
            source.parts.allSatisfy { part in
                if let entities = rule.entities, let newer = part.newer, !entities.contains(newer) { return true }
                return isImplied(rule, for: part.values[index], in: column, of: SourceRow(source.table, part.older))
            }
        }
    }

    private func isImplied(_ rule: Table.Rule, for id: ExpressionGraph.ID, in column: Column, of row: SourceRow) -> Bool
    {
        switch pass.graph[id].value {
        case .computed(.constant(let value)):
            if value == .null { return rule.constraint != .present }
            return rule.constraint.test.map { !$0(value) } ?? true
        case .required(let inner, _): return isImplied(rule, for: inner, in: column, of: row)
        case .computed(.coalesced(let values)):
            return values.allSatisfy { value in
                if case .leaf(let one) = value { isImplied(rule, for: one, in: column, of: row) } else { false }
            }
        case .field(let field):
            guard isFirst, let older = row.column(of: field), older.type == column.type else { return false }
            return row.table.rules.contains { known in
                known.column == older.name && known.constraint.implies(rule.constraint)
                    && (known.entities.map { entities in row.entity.map(entities.contains) ?? false } ?? true)
            }
        default: return false
        }
    }
}

extension Table {
    /// Whether a rule requires that a relationship points to an object.
    fileprivate func requiresObject(_ rule: Rule) -> Bool {
        rule.constraint == .present && column(rule.column)?.isKey == true
    }
}

extension Table.Rule {
    /// Whether the rule is for saving, so that values saved before it existed may violate it.
    fileprivate var isLimit: Bool {
        switch constraint {
        case .minimum, .maximum, .length, .pattern: true
        case .type, .cases, .present, .presentIfAny, .absent, .concreteEntity, .external: false
        }
    }
}

extension Table.Rule.Constraint {
    /// Whether this requirement certainly implies another one.
    fileprivate func implies(_ other: Table.Rule.Constraint) -> Bool {
        switch (self, other) {
        case (.minimum(let one), .minimum(let two)): one == two || two.isBelow(one) == true
        case (.maximum(let one), .maximum(let two)): one == two || one.isBelow(two) == true
        case (.length(let one), .length(let two)): one.isWithin(two)
        default: self == other
        }
    }
}

extension Verification.BadValues {
    /// The values with the column's real name, if the column was named by its index.
    fileprivate func with(columnsOf table: Table) -> Verification.BadValues {
        let own: Column? = zip(table.columns, table.namedByIndex.columns).first { $1.name == column }?.0
        return Verification.BadValues(
            table: self.table,
            column: own?.name ?? column,
            count: count,
            problem: problem,
            rows: rows,
            isIncomplete: isIncomplete
        )
    }
}
