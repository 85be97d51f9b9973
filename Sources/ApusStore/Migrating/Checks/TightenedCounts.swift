import ApusMigration
import ApusSchema
import GRDB

/// Finds objects with too few or too many related objects for a new or stricter rule, before a pass's first write.
///
/// Like values that violate a newer rule (``TightenedRules``), they are reported and do not prevent the migration.
struct TightenedCounts {
    private let pass: TablePass
    private let values: GeneratedValues
    private let isFirst: Bool
    private let older: CountChecks
    private let newer: CountChecks

    /// - Parameters:
    ///   - pass: The last pass: the rules apply to its result.
    ///   - values: The generated values.
    ///   - isFirst: Whether the pass starts with the original store, whose objects obey its rules.
    init(_ pass: TablePass, _ values: GeneratedValues, isFirst: Bool) {
        (self.pass, self.values) = (pass, values)
        self.isFirst = isFirst
        older = CountChecks(schema: pass.projection.source.schema, layout: pass.source) { _ in true }
        newer = CountChecks(schema: pass.projection.target.schema, layout: pass.target) { _ in true }
    }

    /// Checks the objects that a new or stricter rule applies to.
    ///
    /// - Parameter db: The store before the pass.
    /// - Returns: The objects that will violate a rule, with the newer names of tables and the older identities.
    /// - Throws: `DatabaseError`.
    func broken(in db: Database) throws -> [Verification.BadValues] {
        let limited = newer.schema.entities.filter { $0.relationships.contains(where: \.limitsCounts) }
        let entities = Dictionary(grouping: limited) { newer.layout.table(ofEntity: $0.name)?.name }
        return try pass.tables.flatMap { objects -> [Verification.BadValues] in
            guard objects.table.identity != nil else { return [] }
            let own = (entities[objects.table.name] ?? []).flatMap { entity in
                entity.relationships.filter(\.limitsCounts).map { (entity, $0) }
            }
            let checks: [RowCheck] = own.flatMap { self.checks(of: $1, in: $0, objects) }
            let found = try RowCheck.run(checks, db) + own.flatMap { try broken($1, in: $0, objects, db) }
            return found.map { found in
                Verification.BadValues(
                    table: objects.table.name,
                    column: found.column,
                    count: found.count,
                    problem: found.problem,
                    rows: found.rows,
                    isIncomplete: found.isIncomplete
                )
            }
        }
    }

    private func checks(
        of relationship: Relationship,
        in entity: Entity,
        _ objects: TableProjection
    ) -> [RowCheck] {
        guard let keys = newer.keys(of: relationship, in: entity), let before = before(keys) else { return [] }
        let newerEntities = objects.table.concreteEntities(of: entity.name)
        return objects.sources.flatMap { source -> [RowCheck] in
            let entities = source.parts.filter { $0.newer.map(newerEntities.contains) ?? false }
                .compactMap(\.older)
            guard let identity = source.table.identity?.name, !entities.isEmpty,
                pass.elements[source.table.name] == nil
            else { return [] }
            if isFirst, case .kept(let table, let column) = before,
                isImplied(relationship, by: entities, in: table, column)
            {
                return []
            }
            let isOne = SourceRow.strictCondition(entities, in: source.table, named: RowCheck.row)
            return broken(relationship, before, identity).map { problem, condition in
                let conditions: [String] = [isOne, condition].compactMap { $0 }
                return RowCheck(
                    source.table,
                    relationship.name,
                    problem,
                    where: conditions.isEmpty ? "1" : conditions.joined(separator: " AND "),
                    isIncomplete: !relationship.isToMany
                )
            }
        }
    }

    /// The possible problems, with the conditions of the rows that have them; `nil` for all rows.
    private func broken(
        _ relationship: Relationship,
        _ before: Before,
        _ identity: String
    ) -> [(problem: String, condition: String?)] {
        switch before {
        case .kept(let table, let column):
            newer.broken(relationship, (table, column), identity).map { ($0.problem, $0.condition) }
        case .none: relationship.needsObject ? [(CountChecks.missing(relationship), nil)] : []
        }
    }

    /// Counts references that are made of several columns or computed, as they will be.
    private func broken(
        _ relationship: Relationship,
        in entity: Entity,
        _ objects: TableProjection,
        _ db: Database
    ) throws -> [Verification.BadValues] {
        guard let keys = newer.keys(of: relationship, in: entity), before(keys) == nil,
            let projection = pass.tables.first(where: { $0.table.name == keys.table.name }),
            let index = projection.table.columns.firstIndex(where: { $0.name == keys.column.name }),
            let identity = objects.table.columns.firstIndex(where: { $0.field == .identity })
        else { return [] }
        var expressions = ExpressionSQL(pass, values, failing: .lenient, prefix: "apus_count")
        defer { expressions.discard(from: db) }
        let all = projection.sources.map { expressions.values(at: index, of: $0, in: projection.table) }
        let newerEntities = objects.table.concreteEntities(of: entity.name)
        let checks = objects.sources.flatMap { source -> [RowCheck] in
            let parts = source.parts.filter { $0.newer.map(newerEntities.contains) ?? false }
            guard let name = source.table.identity?.name, !parts.isEmpty, pass.elements[source.table.name] == nil else {
                return []
            }
            let some = TableProjection.Source(table: source.table, parts: parts)
            let own = expressions.values(at: identity, of: some, in: objects.table)
            let rows = SQLStatement(
                "(SELECT own.id AS \(SQLText.name(name)), keys.number AS number FROM (\(own.sql)) AS own LEFT JOIN "
                    + "(SELECT value, count(*) AS number FROM (\(all.map(\.sql).joined(separator: " UNION ALL "))) "
                    + "WHERE value IS NOT NULL GROUP BY value) AS keys ON keys.value = own.value)",
                own.arguments + all.flatMap(\.arguments)
            )
            return CountChecks.limits(of: relationship).map { problem, limit in
                let condition =
                    switch limit {
                    case .none: "number IS NULL"
                    case .fewer(let minimum): "number < \(minimum)"
                    case .more(let maximum): "number > \(maximum)"
                    }
                return RowCheck(
                    source.table,
                    relationship.name,
                    problem,
                    where: condition,
                    of: rows,
                    isIncomplete: !relationship.isToMany
                )
            }
        }
        try expressions.prepare(in: db)
        return try RowCheck.run(checks, db)
    }

    // MARK: - References before the pass

    /// The references before the pass.
    private enum Before {
        /// In a column that is kept unchanged.
        case kept(Table, Column)
        /// There are none.
        case none
    }

    /// The origin of the references in a newer column; `nil` if that is not just one column.
    private func before(_ keys: (table: Table, column: Column)) -> Before? {
        guard let projection = pass.tables.first(where: { $0.table.name == keys.table.name }),
            let index = projection.table.columns.firstIndex(where: { $0.name == keys.column.name })
        else { return nil }
        var found: (table: Table, column: Column)?
        for source in projection.sources {
            for part in source.parts {
                let value = part.values[index]
                if pass.graph[value].constant == .null { continue }
                guard let field = pass.graph.plainField(value), part.conditions.isEmpty,
                    let column = SourceRow(source.table, part.older).column(of: field),
                    found.map({ $0.table.name == source.table.name && $0.column.name == column.name }) ?? true
                else { return nil }
                found = (source.table, column)
            }
        }
        return found.map { .kept($0.table, $0.column) } ?? Before.none
    }

    /// Whether a rule of the older schema, for all of some entities, implies the newer one.
    private func isImplied(
        _ relationship: Relationship,
        by entities: [String],
        in table: Table,
        _ column: Column
    ) -> Bool {
        older.schema.entities.contains { entity in
            entities.allSatisfy { older.schema.isKind($0, of: entity.name) }
                && entity.relationships.contains { known in
                    guard known.implies(relationship), let keys = older.keys(of: known, in: entity) else {
                        return false
                    }
                    return keys.table.name == table.name && keys.column.name == column.name
                }
        }
    }
}

extension Relationship {
    /// The maximum number of objects; a model count of 0 means no limit, as in Core Data.
    private var maximum: Int? { maximumModelCount.flatMap { isToMany && $0 > 0 ? $0 : nil } }

    /// The minimum number of objects if there are any.
    private var minimum: Int { isToMany ? max(minimumModelCount ?? 1, 1) : 1 }

    /// Whether the number of objects is limited.
    fileprivate var limitsCounts: Bool { needsObject || minimum > 1 || maximum != nil }

    /// Whether the limits imply those of another relationship.
    fileprivate func implies(_ other: Relationship) -> Bool {
        (needsObject || !other.needsObject) && minimum >= other.minimum
            && (other.maximum.map { limit in maximum.map { $0 <= limit } ?? false } ?? true)
    }
}
