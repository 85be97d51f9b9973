import ApusSchema

/// How many objects the relationships may lead to whose references stand in other rows than the object's own.
struct CountChecks {
    let schema: Schema
    let layout: Layout

    /// Whether the table of that name can be read as the layout says.
    let isReadable: (String) -> Bool

    /// The checks that every object of a table leads to as many others as its relationships say.
    func checks(of table: Table) -> [RowCheck] {
        guard let identity = table.identity else { return [] }
        return schema.entities.filter { layout.table(ofEntity: $0.name) == table }.flatMap { entity in
            entity.relationships.flatMap { relationship -> [RowCheck] in
                guard let keys = keys(of: relationship, in: entity), isReadable(keys.table.name) else { return [] }
                let isOne: [String] = [table.condition(table.kinds(of: entity.name), of: RowCheck.row)].compactMap {
                    $0
                }
                return broken(relationship, keys, identity.name).map { problem, condition in
                    RowCheck(table, identity.name, problem, where: (isOne + [condition]).joined(separator: " AND "))
                }
            }
        }
    }

    /// The column whose values are the identities of the objects that lead somewhere, once for each that they lead to;
    /// `nil` where an object's own row says where it leads to.
    func keys(of relationship: Relationship, in entity: Entity) -> (table: Table, column: Column)? {
        guard let references = schema.references(of: relationship, in: entity) else { return nil }
        let isHolder: Bool = references.holder == ElementPath(entity.name, relationship.name)
        if references.isPairs {
            let table: Table? = layout.table(holding: .pairs(references.holder))
            return table.flatMap { table in
                table.column(of: isHolder ? .source : .target).map { (table, $0) }
            }
        }
        let holder: ElementPath = references.holder
        return isHolder
            ? nil
            : layout.table(ofEntity: holder.entity).flatMap { table in
                table.column(of: .key(holder.property ?? ""), in: holder.entity).map { (table, $0) }
            }
    }

    /// What is wrong with an object that leads nowhere.
    static func leadingNowhere(_ relationship: Relationship) -> String {
        "leading nowhere by '\(relationship.name)', which is required"
    }

    /// What may be wrong, and the condition on a row that tells. Each inner query is answered once for all rows.
    func broken(
        _ relationship: Relationship,
        _ keys: (table: Table, column: Column),
        _ identity: String
    ) -> [(problem: String, condition: String)] {
        let name: String = relationship.name
        let here: String = SQLText.column(identity, of: RowCheck.row)
        let key: String = SQLText.name(keys.column.name)
        let all: String = "SELECT \(key) FROM \(SQLText.name(keys.table.name)) WHERE \(key) IS NOT NULL"
        func counted(_ condition: String) -> String {
            "\(here) IN (\(all) GROUP BY \(key) HAVING count(*) \(condition))"
        }
        var broken: [(problem: String, condition: String)] = []
        if !relationship.isOptional {
            broken.append((Self.leadingNowhere(relationship), "\(here) NOT IN (\(all))"))
        }
        guard relationship.isToMany else { return broken }
        if let least = relationship.minimumModelCount, least > 1 {
            broken.append(("leading to fewer than \(least) objects by '\(name)'", counted("< \(least)")))
        }
        if let most = relationship.maximumModelCount, most > 0 {
            broken.append(("leading to more than \(most) objects by '\(name)'", counted("> \(most)")))
        }
        return broken
    }
}
