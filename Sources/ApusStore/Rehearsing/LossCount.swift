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

    /// The entities and relationships that lose all their rows.
    func rows() throws -> [RowEffects.Rows] {
        try losses.filter(\.isWhole).map { loss in
            let count: Int = try Int.fetchOne(db, sql: "SELECT count(*) \(from(loss.rows))") ?? 0
            return RowEffects.Rows(path: loss.rows.path, before: count, after: 0, added: 0, removed: count)
        }
    }

    /// The properties that lose values, with the number of values.
    func values() throws -> [RowEffects.Values] {
        var paths: [ElementPath] = []
        var counts: [ElementPath: Int] = [:]
        var samples: [ElementPath: [RowEffects.Sample]] = [:]
        for loss in losses where !loss.columns.isEmpty {
            let names = loss.columns.map { SQLText.column($0.name, of: Self.row) }
            // One scan counts the values of all columns: `count` ignores nulls.
            let found: Row? = try Row.fetchOne(
                db,
                sql: "SELECT \(names.map { "count(\($0))" }.joined(separator: ", ")) \(from(loss.rows))"
            )
            for (index, column) in loss.columns.enumerated() {
                let count: Int = found?[index] ?? 0
                guard count > 0 else { continue }
                if counts[column.path] == nil { paths.append(column.path) }
                counts[column.path, default: 0] += count
                guard samples[column.path] == nil else { continue }
                samples[column.path] = try Row.fetchAll(
                    db,
                    sql: "SELECT \(loss.rows.identity(of: Self.row)), \(names[index]), NULL \(from(loss.rows)) "
                        + "AND \(names[index]) IS NOT NULL ORDER BY \(loss.rows.order(of: Self.row)) "
                        + "LIMIT \(RowEffects.sampleCount)"
                ).map { RowEffects.Sample($0) }
            }
        }
        return paths.map { path in
            RowEffects.Values(path: path, changed: 0, lost: counts[path] ?? 0, filled: 0, samples: samples[path] ?? [])
        }
    }

    private static let row: String = "b"

    private func from(_ rows: Lineage.RowSet) -> String {
        "FROM \(database).\(SQLText.name(rows.table.name)) AS \(Self.row) WHERE \(rows.condition(of: Self.row) ?? "1")"
    }
}
