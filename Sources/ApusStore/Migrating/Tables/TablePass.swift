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

    /// Lowers a pass.
    ///
    /// - Parameter pass: A pass between schemas that stores carry, so that each extent has a table of its own.
    init(_ pass: Plan.Pass) {
        let projection: Projection = pass.projection
        let source = Layout(pass.source)
        let olderTables: [Extent.Name: Table] = Dictionary(
            source.tables.flatMap { table in table.extents.map { ($0, table) } },
            uniquingKeysWith: { first, _ in first }
        )
        self.projection = projection
        self.source = source
        target = Layout(pass.target)
        let tables: [TableProjection] = target.tables.map { table in
            guard let name = table.extents.first, let extent = projection.extents[name] else {
                return TableProjection(table: table, sources: [])
            }
            let places: [Field: Int] = Dictionary(
                extent.extent.members.enumerated().map { ($1.field, $0) },
                uniquingKeysWith: { first, _ in first }
            )
            let sources: [TableProjection.Source] = extent.sources.compactMap { source in
                olderTables[source.extent].map { older in
                    TableProjection.Source(
                        table: older,
                        conditions: source.conditions,
                        values: table.columns.compactMap { places[$0.field].map { source.values[$0] } }
                    )
                }
            }
            return TableProjection(table: table, sources: sources)
        }
        self.tables = tables
        heirs = Self.heirs(tables, projection.graph)
    }

    /// Of several newer tables that are made from an older one, the one goes on that takes most of it as it is.
    private static func heirs(_ tables: [TableProjection], _ graph: ExpressionGraph) -> [String: String] {
        var heirs: [String: (table: String, score: Int)] = [:]
        for projection in tables {
            guard let only = projection.sources.first, projection.sources.count == 1,
                only.table.isPairs == projection.table.isPairs
            else { continue }
            let score: Int = zip(projection.table.columns, only.values).count { graph.field($1) == $0.field }
            if heirs[only.table.name].map({ score > $0.score }) ?? true {
                heirs[only.table.name] = (projection.table.name, score)
            }
        }
        return heirs.mapValues(\.table)
    }

    /// The expressions.
    var graph: ExpressionGraph { projection.graph }

    /// The older table of an extent.
    func olderTable(of extent: Extent.Name) -> Table? {
        source.table(holding: extent)
    }
}
