import ApusSchema
import ApusStore
import GRDB

/// Deletes the rows of a query, and what delete rules delete with them, by statements over sets of rows.
///
/// The identities of the rows are collected in a temporary table per hierarchy first. Everything else is a join with these.
struct BatchDeletion {
    let batch: BatchTransaction
    let rules: BatchDeleteRules

    private var coordinator: StoreCoordinator { batch.coordinator }

    /// A relationship, in the table of the entity that declares it.
    private struct End {
        let table: EntityTable
        let position: Int
        let relationship: RelationshipDescription
        let pairs: RelationshipPairs
    }

    func run(_ query: CompiledQuery) throws {
        let all = ends(in: query.table.store)
        let roots = reachedRoots(from: query.table.root, all)
        // Rows of other hierarchies stay, whatever refers to them.
        let ends = all.filter { roots.contains($0.table.root) }
        let referring = all.filter { roots.contains($0.pairs.farTable.root) }
        for root in roots {
            let name = Self.rows(root)
            try batch.database.execute(
                sql: """
                    CREATE TEMP TABLE IF NOT EXISTS \(name.dropFirst(5))
                        (id INTEGER PRIMARY KEY, entity TEXT NOT NULL, level INTEGER NOT NULL);
                    DELETE FROM \(name);
                    """
            )
        }
        try select(query)
        if rules == .model {
            try cascade(ends)
            try checkDenials(ends, roots)
        }
        let lost = try lost(referring, roots)
        try removeReferences(lost, roots)
        let deleted = try roots.filter { try !batch.integers("SELECT 1 FROM \(Self.rows($0)) LIMIT 1").isEmpty }
        for root in deleted { try deleteRows(of: root) }
        try check(lost)
        try ReferenceCheck(database: batch.database).check()
        for root in deleted { try batch.run("DELETE FROM \(Self.rows(root))") }
    }

    /// The hierarchies of which rows may be deleted: that of the query, and those to which delete rules cascade.
    private func reachedRoots(from root: Int, _ ends: [End]) -> [Int] {
        var found: Set<Int> = [root]
        var rest = rules == .model ? [root] : []
        while let root = rest.popLast() {
            for end in ends where end.table.root == root && end.relationship.deleteRule == .cascade {
                if found.insert(end.pairs.farTable.root).inserted { rest.append(end.pairs.farTable.root) }
            }
        }
        return found.sorted()
    }

    /// The condition that a row of a hierarchy stays, as SQL to follow others; empty if none of them is deleted.
    private static func stays(_ row: String, _ root: Int, _ roots: [Int]) -> String {
        roots.contains(root) ? " AND \(row) NOT IN (SELECT id FROM \(rows(root)))" : ""
    }

    /// The temporary table of a hierarchy's rows.
    private static func rows(_ root: Int) -> String { "temp.apus_batch_\(root)" }

    private func ends(in store: StoreID) -> [End] {
        coordinator.tables.filter { $0.store == store }.flatMap { table in
            table.declaredRelationships.compactMap { position in
                RelationshipPairs(table, position, coordinator).map {
                    End(
                        table: table,
                        position: position,
                        relationship: table.entity.relationship(at: position),
                        pairs: $0
                    )
                }
            }
        }
    }

    /// Collects the rows of the query.
    private func select(_ query: CompiledQuery) throws {
        let selection = coordinator.selections[query.table.id]
        let (sql, parameters) = query.statement(.identities, coordinator)
        let entity = SQLText.quoted((selection.onlyEntity?.table ?? query.table).entity.name)
        let columns = selection.readsEntity ? "*" : "*, \(entity)"
        try batch.run(
            "INSERT INTO \(Self.rows(query.table.root)) (id, entity, level) SELECT \(columns), 0 FROM (\(sql))",
            parameters
        )
        batch.count = batch.database.changesCount
    }

    /// Collects what the rule `cascade` deletes as well, one level of objects after the other.
    private func cascade(_ ends: [End]) throws {
        let cascades = ends.filter { $0.relationship.deleteRule == .cascade }
        for root in Set(cascades.map(\.table.root)).sorted() {
            // Without it, each level would read the rows of all levels before.
            let name = Self.rows(root)
            try batch.database.execute(sql: "CREATE INDEX IF NOT EXISTS \(name)_level ON \(name.dropFirst(5)) (level)")
        }
        var level = 0
        var isComplete = cascades.isEmpty
        while !isComplete {
            isComplete = true
            for end in cascades {
                let far = end.pairs.farTable
                try batch.run(
                    """
                    INSERT OR IGNORE INTO \(Self.rows(far.root)) (id, entity, level)
                    SELECT f.\(far.identity), \(far.entityValue(of: "f")), ?1
                    FROM \(Self.rows(end.table.root)) AS d
                    CROSS JOIN \(end.pairs.source) AS p ON p.\(end.pairs.near) = d.id
                    CROSS JOIN \(far.name) AS f ON f.\(far.identity) = p.\(end.pairs.far)
                    WHERE d.level = ?2\(condition(end.table, "d.entity"))
                    """,
                    [.integer(Int64(level + 1)), .integer(Int64(level))]
                )
                if batch.database.changesCount > 0 { isComplete = false }
            }
            level += 1
        }
    }

    /// The condition that an object has the relationships of an entity; empty if all of its hierarchy have.
    private func condition(_ table: EntityTable, _ entity: String) -> String {
        if table.entity.parent == nil { return "" }
        let names = coordinator.tables.filter { $0.entity.isKind(of: table.entity) }.map(\.entity.name)
        return " AND \(entity) IN (\(names.map(SQLText.quoted).joined(separator: ", ")))"
    }

    private func checkDenials(_ ends: [End], _ roots: [Int]) throws {
        var violations: [ModelError.Violation] = []
        for end in ends where end.relationship.deleteRule == .deny {
            let far = end.pairs.farTable
            var denied: [PersistentIdentifier: [PersistentIdentifier]] = [:]
            var order: [PersistentIdentifier] = []
            try batch.run(
                """
                SELECT f.\(far.identity), \(far.entityValue(of: "f")), d.id, d.entity
                FROM \(Self.rows(end.table.root)) AS d
                CROSS JOIN \(end.pairs.source) AS p ON p.\(end.pairs.near) = d.id
                CROSS JOIN \(far.name) AS f ON f.\(far.identity) = p.\(end.pairs.far)
                WHERE TRUE\(Self.stays("f.\(far.identity)", far.root, roots))\(condition(end.table, "d.entity"))
                LIMIT \(BatchTransaction.limit)
                """
            ) { row in
                let object = PersistentIdentifier(entityName: RowReader.text(row, 3), row: RowReader.integer(row, 2))
                if denied[object] == nil { order.append(object) }
                denied[object, default: []].append(
                    PersistentIdentifier(entityName: RowReader.text(row, 1), row: RowReader.identity(row))
                )
            }
            violations += order.map {
                ModelError.Violation(
                    object: $0,
                    property: end.relationship.name,
                    reason: .deletionDenied(by: denied[$0] ?? [])
                )
            }
        }
        if !violations.isEmpty { throw ModelError.validation(violations) }
    }

    // MARK: - What remains

    /// The remaining objects that lose deleted ones in a relationship.
    private func lost(_ ends: [End], _ roots: [Int]) throws -> [(end: End, owners: [PersistentIdentifier])] {
        try ends.compactMap { end in
            let (table, far) = (end.table, end.pairs.farTable)
            var owners: [PersistentIdentifier] = []
            let isOwn = end.pairs.source == table.name && end.pairs.near == table.identity
            let needsTable = table.discriminator != nil && !isOwn
            let alias = isOwn ? "p" : "o"
            try batch.run(
                """
                SELECT DISTINCT p.\(end.pairs.near), \(table.entityValue(of: alias))
                FROM \(Self.rows(far.root)) AS d CROSS JOIN \(end.pairs.source) AS p ON p.\(end.pairs.far) = d.id
                \(needsTable ? "CROSS JOIN \(table.name) AS o ON o.\(table.identity) = p.\(end.pairs.near)" : "")
                WHERE p.\(end.pairs.near) IS NOT NULL\(Self.stays("p.\(end.pairs.near)", table.root, roots))
                """
            ) { owners.append(PersistentIdentifier(entityName: RowReader.text($0, 1), row: RowReader.identity($0))) }
            return owners.isEmpty ? nil : (end, owners)
        }
    }

    /// Sets the foreign keys of remaining objects to null, where a rule says so.
    private func removeReferences(_ lost: [(end: End, owners: [PersistentIdentifier])], _ roots: [Int]) throws {
        var violations: [ModelError.Violation] = []
        for (end, owners) in lost {
            guard end.relationship.storage == .ownKey else { continue }
            // Without a rule that removes them, the check of references reports those that are left.
            guard rules == .ignored || end.relationship.inverseDescription?.deleteRule == .nullify else { continue }
            if !end.relationship.isOptional {
                violations += owners.prefix(BatchTransaction.limit).map {
                    ModelError.Violation(object: $0, property: end.relationship.name, reason: .missingValue)
                }
                continue
            }
            let table = end.table
            let columns = [end.pairs.far] + [table.orderKeyColumns[end.position]].compactMap { $0 }
            try batch.run(
                """
                UPDATE \(table.name) SET \(columns.map { "\($0) = NULL" }.joined(separator: ", "))
                WHERE \(end.pairs.far) IN (SELECT id FROM \(Self.rows(end.pairs.farTable.root)))
                \(Self.stays(table.identity, table.root, roots))
                """
            )
        }
        if !violations.isEmpty { throw ModelError.validation(violations) }
    }

    /// Checks the objects that have lost others, and notes that they have changed.
    private func check(_ lost: [(end: End, owners: [PersistentIdentifier])]) throws {
        var violations: [ModelError.Violation] = []
        for (end, owners) in lost {
            if end.relationship.storage != .ownKey {
                violations += try batch.violations(of: owners, in: end.table, at: end.position)
            }
            for owner in owners { batch.noteUpdate(of: owner, at: [end.position]) }
        }
        if !violations.isEmpty { throw ModelError.validation(violations) }
    }

    // MARK: - Rows

    /// Deletes the collected rows of a hierarchy, with their files and their rows in join tables.
    private func deleteRows(of root: Int) throws {
        let tables = coordinator.tables.filter { $0.root == root }
        guard let table = tables.first else { return }
        let rows = Self.rows(root)
        let external = Set(tables.flatMap { table in table.externalPositions.map { table.column(at: $0) } })
        for column in external.sorted() {
            try batch.run(
                """
                SELECT t.\(column) FROM \(rows) AS d CROSS JOIN \(table.name) AS t ON t.\(table.identity) = d.id
                WHERE typeof(t.\(column)) = 'text'
                """
            ) { batch.files.drop(RowReader.text($0, 0)) }
        }
        for join in Set(tables.flatMap(\.referringColumns)) {
            try batch.run("DELETE FROM \(join.table) WHERE \(join.column) IN (SELECT id FROM \(rows))")
        }
        try batch.run("SELECT id, entity FROM \(rows)") { row in
            batch.deleted.append(
                PersistentIdentifier(entityName: RowReader.text(row, 1), row: RowReader.identity(row))
            )
        }
        try batch.run("DELETE FROM \(table.name) WHERE \(table.identity) IN (SELECT id FROM \(rows))")
    }
}
