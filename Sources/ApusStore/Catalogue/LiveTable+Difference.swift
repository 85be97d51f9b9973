import ApusSchema

extension LiveTable {
    /// How the table differs from what a layout says.
    func differences(from table: Table) -> [StoreDifference] {
        let expected: String = table.createStatement().sql
        // As Apus made it, which is the rule: then the texts need not be read.
        if sql == expected { return indexDifferences(from: table) }
        var differences: [StoreDifference] = columnDifferences(from: table)
        differences += indexDifferences(from: table)
        for live in columns where table.column(live.name) == nil {
            differences.append(
                StoreDifference(.extraColumn(table: table.name, column: live.name), found: definition(of: live.name))
            )
        }
        let (text, usual): (TableText, TableText) = (TableText(sql), TableText(expected))
        differences += text.clauses(missingFrom: usual).map { clause in
            StoreDifference(.missingClause(table: table.name, clause: clause), expected: expected, found: sql)
        }
        // Where something is missing, the text differs for that already.
        if differences.allSatisfy(\.drift.isExtra) {
            differences += text.clauses(beyond: usual).map { clause in
                StoreDifference(.extraClause(table: table.name, clause: clause), found: clause)
            }
        }
        return differences
    }

    private func columnDifferences(from table: Table) -> [StoreDifference] {
        var differences: [StoreDifference] = []
        for column in table.columns {
            guard let live = self.column(column.name) else {
                differences.append(
                    StoreDifference(
                        .missingColumn(table: table.name, column: column.name),
                        expected: column.definition()
                    )
                )
                continue
            }
            let summary: String = Self.summary(column)
            if live.summary != summary {
                differences.append(
                    StoreDifference(
                        .changedColumn(table: table.name, column: column.name, expected: summary, found: live.summary),
                        expected: column.definition(),
                        found: definition(of: live.name)
                    )
                )
            }
            if let references = column.references, !hasKey(of: column) {
                differences.append(
                    StoreDifference(
                        .missingForeignKey(table: table.name, column: column.name, references: references),
                        expected: column.definition(),
                        found: definition(of: live.name)
                    )
                )
            }
        }
        return differences
    }

    private func hasKey(of column: ApusSchema.Column) -> Bool {
        foreignKeys.contains { key in
            // Without a column, a key leads to the primary key.
            key.column == column.name && key.table == column.references
                && (key.target == nil || key.target?.folded == column.farIdentity?.folded)
        }
    }

    private func indexDifferences(from table: Table) -> [StoreDifference] {
        var missing: [(index: Table.Index, name: String)] = []
        var used: Set<String> = []
        for index in table.indexes {
            if let live = self.index(like: index, of: table) {
                used.insert(live.name)
            } else {
                missing.append((index, table.indexName(index)))
            }
        }
        // What has the name of one that is missing was changed.
        let changed: [String: Index] = Dictionary(
            indexes.filter { live in !used.contains(live.name) && missing.contains { $0.name == live.name } }
                .map { ($0.name, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        let differences: [StoreDifference] = missing.map { index, name in
            StoreDifference(
                .missingIndex(table: table.name, columns: table.shownElements(of: index), isUnique: index.isUnique),
                expected: table.createStatement(of: index, named: name).sql,
                found: changed[name]?.sql
            )
        }
        let extra: [Index] = indexes.filter { !used.contains($0.name) && changed[$0.name] == nil }
        return differences + extra.map { StoreDifference(.extraIndex(table: table.name, name: $0.name), found: $0.sql) }
    }

    /// The live index that serves as the one of a layout: what it is over is its identity, not its name.
    func index(like index: Table.Index, of table: Table) -> Index? {
        let alike: [Index] = indexes.filter { $0.isSame(as: index, of: table) }
        // Of two that are alike, the other was made by hand.
        return alike.first { StoreFormat.isOwnIndex($0.name) } ?? alike.first
    }

    /// The text of a column's definition, the name in quotes.
    private func definition(of column: String) -> String? {
        TableText(sql).definitions.first { $0.first?.text?.folded == column.folded }.map { tokens in
            ([SQLText.name(column)] + tokens.dropFirst().map(\.sql)).joined(separator: " ")
        }
    }

    private static func summary(_ column: ApusSchema.Column) -> String {
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

extension Table {
    /// What an index is over, for people.
    fileprivate func shownElements(of index: Index) -> [String] {
        index.isPlain ? index.columns : [String(definition(of: index).dropFirst().dropLast())]
    }
}
