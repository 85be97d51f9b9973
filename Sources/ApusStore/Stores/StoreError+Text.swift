extension StoreError.Reason {
    /// The reason that one of Apus' own tables has another definition, so that a migration could not write to it.
    static func changedTable(_ name: String) -> Self { .failedCheck("the table '\(name)' is not as Apus makes it") }
}

extension StoreError.Metadata: CustomStringConvertible {
    /// What is wrong.
    public var description: String {
        switch self {
        case .noModel: "it contains no model"
        case .noTable(let name): "there is no table '\(name)'"
        case .noColumn(let name, let table): "the table '\(table)' has no column '\(name)'"
        case .sharedTable(let name, let models):
            "the models \(models.map { "'\($0)'" }.joined(separator: " and ")) share the table '\(name)'"
        case .otherKey(let name): "the primary key of the table '\(name)' is not the one that Apus made"
        case .fullLog: "'apus_log' has no number left for the next entry"
        case .fullGeneration: "'apus_model' has no number left for the next generation"
        case .version(let text): "'\(text)' is not a version"
        case .schema(let problem): "this Apus cannot read its schema (\(problem))"
        case .value(let problem): problem
        }
    }
}

extension StoreError.Loss: CustomStringConvertible {
    /// The object or content that would be lost.
    public var description: String {
        switch self {
        case .clause(let clause, let table): "'\(clause)' of table '\(table)'"
        case .column(let column): "column '\(column)'"
        case .trigger(let name, let table): "trigger '\(name)' of table '\(table)'"
        case .updateTrigger(let name, let column): "trigger '\(name)', which fires on updates of '\(column)'"
        case .tableIndex(let name, let table): "index '\(name)' of table '\(table)'"
        case .index(let name, let column): "index '\(name)', which uses '\(column)'"
        case .target(let target, let key): "'\(target)', which the foreign key '\(key)' refers to"
        case .references(let rows, let table):
            rows == 1
                ? "an object that 1 row of table '\(table)' refers to"
                : "objects that \(rows) rows of table '\(table)' refer to"
        case .content(let table, let reader): "the content of virtual table '\(reader)', which is table '\(table)'"
        case .readColumn(let column, let reader): "the content of virtual table '\(reader)', which reads '\(column)'"
        case .takenName(let name): "'\(name)', whose name the new version needs"
        case .reservedName(let name, let table):
            "trigger '\(name)' of table '\(table)', whose name begins like those of Apus' own triggers"
        case .takenColumn(let column): "column '\(column)', whose name the new version needs"
        }
    }
}
