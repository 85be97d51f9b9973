import ApusMigration
import ApusSchema
import GRDB

/// Looks, before a pass's first write, for objects that will lead to fewer or more others than a rule wants which was none
/// before.
///
/// Like values that break a newer rule (``TightenedRules``) they stop no migration, and are told. Known beforehand is what
/// becomes of references that are carried over as they are, and that a new relationship leads nowhere.
struct TightenedCounts {
    private let pass: TablePass
    private let isFirst: Bool
    private let older: CountChecks
    private let newer: CountChecks

    /// - Parameters:
    ///   - pass: The last pass: rules are kept when all is done.
    ///   - isFirst: Whether the pass begins with the store as it was, whose objects obey its rules.
    init(_ pass: TablePass, isFirst: Bool) {
        self.pass = pass
        self.isFirst = isFirst
        older = CountChecks(schema: pass.projection.source.schema, layout: pass.source) { _ in true }
        newer = CountChecks(schema: pass.projection.target.schema, layout: pass.target) { _ in true }
    }

    /// Looks at the objects that a newer rule is about.
    ///
    /// - Parameter db: The store, as the pass finds it.
    /// - Returns: The objects that will break a rule, by the newer names of tables and the older identities.
    /// - Throws: `DatabaseError`.
    func broken(in db: Database) throws -> [Verification.BadValues] {
        try pass.tables.flatMap { objects -> [Verification.BadValues] in
            guard let identity = objects.table.identity?.name else { return [] }
            let checks: [RowCheck] = newer.schema.entities.filter {
                newer.layout.table(ofEntity: $0.name) == objects.table
            }.flatMap { entity in
                entity.relationships.flatMap { self.checks(of: $0, in: entity, objects) }
            }
            return try RowCheck.run(checks, db).map { found in
                Verification.BadValues(
                    table: objects.table.name,
                    column: identity,
                    count: found.count,
                    problem: found.problem,
                    rows: found.rows
                )
            }
        }
    }

    private func checks(
        of relationship: Relationship,
        in entity: Entity,
        _ objects: TableProjection
    ) -> [RowCheck] {
        guard relationship.limitsCounts, let keys = newer.keys(of: relationship, in: entity),
            let before = before(keys)
        else { return [] }
        let newerKinds: [String] = objects.table.kinds(of: entity.name)
        return objects.sources.flatMap { source -> [RowCheck] in
            let kinds: [String] = source.parts.filter { $0.newer.map(newerKinds.contains) ?? false }
                .compactMap(\.older)
            guard let identity = source.table.identity?.name, !kinds.isEmpty else { return [] }
            if isFirst, case .kept(let table, let column) = before,
                isKept(relationship, by: kinds, in: table, column)
            {
                return []
            }
            let isOne: String? = SourceRow.strictCondition(kinds, in: source.table, named: RowCheck.row)
            return broken(relationship, before, identity).map { problem, condition in
                let conditions: [String] = [isOne, condition].compactMap { $0 }
                return RowCheck(
                    source.table,
                    identity,
                    problem,
                    where: conditions.isEmpty ? "1" : conditions.joined(separator: " AND ")
                )
            }
        }
    }

    /// What is wrong with which rows; without a condition it is wrong with all.
    private func broken(
        _ relationship: Relationship,
        _ before: Before,
        _ identity: String
    ) -> [(problem: String, condition: String?)] {
        switch before {
        case .kept(let table, let column):
            newer.broken(relationship, (table, column), identity).map { ($0.problem, $0.condition) }
        case .none: relationship.isOptional ? [] : [(CountChecks.leadingNowhere(relationship), nil)]
        }
    }

    // MARK: - What was before

    /// The references as the store has them.
    private enum Before {
        /// In a column that is carried over as it is.
        case kept(Table, Column)
        /// There are none.
        case none
    }

    /// Where the references come from that a newer column will hold; `nil` where that is not just one column.
    private func before(_ keys: (table: Table, column: Column)) -> Before? {
        guard let projection = pass.tables.first(where: { $0.table.name == keys.table.name }),
            let place = projection.table.columns.firstIndex(where: { $0.name == keys.column.name })
        else { return nil }
        var found: (table: Table, column: Column)?
        for source in projection.sources {
            for part in source.parts {
                let value: ExpressionGraph.ID = part.values[place]
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

    /// Whether objects of some kinds had to lead to as many others before.
    private func isKept(_ relationship: Relationship, by kinds: [String], in table: Table, _ column: Column) -> Bool {
        older.schema.entities.contains { entity in
            kinds.allSatisfy { older.schema.isKind($0, of: entity.name) }
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
    /// The most objects that it may lead to; 0 means no limit, as in Core Data.
    private var most: Int? { maximumModelCount.flatMap { isToMany && $0 > 0 ? $0 : nil } }

    /// The fewest that it may lead to where it leads anywhere.
    private var least: Int { isToMany ? max(minimumModelCount ?? 1, 1) : 1 }

    /// Whether not any number of objects will do.
    fileprivate var limitsCounts: Bool { !isOptional || least > 1 || most != nil }

    /// Whether whatever fulfils this one's limits fulfils the other one's.
    fileprivate func implies(_ other: Relationship) -> Bool {
        (!isOptional || other.isOptional) && least >= other.least
            && (other.most.map { limit in most.map { $0 <= limit } ?? false } ?? true)
    }
}
