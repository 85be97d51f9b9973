import ApusMigration
import ApusSchema
import GRDB

/// The future rows of newer tables as temporary tables, as far as derived attributes read them whose values cannot be computed
/// from the older rows as these are.
///
/// The values are computed with the statements of the migration, so what it would refuse is found before its first write.
struct DerivedRows {
    private let pass: TablePass
    private let db: Database
    /// The newer tables under the names of the temporary ones.
    private let layout: Layout
    /// The columns of the temporary tables, by the newer table.
    private var columns: [String: Set<String>] = [:]
    private var expressions: ExpressionSQL
    private let now: SQLStatement

    /// - Parameters:
    ///   - derivations: The derived attributes.
    ///   - pass: The pass.
    ///   - values: The generated values.
    ///   - db: The store before the pass.
    init(
        _ derivations: [(table: Table, derivation: Table.Derivation)],
        _ pass: TablePass,
        _ values: GeneratedValues,
        _ db: Database
    ) {
        self.pass = pass
        self.db = db
        now = SQLStatement("?", [values.moment])
        layout = Layout(tables: pass.target.tables.map(\.temporary))
        expressions = ExpressionSQL(pass, values, failing: .lenient, prefix: "apus_derived")
        for (table, derivation) in derivations {
            let unique = table.indexes.filter { $0.isUnique && $0.columns.contains(derivation.column) }
            read(unique.flatMap(\.columns) + [derivation.column], of: table)
        }
    }

    /// A newer table under the name of its temporary one.
    func table(_ newer: Table) -> Table { newer.temporary }

    /// Whether the temporary table has some columns.
    func has(_ names: [String], of table: Table) -> Bool { columns[table.name]?.isSuperset(of: names) == true }

    /// A derivation over the temporary tables.
    func sql(_ derivation: Table.Derivation, of table: Table) -> DerivationSQL {
        DerivationSQL(derivation.temporary, of: table.temporary, in: layout)
    }

    /// Adds columns, and all that they are computed from.
    private mutating func read(_ names: [String], of table: Table) {
        let own = [table.identity?.name, table.entity?.name].compactMap { $0 }
        for name in own + names where columns[table.name, default: []].insert(name).inserted {
            guard pass.computedColumns[table.name]?.contains(name) == true,
                let derivation = table.derivations.first(where: { $0.column == name })
            else { continue }
            for source in derivation.expression.leaves {
                var near = table
                for step in source.steps {
                    switch step {
                    case .key(let key, _): read([key], of: near)
                    case .referrers(let far, let key): pass.target.table(far).map { read([key], of: $0) }
                    case .joinTable(let pairs, let one, let other, _):
                        pass.target.table(pairs).map { read([one, other], of: $0) }
                    }
                    near = pass.target.table(step.table) ?? near
                    read([], of: near)
                }
                switch source {
                case .value(_, let column), .sum(_, let column, _): read([column], of: near)
                case .count, .now: break
                }
            }
        }
    }

    /// Makes the tables, computes their derived columns, and does some work with them.
    ///
    /// - Throws: `DatabaseError`; the error of the closure.
    mutating func with<Result>(_ work: (DerivedRows) throws -> Result) throws -> Result {
        var made: [String] = []
        var indexCount = 0
        defer {
            try? db.changeTemporaryTables {
                for name in made { try? db.execute(sql: "DROP TABLE temp.\(SQLText.name(name))") }
            }
            expressions.discard(from: db)
        }
        for strategy in pass.strategies.tables {
            guard let names = columns[strategy.table.name] else { continue }
            let indices = strategy.table.columns.indices.filter { names.contains(strategy.table.columns[$0].name) }
            let rows = expressions.rows(of: strategy, columns: indices)
            try expressions.prepare(in: db)
            let temporary = SQLText.name(strategy.table.temporary.name)
            let listed = indices.map { SQLText.name(strategy.table.columns[$0].name) }
            try db.changeTemporaryTables {
                try db.execute(sql: "CREATE TEMP TABLE \(temporary) (\(listed.joined(separator: ", ")))")
                made.append(strategy.table.temporary.name)
                guard let rows else { return }
                try db.execute(
                    sql: "INSERT INTO temp.\(temporary) (\(listed.joined(separator: ", "))) \(rows.sql)",
                    arguments: StatementArguments(rows.arguments)
                )
                for (name, index) in zip(listed, indices) where strategy.table.columns[index].isLookedUp {
                    // Tables and indexes share their names.
                    indexCount += 1
                    try db.execute(sql: "CREATE INDEX temp.apus_lookup_\(indexCount) ON \(temporary) (\(name))")
                }
            }
        }
        try db.changeTemporaryTables {
            for (table, derivation) in pass.computedDerivations
            where columns[table.name]?.contains(derivation.column) == true {
                let statement = sql(derivation, of: table).fillStatement(now: now)
                try db.execute(sql: statement.sql, arguments: StatementArguments(statement.arguments))
            }
        }
        return try work(self)
    }
}

extension Column {
    fileprivate var isLookedUp: Bool {
        switch field {
        case .identity, .source, .target: true
        default: references != nil
        }
    }
}

extension Table {
    /// The table under the name of a temporary one.
    fileprivate var temporary: Table {
        Table(
            name: Self.temporaryName(name),
            origin: origin,
            concreteEntities: concreteEntities,
            parents: parents,
            columns: columns,
            derivations: derivations.map(\.temporary)
        )
    }

    fileprivate static func temporaryName(_ name: String) -> String { "apus_future_\(name)" }
}

extension Table.Derivation {
    fileprivate var temporary: Table.Derivation {
        Table.Derivation(column, entities: entities, expression.map { .leaf($0.temporary) })
    }
}

extension Table.Derivation.Source {
    fileprivate var temporary: Self {
        switch self {
        case .now: .now
        case .value(let steps, let column): .value(steps.map(\.temporary), column: column)
        case .count(let step): .count(step.temporary)
        case .sum(let step, let column, let type): .sum(step.temporary, column: column, type)
        }
    }
}

extension Table.Derivation.Step {
    fileprivate var temporary: Self {
        let name = Table.temporaryName
        return switch self {
        case .key(let key, let to): .key(key, to: name(to))
        case .referrers(let table, let key): .referrers(name(table), key: key)
        case .joinTable(let pairs, let near, let far, let to):
            .joinTable(name(pairs), near: near, far: far, to: name(to))
        }
    }
}
