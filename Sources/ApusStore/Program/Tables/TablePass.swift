import ApusMigration
import ApusSchema

/// A pass over a store's tables: what the projection says of extents and fields, said of tables and columns.
struct TablePass {
    /// The projection.
    let projection: Projection
    /// The older tables.
    let source: Layout
    /// The newer tables.
    let target: Layout
    /// How each newer table is made, in the layout's order.
    let tables: [TableProjection]
    /// The newer table that each older one goes on as.
    let heirs: [String: String]
    /// The projection's expressions, and those that tables need besides.
    let graph: ExpressionGraph
    /// How each newer table is made, in the layout's order, and the older tables that go.
    private(set) var strategies: (tables: [TableStrategy], dropped: [Table]) = ([], [])
    /// How freely ways are chosen.
    let rule: TableStrategy.Rule
    /// What may be said otherwise in the store's catalogue.
    let editable: EditableColumns
    /// The computed columns whose values are taken over.
    private(set) var derivations: CarriedDerivations?

    /// Lowers a pass.
    ///
    /// - Parameters:
    ///   - pass: The pass.
    ///   - rule: How freely ways are chosen.
    ///   - editable: What may be said otherwise in the store's catalogue, where the store is known.
    init(_ pass: Plan.Pass, rule: TableStrategy.Rule = .cheapest, editable: EditableColumns = .none) {
        self.rule = rule
        self.editable = editable
        projection = pass.projection
        source = pass.source.layout
        target = pass.target.layout
        var lowering = TableLowering(projection: pass.projection, older: source)
        tables = target.tables.map { lowering.projection(of: $0) }
        graph = lowering.graph
        heirs = Self.heirs(tables, lowering.graph)
        strategies = makeStrategies()
        derivations = CarriedDerivations(self, strategies.tables)
    }

    /// Of several newer tables that are made from an older one, the one goes on that takes most of it as it is.
    private static func heirs(_ tables: [TableProjection], _ graph: ExpressionGraph) -> [String: String] {
        var heirs: [String: (table: String, score: Int)] = [:]
        for projection in tables {
            guard let only = projection.sources.first, projection.sources.count == 1,
                only.table.isPairs == projection.table.isPairs
            else { continue }
            let score: Int = only.parts.reduce(0) { sum, part in
                sum + zip(projection.table.columns, part.values).count { graph.field($1) == $0.field }
            }
            if heirs[only.table.name].map({ score > $0.score }) ?? true {
                heirs[only.table.name] = (projection.table.name, score)
            }
        }
        return heirs.mapValues(\.table)
    }

    /// The rows of an older extent.
    func row(of extent: Extent.Name, named name: String = "source") -> SourceRow? {
        source.table(holding: extent).map { SourceRow($0, extent.kind, named: name) }
    }

    /// The older tables of some kinds of objects, with those kinds that each has; in the layout's order.
    func tables(of kinds: [String]) -> [(table: Table, kinds: [String])] {
        source.tables.compactMap { table in
            let own: [String] = table.kinds.filter(kinds.contains)
            return own.isEmpty ? nil : (table, own)
        }
    }
}

extension Extent.Name {
    /// The entity of the objects; `nil` of pairs.
    var kind: String? {
        if case .objects(let entity) = self { entity } else { nil }
    }
}

/// Says of tables what a projection says of extents.
private struct TableLowering {
    let projection: Projection
    let older: Layout
    var graph: ExpressionGraph

    init(projection: Projection, older: Layout) {
        self.projection = projection
        self.older = older
        graph = projection.graph
    }

    mutating func projection(of table: Table) -> TableProjection {
        var groups: [(table: Table, parts: [TableProjection.Part])] = []
        for name in table.extents {
            guard let extent = projection.extents[name] else { continue }
            let places: [Field: Int] = Dictionary(
                extent.extent.members.enumerated().map { ($1.field, $0) },
                uniquingKeysWith: { first, _ in first }
            )
            for source in extent.sources {
                guard let older = older.table(holding: source.extent) else { continue }
                let part = TableProjection.Part(
                    older: source.extent.kind,
                    newer: name.kind,
                    conditions: source.conditions,
                    values: table.columns.map { value(of: $0, in: table, name, source, places, older) }
                )
                // One reading of a table gives each of its rows once.
                let place: Int? = groups.firstIndex { group in
                    group.table.name == older.name && !group.parts.contains { $0.older == part.older }
                }
                if let place { groups[place].parts.append(part) } else { groups.append((older, [part])) }
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
        _ extent: Extent.Name,
        _ source: Projection.Source,
        _ places: [Field: Int],
        _ older: Table
    ) -> ExpressionGraph.ID {
        if column.field == .entity {
            let kind: String = extent.kind ?? ""
            let isKept: Bool = source.extent.kind == kind && older.entity != nil
            return isKept
                ? graph.field(.entity, .string, isNullable: false) : graph.literal(.text(kind), .string)
        }
        // Another kind's column: a field of that name may be there, but it is kept elsewhere.
        let isOwn: Bool = extent.kind.map { table.column(of: column.field, in: $0)?.name == column.name } ?? true
        guard isOwn, let place = places[column.field] else { return graph.literal(.null, column.type) }
        return source.values[place]
    }
}
