import ApusMigration
import ApusSchema

/// Looks, before the first write, for things made by hand that a migration would lose or break.
///
/// What `ALTER TABLE` mends (views, triggers, checks, foreign keys) and what a rebuild makes again (triggers, indexes) is
/// no loss. What is neither is named here, and the store stays as it is.
struct LossSearch {
    let path: String
    let pass: TablePass
    let live: LiveCatalogue
    let strategies: [TableStrategy]
    let dropped: [Table]

    /// Searches everything.
    ///
    /// - Throws: `StoreError.wouldLose` for the first thing found.
    func search() throws {
        for strategy in strategies {
            guard let older = strategy.older, let found = live.table(older.name) else { continue }
            let gone: [Column] = strategy.goneColumns(pass.graph)
            if strategy.way == .rebuild {
                try refuseExtraColumns(of: found, older)
                if let clause = TableText(found.sql).clauses(beyond: TableText(older.createStatement().sql)).first {
                    throw loss(.clause(clause, table: older.name))
                }
            }
            try refuseUses(of: gone, in: found, strategy)
            try refuseReaders(of: older, strategy)
        }
        for table in dropped {
            guard let found = live.table(table.name) else { continue }
            try refuseExtraColumns(of: found, table)
            if let trigger = live.triggers(on: table.name).first {
                throw loss(.trigger(trigger.name, table: table.name))
            }
            try refuseForeignKeys(to: table, column: nil)
            try refuseReaders(of: table, nil)
        }
        try refuseTakenNames()
    }

    private func loss(_ loss: StoreError.Loss) -> StoreError { StoreError(path, .wouldLose(loss)) }

    private func refuseExtraColumns(of found: LiveTable, _ older: Table) throws {
        if let column = found.columns.first(where: { older.column($0.name) == nil }) {
            throw loss(.column("\(older.name).\(column.name)"))
        }
    }

    /// Refuses where something made by hand needs a column that goes.
    private func refuseUses(of gone: [Column], in found: LiveTable, _ strategy: TableStrategy) throws {
        let going: Set<String> = Set(pass.goneIndexes(of: strategy, in: live).map(\.name))
        for column in gone {
            let name: String = "\(found.name).\(column.name)"
            for index in found.indexes where !going.contains(index.name) {
                let isComputed: Bool = index.isPartial || index.columns.contains(nil)
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

    /// Refuses where a foreign key made by hand leads to a table that goes, or to a column of it that does.
    private func refuseForeignKeys(to table: Table?, column: String?) throws {
        guard let table else { return }
        for other in live.tables.values.sorted(by: { $0.name < $1.name }) {
            for key in other.foreignKeys where key.table.folded == table.name.folded {
                let isOurs: Bool = pass.source.table(other.name)?.column(key.column)?.references != nil
                if isOurs || column != nil && key.target?.folded != column?.folded { continue }
                if pass.source.tables.contains(where: { $0.name == other.name && dropped.contains($0) }) {
                    continue
                }
                let target: String = column.map { "\(table.name).\($0)" } ?? table.name
                throw loss(.target(target, foreignKey: "\(other.name).\(key.column)"))
            }
        }
    }

    /// Refuses where a full-text index reads a table by a name that changes, which SQLite does not mend, or values that
    /// change, which it has indexed.
    private func refuseReaders(of table: Table, _ strategy: TableStrategy?) throws {
        let graph: ExpressionGraph = pass.graph
        let changed: [String] = (strategy?.keptColumns(graph) ?? []).filter { column, from in
            column.name != from || strategy.map { !keepsValues(of: column, $0) } ?? false
        }.map(\.from)
        let names: [String] = changed + (strategy?.goneColumns(graph).map(\.name) ?? [])
        for reader in live.virtualTables {
            let tokens: [SQLTokens.Token] = SQLTokens.tokens(of: reader.sql)
            guard tokens.content?.folded == table.name.folded else { continue }
            if strategy?.table.name != table.name {
                throw loss(.content(table.name, virtualTable: reader.name))
            }
            if let name = names.first(where: tokens.mention) {
                throw loss(.readColumn("\(table.name).\(name)", virtualTable: reader.name))
            }
        }
    }

    /// Whether each row of a table that goes on has the value in a column that it had, of the same type.
    private func keepsValues(of column: Column, _ strategy: TableStrategy) -> Bool {
        guard let kinds = strategy.kinds, let place = strategy.table.columns.firstIndex(of: column) else {
            return false
        }
        if case .carried = pass.choose(place, kinds) { return true }
        return false
    }

    private func refuseTakenNames() throws {
        let own: Set<String> = Set(pass.source.tables.map { $0.name.folded })
        for strategy in strategies {
            let name: String = strategy.table.name.folded
            if live.names.contains(name), !own.contains(name) {
                throw loss(.takenName(strategy.table.name))
            }
            guard let older = strategy.older, let found = live.table(older.name) else { continue }
            let extra: Set<String> = Set(found.columns.map(\.name).filter { older.column($0) == nil }.map(\.folded))
            if let column = strategy.table.columns.first(where: { extra.contains($0.name.folded) }) {
                throw loss(.takenColumn("\(older.name).\(column.name)"))
            }
        }
    }
}

extension LiveCatalogue {
    /// The views and triggers that somebody added; the store's own follow from its layout.
    var addedPrograms: [LiveProgram] {
        programs.filter { $0.type == "view" || !LayoutProgram.isName($0.name, ofTrigger: true) }
    }

    /// The triggers of a table that somebody added.
    func triggers(on table: String) -> [LiveProgram] {
        addedPrograms.filter { $0.type == "trigger" && $0.table.folded == table.folded }
    }
}

extension [SQLTokens.Token] {
    /// The table that a virtual table's `content=` names.
    fileprivate var content: String? {
        for (index, token) in enumerated() where token == .word("CONTENT") && index + 2 < count {
            if self[index + 1] == .mark("=") { return self[index + 2].text }
        }
        return nil
    }
}
