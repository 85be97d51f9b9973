import ApusSchema

// The store's own triggers follow from the layout and cost nothing to make, so all of them are out of the way while
// tables change. An R-tree holds what its rows gave it, so it stays if they stay as they are.

extension LiveCatalogue {
    /// The steps that drop the store's own triggers on the tables of a layout; the file may hold other models.
    func triggerDrops(on layout: Layout) -> [MigrationStep] {
        let tables: Set<String> = Set(layout.tables.map(\.name.folded))
        return programs.filter { program in
            LayoutProgram.isName(program.name, ofTrigger: true) && tables.contains(program.table.folded)
        }.map { .dropTrigger($0.name) }
    }
}

extension Layout {
    /// The steps that create the store's own triggers.
    var triggerCreations: [MigrationStep] {
        programs.filter { $0.kind == .trigger }.map { .createTrigger($0.name, SQLStatement($0.sql)) }
    }
}

extension TablePass {
    /// The steps that drop the R-trees that the pass does not keep.
    var boxIndexDrops: [MigrationStep] {
        let kept: Set<String> = Set(keptBoxIndexes)
        return source.tables.flatMap { $0.boxIndexes.map(\.name) }.filter { !kept.contains($0) }
            .map { .dropBoxIndex($0) }
    }

    /// The steps that compute what is not what it was, when the pass has written its rows.
    ///
    /// - Parameter now: The moment of the migration, for what is computed from it.
    /// - Returns: The steps, in order.
    func computations(now: SQLStatement) -> [MigrationStep] {
        let filled: Set<String> = Set(strategies.tables.filter { $0.way != .create }.map(\.table.name))
        var steps: [MigrationStep] = target.derivationsInOrder.compactMap { table, derivation in
            guard filled.contains(table.name), derivations?.column(derivation.column, of: table.name) == nil else {
                return nil
            }
            let statement = DerivationSQL(derivation, of: table, in: target).fillStatement(now: now)
            return .deriveColumn(derivation.column, of: table.name, statement)
        }
        let kept: Set<String> = Set(keptBoxIndexes)
        for program in target.programs where program.kind == .table && !kept.contains(program.name) {
            steps.append(.createBoxIndex(program.name, SQLStatement(program.sql)))
        }
        for table in target.tables {
            for index in table.boxIndexes where !kept.contains(index.name) {
                steps += table.boxIndexFillStatements { $0.name == index.name }.map { .fillBoxIndex(index.name, $0) }
            }
        }
        return steps
    }

    /// The R-trees that hold what they should when the pass is done.
    var keptBoxIndexes: [String] {
        strategies.tables.flatMap { strategy -> [String] in
            guard let kinds = strategy.kinds, let older = strategy.older, kinds.gone.isEmpty, kinds.renamed.isEmpty,
                kinds.source.parts.allSatisfy(\.conditions.isEmpty)
            else { return [] }
            return strategy.table.boxIndexes.filter { index in
                let columns: [String] = index.columns + (index.predicate?.leaves ?? [])
                var names: [String: String] = [:]
                for column in columns {
                    guard let place = strategy.table.columns.firstIndex(where: { $0.name == column }),
                        !strategy.table.columns[place].isDerived, case .carried(let name) = choose(place, kinds)
                    else { return false }
                    names[column] = name
                }
                let before = Table.BoxIndex(
                    name: index.name,
                    columns: index.columns.map { names[$0] ?? $0 },
                    kinds: index.kinds,
                    predicate: index.predicate?.map { .leaf(names[$0] ?? $0) }
                )
                return older.boxIndexes.contains(before)
            }.map(\.name)
        }
    }
}
