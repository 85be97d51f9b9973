import ApusMigration
import ApusSchema

/// The older columns that a pass makes the values of newer columns from. Only columns of attributes count: identities and keys are
/// no values that are encrypted.
struct ColumnFlow {
    /// The older columns, by the newer one.
    private(set) var reads: [FileColumn: Set<FileColumn>] = [:]

    init(_ pass: TablePass) {
        let read = ColumnsRead(pass)
        for projection in pass.tables {
            let columns = projection.table.columns
            for source in projection.sources {
                for part in source.parts {
                    let row = SourceRow(source.table, part.older)
                    for (column, value) in zip(columns, part.values) where column.attribute != nil {
                        let older = read.columns(of: value, over: row)
                        if older.isEmpty { continue }
                        reads[FileColumn(table: projection.table.name, column: column.name), default: []]
                            .formUnion(older)
                    }
                }
            }
        }
    }
}

/// Finds the columns of attributes whose values an expression is computed from, in its own row and in others.
struct ColumnsRead {
    private let pass: TablePass

    init(_ pass: TablePass) { self.pass = pass }

    /// An expression over the rows of one entity in a table.
    private struct Visit: Hashable {
        let id: ExpressionGraph.ID
        let table: String
        let entity: String?
    }

    /// Returns the columns.
    func columns(of id: ExpressionGraph.ID, over row: SourceRow) -> Set<FileColumn> {
        var found: Set<FileColumn> = []
        var seen: Set<Visit> = []
        var waiting: [(id: ExpressionGraph.ID, row: SourceRow)] = [(id, row)]
        while let next = waiting.popLast() {
            let visit = Visit(id: next.id, table: next.row.table.name, entity: next.row.entity)
            guard seen.insert(visit).inserted else { continue }
            switch pass.graph[next.id].value {
            case .field(let field):
                guard let column = next.row.column(of: field), column.attribute != nil else { continue }
                if let entity = next.row.entity, let elements = pass.elements[entity]?.rows {
                    // An element has been a part of a value of the object with the list.
                    waiting += listed(in: elements)
                } else {
                    found.insert(FileColumn(table: next.row.table.name, column: column.name))
                }
            case .computed(let expression): for leaf in expression.leaves { waiting.append((leaf, next.row)) }
            case .required(let inner, _), .stored(let inner, _), .reference(let inner, _):
                waiting.append((inner, next.row))
            case .lookup(let lookup):
                for key in [lookup.key] + lookup.furtherKeys { waiting.append((key, next.row)) }
                for rows in lookup.rows {
                    guard let other = pass.row(of: rows.extent) else { continue }
                    for value in [rows.key, rows.value] + rows.furtherKeys + rows.ranks {
                        waiting.append((value, other))
                    }
                }
            case .rowNumber, .largest, .uuid, .now, .derived: break
            }
        }
        return found
    }

    /// The expressions of the elements of lists.
    private func listed(in elements: ElementRows) -> [(id: ExpressionGraph.ID, row: SourceRow)] {
        elements.sources.compactMap { source -> (id: ExpressionGraph.ID, row: SourceRow)? in
            switch source {
            case .texts(let rows, let list): pass.row(of: rows.extent).map { (id: list, row: $0) }
            case .objects(let rows, let element, _): pass.row(of: rows.extent).map { (id: element, row: $0) }
            }
        }
    }
}

extension Column {
    /// The path of the attribute, down to the innermost part of a composite; `nil` if the column holds neither values of one nor their
    /// lookups.
    var attribute: [String]? {
        switch field {
        case .attribute(let path), .lookup(let path): path
        default: nil
        }
    }
}
