import ApusMigration
import ApusSchema
import GRDB

/// An index that a migration left for later: without it, the store only answers more slowly.
struct DeferredIndex: Hashable {
    /// The table.
    let table: String
    /// The name that the index gets, unless it is taken.
    let name: String

    init(table: String, name: String) {
        (self.table, self.name) = (table, name)
    }

    init(_ index: Table.Index, of table: Table) {
        self.init(table: table.name, name: table.indexName(index))
    }

    /// The layout of a model whose store lacks indexes that were left for later.
    ///
    /// - Parameters:
    ///   - schema: The model's schema.
    ///   - layout: Its layout, if it is not that which follows from the schema.
    ///   - db: The store.
    /// - Returns: The layout without these indexes; `nil` if none is missing.
    /// - Throws: `DatabaseError`.
    static func layout(of schema: Schema, given layout: Layout?, in db: Database) throws -> Layout? {
        let format = try Int.fetchOne(db, sql: "PRAGMA user_version")
        guard format == StoreFormat.deferringNumber, try DeferredWork.hasTable(db) else { return nil }
        let sql = "SELECT table_name, name FROM apus_deferred WHERE model = ? AND kind = 'index'"
        let rows = try Row.fetchAll(db, sql: sql, arguments: [schema.model])
        if rows.isEmpty { return nil }
        let missing = try rows.map {
            DeferredIndex(table: try $0.decode(atIndex: 0), name: try $0.decode(atIndex: 1))
        }
        return (layout ?? Layout(schema)).leavingOut(Set(missing))
    }
}

extension Layout {
    /// The layout without some indexes.
    func leavingOut(_ missing: Set<DeferredIndex>) -> Layout {
        if missing.isEmpty { return self }
        let names = Set(missing.map(\.table))
        return Layout(
            tables: tables.map { table in
                guard names.contains(table.name) else { return table }
                return table.keeping { !missing.contains(DeferredIndex($0, of: table)) || !table.canDefer($0) }
            },
            recording: recording
        )
    }
}

extension Table {
    fileprivate func keeping(_ isKept: (Index) -> Bool) -> Table {
        Table(
            name: name,
            origin: origin,
            concreteEntities: concreteEntities,
            parents: parents,
            columns: columns,
            indexes: indexes.filter(isKept),
            rtrees: rtrees,
            rules: rules,
            derivations: derivations
        )
    }

    /// Whether an index may be left for later: a unique one keeps values out, and an expression or a condition could refuse a row. Without
    /// one that begins with a foreign key, deleting an object would read the whole table.
    func canDefer(_ index: Index) -> Bool {
        guard !index.isUnique, index.predicate == nil, index.columns.count == index.elements.count else { return false }
        return index.columns.first.flatMap { column($0) }.map { $0.references == nil } ?? false
    }
}

extension TablePass {
    /// The tables as the pass makes them: those of the newer layout without the indexes that are left for later.
    var madeLayout: Layout { target.leavingOut(deferredIndexes) }

    /// What the pass leaves for later.
    var deferredWork: [DeferredWork] {
        let model = projection.target.schema.model
        return strategies.tables.flatMap { strategy in
            strategy.left.sorted().map {
                DeferredWork(model: model, kind: .column, table: strategy.table.name, name: $0)
            }
        }
            + deferredIndexes.sorted { ($0.table, $0.name) < ($1.table, $1.name) }.map {
                DeferredWork(model: model, kind: .index, table: $0.table, name: $0.name)
            }
    }

    /// The new indexes of tables that have rows, which are left for later.
    ///
    /// A store of an unreleased schema is known by its tables, so none is left there.
    func findDeferredIndexes() -> Set<DeferredIndex> {
        guard defersWork, states.target.version != nil else { return [] }
        return strategies.tables.reduce(into: []) { found, strategy in
            switch strategy.way {
            case .catalogue, .update, .rewrite, .rebuild: break
            case .nothing, .append, .fill, .create: return
            }
            let (table, indexes) = (strategy.table, strategy.table.indexes)
            // One that the store has already is made again with its table: fetches do not become slower.
            let present = strategy.older?.indexes ?? []
            let presentElements = Set(present.map(\.elements))
            // Two indexes of one name could not be told apart.
            let names = indexes.map { table.indexName($0) }
            for (index, past) in zip(indexes, older(indexes, of: strategy))
            where table.canDefer(index) && !presentElements.contains(index.elements) {
                if let past, present.contains(past) { continue }
                let name = table.indexName(index)
                if names.count(where: { $0 == name }) == 1 { found.insert(DeferredIndex(index, of: table)) }
            }
        }
    }
}
