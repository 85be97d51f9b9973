import ApusMigration
import ApusSchema

/// A pass in terms of tables and columns: the projection's extents and fields, mapped to the layouts.
struct TablePass {
    /// The projection.
    let projection: Projection
    /// The older tables.
    let source: Layout
    /// The tables of elements of lists, which statements make for themselves, by name.
    private(set) var elements: [String: (table: Table, rows: ElementRows)] = [:]
    /// The newer tables.
    let target: Layout
    /// The projection of each newer table, in the layout's order.
    let tables: [TableProjection]
    /// The newer table that continues each older one, by name.
    private(set) var successors: [String: String] = [:]
    /// The projection's expressions, and additional ones for tables.
    let graph: ExpressionGraph
    /// The strategy for each newer table, in the layout's order, and the older tables that are dropped.
    private(set) var strategies: (tables: [TableStrategy], dropped: [Table]) = ([], [])
    /// The newer tables whose rows are copied, by name.
    private(set) var copied: Set<String> = []
    /// The rule for choosing strategies.
    let rule: TableStrategy.Rule
    /// The columns that can be edited in the store's catalogue.
    let editable: EditableColumns
    /// Whether the pass leaves work for later.
    let defersWork: Bool
    /// The indexes that it leaves for later.
    private(set) var deferredIndexes: Set<DeferredIndex> = []
    /// The derived columns whose values are kept.
    private(set) var derivations: KeptDerivations?
    /// The derived attributes that the pass computes for existing rows, in dependency order.
    private(set) var computedDerivations: [(table: Table, derivation: Table.Derivation)] = []
    /// Their columns, by table.
    private(set) var computedColumns: [String: Set<String>] = [:]

    /// The code in Swift that runs before or after the pass; `nil` if there is none.
    let swift: SwiftStage?
    /// The pass that changes nothing, and asserts what this one does of the objects as its code has left them; `nil` if there is
    /// no code, or nothing to assert.
    let afterCode: Plan.Pass?
    /// The states before and after the pass.
    let states: (source: StoreState, target: StoreState)

    /// The properties of the newer unique constraints about whose equal objects the mapping has a line, by entity.
    let reducedConstraints: [String: [Set<String>]]

    /// Lowers a pass to tables.
    ///
    /// - Parameters:
    ///   - pass: The pass.
    ///   - rule: The rule for choosing strategies.
    ///   - editable: The columns that can be edited in the store's catalogue, if the store is known.
    ///   - defersWork: Whether the pass leaves work for later, which the store allows.
    init(
        _ pass: Plan.Pass,
        rule: TableStrategy.Rule = .cheapest,
        editable: EditableColumns = .none,
        defersWork: Bool = false
    ) {
        self.rule = rule
        self.defersWork = defersWork
        self.editable = editable
        projection = pass.projection
        reducedConstraints = pass.reducedConstraints
        swift = pass.swift
        afterCode = pass.swift == nil || pass.projection.assertions.isEmpty ? nil : pass.afterCode
        states = (pass.source, pass.target)
        source = pass.source.layout
        target = pass.target.layout
        for rows in pass.projection.elements { elements[rows.name] = (rows.table, rows) }
        var lowering = TableLowering(projection: pass.projection, older: source, elements: elements.mapValues(\.table))
        tables = target.tables.map { lowering.projection(of: $0) }
        graph = lowering.graph
        // Which tables can be added to depends on which older tables continue, and the other way round.
        var appending =
            rule == .rebuild
            ? [] : Set(tables.filter { $0.continued(graph, source) != nil && $0.sources.count > 1 }.map(\.table.name))
        while true {
            successors = Self.successors(
                tables.filter { $0.sources.count == 1 || appending.contains($0.table.name) },
                graph,
                source
            )
            strategies = makeStrategies(appending)
            let refused = refusedAppends(appending)
            if refused.isEmpty { break }
            appending.subtract(refused)
        }
        copied = Set(strategies.tables.filter(\.copiesRows).map(\.table.name))
        derivations = KeptDerivations(self, strategies.tables)
        let filled = Set(strategies.tables.filter { $0.way != .create }.map(\.table.name))
        computedDerivations = target.derivationsInOrder.filter { table, derivation in
            filled.contains(table.name) && derivations?.column(derivation.column, of: table.name) == nil
        }
        for (table, derivation) in computedDerivations {
            computedColumns[table.name, default: []].insert(derivation.column)
        }
        deferredIndexes = findDeferredIndexes()
    }

    /// If several newer tables are filled from an older one, the successor is the one that keeps most of its columns.
    private static func successors(
        _ tables: [TableProjection],
        _ graph: ExpressionGraph,
        _ older: Layout
    ) -> [String: String] {
        // A table that has no other rows comes before one to which those of others are added.
        var successors: [String: (table: String, isSole: Bool, score: Int)] = [:]
        for projection in tables {
            guard let source = projection.continued(graph, older) else { continue }
            let score: Int = source.parts.reduce(0) { sum, part in
                sum + zip(projection.table.columns, part.values).count { graph.field($1) == $0.field }
            }
            let isSole = projection.sources.count == 1
            let isBetter =
                successors[source.table.name].map { isSole == $0.isSole ? score > $0.score : isSole } ?? true
            if isBetter { successors[source.table.name] = (projection.table.name, isSole, score) }
        }
        return successors.mapValues(\.table)
    }

    /// Whether a value may be the bytes of a text, or a text made of bytes: SQLite's casts between the two use the
    /// store's encoding, while files, data and constants are in UTF-8.
    var needsBytesOfTexts: Bool {
        let copied = strategies.tables.filter(\.copiesRows)
        let columns = copied.flatMap { strategy in ([strategy.table] + strategy.sources.map(\.table)).flatMap(\.columns)
        }
        if columns.contains(where: { $0.isExternal && $0.type.storage == .text }) { return true }
        return graph.contains { node in
            switch node.value {
            case .computed(.constant(.text(let text))): text.utf8.contains(0)
            case .computed(.converted): node.type.storage == .blob
            case .computed(let expression): expression.computesTexts
            default: false
            }
        }
    }

    /// The rows of an older extent.
    func row(of extent: Extent.Name, named name: String = "source") -> SourceRow? {
        (source.table(holding: extent) ?? extent.entity.flatMap { elements[$0]?.table }).map {
            SourceRow($0, extent.entity, named: name)
        }
    }

    /// Whether the rows are elements of lists.
    func isOfElements(_ extent: Extent.Name) -> Bool { extent.entity.map { elements[$0] != nil } == true }

    /// The older tables of some concrete entities, each with those that it stores, in the layout's order.
    func tables(of entities: [String]) -> [(table: Table, entities: [String])] {
        let wanted = Set(entities)
        return source.tables.compactMap { table in
            let own: [String] = table.concreteEntities.filter(wanted.contains)
            return own.isEmpty ? nil : (table, own)
        } + entities.compactMap { name in elements[name].map { ($0.table, [name]) } }
    }
}

extension Extent.Name {
    /// The entity of the objects; `nil` for a join table.
    var entity: String? {
        if case .objects(let entity) = self { entity } else { nil }
    }
}

/// Maps a projection's extents to tables.
private struct TableLowering {
    let projection: Projection
    let older: Layout
    let elements: [String: Table]
    var graph: ExpressionGraph

    init(projection: Projection, older: Layout, elements: [String: Table]) {
        self.projection = projection
        self.older = older
        self.elements = elements
        graph = projection.graph
    }

    mutating func projection(of table: Table) -> TableProjection {
        var groups: [(table: Table, parts: [TableProjection.Part], entities: Set<String?>)] = []
        for name in table.extents {
            guard let extent = projection.extents[name] else { continue }
            let indexes = Dictionary(
                extent.extent.members.enumerated().map { ($1.field, $0) },
                uniquingKeysWith: { first, _ in first }
            )
            for source in extent.sources {
                guard
                    let older = older.table(holding: source.extent)
                        ?? source.extent.entity.flatMap({ elements[$0] })
                else { continue }
                let part = TableProjection.Part(
                    older: source.extent.entity,
                    newer: name.entity,
                    conditions: source.conditions,
                    values: table.columns.map { column in
                        value(of: column, in: table, extent: name, source: source, indexes: indexes, older: older)
                    },
                    branches: source.branches
                )
                // A scan of a table returns each of its rows only once.
                let group = groups.firstIndex { group in
                    group.table.name == older.name && !group.entities.contains(part.older)
                }
                if let group {
                    groups[group].parts.append(part)
                    groups[group].entities.insert(part.older)
                } else {
                    groups.append((older, [part], [part.older]))
                }
            }
        }
        return TableProjection(
            table: table,
            sources: groups.map { TableProjection.Source(table: $0.table, parts: $0.parts) }
        )
    }

    private mutating func value(
        of column: Column,
        in table: Table,
        extent: Extent.Name,
        source: Projection.Source,
        indexes: [Field: Int],
        older: Table
    ) -> ExpressionGraph.ID {
        if column.field == .entity {
            let entity = extent.entity ?? ""
            let isKept = source.extent.entity == entity && older.entity != nil
            return isKept
                ? graph.field(.entity, .string, isNullable: false) : graph.literal(.text(entity), .string)
        }
        // The column may belong to another entity, even if this one has a field with the same name.
        let isOwn = extent.entity.map { table.column(of: column.field, in: $0)?.name == column.name } ?? true
        // Lookups follow from the values, whose expression stands for them.
        let member: Field = if case .lookup(let path) = column.field { .attribute(path) } else { column.field }
        guard isOwn, let index = indexes[member] else { return graph.literal(.null, column.type) }
        return source.values[index]
    }
}
