import ApusSchema

extension Stage {
    /// The older rows that a newer table's rows are, or `nil` where the table is new.
    func olderOrigin(of table: Table) -> Table.Origin? {
        switch table.origin {
        case .entity(let name):
            return matching.match(newer: name).map { .entity($0.old.name) }
        case .link(let owner):
            return older(owner).map { .link($0) }
        }
    }

    /// The older column that a newer column's values are, or `nil` where the column is new.
    func olderOrigin(of column: Column, in table: Table) -> Column.Origin? {
        switch (column.origin, table.origin) {
        case (.identity, _), (.source, _), (.target, _):
            return column.origin
        case (.attribute(let name), .entity(let entity)):
            return older(ElementPath(entity, name))?.property.map { .attribute($0) }
        case (.key(let name), .entity(let entity)):
            return older(ElementPath(entity, name))?.property.map { .key($0) }
        case (.attribute, .link), (.key, .link):
            return nil
        }
    }

    /// The value that rows get which have none: the attribute's default, or null.
    func defaultValue(of column: Column, in table: Table) -> StoredValue {
        guard case .attribute(let name) = column.origin, case .entity(let entity) = table.origin else { return .null }
        return new.entity(entity)?.attribute(name).flatMap { new.fill(of: $0) }?.stored ?? .null
    }

    /// The older path of a property of the newer schema.
    private func older(_ path: ElementPath) -> ElementPath? {
        guard let match = matching.match(newer: path.entity) else { return nil }
        return match.properties.first { $0.new.name == path.property }
            .map { ElementPath(match.old.name, $0.old.name) }
    }
}
