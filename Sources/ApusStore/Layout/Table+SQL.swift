import ApusSchema

extension Table {
    /// The statement that creates the table, without its indexes.
    ///
    /// - Parameters:
    ///   - name: The name of a draft that replaces the table later; `nil` for the table's own name.
    ///   - isTemporary: Whether it is a temporary table.
    ///   - present: Returns the current names of a table that is referred to and of its identity.
    /// - Returns: The statement.
    func createStatement(
        named name: String? = nil,
        isTemporary: Bool = false,
        referringTo present: (_ table: String, _ identity: String) -> (String, String) = { ($0, $1) }
    ) -> SQLStatement {
        var lines: [String] = columns.map { "  " + $0.definition(isTemporary: isTemporary, referringTo: present) }
        var options = "STRICT"
        if isJoinTable {
            let pair: [String] = columns.filter { [.source, .target].contains($0.field) }.map(\.name)
            lines.append("  PRIMARY KEY (\(SQLText.names(pair)))")
            options += ", WITHOUT ROWID"
        }
        return SQLStatement(
            "CREATE\(isTemporary ? " TEMP" : "") TABLE \(SQLText.name(name ?? self.name)) (\n\(lines.joined(separator: ",\n"))\n) \(options)"
        )
    }
}

extension Column {
    /// The column's definition for `CREATE TABLE` and `ADD COLUMN`, without a default.
    ///
    /// - Parameters:
    ///   - isTemporary: Whether the table is temporary. It has no sequence then: SQLite would look for all sequences in those of
    ///     temporary tables.
    ///   - present: Returns the current names of a table that is referred to and of its identity.
    /// - Returns: The definition.
    func definition(
        isTemporary: Bool = false,
        referringTo present: (_ table: String, _ identity: String) -> (String, String) = { ($0, $1) }
    ) -> String {
        if field == .identity {
            return "\(SQLText.name(name)) INTEGER PRIMARY KEY\(isTemporary ? "" : " AUTOINCREMENT")"
        }
        var text = "\(SQLText.name(name)) \(storage.rawValue)"
        if !isNullable { text += " NOT NULL" }
        if let references, let farIdentity {
            // Deferred, so that a transaction may write the two ends in any order. The runtime applies the delete
            // rules.
            let (table, identity) = present(references, farIdentity)
            text += " REFERENCES \(SQLText.name(table)) (\(SQLText.name(identity)))"
            text += " DEFERRABLE INITIALLY DEFERRED"
        }
        return text
    }
}
