import ApusMigration
import ApusSchema
import GRDB

/// Counts the rows and values that no newer row or column keeps.
struct LossCount {
    let lineage: Lineage
    let source: Layout
    let separated: SeparatedReferences
    let db: Database
    /// The connection's name for the store before the migration.
    let database: String
    /// The connection's name for the store after the migration; `nil` if it has not been carried out.
    var migrated: String?
    /// The first pass, with its generated values, if it has not been carried out.
    var planned: (pass: TablePass, values: GeneratedValues)?

    init(lineage: Lineage, source: Layout, db: Database, database: String, migrated: String? = nil) {
        (self.lineage, self.source, self.db) = (lineage, source, db)
        (self.database, self.migrated) = (database, migrated)
        separated = SeparatedReferences(lineage, from: source)
    }

    /// Older rows, with the columns whose values are lost.
    struct Loss {
        let rows: Lineage.RowSet
        let columns: [Column]
        /// Those whose values some newer row keeps.
        let kept: [Column]
        /// Whether the rows themselves are lost.
        let isWhole: Bool
        /// The newer keys that have the references of a column, or of the join table, from now on.
        let moved: [MovedKey]
        /// The columns whose values only objects apart keep.
        let apart: Set<String>
        /// The conditions that a reference is separated, by the key's column; by an empty name for a join table.
        let separated: [String: String]

        func moved(of column: Column) -> [MovedKey] {
            moved.filter { [$0.references.near, $0.references.far].contains(column.name) }
        }
    }

    /// A newer key with the references of older rows.
    struct MovedKey {
        let target: Lineage.RowSet
        let column: String
        let references: Lineage.References
        /// Whether the newer objects have the identities of the older ones.
        let isFollowed: Bool

        /// What tells newer keys apart. One may have the references of several older rows.
        struct Name: Hashable {
            let target: Lineage.RowSet
            let column: String
        }

        var name: Name { Name(target: target, column: column) }
    }

    private var movedKeys: [Lineage.RowSet: [MovedKey]] {
        let keys = lineage.targets.flatMap { target in
            (lineage.origins[target] ?? []).flatMap { origin in
                let isFollowed = origin.isSame("a", as: "b", in: target) != nil
                return origin.moved.flatMap { column, references in
                    references.map {
                        MovedKey(target: target, column: column, references: $0, isFollowed: isFollowed)
                    }
                }
            }
        }
        return Dictionary(grouping: keys, by: \.references.rows)
    }

    private var losses: [Loss] {
        let all = Dictionary(grouping: lineage.targets.flatMap { lineage.origins[$0] ?? [] }, by: \.rows)
        let movedKeys = movedKeys
        return Lineage(from: source, over: [], to: source).targets.map { rows in
            let origins = all[rows] ?? []
            let columns = rows.columns.filter { $0.isValue && !$0.isDerived }
            // References that are not known as those of the older objects are lost. Values are counted by row.
            let related = Set(origins.filter { !$0.isApart }.flatMap(\.columns.values))
            let values = Set(columns.filter { $0.references == nil }.map(\.name))
            let kept = related.union(values.intersection(origins.flatMap(\.columns.values)))
            let keys = rows.table.isJoinTable ? [""] : columns.filter { $0.references != nil }.map(\.name)
            let conditions = keys.map { key in
                (key, separated.condition(rows, key.isEmpty ? nil : key, of: Self.row, in: database))
            }
            return Loss(
                rows: rows,
                columns: columns.filter { !kept.contains($0.name) },
                kept: columns.filter { kept.contains($0.name) },
                isWhole: origins.isEmpty,
                moved: movedKeys[rows] ?? [],
                apart: Set(origins.filter(\.isApart).flatMap(\.columns.values)).subtracting(kept),
                separated: Dictionary(conditions, uniquingKeysWith: { first, _ in first }).compactMapValues(\.self)
            )
        }
    }

    /// The entities and relationships that lose all their rows, and the properties that lose values, with their numbers.
    func effects() throws -> RowEffects {
        var (rows, unread): ([RowEffects.Rows], [ElementPath]) = ([], [])
        var paths: [ElementPath] = []
        var values: [ElementPath: RowEffects.Values] = [:]
        let parts = plannedParts
        let losses = losses
        let moved = MovedColumns.groups(of: losses)
        for loss in losses {
            guard
                let found = try db.unlessDamaged({
                    if loss.isWhole { return (try self.rows(of: loss), try self.values(of: loss)) }
                    var (rows, values) = try partialEffects(of: loss, parts[loss.rows] ?? [])
                    if parts[loss.rows] == nil { rows += try separatedRows(of: loss) }
                    values = try self.values(of: loss) + values + movedValues(of: loss, moved)
                    return (rows, values)
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
                values[one.path]?.isPartial = known.isPartial && one.isPartial
            }
        }
        var effects = RowEffects(rows: rows, values: paths.compactMap { values[$0] }, unread: unread)
        for index in effects.rows.indices { effects.rows[index].isOlder = true }
        for index in effects.values.indices { effects.values[index].isOlder = true }
        return effects
    }

    /// The parts of the pass that has not been carried out, by the older rows that they take.
    private var plannedParts: [Lineage.RowSet: [PlannedPart]] {
        let parts = (planned?.pass.tables ?? []).flatMap { projection in
            projection.sources.flatMap { source in
                source.parts.map { PlannedPart(table: source.table, target: projection.table, part: $0) }
            }
        }
        return Dictionary(grouping: parts) { Lineage.RowSet(table: $0.table, entity: $0.part.older) }
    }

    /// What a pass makes of the rows of an older table.
    struct PlannedPart {
        let table: Table
        /// The newer table.
        let target: Table
        let part: TableProjection.Part
    }

    private func rows(of loss: Loss) throws -> [RowEffects.Rows] {
        let count = try self.count(loss.rows, where: "1")
        let separated = loss.separated[""]
        guard let isLost = isLost(loss.rows.table.isJoinTable ? loss.moved : []) else {
            guard let kept = try movedCount(by: loss.moved) else { return [] }
            let known = try kept - (separated.map { try self.count(loss.rows, where: $0) } ?? 0)
            return known < count ? [.removed(count - max(known, 0), of: count, loss.rows.path)] : []
        }
        let lost = try self.count(loss.rows, where: separated.map { "(\(isLost) OR \($0))" } ?? isLost)
        return [.removed(lost, of: count, loss.rows.path)]
    }

    /// The pairs of a join table that are separated although others have them; after the migration, they are counted with the newer rows.
    private func separatedRows(of loss: Loss) throws -> [RowEffects.Rows] {
        guard migrated == nil, let isSeparated = loss.separated[""] else { return [] }
        let lost = try count(loss.rows, where: isSeparated)
        if lost == 0 { return [] }
        var rows = RowEffects.Rows.removed(lost, of: try count(loss.rows, where: "1"), loss.rows.path)
        rows.isApart = true
        return [rows]
    }

    func count(_ rows: Lineage.RowSet, where condition: String) throws -> Int {
        try Int.fetchOne(db, sql: "SELECT count(*) \(from(rows)) AND \(condition)") ?? 0
    }

    /// The number of references that newer keys have after the migration.
    func movedCount(by keys: [MovedKey]) throws -> Int? {
        guard let migrated else { return try keptReferences(by: keys) }
        var seen: Set<MovedKey.Name> = []
        return try keys.filter { seen.insert($0.name).inserted }.reduce(0) { sum, key in
            let condition = key.target.condition(of: "h").map { " AND \($0)" } ?? ""
            return try sum
                + (Int.fetchOne(
                    db,
                    sql: "SELECT count(\(SQLText.column(key.column, of: "h"))) "
                        + "FROM \(migrated).\(SQLText.name(key.target.table.name)) AS h WHERE 1\(condition)"
                ) ?? 0)
        }
    }

    /// The condition that the reference of a row is in no newer key, as SQL; `nil` if that is not known before the migration, or if the
    /// newer objects have other identities.
    private func isLost(_ keys: [MovedKey]) -> String? {
        if keys.isEmpty { return "1" }
        guard let migrated, keys.allSatisfy(\.isFollowed) else { return nil }
        let kept = keys.map { key in
            let terms =
                key.target.keys.map {
                    SQLText.column($0.name, of: "h") + " = " + SQLText.column(key.references.near, of: Self.row)
                }
                + [
                    key.references.isFarRenumbered
                        ? SQLText.column(key.column, of: "h") + " IS NOT NULL"
                        : SQLText.column(key.column, of: "h") + " = "
                            + SQLText.column(key.references.far, of: Self.row),
                    key.target.condition(of: "h"),
                ].compactMap { $0 }
            return "EXISTS (SELECT 1 FROM \(migrated).\(SQLText.name(key.target.table.name)) AS h "
                + "WHERE \(terms.joined(separator: " AND ")))"
        }
        return "NOT (\(SQLText.any(kept)))"
    }

    /// What an older row has become after the migration.
    private struct Successor {
        let origin: Lineage.Origin
        /// The condition that it has become that, as SQL, and the name of the column with the answer.
        let exists: String
        let name: String
    }

    /// What older rows have become; empty before the migration, or if newer objects have other identities.
    private func successors(of rows: Lineage.RowSet) -> [Successor] {
        guard let migrated else { return [] }
        var all: [Successor] = []
        for (target, origins) in lineage.successors[rows] ?? [] {
            for origin in origins {
                guard let isSame = origin.isSame("h", as: Self.row, in: target) else { return [] }
                let terms = [isSame, target.condition(of: "h")].compactMap(\.self).joined(separator: " AND ")
                let rows = "\(migrated).\(SQLText.name(target.table.name)) AS h"
                let exists = "EXISTS (SELECT 1 FROM \(rows) WHERE \(terms))"
                all.append(Successor(origin: origin, exists: exists, name: "apus_is_\(all.count)"))
            }
        }
        return all
    }

    /// The condition that no newer row keeps the value of a row in a column, although newer rows keep those of others, as SQL; `nil` if that
    /// is not known. One apart keeps it only if the row is nothing that it is apart from.
    private func isLeftOut(_ column: Column, of loss: Loss, _ newer: [Successor]) -> String? {
        guard loss.moved(of: column).isEmpty else { return nil }
        func keeps(_ origin: Lineage.Origin) -> Bool { origin.columns.values.contains(column.name) }
        if newer.allSatisfy({ keeps($0.origin) }) { return nil }
        let kept = newer.filter { keeps($0.origin) }.map { one in
            // Of rows with the same values, the one that stays has them.
            let exists = one.origin.letsOneStay ? "1" : one.name
            let others = newer.filter { one.origin.branches.areApart(from: $0.origin.branches) }.map(\.name)
            return others.isEmpty ? exists : "(\(exists) AND NOT (\(SQLText.any(others))))"
        }
        return "((\(SQLText.any(newer.map(\.name)))) AND NOT (\(SQLText.any(kept))))"
    }

    private func values(of loss: Loss) throws -> [RowEffects.Values] {
        let successors = successors(of: loss.rows)
        var needsSuccessors = false
        let counted = (loss.columns + loss.kept).compactMap { column -> (column: Column, isLost: String)? in
            let separated = loss.separated[column.name]
            let isKept = loss.kept.contains(column)
            let isGone = isKept ? isLeftOut(column, of: loss, successors) : isLost(loss.moved(of: column))
            needsSuccessors = needsSuccessors || isKept && isGone != nil
            let conditions = [isGone, separated].compactMap(\.self)
            return conditions.isEmpty ? nil : (column, "(\(SQLText.any(conditions)))")
        }
        let names = counted.map { SQLText.column($0.column.name, of: Self.row) }
        guard !names.isEmpty else { return [] }
        let rows = needsSuccessors ? from(loss.rows, with: successors) : from(loss.rows)
        // One scan counts the values of all columns: `count` ignores nulls.
        let counts = zip(names, counted).map { "count(\($0)) FILTER (WHERE \($1.isLost))" }
        let found: Row? = try Row.fetchOne(
            db,
            sql: "SELECT \(counts.joined(separator: ", ")) \(rows)"
        )
        return try counted.enumerated().compactMap { index, one in
            let column = one.column
            let count: Int = found?[index] ?? 0
            guard count > 0 else { return nil }
            let samples = try Row.fetchAll(
                db,
                sql:
                    "SELECT \(loss.rows.identity(of: Self.row)), \(RowEffects.Sample.whole(names[index], column.type)), NULL "
                    + "\(rows) AND \(one.isLost) AND \(names[index]) IS NOT NULL ORDER BY \(loss.rows.order(of: Self.row)) "
                    + "LIMIT \(RowEffects.sampleCount)"
            )
            var values = RowEffects.Values.lost(
                column.path,
                count,
                samples.map {
                    RowEffects.Sample($0, before: column.type, after: column.type, TextBytes(db))
                        .redacted(lineage.secrets.covers(column, of: loss.rows.table))
                }
            )
            values.isPartial = loss.apart.contains(column.name) || loss.kept.contains(column)
            return values
        }
    }

    static let row: String = "b"

    /// The rows, with a column per successor that says whether each has become it. Without a limit, SQLite would ask where it is used.
    private func from(_ rows: Lineage.RowSet, with successors: [Successor]) -> String {
        let columns = successors.map { ", \($0.exists) AS \($0.name)" }.joined()
        return "FROM (SELECT *\(columns) \(from(rows)) LIMIT -1 OFFSET 0) AS \(Self.row) WHERE 1"
    }

    private func from(_ rows: Lineage.RowSet) -> String {
        "FROM \(database).\(SQLText.name(rows.table.name)) AS \(Self.row) WHERE \(rows.condition(of: Self.row) ?? "1")"
    }
}

extension RowEffects.Rows {
    fileprivate static func removed(_ count: Int, of all: Int, _ path: ElementPath) -> Self {
        Self(path: path, before: all, after: all - count, added: 0, removed: count)
    }
}

extension RowEffects.Values {
    fileprivate static func lost(_ path: ElementPath, _ count: Int, _ samples: [RowEffects.Sample]) -> Self {
        Self(path: path, changed: 0, lost: count, filled: 0, samples: samples)
    }
}
