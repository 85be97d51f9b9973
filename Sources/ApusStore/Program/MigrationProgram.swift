import ApusMigration
import ApusSchema

/// The statements that carry out a pass on a store as it is: a pure function of the pass and the live catalogue.
///
/// The order keeps every expression reading what the pass began with: all rows that are made anew are copied into
/// drafts first. Then what goes is dropped, what stays is renamed by SQLite's own `ALTER TABLE`, which mends views,
/// triggers and foreign keys, the drafts' as well; then tables are altered, or drafts take their places; then empty
/// tables and missing indexes are made.
struct MigrationProgram {
    private(set) var steps: [MigrationStep] = []
    /// What the statements use besides the store's tables.
    var expressions: ExpressionSQL
    let pass: TablePass
    private let live: LiveCatalogue
    /// All names in use after the steps so far, in lower case.
    private var names: Set<String>
    /// The names of the drafts, by the newer tables' names.
    private(set) var drafts: [String: String] = [:]

    init(_ pass: TablePass, _ values: GeneratedValues, on live: LiveCatalogue) {
        self.pass = pass
        self.live = live
        self.names = live.names
        expressions = ExpressionSQL(pass, values)
        let (tables, dropped): ([TableStrategy], [Table]) = pass.strategies
        makeDrafts(tables)
        for table in dropped { drop(table) }
        renameTables(tables)
        for strategy in tables { change(strategy) }
        for strategy in tables where strategy.way == .create && drafts[strategy.table.name] == nil {
            steps.append(.createTable(strategy.table.name, isRebuild: false, strategy.table.createStatement()))
            names.insert(strategy.table.name.folded)
        }
        for strategy in tables { makeIndexes(strategy) }
    }

    /// Gives the draft of each table a name, then makes those that have rows, or whose name is still taken.
    private mutating func makeDrafts(_ strategies: [TableStrategy]) {
        let drafted: [TableStrategy] = strategies.filter { strategy in
            switch strategy.way {
            case .rebuild, .fill: true
            case .create: names.contains(strategy.table.name.folded)
            case .nothing, .catalogue, .update, .rewrite: false
            }
        }
        for strategy in drafted {
            let name: String = freeName("apus_draft_\(strategy.table.name)")
            drafts[strategy.table.name] = name
            names.insert(name.folded)
        }
        // A table is referred to by the name that it has now; renaming it renames that too.
        let present: [String: String] = Dictionary(
            strategies.map { ($0.table.name, $0.older?.name ?? drafts[$0.table.name] ?? $0.table.name) },
            uniquingKeysWith: { first, _ in first }
        )
        let made: [MigrationStep] = drafted.flatMap { makeDraft($0, present) }
        for numbers in expressions.numbers {
            steps += numbers.statements.map { .numberRows($0) }
        }
        steps += made
        for numbers in expressions.numbers { steps.append(.numberRows(numbers.dropStatement)) }
    }

    private mutating func drop(_ table: Table) {
        steps.append(.dropTable(table.name))
        names.remove(table.name.folded)
        for index in live.table(table.name)?.indexes ?? [] { names.remove(index.name.folded) }
    }

    /// Gives the tables that stay, and the drafts that are new tables, their names.
    private mutating func renameTables(_ strategies: [TableStrategy]) {
        let pairs: [(from: String, to: String)] = strategies.compactMap { strategy in
            (strategy.older?.name ?? drafts[strategy.table.name]).map { ($0, strategy.table.name) }
        }
        for step in Renaming.steps(pairs, taken: names, passing: { "apus_passing_\($0)" }) {
            steps.append(.renameTable(step.from, to: step.to))
            names.remove(step.from.folded)
            names.insert(step.to.folded)
        }
    }

    /// Makes a table that stays what it should be; it bears its newer name already.
    private mutating func change(_ strategy: TableStrategy) {
        guard strategy.older != nil, strategy.way != .nothing else { return }
        let kept: [(column: Column, from: String)] = strategy.keptColumns(pass.graph)
        let gone: [Column] = strategy.goneColumns(pass.graph)
        let isRebuild: Bool = strategy.way == .rebuild
        dropIndexes(strategy)
        if !isRebuild {
            updateKinds(strategy)
            for column in gone { steps.append(.dropColumn(column.name, of: strategy.table.name)) }
        }
        renameColumns(strategy, kept: kept, gone: isRebuild ? gone : [])
        if isRebuild { return putInPlace(strategy) }
        if strategy.fills.isEmpty {
            edit(strategy.edits, strategy.table)
        } else {
            edit(strategy.edits.compactMap(\.halves.type), strategy.table)
            for fill in strategy.fills { self.fill(fill, strategy.table) }
            edit(strategy.edits.compactMap(\.halves.requirement), strategy.table)
        }
        add(strategy)
    }

    /// Says something else of columns in the table's text.
    private mutating func edit(_ edits: [ColumnEdit], _ table: Table) {
        if !edits.isEmpty { steps.append(.editColumns(of: table.name, edits)) }
    }

    /// Gives the rows that have none in a column a value. A constraint that somebody added may say that other rows give
    /// way on a conflict; none does.
    private mutating func fill(_ fill: ColumnFill, _ table: Table) {
        let column: String = SQLText.name(fill.column)
        let value: SQLStatement = SQLText.expression(fill.value)
        let statement = SQLStatement(
            "UPDATE OR ABORT \(SQLText.name(table.name)) SET \(column) = \(value.sql) WHERE \(column) IS NULL",
            value.arguments
        )
        steps.append(.fillColumn(fill.column, of: table.name, statement))
    }

    /// Removes the rows of kinds that go, and writes the newer names of kinds; the columns have their older names still.
    private mutating func updateKinds(_ strategy: TableStrategy) {
        guard let kinds = strategy.kinds, let column = strategy.older?.entity else { return }
        let (table, entity): (String, String) = (SQLText.name(strategy.table.name), SQLText.name(column.name))
        if !kinds.gone.isEmpty {
            let texts: String = kinds.gone.map(SQLText.quoted).joined(separator: ", ")
            let statement = SQLStatement("DELETE FROM \(table) WHERE \(entity) IN (\(texts))")
            steps.append(.removeRows(of: strategy.table.name, statement))
        }
        if !kinds.renamed.isEmpty {
            let cases: [String] = kinds.renamed.map { "WHEN \(SQLText.quoted($0.from)) THEN \(SQLText.quoted($0.to))" }
            let texts: String = kinds.renamed.map { SQLText.quoted($0.from) }.joined(separator: ", ")
            let statement = SQLStatement(
                "UPDATE OR ABORT \(table) SET \(entity) = CASE \(entity) \(cases.joined(separator: " ")) END "
                    + "WHERE \(entity) IN (\(texts))"
            )
            steps.append(.renameEntities(in: strategy.table.name, statement))
        }
    }

    /// Renames the columns that stay, and moves those that go out of the way; of a table that is rebuilt too, so that
    /// its triggers and indexes read the newer names when they are made again.
    private mutating func renameColumns(
        _ strategy: TableStrategy,
        kept: [(column: Column, from: String)],
        gone: [Column]
    ) {
        let wanted: Set<String> = Set(kept.map { $0.column.name.folded })
        var pairs: [(from: String, to: String)] = kept.map { ($0.from, $0.column.name) }
        for (number, column) in gone.enumerated() where wanted.contains(column.name.folded) {
            pairs.append((column.name, "apus_gone_\(number)"))
        }
        let taken: Set<String> = Set(kept.map(\.from) + gone.map(\.name))
        for step in Renaming.steps(pairs, taken: taken, passing: { "apus_passing_\($0)" }) {
            steps.append(.renameColumn(step.from, to: step.to, of: strategy.table.name))
        }
    }

    private mutating func add(_ strategy: TableStrategy) {
        let kept: Set<String> = Set(strategy.keptColumns(pass.graph).map(\.column.name))
        for (column, id) in zip(strategy.table.columns, strategy.columns) where !kept.contains(column.name) {
            var value: StoredValue = .null
            if let literal = pass.graph[id].constant { value = literal }
            var definition: String = column.definition()
            if value != .null, let literal = SQLText.literal(value) { definition += " DEFAULT \(literal)" }
            steps.append(.addColumn(column.name, of: strategy.table.name, definition: definition))
        }
    }

    private mutating func putInPlace(_ strategy: TableStrategy) {
        guard let draft = drafts[strategy.table.name], let kinds = strategy.kinds else { return }
        // The table's columns have their newer names by now. Of two that are made from one, the first is that one. What
        // only some kinds of rows have is left out: others may hold what nobody put there.
        let carried: [String] = strategy.keptColumns(pass.graph).compactMap { column, from in
            guard let place = strategy.table.columns.firstIndex(of: column), !column.isDerived, column.field != .entity,
                kinds.source.parts.allSatisfy({ kinds.owns(column, $0) }),
                pass.choose(place, kinds) == .carried(from), strategy.older?.column(from)?.storage == column.storage
            else { return nil }
            return column.name
        }
        let sample: CarriedSample? = strategy.table.identity.map { identity in
            CarriedSample(table: strategy.table.name, draft: draft, identity: identity.name, columns: carried)
        }
        steps.append(.replaceTable(strategy.table.name, draft: draft, sample))
    }

    /// Drops the indexes of the older table that the newer one does not have.
    private mutating func dropIndexes(_ strategy: TableStrategy) {
        for index in pass.goneIndexes(of: strategy, in: live) {
            steps.append(.dropIndex(index.name))
            names.remove(index.name.folded)
        }
    }

    /// Makes the indexes that are not there: all of a new table, the added ones of another.
    private mutating func makeIndexes(_ strategy: TableStrategy) {
        let before: Set<Table.Index> = Set(strategy.older?.indexes ?? [])
        for index in strategy.table.indexes {
            if let past = pass.older(index, of: strategy), before.contains(past) { continue }
            let name: String = freeName(strategy.table.indexName(index))
            steps.append(.createIndex(name, strategy.table.createStatement(of: index, named: name)))
            names.insert(name.folded)
        }
    }

    private func freeName(_ wanted: String) -> String {
        var name: String = wanted
        var number: Int = 2
        while names.contains(name.folded) {
            name = "\(wanted)_\(number)"
            number += 1
        }
        return name
    }
}
