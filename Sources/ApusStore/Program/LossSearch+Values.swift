import ApusSchema

extension LossSearch {
    private typealias Token = SQLTokens.Token

    /// Refuses if something that was added by hand may fail for the new values of columns. What SQLite computes without
    /// a failure is left to it; equal values under a unique index are looked for among the rows.
    func refuseUses(ofChanged columns: [String], in found: LiveTable, _ older: Table) throws {
        guard !columns.isEmpty else { return }
        let definitions = TableText(found.sql).definitions
        let checks = definitions.filter { $0.contains(.word("CHECK")) }
        let indexes = found.addedIndexes(to: older).compactMap { index -> (index: LiveTable.Index, parts: [[Token]])? in
            let generated = found.columns.filter { $0.isGenerated && index.columns.contains($0.name) }
            let computed = definitions.filter { definition in
                generated.contains { $0.name.folded == definition.first?.columnName?.folded }
            }
            guard index.isComputed || !computed.isEmpty else { return nil }
            // What stands before the parenthesis is the name of an index, a table or a type.
            let parts = ([SQLTokens.tokens(of: index.sql)] + computed).map { Array($0.drop { $0 != .mark("(") }) }
            return index.isUnique || !parts.allSatisfy(\.neverFails) ? (index, parts) : nil
        }
        for column in columns {
            let name = "\(found.name).\(column)"
            for (index, parts) in indexes where parts.contains(where: { $0.name(column) }) {
                throw loss(.index(index.name, column: name))
            }
            for check in checks where Array(check.drop { $0 != .word("CHECK") }).name(column) {
                throw loss(.clause(check.sql, table: found.name))
            }
            for key in found.foreignKeys where key.column.folded == column.folded {
                if older.column(column)?.references == nil {
                    throw loss(.clause("REFERENCES \(SQLText.name(key.table))", table: name))
                }
            }
        }
    }

    /// Refuses if rows of a table become those of a new one, and something that was added to the older table by hand
    /// would not come with them.
    func refuseObjects(leavingWithRowsOf table: Table) throws {
        guard let found = live.table(table.name) else { return }
        try refuseExtraColumns(of: found, table)
        if let trigger = live.triggers(on: table.name).first {
            throw loss(.trigger(trigger.name, table: table.name))
        }
        // Where the table itself gets another name, its indexes do.
        if pass.successors[table.name] != table.name, let index = found.addedIndexes(to: table).first {
            throw loss(.tableIndex(index.name, table: table.name))
        }
    }
}

extension TablePass {
    /// The columns of a kept table whose values the pass changes, in the order in which it does so, with their older
    /// names.
    func changedColumns(of strategy: TableStrategy) -> [(column: Column, from: String)] {
        let table = strategy.table
        let computed = computedDerivations.filter { $0.table.name == table.name }.map(\.derivation.column)
        guard strategy.way != .nothing || !computed.isEmpty, let transition = strategy.transition else { return [] }
        let indices = Dictionary(table.columns.enumerated().map { ($1.name, $0) }) { first, _ in first }
        let kept = strategy.keptColumns(graph)
        let stored = kept.filter { column, _ in
            if column.field == .entity { return !transition.renamed.isEmpty }
            guard !column.isDerived, let index = indices[column.name] else { return false }
            if case .kept = choose(index, transition) { return false }
            return true
        }
        return stored.filter { $0.column.field == .entity } + stored.filter { $0.column.field != .entity }
            + computed.compactMap { name in kept.first { $0.column.name == name } }
    }
}

extension LiveTable {
    /// The indexes that were added by hand, also over the very columns of one of the model.
    func addedIndexes(to table: Table) -> [Index] {
        let own = Set(table.indexes.map(table.key))
        let assigned = Set(indexes.filter { StoreFormat.isOwnIndex($0.name) }.map(\.key))
        return indexes.filter { index in
            !own.contains(index.key) || assigned.contains(index.key) && !StoreFormat.isOwnIndex(index.name)
        }
    }
}

extension LiveTable.Index {
    /// Whether the index is over expressions, or has a condition or a collation of its own.
    var isComputed: Bool {
        isPartial || columns.contains(nil) || SQLTokens.tokens(of: sql).contains(.word("COLLATE"))
    }
}

extension [SQLTokens.Token] {
    /// Whether an expression names a column; a string is a value in it.
    fileprivate func name(_ column: String) -> Bool {
        contains { token in
            if case .string = token { false } else { token.text?.folded == column.folded }
        }
    }

    /// Whether SQLite computes the expressions for every value. A function that only the app has is named elsewhere.
    fileprivate var neverFails: Bool {
        zip(self, dropFirst()).allSatisfy { token, next in
            if token == .mark("-"), next == .mark(">") { return false }
            guard next == .mark("("), let name = token.text?.uppercased() else { return true }
            return !name.hasPrefix("JSON") && !["ABS", "UNISTR", "ZEROBLOB"].contains(name)
        }
    }
}
