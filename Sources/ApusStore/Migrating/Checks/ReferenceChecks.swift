import ApusMigration
import ApusSchema
import GRDB

/// Looks, before a pass's first write, for keys that lead to no row already, where the pass would make sure afterwards
/// that all lead somewhere: there they could only be taken for its own fault, after all the work.
struct ReferenceChecks {
    private let pass: TablePass

    init(_ pass: TablePass) {
        self.pass = pass
    }

    /// Looks at all keys that are carried over as they are.
    ///
    /// - Parameter db: The store, as the pass finds it.
    /// - Returns: Those that lead nowhere, a finding a key.
    /// - Throws: `DatabaseError`.
    func failures(in db: Database) throws -> [FailedValues] {
        var found: [FailedValues] = []
        for strategy in pass.strategies.tables {
            for place in strategy.table.columns.indices
            where pass.checksKeys(of: strategy.table.columns[place], strategy) {
                for source in strategy.sources {
                    let path: ElementPath = strategy.table.path(of: strategy.table.columns[place])
                    for (key, kinds) in carriedKeys(at: place, of: source) {
                        if let failed = try failed(key, kinds, of: source.table, path, db) { found.append(failed) }
                    }
                }
            }
        }
        return found
    }

    /// The older keys that rows carry over, each with the kinds of these rows. A key that is looked up becomes null where
    /// it leads nowhere, and rows that may be left out may be so for their keys.
    private func carriedKeys(
        at place: Int,
        of source: TableProjection.Source
    ) -> [(key: Column, kinds: [String])] {
        var keys: [(key: Column, kinds: [String])] = []
        for part in source.parts where part.conditions.isEmpty {
            guard let field = pass.graph.plainField(part.values[place]),
                let key = SourceRow(source.table, part.older).column(of: field)
            else { continue }
            if let number = keys.firstIndex(where: { $0.key == key }) {
                keys[number].kinds += part.older.map { [$0] } ?? []
            } else {
                keys.append((key, part.older.map { [$0] } ?? []))
            }
        }
        return keys
    }

    private func failed(
        _ key: Column,
        _ kinds: [String],
        of table: Table,
        _ path: ElementPath,
        _ db: Database
    ) throws -> FailedValues? {
        guard let far = key.references, try Orphans.count(of: key, in: table, db) > 0 else { return nil }
        let condition: String? = SourceRow.condition(kinds, in: table, named: "this")
        let some: String = Orphans.rows(of: key, in: table) + (condition.map { " AND \($0)" } ?? "")
        let count: Int = try Int.fetchOne(db, sql: "SELECT count(*) \(some)") ?? 0
        guard count > 0 else { return nil }
        let identity: String = SQLText.name(table.identity?.name ?? table.column(of: .source)?.name ?? "rowid")
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
            demand: .reference(far),
            count: count,
            samples: samples
        )
    }
}

extension TablePass {
    /// Whether the pass makes sure, when it is done, that a key of a newer table leads somewhere: rows that were not
    /// copied, and their keys, are as they were.
    func checksKeys(of column: Column, _ strategy: TableStrategy) -> Bool {
        guard let far = column.references else { return false }
        return strategy.copiesRows || strategies.tables.contains { $0.table.name == far && $0.copiesRows }
    }
}

extension Table {
    /// The relationship that a key is for.
    fileprivate func path(of key: Column) -> ElementPath {
        if case .pairs(let path) = origin { path } else { key.path }
    }
}
