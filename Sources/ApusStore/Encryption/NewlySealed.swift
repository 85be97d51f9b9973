import ApusMigration
import ApusSchema

/// The attributes whose values a migration encrypts that were not encrypted before, by all names that they have in its passes.
struct NewlySealed {
    private var found: [(table: Table, attribute: String)] = []
    private let tables: [Table]

    init(_ passes: [TablePass]) {
        tables = passes.flatMap { $0.source.tables + $0.target.tables }
        guard let source = passes.first?.source, let target = passes.last?.target, !target.keyNames.isEmpty else {
            return
        }
        let flows = passes.map { (layout: $0.source, reads: ColumnFlow($0).reads) }
        for table in target.tables {
            for column in table.columns where column.seal != nil {
                var current: Set<FileColumn> = [FileColumn(table: table.name, column: column.name)]
                var names = Self.names(of: current, in: target)
                for flow in flows.reversed() {
                    var before: Set<FileColumn> = []
                    for name in current { before.formUnion(flow.reads[name] ?? []) }
                    current = before
                    names += Self.names(of: current, in: flow.layout)
                }
                // What is set aside of an attribute that was encrypted before is from before that.
                let isSealed = current.allSatisfy { source.table($0.table)?.column($0.column)?.seal != nil }
                if current.isEmpty || !isSealed { found += names }
            }
        }
    }

    private static func names(of columns: Set<FileColumn>, in layout: Layout) -> [(table: Table, attribute: String)] {
        columns.compactMap { name -> (table: Table, attribute: String)? in
            guard let table = layout.table(name.table),
                let path = table.column(name.column)?.attribute
            else { return nil }
            return (table: table, attribute: path.joined(separator: "."))
        }
    }

    /// Whether one of them is, or was, the attribute at a path such as `Person.home.city`.
    ///
    /// An entity that no pass knows has had another name in the meantime: any of them with the attribute's name may be it.
    func covers(_ path: String) -> Bool {
        let parts = path.split(separator: ".", maxSplits: 1).map(String.init)
        guard parts.count == 2 else { return false }
        let (entity, attribute) = (parts[0], parts[1])
        let isKnown = tables.contains { $0.holds(entity) }
        return found.contains { $0.attribute == attribute && (!isKnown || $0.table.holds(entity)) }
    }
}
