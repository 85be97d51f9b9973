import ApusMigration
import ApusSchema
import GRDB

// What only a part of the rows loses: the expressions of the first pass are evaluated over the rows that exist.

extension LossCount {
    /// The rows that no condition of an origin takes, or in whose place another one stays.
    func leftOut(of rows: Lineage.RowSet, by parts: [TableProjection.Part]) throws -> RowEffects.Rows? {
        guard let pass = planned?.pass, !parts.isEmpty, !parts.contains(where: \.conditions.isEmpty) else { return nil }
        // Without the conditions that only one of several stays.
        let wanted = parts.map { part in part.conditions.filter { !pass.graph.letsOneStay($0) } }
        let counts = try counts(of: rows) { expressions, row in
            [wanted, parts.map(\.conditions)].map { all in
                let taken = all.map { expressions.taken(by: $0, row) }
                return SQLStatement(taken.map(\.sql).joined(separator: " OR "), taken.flatMap(\.arguments))
            }
        }
        guard let before = counts.first, counts[2] < before else { return nil }
        var effects = RowEffects.Rows(
            path: rows.path,
            before: before,
            after: counts[2],
            added: 0,
            removed: before - counts[2]
        )
        effects.merged = counts[1] - counts[2]
        return effects
    }

    /// The values that only some of the rows keep: of a property that not all newer entities have, or references that not all of
    /// them can have.
    func partialValues(of loss: Loss, _ parts: [PlannedPart]) throws -> [RowEffects.Values] {
        guard let graph = planned?.pass.graph else { return [] }
        let partial = loss.kept.compactMap {
            column -> (column: Column, keepers: [(part: PlannedPart, value: Value?)])? in
            let keepers = parts.flatMap { part -> [(part: PlannedPart, value: Value?)] in
                let values = zip(part.target.columns, part.part.values).filter { newer, value in
                    graph.keptField(value, in: newer) == column.field
                }.map(\.1)
                let mayBeLost = column.references != nil && !values.contains { graph[$0].value == .field(column.field) }
                return mayBeLost ? values.map { (part, $0) } : values.prefix(1).map { _ in (part, nil) }
            }
            let isKept = keepers.isEmpty || keepers.count { $0.value == nil } == parts.count
            return isKept ? nil : (column, keepers)
        }
        if partial.isEmpty { return [] }
        let counts = try counts(of: loss.rows) { expressions, row in
            partial.map { column, keepers in
                let taken = parts.map { expressions.taken(by: $0.part.conditions, row) }
                let kept = keepers.map { keeper in
                    // Of rows with the same values, the one that stays has them.
                    let conditions = keeper.part.part.conditions.filter { !graph.letsOneStay($0) }
                    return expressions.taken(by: conditions + (keeper.value.map { [$0] } ?? []), row)
                }
                return SQLStatement(
                    "\(row.sql(column.name)) IS NOT NULL AND (\(taken.map(\.sql).joined(separator: " OR "))) "
                        + "AND (\(kept.map(\.sql).joined(separator: " OR "))) IS NOT TRUE",
                    (taken + kept).flatMap(\.arguments)
                )
            }
        }
        return zip(partial, counts.dropFirst()).compactMap { one, count in
            guard count > 0 else { return nil }
            var effects = RowEffects.Values(path: one.column.path, changed: 0, lost: count, filled: 0, samples: [])
            effects.isPartial = true
            return effects
        }
    }

    private typealias Value = ExpressionGraph.ID

    /// The number of rows, then that of those for which each of some conditions holds.
    private func counts(
        of rows: Lineage.RowSet,
        _ conditions: (inout ExpressionSQL, SourceRow) -> [SQLStatement]
    ) throws -> [Int] {
        guard let (pass, values) = planned else { return [] }
        var expressions = ExpressionSQL(pass, values, failing: .lenient, prefix: "apus_left")
        let row = SourceRow(rows.table, rows.entity)
        let counted = conditions(&expressions, row)
        let filter = expressions.filter(row)
        try expressions.prepare(in: db)
        defer { expressions.discard(from: db) }
        let columns = counted.map { ", count(CASE WHEN \($0.sql) THEN 1 END)" }.joined()
        let counts = try Row.fetchOne(
            db,
            sql: "SELECT count(*)\(columns) FROM \(expressions.name(of: row.table)) AS \(row.name)\(filter.sql)",
            arguments: StatementArguments(counted.flatMap(\.arguments) + filter.arguments)
        )
        return (0...counted.count).map { counts?[$0] ?? 0 }
    }
}

extension ExpressionSQL {
    /// The condition that none of some values is null.
    fileprivate mutating func taken(by conditions: [ExpressionGraph.ID], _ row: SourceRow) -> SQLStatement {
        let all = conditions.map { presence(of: $0, over: row) }
        if all.isEmpty { return SQLStatement("1") }
        return SQLStatement("(\(all.map(\.sql).joined(separator: " AND ")))", all.flatMap(\.arguments))
    }
}
