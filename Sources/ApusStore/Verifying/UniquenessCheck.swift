import ApusSchema
import GRDB

/// Counts duplicates if a unique index is missing; otherwise the index prevents them.
enum UniquenessCheck {
    /// The rows of a table that duplicate an earlier row in the columns of an index.
    static func found(in table: Table, by index: Table.Index, _ db: Database) throws -> Verification.BadValues? {
        guard index.isUnique, let identity = table.identity?.name ?? table.columns.first?.name else { return nil }
        let terms = index.columns.map(SQLText.name)
        guard terms.count == index.elements.count else { return nil }
        let conditions: [String] =
            terms.map { "\($0) IS NOT NULL" } + [table.condition(index.entities, index.predicate)].compactMap { $0 }
        let groups: [Row] = try Row.fetchAll(
            db,
            sql: """
                SELECT count(*) - 1, min(\(SQLText.name(identity))) FROM \(SQLText.name(table.name))
                WHERE \(conditions.joined(separator: " AND "))
                GROUP BY \(terms.joined(separator: ", ")) HAVING count(*) > 1
                """
        )
        guard !groups.isEmpty else { return nil }
        return Verification.BadValues(
            table: table.name,
            column: index.columns.joined(separator: ", "),
            count: try groups.reduce(0) { try $0 + $1.decode(Int.self, atIndex: 0) },
            problem: "not unique",
            rows: groups.prefix(RowCheck.exampleLimit).map { "\($0.databaseValues.last?.storage.value ?? "")" }
        )
    }
}
