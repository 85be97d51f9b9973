import ApusMigration
import ApusSchema
import GRDB

/// Looks, before a pass's first write, for rows that a unique index of the newer tables would refuse.
struct UniquenessChecks {
    private let pass: TablePass
    private let values: GeneratedValues

    init(_ pass: TablePass, _ values: GeneratedValues) {
        self.pass = pass
        self.values = values
    }

    /// Looks at all rows that there is something to look at.
    ///
    /// - Parameter db: The store, as the pass finds it.
    /// - Returns: Rows that have what others have, a finding an index.
    /// - Throws: `DatabaseError`.
    func failures(in db: Database) throws -> [FailedValues] {
        var found: [FailedValues] = []
        for strategy in pass.strategies.tables where strategy.way != .create && strategy.way != .nothing {
            for index in strategy.table.indexes where index.isUnique && !isKept(index, of: strategy) {
                if let failed = try failed(index, of: strategy, db) { found.append(failed) }
            }
        }
        return found
    }

    /// Whether the rows fulfil the index already: they did, and what it is over stays as it is.
    private func isKept(_ index: Table.Index, of strategy: TableStrategy) -> Bool {
        guard let older = strategy.older, let before = pass.older(index, of: strategy, isSettled: true)
        else { return false }
        return older.indexes.contains(before)
    }

    private func failed(_ index: Table.Index, of strategy: TableStrategy, _ db: Database) throws -> FailedValues? {
        var expressions = ExpressionSQL(pass, values, failing: .lenient, prefix: "apus_unique")
        let places: [Int] = index.columns.compactMap { name in strategy.table.columns.firstIndex { $0.name == name } }
        guard places.count == index.elements.count, index.predicate == nil else { return nil }
        guard let identity = strategy.table.columns.firstIndex(where: { $0.field == .identity }),
            let made = expressions.rows(of: strategy, columns: places, kinds: index.kinds)
        else { return nil }
        for function in expressions.functions { function.add(to: db) }
        let (id, names): (String, [String]) = (Table.columnName(at: identity), places.map(Table.columnName))
        let present: String = names.map { "\($0) IS NOT NULL" }.joined(separator: " AND ")
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT id FROM (SELECT \(id) AS id, count(*) OVER (PARTITION BY \(names.joined(separator: ", "))) AS same \
                FROM (\(made.sql)) WHERE \(present)) WHERE same > 1 ORDER BY id
                """,
            arguments: StatementArguments(made.arguments)
        )
        var (count, samples): (Int, [FailedValues.Sample]) = (0, [])
        while let row = try rows.next() {
            count += 1
            guard count <= FailedValues.sampleCount else { continue }
            samples.append(FailedValues.Sample(identity: try row.decode(atIndex: 0), problem: ""))
        }
        guard count > 0 else { return nil }
        let fields: [String] = places.map { strategy.table.columns[$0].field.text }
        return FailedValues(
            path: ElementPath(strategy.table.columns[places[0]].owner, fields[0]),
            entity: strategy.sources.first?.parts.first?.older ?? strategy.table.name,
            demand: .uniqueness(fields),
            count: count,
            samples: samples
        )
    }
}
