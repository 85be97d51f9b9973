public import ApusSchema

/// How the tables of a newer schema are made from those of an older one: where each table's rows come from and, for
/// each column, an expression over the older row.
///
/// Appending a stage substitutes expressions, so the projection over many stages reads and writes each table at most
/// once and gives what the stages would have given one after the other.
public struct Projection: Hashable, Sendable {
    /// How one table is made.
    public struct TableProjection: Hashable, Sendable {
        /// The newer table.
        public let table: Table
        /// Where its rows come from.
        public let rows: Rows
    }

    /// Where a table's rows come from.
    public enum Rows: Hashable, Sendable {
        /// From nowhere: the table starts empty.
        case none
        /// One from each row of an older table; one expression a column, in the newer table's order.
        case from(String, columns: [ExpressionGraph.ID])
    }

    /// The older tables.
    public let source: Layout

    /// The newer tables, in their layout's order.
    public private(set) var tables: [TableProjection]

    /// The expressions.
    public private(set) var graph: ExpressionGraph

    /// The projection that leaves every table as it is.
    public init(identity layout: Layout) {
        var graph = ExpressionGraph()
        self.source = layout
        self.tables = layout.tables.map { table in
            let columns: [ExpressionGraph.ID] = table.columns.map { column in
                graph.column(column.name, isNullable: column.isNullable)
            }
            return TableProjection(table: table, rows: .from(table.name, columns: columns))
        }
        self.graph = graph
    }

    /// Goes one stage further.
    ///
    /// - Parameter stage: A stage without refusals whose older schema this projection's newer tables hold.
    public mutating func append(_ stage: Stage) {
        let layout = Layout(stage.new)
        let before: [Table.Origin: TableProjection] = Dictionary(
            tables.map { ($0.table.origin, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        tables = layout.tables.map { table in
            let older: TableProjection? = stage.olderOrigin(of: table).flatMap { before[$0] }
            return TableProjection(table: table, rows: rows(of: table, from: older, stage: stage))
        }
    }

    private mutating func rows(of table: Table, from older: TableProjection?, stage: Stage) -> Rows {
        guard let older, case .from(let name, let expressions) = older.rows else { return .none }
        let values: [Column.Origin: ExpressionGraph.ID] = Dictionary(
            zip(older.table.columns.map(\.origin), expressions),
            uniquingKeysWith: { first, _ in first }
        )
        let columns: [ExpressionGraph.ID] = table.columns.map { column in
            value(of: column, in: table, values: values, older: older.table, stage: stage)
        }
        return .from(name, columns: columns)
    }

    private mutating func value(
        of column: Column,
        in table: Table,
        values: [Column.Origin: ExpressionGraph.ID],
        older: Table,
        stage: Stage
    ) -> ExpressionGraph.ID {
        let origin: Column.Origin? = stage.olderOrigin(of: column, in: table)
        guard let origin, let value = values[origin], let before = older.column(of: origin) else {
            return graph.literal(stage.defaultValue(of: column, in: table))
        }
        let widened: ExpressionGraph.ID = graph.widened(value, from: before.type, to: column.type)
        // Only where the attribute becomes required: an optional one keeps its nulls whatever its default.
        guard before.isNullable, !column.isNullable else { return widened }
        let fallback: ExpressionGraph.ID = graph.literal(stage.defaultValue(of: column, in: table))
        return graph.coalesced(widened, fallback)
    }
}
