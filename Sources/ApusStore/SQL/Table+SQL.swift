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
        if case .link = origin {
            lines.append("  PRIMARY KEY (\(SQLText.names(["source", "target"])))")
            options += ", WITHOUT ROWID"
        }
        return SQLStatement(
            "CREATE TABLE \(SQLText.name(name ?? self.name)) (\n\(lines.joined(separator: ",\n"))\n) \(options)"
        )
    }

    /// The statement that makes one of the table's indexes.
    func createStatement(of index: Index, named name: String) -> SQLStatement {
        SQLStatement(
            "CREATE \(index.isUnique ? "UNIQUE " : "")INDEX \(SQLText.name(name)) "
                + "ON \(SQLText.name(self.name)) (\(SQLText.names(index.columns)))"
        )
    }

    /// The name that an index of the table is given when it is made, unless that is taken.
    func indexName(_ index: Index) -> String {
        (["apus_index", name] + index.columns).joined(separator: "_")
    }
}

extension Column {
    /// The column as `CREATE TABLE` and `ADD COLUMN` say it, without a default.
    ///
    /// - Parameter present: Gives the name that a table has, which is referred to, where that is another as yet.
    /// - Returns: The definition.
    func definition(referringTo present: (String) -> String = { $0 }) -> String {
        if field == .identity { return "\(SQLText.name(name)) INTEGER PRIMARY KEY AUTOINCREMENT" }
        var text: String = "\(SQLText.name(name)) \(type.storage.rawValue)"
        if !isNullable { text += " NOT NULL" }
        if let references {
            // Deferred, so that a transaction may write the two ends in any order; what becomes of the far end when a
            // row is deleted is the runtime's to decide.
            text += " REFERENCES \(SQLText.name(present(references))) (\(SQLText.name(Column.identityName)))"
            text += " DEFERRABLE INITIALLY DEFERRED"
        }
        return text
    }
}
