import ApusSchema
import GRDB

extension SeedLoading {
    /// Adds the loaded pairs of join tables that no row of the data mentions any more: a list that is left out stays as it is. To
    /// remove them, a file gives the list without them, on either side.
    ///
    /// - Parameters:
    ///   - canonical: The rows as the store has them.
    ///   - records: The record of each row.
    ///   - leaving: The objects that are deleted, by the roots of their hierarchies and their keys: a pair must not keep them.
    ///   - rows: The rows as the files give them.
    ///   - references: Their references.
    ///   - schema: The schema.
    /// - Returns: The rows.
    static func rows(
        _ canonical: [SeedRows.Row],
        withPairsOf records: [SeedLoadRecord?],
        leaving: Set<[String]>,
        _ rows: [SeedRows.Row],
        _ references: SeedReferences,
        _ schema: Schema
    ) -> [SeedRows.Row] {
        var canonical = canonical
        for (index, record) in records.enumerated() {
            guard let record, let older = try? SeedRows.Texts(json: record.content), !older.references.isEmpty,
                let entity = schema.entity(record.entity)
            else { continue }
            for (name, keys) in older.references where rows[index].references[name] == nil {
                guard let (owner, relationship) = schema.relationship(name, of: entity),
                    let stored = schema.references(of: relationship, in: owner), stored.usesJoinTable
                else { continue }
                let root = schema.root(of: relationship.destination)
                let given = Set(canonical[index].references[name] ?? [])
                let rest = keys.filter { key in
                    if given.contains(key) || leaving.contains([root, key]) { return false }
                    guard let inverse = stored.inverse?.property, let other = references.indices[root]?[key] else {
                        return true
                    }
                    return rows[other].references[inverse] == nil
                }
                if !rest.isEmpty { canonical[index].references[name, default: []] += rest }
            }
        }
        return canonical
    }

    /// Inserts the rows of join tables that connect a new row with one that is there.
    mutating func insertPairs() throws {
        for (path, pairs) in references.pairs.sorted(by: { $0.key < $1.key }) {
            guard let table = layout.table(of: .joinTable(path)) else { continue }
            for (rank, pair) in pairs.enumerated() {
                switch (statuses[pair.source], statuses[pair.target]) {
                case (.gone, _), (_, .gone), (.waiting, _), (_, .waiting), (.present, .present): continue
                case (.new(let source), _):
                    guard let target = statuses[pair.target].identity else { continue }
                    try insert(
                        source,
                        target,
                        rank,
                        into: table,
                        isSourceNew: true,
                        isTargetNew: statuses[pair.target] == .new(target)
                    )
                case (.present(let source), .new(let target)):
                    try insert(source, target, rank, into: table, isSourceNew: false, isTargetNew: true)
                }
            }
        }
    }

    /// Inserts a row of a join table, behind the objects that lists already have.
    mutating func insert(
        _ source: Int64,
        _ target: Int64,
        _ rank: Int,
        into table: SeedTable,
        isSourceNew: Bool,
        isTargetNew: Bool
    ) throws {
        guard let sourceColumn = table.column(of: .source), let targetColumn = table.column(of: .target) else { return }
        var columns = [sourceColumn.name, targetColumn.name]
        var values: [StoredValue] = [.integer(source), .integer(target)]
        if let order = table.column(of: .targetOrderKey) {
            columns.append(order.name)
            let key =
                try isSourceNew
                ? Int64(rank) * Layout.placeGap : nextOrderKey(order, where: sourceColumn, is: source, in: table)
            values.append(.integer(key))
        }
        if let order = table.column(of: .sourceOrderKey) {
            columns.append(order.name)
            let key = try nextOrderKey(order, where: targetColumn, is: target, in: table, isNew: isTargetNew)
            values.append(.integer(key))
        }
        let marks = columns.map { _ in "?" }.joined(separator: ", ")
        let sql = """
            INSERT INTO \(SQLText.name(table.name)) (\(SQLText.names(columns))) VALUES (\(marks)) ON CONFLICT DO NOTHING
            """
        try db.cachedStatement(sql: sql).execute(arguments: StatementArguments(values))
    }

    /// The order key behind the last one of a list: 0 if it is empty. The list is searched once, and not at all if it is that of
    /// a new row: a store has no index over all lists.
    mutating func nextOrderKey(
        _ order: SeedColumn,
        where key: SeedColumn,
        is owner: Int64,
        in table: SeedTable,
        isNew: Bool = false
    ) throws -> Int64 {
        let list = OrderedList(table: table.name, column: key.name, owner: owner)
        let sql = """
            SELECT max(\(SQLText.name(order.name))) FROM \(SQLText.name(table.name)) WHERE \(SQLText.name(key.name)) = ?
            """
        let last =
            try lastOrderKeys[list]
            ?? (isNew ? nil : Int64.fetchOne(db.cachedStatement(sql: sql), arguments: [owner])) ?? -Layout.placeGap
        lastOrderKeys[list] = last &+ Layout.placeGap
        return last &+ Layout.placeGap
    }
}
