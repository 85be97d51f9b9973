import ApusSchema

extension LiveTable {
    /// Whether something was added by hand to a table that a statement makes.
    func hasAdditions(to statement: String) -> Bool { !SQLTokens.isSame(sql, statement) || !indexes.isEmpty }

    /// The differences between the table and a layout's table.
    func differences(from table: Table) -> [StoreDifference] {
        let expected = table.createStatement().sql
        // The usual case, a table as Apus created it, needs no tokenizing.
        if sql == expected { return indexDifferences(from: table) }
        var differences = columnDifferences(from: table)
        differences += indexDifferences(from: table)
        for live in columns where table.column(live.name) == nil {
            differences.append(
                StoreDifference(.extraColumn(table: table.name, column: live.name), found: definition(of: live.name))
            )
        }
        let (text, usual) = (TableText(sql), TableText(expected))
        differences += text.clauses(missingFrom: usual).map { clause in
            StoreDifference(.missingClause(table: table.name, clause: clause), expected: expected, found: sql)
        }
        // If something is missing, the text differs because of that.
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
            let summary = Self.summary(column)
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
            // Without a column, a foreign key refers to the primary key.
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
        // An index with the name of a missing one was changed.
        let changed = Dictionary(
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

    /// The index that corresponds to a layout's index: it is identified by its columns, not its name.
    func index(like index: Table.Index, of table: Table) -> Index? { indexesByKey[table.key(of: index)] }

    /// The text of a column's definition, with the name quoted.
    private func definition(of column: String) -> String? {
        TableText(sql).definitions.first { $0.first?.text?.folded == column.folded }.map { tokens in
            ([SQLText.name(column)] + tokens.dropFirst().map(\.sql)).joined(separator: " ")
        }
    }

    private static func summary(_ column: ApusSchema.Column) -> String {
        let isKey = [.identity, .source, .target].contains(column.field)
        // SQLite reports an integer primary key as nullable, although it is never null.
        let isRequired = !column.isNullable && column.field != .identity
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
    /// A short description of the column, for comparison and messages.
    var summary: String {
        [
            type.uppercased(), isRequired ? "NOT NULL" : nil, isPrimaryKey ? "PRIMARY KEY" : nil,
            isGenerated ? "GENERATED" : nil,
        ]
        .compactMap { $0 }.joined(separator: " ")
    }
}

extension Table {
    /// The columns or expressions of an index, for messages.
    fileprivate func shownElements(of index: Index) -> [String] {
        index.isPlain ? index.columns : [String(definition(of: index).dropFirst().dropLast())]
    }
}
