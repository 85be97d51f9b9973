import ApusSchema
import GRDB

/// Checks references between rows.
struct KeyChecks {
    let schema: Schema
    let layout: Layout

    /// The checks of a table's foreign keys.
    func checks(of table: Table) -> [RowCheck] {
        var checks: [RowCheck] = []
        for column in table.columns {
            guard let name = column.references, let identity = column.farIdentity else { continue }
            let far = "\(SQLText.name(name)) AS far"
            let here = SQLText.column(column.name, of: RowCheck.row)
            let target = "SELECT 1 FROM \(far) WHERE \(SQLText.column(identity, of: "far")) = \(here)"
            checks.append(
                RowCheck(
                    table,
                    column.name,
                    "not the identity of a row of '\(name)'",
                    where: "\(here) IS NOT NULL AND NOT EXISTS (\(target))"
                )
            )
            if mirrors(column) {
                let back =
                    "\(SQLText.column(column.name, of: "far")) IS NOT \(SQLText.column(identity, of: RowCheck.row))"
                checks.append(
                    RowCheck(
                        table,
                        column.name,
                        "the identity of an object that does not refer back",
                        where: "EXISTS (\(target) AND \(back))"
                    )
                )
            }
            guard let farTable = layout.table(name), let entityColumn = farTable.entity,
                let destination = destination(of: column, in: table)
            else { continue }
            let allowed = farTable.concreteEntities(of: destination)
            guard allowed.count < farTable.concreteEntities.count else { continue }
            let list = allowed.map(SQLText.quoted).joined(separator: ", ")
            checks.append(
                RowCheck(
                    table,
                    column.name,
                    "the identity of an object that does not belong to '\(destination)'",
                    where: "EXISTS (\(target) AND \(SQLText.column(entityColumn.name, of: "far")) NOT IN (\(list)))"
                )
            )
        }
        if let mirror = mirrorCheck(of: table) { checks.append(mirror) }
        return checks
    }

    /// The entity whose objects a foreign key may refer to.
    private func destination(of column: Column, in table: Table) -> String? {
        switch (column.field, table.origin) {
        case (.key(let name), _):
            relationship(ElementPath(column.owner, name))?.destination
        case (.source, .joinTable(let path)): path.entity
        case (.target, .joinTable(let path)): relationship(path)?.destination
        default: nil
        }
    }

    private func relationship(_ path: ElementPath) -> Relationship? {
        schema.entity(path.entity)?.relationships.first { $0.name == path.property }
    }

    /// Whether a foreign key is that of a relationship that is its own inverse.
    private func mirrors(_ column: Column) -> Bool {
        guard case .key(let name) = column.field else { return false }
        return isOwnInverse(ElementPath(column.owner, name))
    }

    private func isOwnInverse(_ path: ElementPath) -> Bool {
        guard let relationship = relationship(path), let entity = schema.entity(path.entity),
            let inverse = schema.inverse(of: relationship, in: entity)
        else { return false }
        return inverse.entity.name == entity.name && inverse.relationship.name == relationship.name
    }

    /// The check of a many-to-many relationship that is its own inverse: its join table has each reference in both
    /// directions.
    private func mirrorCheck(of table: Table) -> RowCheck? {
        guard case .joinTable(let path) = table.origin, isOwnInverse(path), let source = table.column(of: .source),
            let target = table.column(of: .target)
        else { return nil }
        func column(_ column: Column, of row: String) -> String { SQLText.column(column.name, of: row) }
        let there = "\(column(source, of: "back")) = \(column(target, of: RowCheck.row))"
        let back = "\(column(target, of: "back")) = \(column(source, of: RowCheck.row))"
        return RowCheck(
            table,
            target.name,
            "without a row for the opposite direction",
            where: "NOT EXISTS (SELECT 1 FROM \(SQLText.name(table.name)) AS back WHERE \(there) AND \(back))"
        )
    }
}
