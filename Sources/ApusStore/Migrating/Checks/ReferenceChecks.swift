import ApusMigration
import ApusSchema
import GRDB

/// Finds dangling references before a pass's first write.
///
/// The pass checks afterwards that none exist. Without this check, references that were dangling before would be
/// reported only then, after all the work, and as a fault of the migration.
struct ReferenceChecks {
    private let pass: TablePass

    init(_ pass: TablePass) {
        self.pass = pass
    }

    /// Checks all foreign keys that are kept unchanged.
    ///
    /// - Parameter db: The store before the pass.
    /// - Returns: The dangling references, a finding per foreign key.
    /// - Throws: `DatabaseError`.
    func failures(in db: Database) throws -> [FailedValues] {
        var found: [FailedValues] = []
        for strategy in pass.strategies.tables {
            for index in strategy.table.columns.indices
            where pass.checksKeys(of: strategy.table.columns[index], strategy) {
                for source in strategy.sources {
                    let path = strategy.table.path(of: strategy.table.columns[index])
                    for (key, entities) in keptKeys(at: index, of: source) {
                        if let failed = try failed(key, of: entities, in: source.table, path: path, db) {
                            found.append(failed)
                        }
                    }
                }
            }
        }
        return found
    }

    /// The older foreign keys that are kept, each with the entities of its rows.
    ///
    /// Others need no check: a key that is looked up becomes null if it is dangling, and rows with a condition may be
    /// dropped because of it.
    private func keptKeys(
        at index: Int,
        of source: TableProjection.Source
    ) -> [(key: Column, entities: [String])] {
        var keys: [(key: Column, entities: [String])] = []
        for part in source.parts where part.conditions.isEmpty {
            guard let field = pass.graph.plainField(part.values[index]),
                let key = SourceRow(source.table, part.older).column(of: field)
            else { continue }
            if let number = keys.firstIndex(where: { $0.key == key }) {
                keys[number].entities += part.older.map { [$0] } ?? []
            } else {
                keys.append((key, part.older.map { [$0] } ?? []))
            }
        }
        return keys
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
        let identity = SQLText.name(table.identity?.name ?? table.column(of: .source)?.name ?? "rowid")
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
        return strategy.copiesRows || strategies.tables.contains { $0.table.name == far && $0.copiesRows }
    }
}

extension Table {
    /// The relationship of a foreign key.
    fileprivate func path(of key: Column) -> ElementPath {
        if case .joinTable(let path) = origin { path } else { key.path }
    }
}
