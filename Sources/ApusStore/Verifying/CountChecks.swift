import ApusSchema

/// Checks the number of related objects, for relationships whose references are not in the object's own row.
struct CountChecks {
    let schema: Schema
    let layout: Layout

    /// Whether the table with a name has the layout's columns.
    let isReadable: (String) -> Bool

    /// The checks of all relationships of a table's objects.
    func checks(of table: Table) -> [RowCheck] {
        guard let identity = table.identity, case .hierarchy(let root) = table.origin else { return [] }
        return ([root] + table.parents.keys.sorted()).compactMap(schema.entity).flatMap { entity in
            entity.relationships.flatMap { relationship -> [RowCheck] in
                guard let keys = keys(of: relationship, in: entity), isReadable(keys.table.name) else { return [] }
                let isOne: [String] = [table.condition(table.concreteEntities(of: entity.name), of: RowCheck.row)]
                    .compactMap {
                        $0
                    }
                return broken(relationship, keys, identity.name).map { problem, condition in
                    RowCheck(
                        table,
                        relationship.name,
                        problem,
                        where: (isOne + [condition]).joined(separator: " AND "),
                        isIncomplete: !relationship.isToMany
                    )
                }
            }
        }
    }

    /// The column with the identities of the objects, once for each related object; `nil` if the references are in the
    /// objects' own rows.
    func keys(of relationship: Relationship, in entity: Entity) -> (table: Table, column: Column)? {
        guard let references = schema.references(of: relationship, in: entity) else { return nil }
        let isHolder = references.holder == ElementPath(entity.name, relationship.name)
        if references.usesJoinTable {
            let table = layout.table(holding: .joinTable(references.holder))
            return table.flatMap { table in
                table.column(of: isHolder ? .source : .target).map { (table, $0) }
            }
        }
        let holder = references.holder
        return isHolder
            ? nil
            : layout.table(ofEntity: holder.entity).flatMap { table in
                table.column(of: .key(holder.property ?? ""), in: holder.entity).map { (table, $0) }
            }
    }

    /// The problem of an object without an object in a required relationship.
    static func missing(_ relationship: Relationship) -> String {
        "without an object in '\(relationship.name)', which is required"
    }

    /// What the number of an object's related objects may not be.
    enum Limit {
        case none
        case fewer(than: Int)
        case more(than: Int)
    }

    /// The possible problems of a relationship.
    static func limits(of relationship: Relationship) -> [(problem: String, limit: Limit)] {
        let name = relationship.name
        var limits: [(problem: String, limit: Limit)] = []
        if relationship.needsObject { limits.append((missing(relationship), .none)) }
        guard relationship.isToMany else { return limits }
        if let minimum = relationship.minimumModelCount, minimum > 1 {
            limits.append(("with fewer than \(minimum) objects in '\(name)'", .fewer(than: minimum)))
        }
        if let maximum = relationship.maximumModelCount, maximum > 0 {
            limits.append(("with more than \(maximum) objects in '\(name)'", .more(than: maximum)))
        }
        return limits
    }

    /// The possible problems, with the conditions of the rows that have them. SQLite evaluates each subquery only once.
    func broken(
        _ relationship: Relationship,
        _ keys: (table: Table, column: Column),
        _ identity: String
    ) -> [(problem: String, condition: String)] {
        let here = SQLText.column(identity, of: RowCheck.row)
        let key = SQLText.name(keys.column.name)
        let all = "SELECT \(key) FROM \(SQLText.name(keys.table.name)) WHERE \(key) IS NOT NULL"
        func counted(_ condition: String) -> String {
            "\(here) IN (\(all) GROUP BY \(key) HAVING count(*) \(condition))"
        }
        return Self.limits(of: relationship).map { problem, limit in
            switch limit {
            case .none: (problem, "\(here) NOT IN (\(all))")
            case .fewer(let minimum): (problem, counted("< \(minimum)"))
            case .more(let maximum): (problem, counted("> \(maximum)"))
            }
        }
    }
}
