import ApusMigration
import ApusSchema

/// The statements that carry out a plan on a store as it is: a pure function of the plan and the live catalogue.
///
/// The order keeps every statement reading what the pass began with: what goes is dropped, what stays is renamed by
/// SQLite's own `ALTER TABLE`, which mends views, triggers and foreign keys; then tables are altered or rebuilt, each from
/// its own rows only; then new tables and missing indexes are made.
struct MigrationProgram {
    private(set) var steps: [MigrationStep] = []
    private let plan: Plan
    private let live: LiveCatalogue
    /// All names in use after the steps so far, in lower case.
    private var names: Set<String>

    init(_ plan: Plan, on live: LiveCatalogue) {
        self.plan = plan
        self.live = live
        self.names = live.names
        let (tables, dropped): ([TableStrategy], [Table]) = plan.projection.strategies
        for table in dropped { drop(table) }
        renameTables(tables)
        for strategy in tables { change(strategy) }
        for strategy in tables where strategy.way == .create {
            steps.append(MigrationStep("create table '\(strategy.table.name)'", strategy.table.createStatement()))
            names.insert(strategy.table.name.folded)
        }
        for strategy in tables { makeIndexes(strategy) }
    }

    private mutating func drop(_ table: Table) {
        steps.append(MigrationStep("drop table '\(table.name)'", "DROP TABLE \(SQLText.name(table.name))"))
        names.remove(table.name.folded)
        for index in live.table(table.name)?.indexes ?? [] { names.remove(index.name.folded) }
    }

    private mutating func renameTables(_ strategies: [TableStrategy]) {
        let pairs: [(from: String, to: String)] = strategies.compactMap { strategy in
            strategy.older.map { ($0.name, strategy.table.name) }
        }
        for step in Renaming.steps(pairs, taken: names, passing: { "apus_passing_\($0)" }) {
            steps.append(
                MigrationStep(
                    "rename table '\(step.from)' to '\(step.to)'",
                    "ALTER TABLE \(SQLText.name(step.from)) RENAME TO \(SQLText.name(step.to))"
                )
            )
            names.remove(step.from.folded)
            names.insert(step.to.folded)
        }
    }

    /// Makes a table that stays what it should be; it bears its newer name already.
    private mutating func change(_ strategy: TableStrategy) {
        guard let older = strategy.older, strategy.way != .nothing, strategy.way != .create else { return }
        let kept: [(column: Column, from: String)] = strategy.keptColumns(plan.projection.graph)
        let gone: [Column] = strategy.goneColumns(plan.projection.graph)
        let isRebuild: Bool = strategy.way == .rebuild
        dropIndexes(strategy)
        if !isRebuild { for column in gone { drop(column, of: strategy.table) } }
        let renamed: [String: String] = renameColumns(strategy, kept: kept, gone: isRebuild ? gone : [])
        if isRebuild {
            rebuild(strategy, older: older, names: renamed)
        } else {
            add(strategy)
        }
    }

    private mutating func drop(_ column: Column, of table: Table) {
        steps.append(
            MigrationStep(
                "drop column '\(table.name).\(column.name)'",
                "ALTER TABLE \(SQLText.name(table.name)) DROP COLUMN \(SQLText.name(column.name))"
            )
        )
    }

    /// Renames the columns that stay, and moves those that go out of the way.
    ///
    /// - Returns: The present name of each older column.
    private mutating func renameColumns(
        _ strategy: TableStrategy,
        kept: [(column: Column, from: String)],
        gone: [Column]
    ) -> [String: String] {
        let wanted: Set<String> = Set(kept.map { $0.column.name.folded })
        var pairs: [(from: String, to: String)] = kept.map { ($0.from, $0.column.name) }
        for (number, column) in gone.enumerated() where wanted.contains(column.name.folded) {
            pairs.append((column.name, "apus_gone_\(number)"))
        }
        let taken: Set<String> = Set(kept.map(\.from) + gone.map(\.name))
        var present: [String: String] = Dictionary(uniqueKeysWithValues: taken.map { ($0, $0) })
        for step in Renaming.steps(pairs, taken: taken, passing: { "apus_passing_\($0)" }) {
            steps.append(
                MigrationStep(
                    "rename column '\(strategy.table.name).\(step.from)' to '\(step.to)'",
                    "ALTER TABLE \(SQLText.name(strategy.table.name)) "
                        + "RENAME COLUMN \(SQLText.name(step.from)) TO \(SQLText.name(step.to))"
                )
            )
            for (older, now) in present where now == step.from { present[older] = step.to }
        }
        return present
    }

    private mutating func add(_ strategy: TableStrategy) {
        for (column, id) in zip(strategy.table.columns, strategy.columns) {
            guard case .literal(let value) = plan.projection.graph[id].expression else { continue }
            var sql: String =
                "ALTER TABLE \(SQLText.name(strategy.table.name)) ADD COLUMN \(column.definition)"
            if value != .null, let literal = SQLText.literal(value) { sql += " DEFAULT \(literal)" }
            steps.append(MigrationStep("add column '\(strategy.table.name).\(column.name)'", sql))
        }
    }
}

extension MigrationProgram {
    /// Copies the rows into a new table that takes the old one's place, after SQLite's own procedure for changes that
    /// `ALTER TABLE` cannot make (<https://www.sqlite.org/lang_altertable.html#otheralter>).
    private mutating func rebuild(_ strategy: TableStrategy, older: Table, names present: [String: String]) {
        let table: Table = strategy.table
        let draft: String = freeName("apus_draft_\(table.name)")
        steps.append(MigrationStep("rebuild table '\(table.name)'", table.createStatement(named: draft)))
        steps.append(copy(strategy, into: draft, names: present))
        if table.column(of: .identity) != nil {
            // The new table goes on counting where the old one stood, so that no identity is ever used again.
            steps.append(
                MigrationStep(
                    "keep the count of '\(table.name)'",
                    "DELETE FROM sqlite_sequence WHERE name = \(quoted(draft))"
                )
            )
            steps.append(
                MigrationStep(
                    "keep the count of '\(table.name)'",
                    "INSERT INTO sqlite_sequence (name, seq) SELECT \(quoted(draft)), seq FROM sqlite_sequence "
                        + "WHERE name = \(quoted(table.name))"
                )
            )
        }
        steps.append(
            MigrationStep(
                "put '\(table.name)' in place",
                SQLStatement(""),
                kind: .replace(table: table.name, draft: draft)
            )
        )
    }

    private func copy(_ strategy: TableStrategy, into draft: String, names present: [String: String]) -> MigrationStep {
        let values: [SQLStatement] = strategy.columns.map { id in
            plan.projection.graph.sql(id) { present[$0] ?? $0 }
        }
        let name: String = SQLText.name(strategy.table.name)
        var sql: String =
            "INSERT INTO \(SQLText.name(draft)) (\(SQLText.names(strategy.table.columns.map(\.name))))"
            + " SELECT \(values.map(\.sql).joined(separator: ", ")) FROM \(name) AS source"
        let arguments: [StoredValue] = values.flatMap(\.arguments)
        guard let identity = strategy.table.column(of: .identity)?.name else {
            return MigrationStep("copy '\(strategy.table.name)'", SQLStatement(sql, arguments))
        }
        let key: String = "source.\(SQLText.name(identity))"
        sql += " WHERE \(key) >= ? AND \(key) <= ? ORDER BY \(key)"
        return MigrationStep(
            "copy '\(strategy.table.name)'",
            SQLStatement(sql, arguments),
            kind: .ranges(table: strategy.table.name, identity: identity)
        )
    }

    /// Drops the indexes of the older table that the newer one does not have.
    private mutating func dropIndexes(_ strategy: TableStrategy) {
        for index in plan.projection.goneIndexes(of: strategy, in: live) {
            steps.append(MigrationStep("drop index '\(index.name)'", "DROP INDEX \(SQLText.name(index.name))"))
            names.remove(index.name.folded)
        }
    }

    /// Makes the indexes that are not there: all of a new table, the added ones of another.
    private mutating func makeIndexes(_ strategy: TableStrategy) {
        let before: Set<Table.Index> = Set(strategy.older?.indexes ?? [])
        for index in strategy.table.indexes {
            let past: Table.Index = plan.projection.renamed(index, from: strategy.table, strategy.columns)
            if before.contains(past) { continue }
            let name: String = freeName(strategy.table.indexName(index))
            steps.append(
                MigrationStep("create index '\(name)'", strategy.table.createStatement(of: index, named: name))
            )
            names.insert(name.folded)
        }
    }

    private func freeName(_ wanted: String) -> String {
        var name: String = wanted
        var number: Int = 2
        while names.contains(name.folded) {
            name = "\(wanted)_\(number)"
            number += 1
        }
        return name
    }

    private func quoted(_ text: String) -> String {
        "'" + text.replacing("'", with: "''") + "'"
    }
}

extension TableStrategy {
    /// The columns whose values are those of an older column, with that one's name; of two the first.
    func keptColumns(_ graph: ExpressionGraph) -> [(column: Column, from: String)] {
        var used: Set<String> = []
        return zip(table.columns, columns).compactMap { column, id in
            guard let name = graph.mainColumn(id), used.insert(name).inserted else { return nil }
            return (column, name)
        }
    }

    /// The older columns whose values end here.
    func goneColumns(_ graph: ExpressionGraph) -> [Column] {
        let kept: Set<String> = Set(keptColumns(graph).map(\.from))
        return (older?.columns ?? []).filter { !kept.contains($0.name) }
    }
}

extension Projection {
    /// The live indexes of an older table that the newer one does not have.
    func goneIndexes(of strategy: TableStrategy, in live: LiveCatalogue) -> [LiveTable.Index] {
        guard let older = strategy.older, let table = live.table(older.name) else { return [] }
        let wanted: Set<Table.Index> = Set(
            strategy.table.indexes.map { renamed($0, from: strategy.table, strategy.columns) }
        )
        return older.indexes.filter { !wanted.contains($0) }.compactMap { table.index(like: $0) }
    }
}

extension ExpressionGraph {
    /// The column whose values an expression carries on, whether converted or with a fallback.
    func mainColumn(_ id: ID) -> String? {
        switch self[id].expression {
        case .column(let name): name
        case .widened(let inner, _, _): mainColumn(inner)
        case .coalesced(let first, _): mainColumn(first)
        case .literal: nil
        }
    }
}
