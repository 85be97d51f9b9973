import ApusMigration
import ApusSchema
import GRDB

extension Plan {
    /// Whether the migration of a store may leave work for later. If there is any doubt, it does everything at once.
    ///
    /// Nothing is left
    /// - if a value is encrypted, before or after: what must be purged must not stay;
    /// - if something was added by hand, which could use what is left;
    /// - if the store has several models, or the plan several passes or code, which could read what is left under its own name.
    ///
    /// - Parameters:
    ///   - live: The store's catalogue.
    ///   - db: The store.
    /// - Returns: Whether it may.
    /// - Throws: `DatabaseError`.
    func mayDeferWork(in live: LiveCatalogue, _ db: Database) throws -> Bool {
        guard passes.count == 1, passes.allSatisfy({ $0.swift == nil }), !encryptsValues,
            live.table(StoreFormat.purgeTable) == nil, live.table(StoreFormat.lookupTable) == nil
        else { return false }
        let source = source.layout
        return try !live.hasAdditions(to: source) && live.extraObjects(to: source.programs).isEmpty
            && !StoreDescription.isShared(db)
    }

    /// Whether columns that were left for later may have the secrets of an attribute that is encrypted now.
    func mayRevealLeftColumns(of live: LiveCatalogue) -> Bool { encryptsValues && !live.leftColumns.isEmpty }
}

extension DeferredWork {
    /// What is left for later after a migration: what earlier ones left, unless it goes with the rows of its table, and what this one
    /// leaves.
    static func remaining(after plan: Plan, _ passes: [TablePass], _ db: Database) throws -> [DeferredWork] {
        let earlier = try read(db, of: plan.target.schema.model)
        if passes.isEmpty { return earlier }
        let added = passes.flatMap(\.deferredWork)
        if plan.encryptsValues { return added }
        let kept = earlier.compactMap { work -> DeferredWork? in
            // Indexes are made, or left again.
            guard work.kind == .column else { return nil }
            var table = work.table
            for pass in passes {
                guard let strategy = pass.strategies.tables.first(where: { $0.older?.name == table }),
                    strategy.keepsOlderRows
                else { return nil }
                table = strategy.table.name
            }
            return DeferredWork(model: work.model, kind: .column, table: table, name: work.name)
        }
        return kept + added
    }
}

extension TableStrategy {
    /// Whether the rows stay where they are, with what is left in them.
    fileprivate var keepsOlderRows: Bool {
        switch way {
        case .nothing, .catalogue, .update, .rewrite, .append: true
        case .rebuild, .fill, .create: false
        }
    }
}

extension Execution {
    /// Brings the list of what is left for later up to date with the tables that the migration has made: with the names that tables have
    /// now, without what went with rows that were copied, with what this migration leaves.
    mutating func noteDeferredWork() throws {
        let hasList = live.table(StoreFormat.deferredTable) != nil
        let indexes = passes.last?.deferredIndexes ?? []
        if !hasList, left.isEmpty, indexes.isEmpty { return }
        if hasList, try !DeferredWork.hasTable(db) {
            throw StoreError(path, .changedTable(StoreFormat.deferredTable))
        }
        if !hasList { try perform(.noteDeferred(SQLStatement(StoreFormat.deferredStatement))) }
        let model = plan.target.schema.model
        // The newer layout has them, so this migration has made them or leaves them again.
        if !passes.isEmpty {
            let sql = "DELETE FROM apus_deferred WHERE kind = 'index' AND model = ?"
            try perform(.noteDeferred(SQLStatement(sql, [.text(model)])))
        }
        let columns = try LiveCatalogue(db).leftColumns(in: db, path: path)
        let present = Set(columns.map(\.column.name))
        let items = try DeferredItem.read(db).filter { $0.work.kind == .column }
        // A column that was dropped by hand leaves its row behind, and its name may be that of another one now.
        let stale = Set(items.map(\.name).filter { left[$0] != nil || !present.contains($0) })
        let listed = Set(items.map(\.name)).subtracting(stale)
        for name in stale.sorted() {
            let sql = "DELETE FROM apus_deferred WHERE kind = 'column' AND name = ?"
            try perform(.noteDeferred(SQLStatement(sql, [.text(name)])))
        }
        for (table, column) in columns where listed.contains(column.name) {
            let sql = "UPDATE apus_deferred SET table_name = ? WHERE kind = 'column' AND name = ? AND table_name <> ?"
            let values: [StoredValue] = [.text(table), .text(column.name), .text(table)]
            try perform(.noteDeferred(SQLStatement(sql, values)))
        }
        let added =
            columns.filter { !listed.contains($0.column.name) }
            .map { (DeferredWork.Kind.column, $0.table, $0.column.name, StoredValue(left[$0.column.name])) }
            + indexes.sorted { ($0.table, $0.name) < ($1.table, $1.name) }
            .map { (DeferredWork.Kind.index, $0.table, $0.name, StoredValue.null) }
        for (kind, table, name, former) in added {
            let sql = "INSERT INTO apus_deferred (model, kind, table_name, name, former) VALUES (?, ?, ?, ?, ?)"
            let values: [StoredValue] = [.text(model), .text(kind.rawValue), .text(table), .text(name), former]
            try perform(.noteDeferred(SQLStatement(sql, values)))
        }
        let isEmpty = try DeferredItem.read(db).isEmpty
        let last =
            isEmpty ? "DROP TABLE apus_deferred" : "PRAGMA user_version = \(StoreFormat.deferringNumber)"
        try perform(.noteDeferred(SQLStatement(last)))
    }
}
