import ApusMigration
import ApusSchema

/// The steps of a pass, as a pure function of the pass and the store's catalogue.
///
/// Their order makes sure that every expression reads the values from before the pass: first, all rebuilt rows are
/// copied into drafts, new columns are computed, and then rows are added to kept tables. Then tables are dropped and
/// renamed by `ALTER TABLE`, which also updates views, triggers and foreign keys, including those of the drafts, and so
/// are columns. Then tables are altered or replaced by their drafts, and finally empty tables and missing indexes are
/// created.
struct MigrationProgram {
    private(set) var steps: [MigrationStep] = []
    /// How many steps at the beginning make temporary tables.
    private(set) var preparations: Int = 0
    /// The steps that follow when derived attributes are computed: the unique indexes over them.
    private(set) var lateSteps: [MigrationStep] = []
    /// The functions and temporary tables that the statements use.
    var expressions: ExpressionSQL
    let pass: TablePass
    let live: LiveCatalogue
    /// The folded names in use after the steps so far.
    private var names: Set<String>
    /// The names of the drafts, by the newer tables' names.
    private(set) var drafts: [String: String] = [:]
    /// The number of the next column that is left for later.
    private var nextLeft: Int
    /// Whether code in Swift runs after the pass.
    private let runsCode: Bool

    init(_ pass: TablePass, _ values: GeneratedValues, on live: LiveCatalogue) {
        self.pass = pass
        runsCode = pass.swift.flatMap(values.code.stage)?.runsAfter == true
        self.live = live
        self.names = live.names
        nextLeft = live.nextLeft
        expressions = ExpressionSQL(pass, values)
        let (tables, dropped) = pass.strategies
        makeDrafts(tables)
        for table in dropped { drop(table) }
        renameTables(tables)
        // The columns of all tables have their newer names before anything refers to them.
        for strategy in tables { rename(strategy) }
        for strategy in tables { change(strategy) }
        for strategy in tables where strategy.way == .create && drafts[strategy.table.name] == nil {
            steps.append(.createTable(strategy.table.name, isRebuild: false, strategy.table.createStatement()))
            names.insert(strategy.table.name.folded)
        }
        for strategy in tables { makeIndexes(strategy) }
        steps += renameRememberedIdentities()
    }

    /// Creates the drafts: tables with rows, and tables whose name is still taken.
    private mutating func makeDrafts(_ strategies: [TableStrategy]) {
        let drafted: [TableStrategy] = strategies.filter { strategy in
            switch strategy.way {
            case .rebuild, .fill: true
            case .create: names.contains(strategy.table.name.folded)
            case .nothing, .catalogue, .update, .rewrite, .append: false
            }
        }
        for strategy in drafted {
            let name = names.freeName("apus_draft_\(strategy.table.name)")
            drafts[strategy.table.name] = name
            names.insert(name.folded)
        }
        // References use the current names of a table and its identity; renaming these updates them.
        let present = Dictionary(
            strategies.map { strategy in
                let name = strategy.older?.name ?? drafts[strategy.table.name] ?? strategy.table.name
                return (strategy.table.name, (table: name, identity: strategy.older?.identity?.name))
            },
            uniquingKeysWith: { first, _ in first }
        )
        let made: [MigrationStep] =
            drafted.flatMap { makeDraft($0, present) } + rememberIdentities() + strategies.flatMap { compute($0) }
            + strategies.flatMap { append($0) } + strategies.flatMap { continueIdentities(of: $0) }
            + forgetIdentities(strategies)
        let aside = pass.projection.asides.flatMap {
            expressions.statements(of: $0, pass.projection.target.schema.model)
        }
        let associations = runsCode ? StageAssociations.statements(of: pass, &expressions) : []
        for table in expressions.tables {
            steps += table.statements.map { .auxiliary($0) }
        }
        preparations = steps.count
        if !aside.isEmpty, !names.contains(StoreFormat.asideTable) {
            steps.append(.setAside(SQLStatement(StoreFormat.asideStatement)))
        }
        steps += aside.map { .setAside($0) }
        steps += pass.target.lookupSecretStatements(after: pass.source).map { .lookupSecrets($0) }
        steps += associations.map { .copyForSwift($0) }
        steps += made
        for table in expressions.tables { steps.append(.auxiliary(table.dropStatement)) }
    }

    private mutating func drop(_ table: Table) {
        steps.append(.dropTable(table.name))
        names.remove(table.name.folded)
        for index in live.table(table.name)?.indexes ?? [] { names.remove(index.name.folded) }
    }

    /// Renames kept tables, and the drafts of new tables.
    private mutating func renameTables(_ strategies: [TableStrategy]) {
        let names: [(from: String, to: String)] = strategies.compactMap { strategy in
            (strategy.older?.name ?? drafts[strategy.table.name]).map { ($0, strategy.table.name) }
        }
        for step in Renaming.steps(names, taken: self.names, temporaryName: { "apus_passing_\($0)" }) {
            steps.append(.renameTable(step.from, to: step.to))
            self.names.remove(step.from.folded)
            self.names.insert(step.to.folded)
        }
    }

    /// Drops and renames columns of a kept table, which already has its newer name.
    private mutating func rename(_ strategy: TableStrategy) {
        guard strategy.older != nil else { return }
        guard strategy.way != .nothing else {
            if strategy.table.indexes.contains(where: { pass.isComputed($0, of: strategy.table) }) {
                steps += dropIndexes(strategy)
            }
            return
        }
        let kept = strategy.keptColumns(pass.graph)
        let gone = strategy.goneColumns(pass.graph)
        let isRebuild = strategy.way == .rebuild
        if strategy.way != .append { steps += dropIndexes(strategy) }
        if !isRebuild {
            updateEntities(strategy)
            for column in gone { drop(column, strategy) }
        }
        renameColumns(strategy, kept: kept, gone: isRebuild ? gone : [])
    }

    /// Drops a column, or leaves it for later under a name that no other one has.
    private mutating func drop(_ column: Column, _ strategy: TableStrategy) {
        let table = strategy.table.name
        guard strategy.left.contains(column.name) else { return steps.append(.dropColumn(column.name, of: table)) }
        steps.append(.leaveColumn(column.name, as: LeftColumn.name(nextLeft), of: table, ColumnDeclaration(column)))
        nextLeft += 1
    }

    /// Changes a kept table whose columns have their newer names.
    private mutating func change(_ strategy: TableStrategy) {
        guard strategy.older != nil, strategy.way != .nothing else { return }
        if strategy.way == .rebuild { return replaceByDraft(strategy) }
        if strategy.way == .append { return }
        if strategy.fills.isEmpty {
            edit(strategy.edits, strategy.table)
        } else {
            edit(strategy.edits.compactMap(\.halves.type), strategy.table)
            for fill in strategy.fills { self.fill(fill, strategy.table) }
            edit(strategy.edits.compactMap(\.halves.requirement), strategy.table)
        }
        let computed = Set(strategy.computed.map(\.name))
        steps += add(
            strategy.addedColumns(pass.graph).filter { !computed.contains($0.column.name) },
            to: strategy.table.name
        )
    }

    /// Edits column declarations in the catalogue.
    private mutating func edit(_ edits: [ColumnEdit], _ table: Table) {
        if !edits.isEmpty { steps.append(.editColumns(of: table.name, edits)) }
    }

    /// Fills a column in rows that have no value. `OR ABORT` overrides conflict clauses of constraints that were added
    /// by hand, which could delete other rows.
    private mutating func fill(_ fill: ColumnFill, _ table: Table) {
        let column = SQLText.name(fill.column)
        let value = SQLText.expression(fill.value)
        let statement = SQLStatement(
            "UPDATE OR ABORT \(SQLText.name(table.name)) SET \(column) = \(value.sql) WHERE \(column) IS NULL",
            value.arguments
        )
        steps.append(.fillColumn(fill.column, of: table.name, statement))
    }

    /// Removes the rows of removed entities, and renames entities. The columns still have their older names.
    private mutating func updateEntities(_ strategy: TableStrategy) {
        guard let transition = strategy.transition, let column = strategy.older?.entity else { return }
        let (table, entity) = (SQLText.name(strategy.table.name), SQLText.name(column.name))
        if !transition.gone.isEmpty {
            let texts = transition.gone.map(SQLText.quoted).joined(separator: ", ")
            let statement = SQLStatement("DELETE FROM \(table) WHERE \(entity) IN (\(texts))")
            steps.append(.removeRows(of: strategy.table.name, statement))
        }
        if !transition.renamed.isEmpty {
            let cases: [String] = transition.renamed.map {
                "WHEN \(SQLText.quoted($0.from)) THEN \(SQLText.quoted($0.to))"
            }
            let texts = transition.renamed.map { SQLText.quoted($0.from) }.joined(separator: ", ")
            let statement = SQLStatement(
                "UPDATE OR ABORT \(table) SET \(entity) = CASE \(entity) \(cases.joined(separator: " ")) END "
                    + "WHERE \(entity) IN (\(texts))"
            )
            steps.append(.renameEntities(in: strategy.table.name, statement))
        }
    }

    /// Renames kept columns, and dropped columns whose names are needed. A table that is rebuilt is included, so that
    /// its triggers and indexes have the newer names when they are recreated.
    private mutating func renameColumns(
        _ strategy: TableStrategy,
        kept: [(column: Column, from: String)],
        gone: [Column]
    ) {
        let wanted = Set(kept.map { $0.column.name.folded })
        var names: [(from: String, to: String)] = kept.map { ($0.from, $0.column.name) }
        for (number, column) in gone.enumerated() where wanted.contains(column.name.folded) {
            names.append((column.name, "apus_gone_\(number)"))
        }
        let taken = Set(kept.map(\.from) + gone.map(\.name))
        for step in Renaming.steps(names, taken: taken, temporaryName: { "apus_passing_\($0)" }) {
            steps.append(.renameColumn(step.from, to: step.to, of: strategy.table.name))
        }
    }

    /// Returns the steps that add columns with the same value in all rows to a table with some current name.
    private func add(_ columns: [(column: Column, value: StoredValue)], to table: String) -> [MigrationStep] {
        columns.map { column, value in
            var definition = column.definition()
            if value != .null, let literal = SQLText.literal(value) { definition += " DEFAULT \(literal)" }
            return .addColumn(column.name, of: table, definition: definition)
        }
    }

    /// Returns the steps that add columns and compute their values from the older ones, whose names the table still has.
    private mutating func compute(_ strategy: TableStrategy) -> [MigrationStep] {
        guard let older = strategy.older, let source = strategy.sources.first, !strategy.computed.isEmpty else {
            return []
        }
        var steps = add(strategy.computed.map { ($0.optional, .null) }, to: older.name)
        let values = strategy.table.columns.indices.filter { strategy.computed.contains(strategy.table.columns[$0]) }
            .map { (strategy.table.columns[$0], expressions.value(at: $0, of: source, in: strategy.table)) }
        let sql =
            "UPDATE OR ABORT \(SQLText.name(older.name)) AS source SET "
            + values.map { "\(SQLText.name($0.name)) = \($1.sql)" }.joined(separator: ", ")
        // Rows that the pass removes are still there.
        let condition = expressions.condition(of: source)
        let statement = SQLStatement(sql, values.flatMap(\.1.arguments) + (condition?.arguments ?? []))
        let ranges = older.identity.map { RowRanges(table: older.name, identity: $0.name) }
        steps.append(
            .computeColumns(
                strategy.computed.map(\.name),
                of: strategy.table.name,
                ranges.map { statement.inRanges(of: $0, where: condition?.sql) } ?? statement,
                inRangesOf: ranges
            )
        )
        return steps
    }

    /// Returns the steps that add the rows of other tables to an older one, whose names the table still has.
    private mutating func append(_ strategy: TableStrategy) -> [MigrationStep] {
        guard strategy.way == .append, let older = strategy.older else { return [] }
        // Building an index once is faster than updating it row by row.
        var steps = dropIndexes(strategy)
        if !strategy.edits.isEmpty { steps.append(.editColumns(of: older.name, strategy.edits)) }
        steps += add(strategy.addedColumns(pass.graph), to: older.name)
        let names = Dictionary(strategy.keptColumns(pass.graph).map { ($0.column.name, $0.from) }) { first, _ in first }
        for source in strategy.copiedSources {
            steps.append(copy(source, to: strategy.table, named: older.name, columns: names))
        }
        return steps
    }

    private mutating func replaceByDraft(_ strategy: TableStrategy) {
        guard let draft = drafts[strategy.table.name], let transition = strategy.transition else { return }
        // The table's columns have their newer names by now. Columns that only some entities have are left out, because
        // rows of other entities may have stray values in them.
        let kept: [String] = strategy.keptColumns(pass.graph).compactMap { column, from in
            guard let columnIndex = strategy.table.columns.firstIndex(of: column), !column.isDerived,
                column.field != .entity,
                transition.source.parts.allSatisfy({ transition.owns(column, $0) }),
                pass.choose(columnIndex, transition) == .kept(from),
                strategy.older?.column(from)?.storage == column.storage
            else { return nil }
            return column.name
        }
        let sample: SampleComparison? = strategy.table.identity.flatMap { identity in
            guard strategy.sources.allSatisfy({ $0.keepsIdentities(in: strategy.table, pass.graph) }) else {
                return nil
            }
            return SampleComparison(table: strategy.table.name, draft: draft, identity: identity.name, columns: kept)
        }
        steps.append(.replaceTable(strategy.table.name, draft: draft, sample))
    }

    /// Returns the steps that drop the older indexes that the newer table does not have.
    private mutating func dropIndexes(_ strategy: TableStrategy) -> [MigrationStep] {
        pass.goneIndexes(of: strategy, in: live).map { index in
            names.remove(index.name.folded)
            return .dropIndex(index.name)
        }
    }

    /// Creates missing indexes.
    private mutating func makeIndexes(_ strategy: TableStrategy) {
        for (index, past) in zip(strategy.table.indexes, pass.continuedIndexes(strategy)) where past == nil {
            if pass.deferredIndexes.contains(DeferredIndex(index, of: strategy.table)) { continue }
            let isComputed = pass.isComputed(index, of: strategy.table)
            let name = names.freeName(strategy.table.indexName(index))
            let step = MigrationStep.createIndex(name, strategy.table.createStatement(of: index, named: name))
            if isComputed { lateSteps.append(step) } else { steps.append(step) }
            names.insert(name.folded)
        }
    }
}

extension Set<String> {
    /// A name for an object that none of these, which are folded, is: the wanted one, with a number appended if it is taken.
    func freeName(_ wanted: String) -> String {
        var name = wanted
        var number = 2
        while contains(name.folded) {
            name = "\(wanted)_\(number)"
            number += 1
        }
        return name
    }
}
