import ApusMigration
import ApusSchema
import GRDB

/// Finds dangling references before a pass's first write.
///
/// The pass checks afterwards that none exist. Without this check, references that were dangling before would be
/// reported only then, after all the work, and as a fault of the migration.
struct ReferenceChecks {
    private let pass: TablePass
    private let values: GeneratedValues
    /// The older tables by the texts of their extents.
    private let tables: [String: Table]

    init(_ pass: TablePass, _ values: GeneratedValues) {
        self.pass = pass
        self.values = values
        let named = pass.source.tables.flatMap { table in table.extents.map { ($0.text, table) } }
        tables = Dictionary(named) { first, _ in first }
    }

    /// Checks all foreign keys that the pass checks again when it is done.
    ///
    /// - Parameter db: The store before the pass.
    /// - Returns: The dangling references, a finding per foreign key.
    /// - Throws: `DatabaseError`.
    func failures(in db: Database) throws -> [FailedValues] {
        var found: [FailedValues] = []
        var damaged: [String: Bool] = [:]
        for strategy in pass.strategies.tables {
            for (index, column) in strategy.table.columns.enumerated() where pass.checksKeys(of: column, strategy) {
                let path = strategy.table.path(of: column)
                for source in strategy.sources {
                    for (key, entities) in keptKeys(at: index, of: source) {
                        if let failed = try failed(key, of: entities, in: source.table, path: path, db) {
                            found.append(failed)
                        }
                    }
                    let others = TableProjection.Source(
                        table: source.table,
                        parts: source.parts.filter { keptKey(at: index, of: $0, in: source.table) == nil }
                    )
                    guard
                        try read(at: index, of: others).contains(where: { try isDamaged($0, &damaged, db) }),
                        let failed = try failed(at: index, of: others, in: strategy.table, path: path, db)
                    else { continue }
                    found.append(failed)
                }
            }
        }
        return found
    }

    /// The older foreign key that is kept unchanged in each row of a part.
    private func keptKey(at index: Int, of part: TableProjection.Part, in table: Table) -> Column? {
        guard part.conditions.isEmpty else { return nil }
        return pass.graph.plainField(part.values[index]).flatMap(SourceRow(table, part.older).column)
    }

    /// The older foreign keys that are kept, each with the entities of its rows.
    private func keptKeys(
        at index: Int,
        of source: TableProjection.Source
    ) -> [(key: Column, entities: [String])] {
        var keys: [(key: Column, entities: [String])] = []
        for part in source.parts {
            guard let key = keptKey(at: index, of: part, in: source.table) else { continue }
            if let number = keys.firstIndex(where: { $0.key == key }) {
                keys[number].entities += part.older.map { [$0] } ?? []
            } else {
                keys.append((key, part.older.map { [$0] } ?? []))
            }
        }
        return keys
    }

    /// The older tables that the values and conditions of some rows read: those of other keys become dangling only if
    /// one of these has dangling references.
    private func read(at index: Int, of source: TableProjection.Source) -> [Table] {
        let expressions = Set(source.parts.flatMap { $0.conditions + [$0.values[index]] })
            .filter { pass.graph[$0].constant == nil }
        if expressions.isEmpty { return [] }
        let others = expressions.reduce(into: Set<String>()) { $0.formUnion(pass.graph.otherExtents($1)) }
        return [source.table] + others.sorted().compactMap { tables[$0] }
    }

    private func isDamaged(_ table: Table, _ known: inout [String: Bool], _ db: Database) throws -> Bool {
        if let known = known[table.name] { return known }
        let isDamaged =
            try pass.source.table(table.name) != nil
            && table.columns.contains { try Orphans.count(of: $0, in: table, db) > 0 }
        known[table.name] = isDamaged
        return isDamaged
    }

    /// Compares the future keys of some rows with the future identities.
    private func failed(
        at index: Int,
        of source: TableProjection.Source,
        in newer: Table,
        path: ElementPath,
        _ db: Database
    ) throws -> FailedValues? {
        guard let far = newer.columns[index].references,
            let target = pass.strategies.tables.first(where: { $0.table.name == far }),
            let identity = target.table.columns.firstIndex(where: { $0.field == .identity })
        else { return nil }
        var expressions = ExpressionSQL(pass, values, failing: .lenient, prefix: "apus_reference")
        defer { expressions.discard(from: db) }
        let keys = expressions.values(at: index, of: source, in: newer)
        let identities = target.sources.map { expressions.values(at: identity, of: $0, in: target.table) }
        try expressions.prepare(in: db)
        let all = identities.isEmpty ? "SELECT NULL AS value" : identities.map(\.sql).joined(separator: " UNION ALL ")
        let rows = try Row.fetchCursor(
            db,
            sql: "SELECT id, CAST(value AS TEXT) FROM (\(keys.sql)) WHERE value IS NOT NULL "
                + "AND value NOT IN (SELECT value FROM (\(all)) WHERE value IS NOT NULL) ORDER BY id",
            arguments: StatementArguments(keys.arguments + identities.flatMap(\.arguments))
        )
        return try FailedValues(path, of: source.table.name, .reference(far), in: rows)
    }

    private func failed(
        _ key: Column,
        of entities: [String],
        in table: Table,
        path: ElementPath,
        _ db: Database
    ) throws -> FailedValues? {
        guard let far = key.references, try Orphans.count(of: key, in: table, db) > 0 else { return nil }
        let condition = SourceRow.condition(entities, in: table, named: "this")
        let some = Orphans.rows(of: key, in: table) + (condition.map { " AND \($0)" } ?? "")
        let count: Int = try Int.fetchOne(db, sql: "SELECT count(*) \(some)") ?? 0
        guard count > 0 else { return nil }
        let identity = SQLText.name(table.rowName)
        let rows: [Row] = try Row.fetchAll(
            db,
            sql: "SELECT \(identity), \(SQLText.name(key.name)) \(some) ORDER BY 1 LIMIT \(FailedValues.sampleCount)"
        )
        let samples: [FailedValues.Sample] = try rows.map { row in
            FailedValues.Sample(
                identity: try row.decode(atIndex: 0),
                problem: "\(try row.decode(Int64.self, atIndex: 1))"
            )
        }
        return FailedValues(
            path: path,
            entity: table.name,
            requirement: .reference(far),
            count: count,
            samples: samples
        )
    }
}

extension TablePass {
    /// Whether the pass checks a foreign key of a newer table for dangling references when it is done. It does so if it
    /// copies the rows with the key, or the rows that the key refers to.
    func checksKeys(of column: Column, _ strategy: TableStrategy) -> Bool {
        guard let far = column.references else { return false }
        return strategy.copiesRows || copied.contains(far)
    }
}

extension Table {
    /// The column that names a row in a finding: the identity, or the source of a pair.
    var rowName: String { identity?.name ?? column(of: .source)?.name ?? "rowid" }

    /// The relationship of a foreign key.
    fileprivate func path(of key: Column) -> ElementPath {
        if case .joinTable(let path) = origin { path } else { key.path }
    }
}
