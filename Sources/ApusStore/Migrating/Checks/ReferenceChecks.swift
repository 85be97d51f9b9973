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
                    guard let key = carriedKey(at: place, of: source) else { continue }
                    let path: ElementPath = strategy.table.path(of: strategy.table.columns[place])
                    if let failed = try failed(key, of: source.table, path, db) { found.append(failed) }
                }
            }
        }
        return found
    }

    /// The older key that all rows carry over; `nil` where it is looked up, and becomes null where it leads nowhere, or
    /// where rows may be left out for it.
    private func carriedKey(at place: Int, of source: TableProjection.Source) -> Column? {
        guard source.isWhole else { return nil }
        let keys: Set<Column?> = Set(
            source.parts.map { part in
                pass.graph.plainField(part.values[place]).flatMap { SourceRow(source.table, part.older).column(of: $0) }
            }
        )
        return keys.count == 1 ? keys.first ?? nil : nil
    }

    private func failed(_ key: Column, of table: Table, _ path: ElementPath, _ db: Database) throws -> FailedValues? {
        guard let far = key.references, try Orphans.count(of: key, in: table, db) > 0 else { return nil }
        let count: Int = try Int.fetchOne(db, sql: "SELECT count(*) \(Orphans.rows(of: key, in: table))") ?? 0
        let identity: String = SQLText.name(table.identity?.name ?? table.column(of: .source)?.name ?? "rowid")
        let rows: [Row] = try Row.fetchAll(
            db,
            sql: "SELECT \(identity), \(SQLText.name(key.name)) \(Orphans.rows(of: key, in: table)) "
                + "ORDER BY 1 LIMIT \(FailedValues.sampleCount)"
        )
        let samples: [FailedValues.Sample] = try rows.map { row in
            FailedValues.Sample(
                identity: try row.decode(atIndex: 0),
                problem: "leads to \(try row.decode(Int64.self, atIndex: 1))"
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
