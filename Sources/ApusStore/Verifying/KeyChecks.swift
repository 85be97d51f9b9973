import ApusSchema
import GRDB

/// What references between rows must be.
struct KeyChecks {
    let schema: Schema
    let layout: Layout

    /// What is wrong with the references of a table.
    func checks(of table: Table) -> [RowCheck] {
        var checks: [RowCheck] = []
        for column in table.columns {
            guard let name = column.references, let identity = column.farIdentity else { continue }
            let far: String = "\(SQLText.name(name)) AS far"
            let here: String = SQLText.column(column.name, of: RowCheck.row)
            let isThere: String = "SELECT 1 FROM \(far) WHERE \(SQLText.column(identity, of: "far")) = \(here)"
            checks.append(
                RowCheck(
                    table,
                    column.name,
                    "leading to no row of '\(name)'",
                    where: "\(here) IS NOT NULL AND NOT EXISTS (\(isThere))"
                )
            )
            guard let farTable = layout.table(name), let kind = farTable.entity,
                let destination = destination(of: column, in: table)
            else { continue }
            let meant: [String] = farTable.kinds(of: destination)
            guard meant.count < farTable.kinds.count else { continue }
            let list: String = meant.map(SQLText.quoted).joined(separator: ", ")
            checks.append(
                RowCheck(
                    table,
                    column.name,
                    "leading to an object that is no '\(destination)'",
                    where: "EXISTS (\(isThere) AND \(SQLText.column(kind.name, of: "far")) NOT IN (\(list)))"
                )
            )
        }
        if let mirror = mirrorCheck(of: table) { checks.append(mirror) }
        return checks
    }

    /// The entity whose objects a key may lead to.
    private func destination(of column: Column, in table: Table) -> String? {
        switch (column.field, table.origin) {
        case (.key(let name), _):
            schema.entity(column.owner)?.relationships.first { $0.name == name }?.destination
        case (.source, .pairs(let path)): path.entity
        case (.target, .pairs(let path)): relationship(path)?.destination
        default: nil
        }
    }

    private func relationship(_ path: ElementPath) -> Relationship? {
        schema.entity(path.entity)?.relationships.first { $0.name == path.property }
    }

    /// A relationship that is its own inverse has each pair both ways round.
    private func mirrorCheck(of table: Table) -> RowCheck? {
        guard case .pairs(let path) = table.origin, let relationship = relationship(path),
            let entity = schema.entity(path.entity),
            let inverse = schema.inverse(of: relationship, in: entity),
            inverse.entity.name == entity.name, inverse.relationship.name == relationship.name,
            let source = table.column(of: .source), let target = table.column(of: .target)
        else { return nil }
        func column(_ column: Column, of row: String) -> String { SQLText.column(column.name, of: row) }
        let there: String = "\(column(source, of: "back")) = \(column(target, of: RowCheck.row))"
        let back: String = "\(column(target, of: "back")) = \(column(source, of: RowCheck.row))"
        return RowCheck(
            table,
            target.name,
            "without a pair that leads back",
            where: "NOT EXISTS (SELECT 1 FROM \(SQLText.name(table.name)) AS back WHERE \(there) AND \(back))"
        )
    }
}
