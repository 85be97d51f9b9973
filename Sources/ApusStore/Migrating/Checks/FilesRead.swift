import ApusMigration
import ApusSchema

/// The columns of external values whose files a pass reads, because an expression computes with what is in them.
///
/// A value that stays in its file is not read, nor is one that only has to be there.
struct FilesRead {
    private let pass: TablePass
    private(set) var columns: Set<FileColumn> = []
    /// The encrypted columns whose values the pass decrypts.
    private(set) var sealed: Set<FileColumn> = []
    private var seen: Set<Visit> = []
    private var waiting: [(id: ExpressionGraph.ID, row: SourceRow)] = []

    /// An expression over the rows of one entity in a table.
    private struct Visit: Hashable {
        let id: ExpressionGraph.ID
        let table: String
        let entity: String?
    }

    init(_ pass: TablePass) {
        self.pass = pass
        guard pass.source.tables.contains(where: { $0.columns.contains { $0.isExternal || $0.seal != nil } }) else {
            return
        }
        for strategy in pass.strategies.tables {
            for source in strategy.sources {
                for part in source.parts { add(part, of: SourceRow(source.table, part.older), in: strategy.table) }
            }
        }
        for check in pass.projection.checks {
            add(check.extent, present: check.conditions + [check.expression])
        }
        for aside in pass.projection.asides {
            add(aside.extent, present: aside.conditions, values: [aside.identity] + aside.values.map(\.value))
        }
        for assertion in pass.projection.assertions {
            for rows in assertion.rows {
                add(rows.extent, present: rows.conditions, values: rows.value.map { [$0] } ?? [])
            }
        }
        for source in pass.projection.elements.flatMap(\.sources) {
            add([source.rows])
            switch source {
            case .texts(let rows, let list): add(rows.extent, values: [list])
            case .objects(let rows, let element, let order): add(rows.extent, values: [element, order])
            }
        }
        while let next = waiting.popLast() { visit(next.id, next.row) }
    }

    private mutating func add(_ part: TableProjection.Part, of row: SourceRow, in newer: Table) {
        for id in part.conditions { add(present: id, row) }
        for (index, (column, id)) in zip(newer.columns, part.values).enumerated() {
            // The name of the file is taken over, or the encrypted value, or its lookup.
            let isTakenOver =
                if column.lookup != nil {
                    part.takenOver(index, in: newer, pass.graph, over: row) != nil
                } else if column.seal == nil {
                    column.isExternal && pass.graph.sealedColumn(id, of: row) == nil
                } else {
                    part.takenOver(index, in: newer, pass.graph, over: row).map { column.isExternal || !$0.isExternal }
                        == true
                }
            if isTakenOver { add(present: id, row) } else { waiting.append((id, row)) }
        }
    }

    private mutating func add(_ rows: [ObjectRows]) {
        for rows in rows { add(rows.extent, present: rows.conditions, values: [rows.identity] + rows.groups) }
    }

    private mutating func add(
        _ extent: Extent.Name,
        present: [ExpressionGraph.ID] = [],
        values: [ExpressionGraph.ID] = []
    ) {
        guard let row = pass.row(of: extent) else { return }
        for id in present { add(present: id, row) }
        waiting += values.map { ($0, row) }
    }

    /// Adds an expression of which only matters whether it has a value, unless it is an external or an encrypted value.
    private mutating func add(present id: ExpressionGraph.ID, _ row: SourceRow) {
        if pass.graph.externalColumn(id, of: row) == nil, pass.graph.sealedColumn(id, of: row) == nil {
            waiting.append((id, row))
        }
    }

    private mutating func visit(_ id: ExpressionGraph.ID, _ row: SourceRow) {
        // Stages that are composed share values.
        guard seen.insert(Visit(id: id, table: row.table.name, entity: row.entity)).inserted else { return }
        switch pass.graph[id].value {
        case .field(let field):
            guard let column = row.column(of: field) else { return }
            let name = FileColumn(table: row.table.name, column: column.name)
            if column.isExternal { columns.insert(name) }
            if column.seal != nil { sealed.insert(name) }
        case .computed(let expression): waiting += expression.leaves.map { ($0, row) }
        case .required(let inner, _), .stored(let inner, _), .reference(let inner, _), .uuid(_, let inner):
            waiting.append((inner, row))
        case .rowNumber(let identity, let rows):
            waiting.append((identity, row))
            add(rows)
        case .largest(let rows): add(rows)
        case .lookup(let lookup):
            waiting += ([lookup.key] + lookup.furtherKeys).map { ($0, row) }
            for rows in lookup.rows {
                add(
                    rows.extent,
                    present: rows.conditions,
                    values: [rows.key, rows.value] + rows.furtherKeys + rows.ranks
                )
            }
        case .now, .derived: break
        }
    }
}

extension ExpressionGraph {
    /// The column of external values whose value an expression returns unchanged; `nil` if there is none.
    func externalColumn(_ id: ID, of row: SourceRow) -> Column? {
        plainField(id).flatMap { row.column(of: $0) }.flatMap { $0.isExternal ? $0 : nil }
    }
}
