import ApusMigration
import ApusSchema

extension MigrationProgram {
    /// Copies rows into a draft that later replaces a table, following SQLite's procedure for changes that `ALTER
    /// TABLE` cannot make (<https://www.sqlite.org/lang_altertable.html#otheralter>).
    ///
    /// - Parameters:
    ///   - strategy: The strategy for the table.
    ///   - present: The current names of the newer tables, and those of the identities of kept ones.
    /// - Returns: The steps.
    mutating func makeDraft(
        _ strategy: TableStrategy,
        _ present: [String: (table: String, identity: String?)]
    ) -> [MigrationStep] {
        let table = strategy.table
        guard let draft = drafts[table.name] else { return [] }
        let creation = table.createStatement(named: draft) { name, identity in
            (present[name]?.table ?? name, present[name]?.identity ?? identity)
        }
        var steps: [MigrationStep] = [.createTable(table.name, isRebuild: strategy.way == .rebuild, creation)]
        for source in strategy.sources { steps.append(copy(source, to: table, named: draft)) }
        return steps + continueIdentities(of: table, named: draft, after: strategy.sources)
    }

    /// Returns the steps that continue the identities of a table that is kept, or made without rows.
    mutating func continueIdentities(of strategy: TableStrategy) -> [MigrationStep] {
        guard drafts[strategy.table.name] == nil else { return [] }
        let name = strategy.older?.name ?? strategy.table.name
        let sources = strategy.older == nil || strategy.way == .append ? strategy.sources : []
        return continueIdentities(of: strategy.table, named: name, after: sources)
    }

    /// Returns the steps that let the identities of a table with some current name follow those of the tables that it
    /// continues: none of them is used again.
    private mutating func continueIdentities(
        of table: Table,
        named current: String,
        after sources: [TableProjection.Source]
    ) -> [MigrationStep] {
        guard case .hierarchy(let root) = table.origin else { return [] }
        let own = sources.map(\.table.name).filter { pass.elements[$0] == nil }
        let past = (pass.projection.sequences[root] ?? []).filter(isKnown).union(own).subtracting([current]).sorted()
        var last = past.isEmpty ? [] : [SQLStatement(Self.lastIdentity(ofTables: past))]
        if let together = lastIdentity(of: table) { last.append(together) }
        if last.isEmpty { return [] }
        let name = SQLText.quoted(current)
        let statements = [
            SQLStatement(
                "INSERT INTO sqlite_sequence (name, seq) SELECT \(name), 0 "
                    + "WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = \(name))"
            ),
            SQLStatement(
                "UPDATE sqlite_sequence SET seq = max(\((["seq"] + last.map(\.sql)).joined(separator: ", "))) "
                    + "WHERE name = \(name)",
                last.flatMap(\.arguments)
            ),
        ]
        return statements.map { .continueIdentities(of: table.name, $0) }
    }

    /// Returns the steps that keep the last identities of tables that go, under names of their own: SQLite forgets the sequence of
    /// a table that it drops.
    func rememberIdentities() -> [MigrationStep] {
        goneSequences.map { name, past in
            let last = Self.lastIdentity(ofTables: past)
            let text = SQLText.quoted(Self.rememberedName(name))
            let sql = "INSERT INTO sqlite_sequence (name, seq) SELECT \(text), \(last) WHERE \(last) > 0"
            return .rememberIdentity(of: name, SQLStatement(sql))
        }
    }

    /// Returns the steps that forget the last identities of tables that are there again.
    func forgetIdentities(_ strategies: [TableStrategy]) -> [MigrationStep] {
        // Renaming a table renames its sequence, whether or not there is one of that name.
        let renamed = strategies.filter { strategy in
            let current = drafts[strategy.table.name] ?? strategy.older?.name ?? strategy.table.name
            return strategy.table.identity != nil && current != strategy.table.name && isRemembered(strategy.table.name)
        }
        return renamed.map { .rememberIdentity(of: $0.table.name, Self.forget($0.table.name)) }
    }

    /// Returns the steps that give the last identities of tables that are gone the names of these tables.
    func renameRememberedIdentities() -> [MigrationStep] {
        goneSequences.flatMap { name, _ -> [MigrationStep] in
            let sql =
                "UPDATE sqlite_sequence SET name = \(SQLText.quoted(name)) "
                + "WHERE name = \(SQLText.quoted(Self.rememberedName(name)))"
            return ((isRemembered(name) ? [Self.forget(name)] : []) + [SQLStatement(sql)])
                .map { .rememberIdentity(of: name, $0) }
        }
    }

    /// The tables that are gone afterwards, with the older tables whose identities they had.
    private var goneSequences: [(name: String, past: [String])] {
        pass.projection.goneSequences.sorted { $0.key < $1.key }
            .map { ($0.key, $0.value.filter(isKnown).sorted()) }
            .filter { !$1.isEmpty && pass.target.table($0) == nil }
    }

    /// Whether the store has a sequence of a name before the pass.
    private func isKnown(_ table: String) -> Bool { pass.source.table(table) != nil || isRemembered(table) }

    private func isRemembered(_ table: String) -> Bool { live.rememberedSequences.contains(table) }

    private static func rememberedName(_ table: String) -> String { "apus_gone_\(table)" }

    private static func forget(_ table: String) -> SQLStatement {
        SQLStatement("DELETE FROM sqlite_sequence WHERE name = \(SQLText.quoted(table))")
    }

    private static func lastIdentity(ofTables names: [String]) -> String {
        let texts = Set(names).sorted().map(SQLText.quoted).joined(separator: ", ")
        return "COALESCE((SELECT max(seq) FROM sqlite_sequence WHERE name IN (\(texts))), 0)"
    }

    /// Returns the last identity in a table whose objects come from several hierarchies: theirs follow each other.
    private mutating func lastIdentity(of table: Table) -> SQLStatement? {
        guard case .hierarchy(let root) = table.origin, let groups = pass.projection.identities[root],
            groups.count > 1 || groups.joined().contains(where: { pass.isOfElements($0.extent) })
        else { return nil }
        let last = expressions.lastIdentity(after: groups)
        return SQLStatement("CAST(min(\(last.sql), \(Int64.max)) AS INTEGER)", last.arguments)
    }

    /// Makes the step that copies rows of an older table into another one.
    ///
    /// - Parameters:
    ///   - source: The rows.
    ///   - table: The newer table.
    ///   - name: The current name of the table that becomes it.
    ///   - columns: The current names of its columns, if it is older than the pass. Conflict clauses of constraints that
    ///     were added to it by hand are overridden.
    /// - Returns: The step.
    mutating func copy(
        _ source: TableProjection.Source,
        to table: Table,
        named name: String,
        columns: [String: String] = [:]
    ) -> MigrationStep {
        let values: [SQLStatement] = table.columns.indices.map { expressions.value(at: $0, of: source, in: table) }
        let condition = expressions.condition(of: source)
        var sql =
            "INSERT \(columns.isEmpty ? "" : "OR ABORT ")INTO \(SQLText.name(name)) (\(SQLText.names(table.columns.map { columns[$0.name] ?? $0.name })))"
            + " SELECT \(values.map(\.sql).joined(separator: ", ")) FROM \(expressions.name(of: source.table)) AS source"
        let arguments = values.flatMap(\.arguments) + (condition?.arguments ?? [])
        guard let identity = source.table.identity?.name, expressions.foundRows(of: source) == nil else {
            if let condition { sql += " WHERE \(condition.sql)" }
            return .copyRows(into: table.name, SQLStatement(sql, arguments), inRangesOf: nil)
        }
        let ranges = RowRanges(table: source.table.name, identity: identity)
        let all = SQLStatement(sql, arguments).inRanges(of: ranges, where: condition?.sql)
        return .copyRows(
            into: table.name,
            SQLStatement("\(all.sql) ORDER BY \(ranges.key)", all.arguments),
            inRangesOf: ranges
        )
    }
}

extension TableStrategy {
    /// The columns that continue an older column, with its name. If two continue the same one, only the first counts.
    func keptColumns(_ graph: ExpressionGraph) -> [(column: Column, from: String)] {
        var used: Set<String> = []
        return zip(table.columns, columns).compactMap { column, id in
            guard let name = olderName(of: column, id, graph), used.insert(name).inserted else { return nil }
            return (column, name)
        }
    }

    private func olderName(of column: Column, _ id: ExpressionGraph.ID, _ graph: ExpressionGraph) -> String? {
        guard let older, let transition else { return nil }
        if column.field == .entity { return older.entity?.name }
        let part: TableProjection.Part? = transition.source.parts.first { transition.owns(column, $0) }
        if let lookup = column.lookup {
            let before = graph.lookupColumn(id, of: SourceRow(older, part?.older))
            return before?.lookup == lookup ? before?.name : nil
        }
        if graph[id].value == .derived { return transition.derived(before: column, part?.older)?.name }
        return graph.mainField(id).flatMap { SourceRow(older, part?.older).column(of: $0)?.name }
    }

    /// The columns that continue no older one, with the value of all rows; null for one that is computed.
    func addedColumns(_ graph: ExpressionGraph) -> [(column: Column, value: StoredValue)] {
        let kept = Set(keptColumns(graph).map(\.column.name))
        return zip(table.columns, columns).filter { !kept.contains($0.0.name) }
            .map { ($0, $0.stored(graph[$1].constant ?? .null)) }
    }

    /// The older columns that no newer column continues.
    func goneColumns(_ graph: ExpressionGraph) -> [Column] {
        let kept = Set(keptColumns(graph).map(\.from))
        return (older?.columns ?? []).filter { !kept.contains($0.name) }
    }
}

extension TablePass {
    /// The live indexes of an older table that the newer one does not have.
    func goneIndexes(of strategy: TableStrategy, in live: LiveCatalogue) -> [LiveTable.Index] {
        guard let older = strategy.older, let table = live.table(older.name) else { return [] }
        let wanted = Set(continuedIndexes(strategy).compactMap { $0 })
        return older.indexes.filter { !wanted.contains($0) }.compactMap { table.index(like: $0, of: older) }
    }
}

extension ExpressionGraph {
    /// The key whose references an expression keeps, with the identities that their objects have afterwards, those of objects of
    /// which one stays for several included.
    func keptReference(_ id: ID) -> Field? {
        if let field = mainField(id) { return field }
        switch self[id].value {
        case .lookup(let lookup):
            let isKept =
                lookup.choice == .known
                && lookup.rows.allSatisfy { field($0.key) == .identity && isIdentity($0.value) }
            return isKept ? keptReference(lookup.key) : nil
        case .required(let inner, _), .reference(let inner, _): return keptReference(inner)
        case .computed(.coalesced(let values)):
            guard case .leaf(let inner)? = values.first else { return nil }
            return keptReference(inner)
        case .computed(.conditional(_, .leaf, .conditional(_, .constant(.null), .leaf(let inner)))):
            return keptReference(inner)
        default: return nil
        }
    }

    /// Whether a value over a row is the identity that its object has afterwards, or that of the one that stays for it, rather than
    /// that of another object that it refers to.
    private func isIdentity(_ id: ID) -> Bool {
        switch self[id].value {
        case .field(let field): field == .identity
        case .required(let inner, _), .reference(let inner, _), .stored(let inner, _): isIdentity(inner)
        case .computed(let expression): expression.containsLeaf(where: isIdentity)
        case .lookup(let lookup):
            // Objects are one by their values, and others by references.
            ([lookup.key] + lookup.rows.map(\.key)).allSatisfy { !isReference($0) }
                && lookup.rows.allSatisfy { isIdentity($0.value) }
        case .uuid, .now, .rowNumber, .largest, .derived: false
        }
    }

    /// Whether an expression has identities of objects that get others than the older ones had.
    func isRenumbered(_ id: ID) -> Bool {
        switch self[id].value {
        case .largest: true
        case .required(let inner, _), .reference(let inner, _), .stored(let inner, _): isRenumbered(inner)
        case .computed(let expression): expression.containsLeaf(where: isRenumbered)
        case .lookup(let lookup): isRenumbered(lookup.key) || lookup.rows.contains { isRenumbered($0.value) }
        case .field, .uuid, .now, .rowNumber, .derived: false
        }
    }

    /// Whether a value is the identity that the object of the row itself has afterwards.
    private func isOwnIdentity(_ id: ID) -> Bool {
        if case .lookup = self[id].value { false } else { isIdentity(id) }
    }

    /// The field with the identity of an object that an expression refers to: a key, or that of the row itself.
    func referredField(_ id: ID) -> Field? { keptReference(id) ?? (isIdentity(id) ? .identity : nil) }

    private func isReference(_ id: ID) -> Bool {
        switch keptReference(id) {
        case .key?, .source?, .target?: true
        default: false
        }
    }

    /// The field whose values an expression keeps in a column, possibly converted.
    func keptField(_ id: ID, in column: Column) -> Field? {
        // What is computed from its own older value continues that; an identity is another one then.
        let isOwn = column.field != .identity && fields(of: id).contains(column.field)
        let own = isOwn ? column.field : nil
        if let field = mainField(id) ?? storedField(id) ?? own { return field }
        let reference = column.references == nil ? nil : keptReference(id)
        // A reference to what the row itself becomes is a new one.
        return column.isKey && reference == .identity ? nil : reference
    }

    /// The look-up of a reference that another row has: the one that relates an object to the row itself, by its identity.
    func movedReferences(_ id: ID) -> Lookup? {
        switch self[id].value {
        case .lookup(let lookup): isOwnIdentity(lookup.key) ? lookup : nil
        case .required(let inner, _), .reference(let inner, _),
            .computed(.conditional(_, .leaf(let inner), .constant(.null))):
            movedReferences(inner)
        default: nil
        }
    }

    /// The field whose values an expression keeps as another type stores them.
    func storedField(_ id: ID) -> Field? {
        if case .stored(let inner, _) = self[id].value { mainField(inner) } else { nil }
    }

    /// The field whose values an expression keeps, possibly converted or with a fallback.
    func mainField(_ id: ID) -> Field? {
        switch self[id].value {
        case .field(let field): field
        case .required(let inner, _), .reference(let inner, _): mainField(inner)
        case .computed(.converted(.leaf(let inner), _)), .computed(.recoded(.leaf(let inner), _)): mainField(inner)
        case .computed(.coalesced(let values)):
            // An expression of a mapping has other values in it.
            if case .leaf(let inner)? = values.first, case .leaf? = values.last { mainField(inner) } else { nil }
        case .computed, .stored, .uuid, .now, .rowNumber, .largest, .lookup, .derived: nil
        }
    }
}
