import ApusMigration
import ApusSchema
import GRDB

/// Finds rows that violate a unique index of the newer tables, before a pass's first write.
struct UniquenessChecks {
    private let pass: TablePass
    private let values: GeneratedValues

    init(_ pass: TablePass, _ values: GeneratedValues) {
        self.pass = pass
        self.values = values
    }

    /// Checks all new or changed unique indexes.
    ///
    /// - Parameter db: The store before the pass.
    /// - Returns: The rows with equal values, a finding per index.
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

    /// Whether the older table has the same index, over columns that do not change.
    private func isKept(_ index: Table.Index, of strategy: TableStrategy) -> Bool {
        guard let older = strategy.older, let before = pass.older(index, of: strategy, isSettled: true)
        else { return false }
        return older.indexes.contains(before)
    }

    private func failed(_ index: Table.Index, of strategy: TableStrategy, _ db: Database) throws -> FailedValues? {
        var expressions = ExpressionSQL(pass, values, failing: .lenient, prefix: "apus_unique")
        let columnIndexes = index.columns.compactMap { name in strategy.table.columns.firstIndex { $0.name == name } }
        guard columnIndexes.count == index.elements.count, index.predicate == nil else { return nil }
        guard let identity = strategy.table.columns.firstIndex(where: { $0.field == .identity }),
            let made = expressions.rows(of: strategy, columns: columnIndexes, entities: index.entities)
        else { return nil }
        for function in expressions.functions { function.add(to: db) }
        let (id, names) = (Table.columnName(at: identity), columnIndexes.map(Table.columnName))
        let present = names.map { "\($0) IS NOT NULL" }.joined(separator: " AND ")
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT id, '' FROM (SELECT \(id) AS id, count(*) OVER (PARTITION BY \(names.joined(separator: ", "))) AS same \
                FROM (\(made.sql)) WHERE \(present)) WHERE same > 1 ORDER BY id
                """,
            arguments: StatementArguments(made.arguments)
        )
        let fields = columnIndexes.map { strategy.table.columns[$0].field.text }
        return try FailedValues(
            ElementPath(strategy.table.columns[columnIndexes[0]].owner, fields[0]),
            of: strategy.sources.first?.parts.first?.older ?? strategy.table.name,
            .uniqueness(fields),
            in: rows
        )
    }
}
