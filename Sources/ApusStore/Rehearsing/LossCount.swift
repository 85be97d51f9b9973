import ApusMigration
import ApusSchema
import GRDB

/// Counts what no row and no column of the newer tables carries on.
struct LossCount {
    let lineage: Lineage
    let source: Layout
    let db: Database
    /// What the connection calls the store as it is before the migration.
    let database: String

    /// An older kind of rows, with the columns whose values nothing carries on.
    private struct Gone {
        let rows: Lineage.Heirs
        let columns: [Column]
        /// Whether the rows themselves are carried on by nothing.
        let isWhole: Bool
    }

    private var gone: [Gone] {
        Lineage(from: source, over: [], to: source).heirs.map { rows in
            let origins: [Lineage.Origin] = lineage.heirs.flatMap { heirs in
                (lineage.origins[heirs] ?? []).filter { $0.rows == rows }
            }
            let kept: Set<String> = Set(origins.flatMap(\.columns.values))
            return Gone(
                rows: rows,
                columns: rows.columns.filter { $0.isValue && !$0.isDerived && !kept.contains($0.name) },
                isWhole: origins.isEmpty
            )
        }
    }

    /// The entities and relationships whose rows all go.
    func rows() throws -> [RowEffects.Rows] {
        try gone.filter(\.isWhole).map { gone in
            let count: Int = try Int.fetchOne(db, sql: "SELECT count(*) \(from(gone.rows))") ?? 0
            return RowEffects.Rows(path: gone.rows.path, before: count, after: 0, added: 0, removed: count)
        }
    }

    /// The properties whose values go, with those that there are.
    func values() throws -> [RowEffects.Values] {
        var paths: [ElementPath] = []
        var counts: [ElementPath: Int] = [:]
        var samples: [ElementPath: [RowEffects.Sample]] = [:]
        for gone in gone where !gone.columns.isEmpty {
            let names: [String] = gone.columns.map { SQLText.column($0.name, of: Self.row) }
            // One reading of the rows tells of all columns: `count` leaves out what is null.
            let found: Row? = try Row.fetchOne(
                db,
                sql: "SELECT \(names.map { "count(\($0))" }.joined(separator: ", ")) \(from(gone.rows))"
            )
            for (place, column) in gone.columns.enumerated() {
                let count: Int = found?[place] ?? 0
                guard count > 0 else { continue }
                if counts[column.path] == nil { paths.append(column.path) }
                counts[column.path, default: 0] += count
                guard samples[column.path] == nil else { continue }
                samples[column.path] = try Row.fetchAll(
                    db,
                    sql: "SELECT \(gone.rows.identity(of: Self.row)), \(names[place]), NULL \(from(gone.rows)) "
                        + "AND \(names[place]) IS NOT NULL ORDER BY \(gone.rows.order(of: Self.row)) "
                        + "LIMIT \(RowEffects.sampleCount)"
                ).map { RowEffects.Sample($0) }
            }
        }
        return paths.map { path in
            RowEffects.Values(path: path, changed: 0, lost: counts[path] ?? 0, filled: 0, samples: samples[path] ?? [])
        }
    }

    private static let row: String = "b"

    private func from(_ rows: Lineage.Heirs) -> String {
        "FROM \(database).\(SQLText.name(rows.table.name)) AS \(Self.row) WHERE \(rows.condition(of: Self.row) ?? "1")"
    }
}
