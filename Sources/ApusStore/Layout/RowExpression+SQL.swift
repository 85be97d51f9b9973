import ApusSchema

extension RowExpression {
    /// The value as SQL.
    ///
    /// - Parameter row: The row's name in the statement; `nil` in an index, where columns are not qualified.
    /// - Returns: The text.
    func sql(of row: String? = nil) -> String {
        SQLiteDialect.portable.sql(self) { SQLText.column($0, of: row) }
    }
}

extension RowCondition {
    /// The condition as SQL.
    ///
    /// - Parameter row: The row's name in the statement; `nil` in an index, where columns are not qualified.
    /// - Returns: The text.
    func sql(of row: String? = nil) -> String {
        SQLiteDialect.portable.sql(of: self) { SQLText.column($0, of: row) }
    }
}

extension Table {
    /// The condition that a row is of one of some concrete entities and satisfies a predicate; `nil` if every row does.
    func condition(_ entities: [String]?, _ predicate: RowCondition? = nil, of row: String? = nil) -> String? {
        var parts: [String] = []
        if let entities, let entity {
            let name = SQLText.column(entity.name, of: row)
            // For one entity, `=` avoids the list of `IN`, which each statement would build again.
            parts.append(
                entities.count == 1
                    ? "\(name) = \(SQLText.quoted(entities[0]))"
                    : "\(name) IN (\(entities.map(SQLText.quoted).joined(separator: ", ")))"
            )
        }
        if let predicate { parts.append("(\(predicate.sql(of: row)))") }
        return parts.isEmpty ? nil : parts.joined(separator: " AND ")
    }
}
