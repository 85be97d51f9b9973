import ApusMigration
import ApusSchema

/// Finds objects that were added by hand and that a migration would lose or break, before the first write.
///
/// `ALTER TABLE` updates views, triggers, checks and foreign keys, and a rebuild recreates triggers and indexes. If
/// anything else would be affected, the migration is refused.
struct LossSearch {
    let path: String
    let pass: TablePass
    let live: LiveCatalogue
    /// The full-text indexes over tables and views.
    let readers: [ContentReader]
    let strategies: [TableStrategy]
    let dropped: [Table]
    /// The foreign keys that were added by hand to tables that stay, with their tables, by the folded names of the tables
    /// that they refer to.
    private let addedKeys: [String: [(table: String, key: LiveTable.ForeignKey)]]
    /// The older tables that stay with all their rows, and so with what was added to them by hand.
    private let continued: Set<String>

    /// Prepares the search among the objects of a store for what a pass would lose.
    init(path: String, pass: TablePass, live: LiveCatalogue, readers: [ContentReader]) {
        self.path = path
        self.pass = pass
        self.live = live
        self.readers = readers
        (strategies, dropped) = pass.strategies
        let gone = Set(dropped.map(\.name))
        var addedKeys: [String: [(table: String, key: LiveTable.ForeignKey)]] = [:]
        for table in live.tables.values.sorted(by: { $0.name < $1.name }) where !gone.contains(table.name) {
            let own = pass.source.table(table.name)
            for key in table.foreignKeys where own?.column(key.column)?.references == nil {
                addedKeys[key.table.folded, default: []].append((table.name, key))
            }
        }
        self.addedKeys = addedKeys
        continued = Set(strategies.filter(\.isWhole).compactMap(\.older?.name))
    }

    /// Searches all tables.
    ///
    /// - Throws: `StoreError.wouldLose` for the first object found.
    func search() throws {
        for strategy in strategies {
            guard let older = strategy.older, let found = live.table(older.name) else { continue }
            let gone = strategy.goneColumns(pass.graph)
            if strategy.way == .rebuild || strategy.way == .append {
                try refuseExtraColumns(of: found, older)
                if let clause = TableText(found.sql).clauses(beyond: TableText(older.createStatement().sql)).first {
                    throw loss(.clause(clause, table: older.name))
                }
            }
            try refuseUses(of: gone, in: found, strategy)
            let changed = pass.changedColumns(of: strategy).map(\.from)
            try refuseUses(ofChanged: changed, in: found, older)
            try refuseReaders(of: older, strategy, changed)
        }
        // Keys that become pairs leave their rows where they are.
        for strategy in strategies where strategy.way != .rebuild && !strategy.table.isJoinTable {
            for source in strategy.copiedSources where !continued.contains(source.table.name) {
                try refuseObjects(leavingWithRowsOf: source.table)
            }
        }
        // What was added by hand to a table that gets rows of others is not prepared for them.
        for table in dropped + strategies.filter({ $0.way == .append }).compactMap(\.older) {
            guard let found = live.table(table.name) else { continue }
            try refuseExtraColumns(of: found, table)
            if let trigger = live.triggers(on: table.name).first {
                throw loss(.trigger(trigger.name, table: table.name))
            }
            if let index = found.addedIndexes(to: table).first {
                throw loss(.tableIndex(index.name, table: table.name))
            }
            try refuseForeignKeys(to: table, column: nil)
            try refuseReaders(of: table, nil, [])
        }
        try refuseTakenNames()
    }

    func loss(_ loss: StoreError.Loss) -> StoreError { StoreError(path, .wouldLose(loss)) }

    func refuseExtraColumns(of found: LiveTable, _ older: Table) throws {
        if let column = found.columns.first(where: { older.column($0.name) == nil }) {
            throw loss(.column("\(older.name).\(column.name)"))
        }
    }

    /// Refuses if an object that was added by hand uses a column that is dropped.
    private func refuseUses(of gone: [Column], in found: LiveTable, _ strategy: TableStrategy) throws {
        let dropped = Set(pass.goneIndexes(of: strategy, in: live).map(\.name))
        for column in gone {
            let name = "\(found.name).\(column.name)"
            for index in found.indexes where !dropped.contains(index.name) {
                let isComputed = index.isPartial || index.columns.contains(nil)
                if index.columns.contains(column.name)
                    || isComputed && SQLTokens.tokens(of: index.sql).mention(column.name)
                {
                    throw loss(.index(index.name, column: name))
                }
            }
            for trigger in live.triggers(on: found.name) where trigger.event.columns.mention(column.name) {
                throw loss(.updateTrigger(trigger.name, column: name))
            }
            try refuseForeignKeys(to: strategy.older, column: column.name)
        }
    }

    /// Refuses if a foreign key that was added by hand refers to a table or a column that is dropped.
    private func refuseForeignKeys(to table: Table?, column: String?) throws {
        guard let table else { return }
        for (other, key) in addedKeys[table.name.folded] ?? [] {
            if column != nil && key.target?.folded != column?.folded { continue }
            let target: String = column.map { "\(table.name).\($0)" } ?? table.name
            throw loss(.target(target, foreignKey: "\(other).\(key.column)"))
        }
    }

    /// Refuses if a full-text index reads a table whose name changes, which SQLite does not update, or rows that go or
    /// come, or a column whose values change, which it has indexed.
    private func refuseReaders(
        of table: Table,
        _ strategy: TableStrategy?,
        _ changed: [String]
    ) throws {
        guard !readers.isEmpty else { return }
        let renamed = strategy?.keptColumns(pass.graph).filter { $0.column.name != $0.from }.map(\.from) ?? []
        let names = renamed + changed + (strategy?.goneColumns(pass.graph).map(\.name) ?? [])
        let keepsRows = strategy?.keepsRows ?? false
        for reader in readers {
            if let view = reader.view {
                if keepsRows ? view.reads(names, of: table.name) : view.reads(table.name) {
                    throw loss(.content(reader.content, virtualTable: reader.name))
                }
                continue
            }
            guard reader.content.folded == table.name.folded else { continue }
            if strategy?.table.name != table.name || !keepsRows {
                throw loss(.content(table.name, virtualTable: reader.name))
            }
            if let name = names.first(where: reader.tokens.mention) {
                throw loss(.readColumn("\(table.name).\(name)", virtualTable: reader.name))
            }
        }
    }

    private func refuseTakenNames() throws {
        let own = Set(pass.source.tables.map { $0.name.folded })
        for strategy in strategies {
            let name = strategy.table.name.folded
            if live.names.contains(name), !own.contains(name) {
                throw loss(.takenName(strategy.table.name))
            }
            guard let older = strategy.older, let found = live.table(older.name) else { continue }
            let extra = Set(found.columns.map(\.name).filter { older.column($0) == nil }.map(\.folded))
            if let column = strategy.table.columns.first(where: { extra.contains($0.name.folded) }) {
                throw loss(.takenColumn("\(older.name).\(column.name)"))
            }
        }
        // An R-tree is made with three tables of its own.
        let names = { (trees: [LayoutProgram]) in
            trees.flatMap { tree in ["", "_node", "_rowid", "_parent"].map { tree.name + $0 } }
        }
        let trees = Set(names(pass.source.rTrees).map(\.folded))
        let taken = names(pass.target.rTrees).first { live.names.contains($0.folded) && !trees.contains($0.folded) }
        if let taken { throw loss(.takenName(taken)) }
    }
}

extension LiveCatalogue {
    /// The triggers of a table that were added by hand.
    func triggers(on table: String) -> [LiveObject] { addedTriggers[table.folded] ?? [] }
}
