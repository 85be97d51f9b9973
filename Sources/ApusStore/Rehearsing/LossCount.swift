import ApusMigration
import ApusSchema
import GRDB

/// Counts the rows and values that no newer row or column keeps.
struct LossCount {
    let lineage: Lineage
    let source: Layout
    let db: Database
    /// The connection's name for the store before the migration.
    let database: String
    /// The only pass, with its generated values, if it has not been carried out.
    var planned: (pass: TablePass, values: GeneratedValues)?

    /// Older rows, with the columns whose values are lost.
    private struct Loss {
        let rows: Lineage.RowSet
        let columns: [Column]
        /// Whether the rows themselves are lost.
        let isWhole: Bool
    }

    private var losses: [Loss] {
        let all = Dictionary(grouping: lineage.targets.flatMap { lineage.origins[$0] ?? [] }, by: \.rows)
        return Lineage(from: source, over: [], to: source).targets.map { rows in
            let origins = all[rows] ?? []
            let kept = Set(origins.flatMap(\.columns.values))
            return Loss(
                rows: rows,
                columns: rows.columns.filter { $0.isValue && !$0.isDerived && !kept.contains($0.name) },
                isWhole: origins.isEmpty
            )
        }
    }

    /// The entities and relationships that lose all their rows, and the properties that lose values, with their numbers.
    func effects() throws -> RowEffects {
        var (rows, unread): ([RowEffects.Rows], [ElementPath]) = ([], [])
        var paths: [ElementPath] = []
        var values: [ElementPath: RowEffects.Values] = [:]
        let parts = plannedParts
        for loss in losses {
            guard
                let found = try db.unlessDamaged({
                    (try self.rows(of: loss, parts[loss.rows] ?? []), try self.values(of: loss))
                })
            else {
                unread.append(loss.rows.path)
                continue
            }
            rows += found.0
            for one in found.1 {
                guard let known = values.updateValue(one, forKey: one.path) else {
                    paths.append(one.path)
                    continue
                }
                values[one.path] = .lost(one.path, known.lost + one.lost, known.samples)
            }
        }
        return RowEffects(rows: rows, values: paths.compactMap { values[$0] }, unread: unread)
    }

    /// The parts of the pass that has not been carried out, by the older rows that they take.
    private var plannedParts: [Lineage.RowSet: [TableProjection.Part]] {
        let sources = planned?.pass.tables.flatMap(\.sources) ?? []
        let parts = sources.flatMap { source in source.parts.map { (source.table, $0) } }
        return Dictionary(grouping: parts) { Lineage.RowSet(table: $0, entity: $1.older) }.mapValues { $0.map(\.1) }
    }

    private func rows(of loss: Loss, _ parts: [TableProjection.Part]) throws -> [RowEffects.Rows] {
        guard loss.isWhole else { return try leftOut(of: loss.rows, by: parts).map { [$0] } ?? [] }
        let count: Int = try Int.fetchOne(db, sql: "SELECT count(*) \(from(loss.rows))") ?? 0
        return [RowEffects.Rows(path: loss.rows.path, before: count, after: 0, added: 0, removed: count)]
    }

    /// The rows that no condition of an origin takes, or in whose place another one stays.
    private func leftOut(of rows: Lineage.RowSet, by parts: [TableProjection.Part]) throws -> RowEffects.Rows? {
        guard let (pass, values) = planned else { return nil }
        if parts.isEmpty || parts.contains(where: \.conditions.isEmpty) { return nil }
        var expressions = ExpressionSQL(pass, values, failing: .lenient, prefix: "apus_left")
        let row = SourceRow(rows.table, rows.entity)
        let taken = parts.map { part in
            let conditions = part.conditions.map { expressions.presence(of: $0, over: row) }
            return SQLStatement(
                "(\(conditions.map(\.sql).joined(separator: " AND ")))",
                conditions.flatMap(\.arguments)
            )
        }
        let filter = expressions.filter(row)
        try expressions.prepare(in: db)
        defer { expressions.discard(from: db) }
        let counts = try Row.fetchOne(
            db,
            sql: "SELECT count(*), count(CASE WHEN \(taken.map(\.sql).joined(separator: " OR ")) THEN 1 END) "
                + "FROM \(expressions.name(of: row.table)) AS \(row.name)\(filter.sql)",
            arguments: StatementArguments(taken.flatMap(\.arguments) + filter.arguments)
        )
        guard let before: Int = counts?[0], let after: Int = counts?[1], after < before else { return nil }
        return RowEffects.Rows(path: rows.path, before: before, after: after, added: 0, removed: before - after)
    }

    private func values(of loss: Loss) throws -> [RowEffects.Values] {
        let names = loss.columns.map { SQLText.column($0.name, of: Self.row) }
        guard !names.isEmpty else { return [] }
        // One scan counts the values of all columns: `count` ignores nulls.
        let found: Row? = try Row.fetchOne(
            db,
            sql: "SELECT \(names.map { "count(\($0))" }.joined(separator: ", ")) \(from(loss.rows))"
        )
        return try loss.columns.enumerated().compactMap { index, column in
            let count: Int = found?[index] ?? 0
            guard count > 0 else { return nil }
            let samples = try Row.fetchAll(
                db,
                sql:
                    "SELECT \(loss.rows.identity(of: Self.row)), \(RowEffects.Sample.whole(names[index], column.type)), NULL "
                    + "\(from(loss.rows)) "
                    + "AND \(names[index]) IS NOT NULL ORDER BY \(loss.rows.order(of: Self.row)) "
                    + "LIMIT \(RowEffects.sampleCount)"
            )
            return .lost(
                column.path,
                count,
                samples.map { RowEffects.Sample($0, before: column.type, after: column.type, TextBytes(db)) }
            )
        }
    }

    private static let row: String = "b"

    private func from(_ rows: Lineage.RowSet) -> String {
        "FROM \(database).\(SQLText.name(rows.table.name)) AS \(Self.row) WHERE \(rows.condition(of: Self.row) ?? "1")"
    }
}

extension RowEffects.Values {
    fileprivate static func lost(_ path: ElementPath, _ count: Int, _ samples: [RowEffects.Sample]) -> Self {
        Self(path: path, changed: 0, lost: count, filled: 0, samples: samples)
    }
}
