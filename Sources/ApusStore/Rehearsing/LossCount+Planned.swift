import ApusMigration
import ApusSchema
import GRDB

// What only a part of the rows loses: the expressions of the first pass are evaluated over the rows that exist.

extension LossCount {
    /// What only a part of older rows loses: the rows that no condition of an origin takes, or in whose place another one stays, and
    /// the values that not all of them keep. One scan counts both.
    func partialEffects(
        of loss: Loss,
        _ parts: [PlannedPart]
    ) throws -> (rows: [RowEffects.Rows], values: [RowEffects.Values]) {
        guard let graph = planned?.pass.graph, !parts.isEmpty else { return ([], []) }
        let isSeparated = loss.separated[""] != nil
        let isWhole = !isSeparated && parts.contains(where: \.part.conditions.isEmpty)
        let partial = partialColumns(of: loss, parts, graph)
        if isWhole, partial.isEmpty { return ([], []) }
        let counts = try counts(of: loss.rows) { expressions, row in
            let taken = taken(by: parts, &expressions, row)
            let kept = partial.map { one in
                let isLost = isLost(one, among: parts, unlessTaken: taken, &expressions, row, graph)
                // Those are counted for themselves.
                let separated = separated.condition(loss.rows, one.column.name, of: row.name, in: database)
                return separated.map { SQLStatement("\(isLost.sql) AND NOT \($0)", isLost.arguments) } ?? isLost
            }
            if isWhole { return kept }
            // Without the conditions that only one of several stays.
            let wanted = parts.map { part in
                expressions.taken(by: part.part.conditions.filter { !graph.letsOneStay($0) }, row)
            }
            let pairs = isSeparated ? separated.condition(loss.rows, nil, of: row.name, in: database) : nil
            return kept
                + [any(wanted), taken].map { stay in
                    pairs.map { SQLStatement("\(stay.sql) AND NOT \($0)", stay.arguments) } ?? stay
                }
        }
        let values = zip(partial, counts.dropFirst()).compactMap { one, count -> RowEffects.Values? in
            count > 0 ? .partial(one.column.path, count) : nil
        }
        let after = counts.last ?? 0
        guard !isWhole, counts.count > 2, let before = counts.first, after < before else { return ([], values) }
        var rows = RowEffects.Rows(
            path: loss.rows.path,
            before: before,
            after: after,
            added: 0,
            removed: before - after
        )
        rows.merged = counts[counts.count - 2] - after
        rows.isApart = isSeparated
        return ([rows], values)
    }

    /// A column whose values some newer rows keep, and those that do: if a value is null, they do not.
    private struct PartialColumn {
        let column: Column
        let keepers: [(part: PlannedPart, value: ExpressionGraph.ID?)]
    }

    /// The columns of a property that not all newer entities have, or of references that not all of them can have.
    private func partialColumns(of loss: Loss, _ parts: [PlannedPart], _ graph: ExpressionGraph) -> [PartialColumn] {
        loss.kept.compactMap { column in
            let keepers = parts.flatMap { part -> [(part: PlannedPart, value: ExpressionGraph.ID?)] in
                let values = zip(part.target.columns, part.part.values).filter { newer, value in
                    graph.keptField(value, in: newer) == column.field
                }.map(\.1)
                let mayBeLost = column.references != nil && !values.contains { graph[$0].value == .field(column.field) }
                return mayBeLost ? values.map { (part, $0) } : values.prefix(1).map { _ in (part, nil) }
            }
            let isKept = keepers.isEmpty || keepers.count { $0.value == nil } == parts.count
            return isKept ? nil : PartialColumn(column: column, keepers: keepers)
        }
    }

    /// The condition that a row has a value in a column that no newer row keeps. One apart does so only if
    /// the row is nothing else.
    private func isLost(
        _ one: PartialColumn,
        among parts: [PlannedPart],
        unlessTaken isTaken: SQLStatement,
        _ expressions: inout ExpressionSQL,
        _ row: SourceRow,
        _ graph: ExpressionGraph
    ) -> SQLStatement {
        func taken(by part: PlannedPart, _ value: ExpressionGraph.ID?) -> SQLStatement {
            // Of rows with the same values, the one that stays has them.
            let conditions = part.part.conditions.filter { !graph.letsOneStay($0) }
            return expressions.taken(by: conditions + (value.map { [$0] } ?? []), row)
        }
        let kept = one.keepers.map { keeper in
            let isKept = taken(by: keeper.part, keeper.value)
            let others = parts.filter { keeper.part.part.branches.areApart(from: $0.part.branches) }
            if others.isEmpty { return isKept }
            let isOther = any(others.map { taken(by: $0, nil) })
            return SQLStatement("(\(isKept.sql) AND NOT \(isOther.sql))", isKept.arguments + isOther.arguments)
        }
        return SQLStatement(
            "\(row.sql(one.column.name)) IS NOT NULL AND \(isTaken.sql) AND \(any(kept).sql) IS NOT TRUE",
            isTaken.arguments + any(kept).arguments
        )
    }

    private func taken(by parts: [PlannedPart], _ expressions: inout ExpressionSQL, _ row: SourceRow) -> SQLStatement {
        any(parts.map { expressions.taken(by: $0.part.conditions, row) })
    }

    private func any(_ conditions: [SQLStatement]) -> SQLStatement {
        SQLStatement(
            "(\(conditions.map(\.sql).joined(separator: " OR ")))",
            conditions.flatMap(\.arguments)
        )
    }

    /// Older keys whose references the same newer keys will have, as those of sub-entities.
    struct MovedColumns {
        private(set) var columns: [(rows: Lineage.RowSet, column: Column)]
        private(set) var keys: [MovedKey]

        /// Returns the older keys of some losses, each in the same group as all others that share a newer key with it.
        static func groups(of losses: [Loss]) -> [MovedColumns] {
            var groups: [MovedColumns] = []
            for loss in losses where !loss.isWhole {
                for column in loss.columns {
                    var one = MovedColumns(columns: [(loss.rows, column)], keys: loss.moved(of: column))
                    if one.keys.isEmpty { continue }
                    let names = Set(one.keys.map(\.name))
                    for group in groups where group.keys.contains(where: { names.contains($0.name) }) {
                        one.columns = group.columns + one.columns
                        one.keys = group.keys + one.keys
                    }
                    groups.removeAll { $0.keys.contains { names.contains($0.name) } }
                    groups.append(one)
                }
            }
            return groups
        }
    }

    /// The references of keys that no newer key will have, or has, where other rows have them: those of a group are known as a whole, and
    /// reported with its first rows.
    func movedValues(of loss: Loss, _ groups: [MovedColumns]) throws -> [RowEffects.Values] {
        try groups.compactMap { group -> RowEffects.Values? in
            let isCounted = migrated == nil || !group.keys.allSatisfy(\.isFollowed)
            guard let first = group.columns.first, first.rows == loss.rows, isCounted,
                let kept = try movedCount(by: group.keys)
            else { return nil }
            let count = try group.columns.reduce(0) { sum, one in
                try sum + self.count(one.rows, where: "\(SQLText.column(one.column.name, of: Self.row)) IS NOT NULL")
            }
            return count > kept ? .partial(first.column.path, count - kept) : nil
        }
    }

    /// The number of references that newer keys will have; `nil` if there is no such key, or if a later pass moves them.
    func keptReferences(by keys: [MovedKey]) throws -> Int? {
        guard let pass = planned?.pass, !keys.isEmpty else { return nil }
        var kept = 0
        var seen: Set<MovedKey.Name> = []
        for key in keys where seen.insert(key.name).inserted {
            guard let projection = pass.tables.first(where: { $0.table.name == key.target.table.name }),
                let index = projection.table.columns.firstIndex(where: { $0.name == key.column })
            else { return nil }
            for source in projection.sources {
                for part in source.parts where part.newer == key.target.entity {
                    let value = part.values[index]
                    guard pass.graph.movedReferences(value) != nil else { return nil }
                    kept += try counts(of: Lineage.RowSet(table: source.table, entity: part.older)) {
                        [$0.taken(by: part.conditions + [value], $1)]
                    }[1]
                }
            }
        }
        return kept
    }

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

extension RowEffects.Values {
    fileprivate static func partial(_ path: ElementPath, _ count: Int) -> Self {
        var values = Self(path: path, changed: 0, lost: count, filled: 0, samples: [])
        values.isPartial = true
        return values
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
