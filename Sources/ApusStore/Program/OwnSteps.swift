import ApusSchema

// The store's own triggers follow from the layout and are cheap to create, so all of them are dropped while tables
// change. An R-tree contains the values of rows, so it is kept if they do not change.

extension LiveCatalogue {
    /// The steps that drop the store's own triggers on the tables of a layout.
    func triggerDrops(on layout: Layout) -> [MigrationStep] { ownTriggers(on: layout).map { .dropTrigger($0.name) } }

    /// The store's own triggers on the tables of a layout; the store may contain other models.
    func ownTriggers(on layout: Layout) -> [LiveObject] {
        let tables = Set(layout.tables.map(\.name.folded))
        return viewsAndTriggers.filter { trigger in
            LayoutProgram.isName(trigger.name, ofTrigger: true) && tables.contains(trigger.table.folded)
        }
    }
}

extension Layout {
    /// The virtual tables of the R-trees.
    var rTrees: [LayoutProgram] {
        tables.allSatisfy(\.rtrees.isEmpty) ? [] : programs.filter { $0.kind == .table }
    }

    /// The steps that create and fill the R-trees that a store of the first format does not have.
    func missingRTrees(in live: LiveCatalogue) -> [MigrationStep] {
        rTreeCreations { live.object("table", $0) == nil }
    }

    /// The steps that create and fill some R-trees.
    fileprivate func rTreeCreations(where isMeant: (String) -> Bool) -> [MigrationStep] {
        rTrees.filter { isMeant($0.name) }.map { .createRTree($0.name, SQLStatement($0.sql)) }
            + tables.flatMap { table in
                table.rtrees.filter { isMeant($0.name) }.flatMap { index in
                    table.rtreeFillStatements { $0.name == index.name }.map { .fillRTree(index.name, $0) }
                }
            }
    }

    /// The steps that drop all R-trees: code changes what they contain. They are made again at the end.
    func rTreeDrops(in live: LiveCatalogue) -> [MigrationStep] {
        rTrees.filter { live.object("table", $0.name) != nil }.map { .dropRTree($0.name) }
    }

    /// The steps that compute all derived attributes.
    func derivationSteps(now: SQLStatement) -> [MigrationStep] {
        derivationsInOrder.map { table, derivation in
            let statement = DerivationSQL(derivation, of: table, in: self).fillStatement(now: now)
            return .deriveColumn(derivation.column, of: table.name, statement)
        }
    }

    /// The steps that create the store's own triggers.
    var triggerCreations: [MigrationStep] {
        programs.filter { $0.kind == .trigger }.map { .createTrigger($0.name, SQLStatement($0.sql)) }
    }
}

extension TablePass {
    /// The steps that drop the R-trees that the pass does not keep; a store of the first format has none.
    func rTreeDrops(in live: LiveCatalogue) -> [MigrationStep] {
        let kept = Set(keptRTrees)
        return source.tables.flatMap { $0.rtrees.map(\.name) }
            .filter { !kept.contains($0) && live.object("table", $0) != nil }.map { .dropRTree($0) }
    }

    /// The steps that compute derived attributes and fill R-trees, unless they are kept, after the pass has written its
    /// rows.
    ///
    /// - Parameter now: The moment of the migration, for attributes that are derived from it.
    /// - Returns: The steps, in order.
    func computations(now: SQLStatement) -> [MigrationStep] {
        let steps: [MigrationStep] = computedDerivations.map { table, derivation in
            let statement = DerivationSQL(derivation, of: table, in: target).fillStatement(now: now)
            return .deriveColumn(derivation.column, of: table.name, statement)
        }
        let kept = Set(keptRTrees)
        return steps + target.rTreeCreations { !kept.contains($0) }
    }

    /// Whether an index is unique over an attribute that the pass computes for existing rows. It is dropped before that, and
    /// created afterwards, because the values are unique only then.
    func isComputed(_ index: Table.Index, of table: Table) -> Bool {
        index.isUnique && computedColumns[table.name]?.isDisjoint(with: index.columns) == false
    }

    /// The R-trees whose content does not change in the pass.
    var keptRTrees: [String] {
        strategies.tables.flatMap { strategy -> [String] in
            guard let transition = strategy.transition, let older = strategy.older, strategy.keepsRows,
                transition.renamed.isEmpty
            else { return [] }
            return strategy.table.rtrees.filter { index in
                let columns: [String] = index.columns + (index.predicate?.leaves ?? [])
                var names: [String: String] = [:]
                for column in columns {
                    guard let columnIndex = strategy.table.columns.firstIndex(where: { $0.name == column }),
                        !strategy.table.columns[columnIndex].isDerived,
                        case .kept(let name) = choose(columnIndex, transition)
                    else { return false }
                    names[column] = name
                }
                let before = Table.RTree(
                    name: index.name,
                    columns: index.columns.map { names[$0] ?? $0 },
                    entities: index.entities,
                    predicate: index.predicate?.map { .leaf(names[$0] ?? $0) }
                )
                return older.rtrees.contains(before)
            }.map(\.name)
        }
    }
}
