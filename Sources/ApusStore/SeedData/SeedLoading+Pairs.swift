import ApusSchema
import GRDB

extension SeedLoading {
    /// Inserts the rows of join tables that connect a new row with one that is there.
    func insertPairs() throws {
        for (path, pairs) in references.pairs.sorted(by: { $0.key < $1.key }) {
            guard let table = layout.table(of: .joinTable(path)) else { continue }
            for (rank, pair) in pairs.enumerated() {
                switch (statuses[pair.source], statuses[pair.target]) {
                case (.gone, _), (_, .gone), (.present, .present): continue
                case (.new(let source), _):
                    guard let target = statuses[pair.target].identity else { continue }
                    try insert(source, target, rank, into: table, isSourceNew: true)
                case (.present(let source), .new(let target)):
                    try insert(source, target, rank, into: table, isSourceNew: false)
                }
            }
        }
    }

    /// Inserts a row of a join table, behind the objects that lists already have.
    func insert(_ source: Int64, _ target: Int64, _ rank: Int, into table: SeedTable, isSourceNew: Bool) throws {
        guard let sourceColumn = table.column(of: .source), let targetColumn = table.column(of: .target) else { return }
        var columns = [sourceColumn.name, targetColumn.name]
        var values: [StoredValue] = [.integer(source), .integer(target)]
        if let order = table.column(of: .targetOrderKey) {
            columns.append(order.name)
            let last = try isSourceNew ? nil : lastOrderKey(order, where: sourceColumn, is: source, in: table)
            values.append(.integer(last.map { $0 + Layout.placeGap } ?? Int64(rank) * Layout.placeGap))
        }
        if let order = table.column(of: .sourceOrderKey) {
            columns.append(order.name)
            let last = try lastOrderKey(order, where: targetColumn, is: target, in: table)
            values.append(.integer(last + Layout.placeGap))
        }
        let marks = columns.map { _ in "?" }.joined(separator: ", ")
        let sql = """
            INSERT INTO \(SQLText.name(table.name)) (\(SQLText.names(columns))) VALUES (\(marks)) ON CONFLICT DO NOTHING
            """
        try db.cachedStatement(sql: sql).execute(arguments: StatementArguments(values))
    }
}
