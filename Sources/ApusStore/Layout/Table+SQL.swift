import ApusSchema

extension Table {
    /// The statement that makes the table, without its indexes.
    ///
    /// - Parameters:
    ///   - name: Another name than the table's own, for a table that takes its place later.
    ///   - present: Gives the name that a table has, which is referred to, where that is another as yet.
    /// - Returns: The statement.
    func createStatement(named name: String? = nil, referringTo present: (String) -> String = { $0 }) -> SQLStatement {
        var lines: [String] = columns.map { "  " + $0.definition(referringTo: present) }
        var options: String = "STRICT"
        if isJoinTable {
            let pair: [String] = columns.filter { [.source, .target].contains($0.field) }.map(\.name)
            lines.append("  PRIMARY KEY (\(SQLText.names(pair)))")
            options += ", WITHOUT ROWID"
        }
        return SQLStatement(
            "CREATE TABLE \(SQLText.name(name ?? self.name)) (\n\(lines.joined(separator: ",\n"))\n) \(options)"
        )
    }
}

extension Column {
    /// The column as `CREATE TABLE` and `ADD COLUMN` say it, without a default.
    ///
    /// - Parameter present: Gives the name that a table has, which is referred to, where that is another as yet.
    /// - Returns: The definition.
    func definition(referringTo present: (String) -> String = { $0 }) -> String {
        if field == .identity { return "\(SQLText.name(name)) INTEGER PRIMARY KEY AUTOINCREMENT" }
        var text: String = "\(SQLText.name(name)) \(storage.rawValue)"
        if !isNullable { text += " NOT NULL" }
        if let references, let farIdentity {
            // Deferred, so that a transaction may write the two ends in any order; what becomes of the far end when a
            // row is deleted is the runtime's to decide.
            text += " REFERENCES \(SQLText.name(present(references))) (\(SQLText.name(farIdentity)))"
            text += " DEFERRABLE INITIALLY DEFERRED"
        }
        return text
    }
}
