import ApusMigration
import ApusSchema
import GRDB

/// Finds rows that violate a unique index of the newer tables, before a pass's first write.
struct UniquenessChecks {
    let pass: TablePass
    let values: GeneratedValues

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
            let unique = strategy.table.indexes.filter(\.isUnique)
            let known = Set(strategy.older?.indexes ?? [])
            for (index, before) in zip(unique, pass.older(unique, of: strategy, isSettled: true)) {
                // The older table has the same index, over columns that do not change.
                if strategy.way != .append, let before, known.contains(before),
                    !pass.isComputed(index, of: strategy.table)
                {
                    continue
                }
                if let failed = try failed(index, of: strategy, db) { found.append(failed) }
            }
        }
        return found
    }

    /// Checks the unique indexes over attributes that the pass has computed.
    ///
    /// - Parameters:
    ///   - db: The store after the pass has computed them.
    ///   - rows: The future rows before the pass instead, whose indexes are checked as far as they are known.
    /// - Returns: The rows with equal values, a finding per index.
    /// - Throws: `DatabaseError`.
    func failuresAfter(in db: Database, of rows: DerivedRows? = nil) throws -> [FailedValues] {
        try pass.strategies.tables.flatMap { strategy in
            let table = strategy.table
            return try table.indexes.filter { pass.isComputed($0, of: table) }.compactMap { index -> FailedValues? in
                guard let known = self.columns(of: index, in: table), rows?.has(index.columns, of: table) ?? true else {
                    return nil
                }
                let identity = table.columns.firstIndex { $0.field == .identity }
                let columns = Set(known + (identity.map { [$0] } ?? [])).sorted().map {
                    "\(SQLText.name(table.columns[$0].name)) AS \(Table.columnName(at: $0))"
                }
                let name = SQLText.name(rows?.table(table).name ?? table.name)
                let sql = "SELECT \(columns.joined(separator: ", ")), '' AS origin FROM \(name)"
                let condition = table.condition(index.entities).map { " WHERE \($0)" } ?? ""
                return try failed(index, of: strategy, in: SQLStatement(sql + condition), db)
            }
        }
    }

    private func failed(_ index: Table.Index, of strategy: TableStrategy, _ db: Database) throws -> FailedValues? {
        var expressions = ExpressionSQL(
            pass,
            values,
            failing: .lenient,
            prefix: "apus_unique",
            computesDerived: true
        )
        guard let columns = columns(of: index, in: strategy.table),
            let made = expressions.rows(of: strategy, columns: columns, entities: index.entities)
        else { return nil }
        try expressions.prepare(in: db)
        defer { expressions.discard(from: db) }
        return try failed(index, of: strategy, in: made, db)
    }

    /// The columns of an index, by number; `nil` if it is not over columns alone.
    private func columns(of index: Table.Index, in table: Table) -> [Int]? {
        let columns = index.columns.compactMap(table.columnIndex)
        return columns.count == index.elements.count && index.predicate == nil ? columns : nil
    }

    /// The rows with equal values, among rows whose columns are named by their indexes. Each sample of rows of several tables has
    /// the older entity in place of a problem.
    private func failed(
        _ index: Table.Index,
        of strategy: TableStrategy,
        in made: SQLStatement,
        _ db: Database
    ) throws -> FailedValues? {
        guard let columnIndexes = columns(of: index, in: strategy.table),
            let identity = strategy.table.columns.firstIndex(where: { $0.field == .identity })
        else { return nil }
        let (id, names) = (Table.columnName(at: identity), columnIndexes.map(Table.columnName))
        let present = names.map { "\($0) IS NOT NULL" }.joined(separator: " AND ")
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT id, origin FROM (SELECT \(id) AS id, origin, \
                count(*) OVER (PARTITION BY \(names.joined(separator: ", "))) AS same \
                FROM (\(made.sql)) WHERE \(present)) WHERE same > 1 ORDER BY id, origin
                """,
            arguments: StatementArguments(made.arguments)
        )
        let fields = columnIndexes.map { strategy.table.columns[$0].field.text }
        let entity = strategy.table.entity(of: index)
        return try FailedValues(
            ElementPath(strategy.table.columns[columnIndexes[0]].owner, fields[0]),
            of: strategy.sources.count > 1
                ? entity : strategy.sources.first?.parts.first?.older ?? strategy.table.name,
            .uniqueness(
                fields,
                entity: entity,
                isReduced: pass.reducedConstraints[entity]?.contains(Set(fields)) == true
            ),
            in: rows
        )
    }
}

extension Table {
    /// The entity all of whose objects an index covers, those of its sub-entities included.
    fileprivate func entity(of index: Index) -> String {
        let lines = (index.entities ?? concreteEntities).map(line)
        return lines.first?.first { name in lines.allSatisfy { $0.contains(name) } } ?? name
    }

    /// An entity, its parent, and so on.
    private func line(of entity: String) -> [String] {
        Array(sequence(first: entity) { parents[$0] })
    }
}
