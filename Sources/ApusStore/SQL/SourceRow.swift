import ApusMigration
import ApusSchema

/// A row of an older table as a statement reads it.
struct SourceRow: Hashable {
    /// The table.
    let table: Table
    /// The entity of the object that the row is; `nil` of a pair.
    let entity: String?
    /// The row's name in the statement. Columns always have it in front, so that no other table's column of that name
    /// can be meant.
    let name: String

    init(_ table: Table, _ entity: String?, named name: String = "source") {
        self.table = table
        self.entity = entity
        self.name = name
    }

    /// The column that holds a field of the row, or `nil`.
    func column(of field: Field) -> Column? {
        entity.map { table.column(of: field, in: $0) } ?? table.column(of: field)
    }

    /// The row's identity, as SQL.
    var identity: String { sql(table.identity?.name ?? Column.identityName) }

    /// A column's value, as SQL.
    func sql(_ column: String) -> String { "\(name).\(SQLText.name(column))" }

    /// What tells the rows of some kinds from others of the table, as SQL; `nil` where the table has no others.
    static func condition(_ entities: [String], in table: Table, named name: String) -> String? {
        guard let column = table.entity, !table.concreteEntities.allSatisfy(entities.contains) else { return nil }
        return Self.condition(entities, column, named: name)
    }

    /// The same, where a row of no kind that the model knows is not to be taken for one.
    static func strictCondition(_ entities: [String], in table: Table, named name: String) -> String? {
        table.entity.map { Self.condition(entities, $0, named: name) }
    }

    private static func condition(_ entities: [String], _ column: Column, named name: String) -> String {
        let texts: [String] = entities.map(SQLText.quoted)
        let value: String = "\(name).\(SQLText.name(column.name))"
        return texts.count == 1 ? "\(value) = \(texts[0])" : "\(value) IN (\(texts.joined(separator: ", ")))"
    }
}
