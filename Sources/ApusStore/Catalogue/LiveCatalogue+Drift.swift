import ApusSchema

extension LiveCatalogue {
    /// How the live tables differ from a layout. Names of indexes and the order of columns do not count.
    func drift(from layout: Layout) -> [Drift] {
        var drifts: [Drift] = []
        for table in layout.tables {
            guard let live = self.table(table.name), live.name == table.name else {
                drifts.append(.missingTable(table.name))
                continue
            }
            drifts += live.drift(from: table)
        }
        let known: Set<String> = Set(layout.tables.map { $0.name.folded })
        for table in tables.values.sorted(by: { $0.name < $1.name }) {
            if !known.contains(table.name.folded), !StoreFormat.isOwnTable(table.name) {
                drifts.append(.extraTable(table.name))
            }
        }
        drifts += virtualTables.sorted { $0.name < $1.name }.map { .extraTable($0.name) }
        drifts += programs.sorted { $0.name < $1.name }.map { .extraProgram(type: $0.type, name: $0.name) }
        return drifts
    }
}

extension LiveTable {
    /// How the table differs from what a layout says.
    func drift(from table: Table) -> [Drift] {
        var drifts: [Drift] = []
        for column in table.columns {
            guard let live = self.column(column.name) else {
                drifts.append(.missingColumn(table: table.name, column: column.name))
                continue
            }
            let expected: String = Self.summary(column, in: table)
            if live.summary != expected {
                drifts.append(
                    .changedColumn(table: table.name, column: column.name, expected: expected, found: live.summary)
                )
            }
            if let references = column.references,
                !foreignKeys.contains(where: { $0.column == column.name && $0.table == references })
            {
                drifts.append(.missingForeignKey(table: table.name, column: column.name, references: references))
            }
        }
        for index in table.indexes where self.index(like: index, of: table) == nil {
            drifts.append(.missingIndex(table: table.name, columns: index.columns, isUnique: index.isUnique))
        }
        for live in columns where table.column(live.name) == nil {
            drifts.append(.extraColumn(table: table.name, column: live.name))
        }
        let text = TableText(sql)
        drifts += text.clauses(missingFor: table).map { .missingClause(table: table.name, clause: $0) }
        // Where something is missing, the text differs for that already.
        if drifts.allSatisfy(\.isExtra) {
            drifts += text.clauses(beyond: table).map { .extraClause(table: table.name, clause: $0) }
        }
        return drifts
    }

    /// The live index that serves as the one of a layout: its columns are its identity, not its name.
    func index(like index: Table.Index, of table: Table) -> Index? {
        let alike: [Index] = indexes.filter { $0.isSame(as: index, of: table) }
        // Of two that are alike, the other was made by hand.
        return alike.first { StoreFormat.isOwnIndex($0.name) } ?? alike.first
    }

    private static func summary(_ column: ApusSchema.Column, in table: Table) -> String {
        let isKey: Bool = [.identity, .source, .target].contains(column.field)
        // SQLite reports an integer primary key, which is never null, as one that may be.
        let isRequired: Bool = !column.isNullable && column.field != .identity
        return Column(
            name: column.name,
            type: column.storage.rawValue,
            isRequired: isRequired,
            isPrimaryKey: isKey,
            isGenerated: false
        ).summary
    }
}

extension LiveTable.Column {
    /// The column in a few words, for comparison and messages.
    var summary: String {
        [
            type.uppercased(), isRequired ? "NOT NULL" : nil, isPrimaryKey ? "PRIMARY KEY" : nil,
            isGenerated ? "GENERATED" : nil,
        ]
        .compactMap { $0 }.joined(separator: " ")
    }
}
