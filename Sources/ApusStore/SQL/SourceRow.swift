import ApusMigration
import ApusSchema

/// A row of an older table in a statement.
struct SourceRow: Hashable {
    /// The table.
    let table: Table
    /// The entity of the row's object; `nil` in a join table, or if the entity does not matter.
    let entity: String?
    /// The row's alias in the statement. It qualifies all columns, so that they cannot refer to another table's column
    /// with the same name.
    let name: String

    init(_ table: Table, _ entity: String?, named name: String = "source") {
        self.table = table
        self.entity = entity
        self.name = name
    }

    /// The column that stores a field of the row, or `nil`.
    func column(of field: Field) -> Column? {
        entity.map { table.column(of: field, in: $0) } ?? table.column(of: field)
    }

    /// The row's identity, as SQL.
    var identity: String { sql(table.identity?.name ?? Column.identityName) }

    /// What no other row of the table has, as SQL: the identity, or both ends of a pair.
    var keys: [String] {
        let ends = table.columns.filter { $0.field == .source || $0.field == .target }
        return ends.isEmpty ? [identity] : ends.map { sql($0.name) }
    }

    /// A column's value, as SQL.
    func sql(_ column: String) -> String { "\(name).\(SQLText.name(column))" }

    /// The condition that a row belongs to one of some entities, as SQL; `nil` if the table has no other entities.
    static func condition(_ entities: [String], in table: Table, named name: String) -> String? {
        guard let column = table.entity, !Set(entities).isSuperset(of: table.concreteEntities) else { return nil }
        return Self.condition(entities, column, named: name)
    }

    /// The same condition, also if the table has no other entities: it excludes rows of entities unknown to the model.
    static func strictCondition(_ entities: [String], in table: Table, named name: String) -> String? {
        table.entity.map { Self.condition(entities, $0, named: name) }
    }

    /// The condition that the entity in a column is one of some.
    static func condition(_ entities: [String], _ column: Column, named name: String) -> String {
        let texts: [String] = entities.map(SQLText.quoted)
        let value = "\(name).\(SQLText.name(column.name))"
        return texts.count == 1 ? "\(value) = \(texts[0])" : "\(value) IN (\(texts.joined(separator: ", ")))"
    }
}
