extension Layout {
    /// Returns the layout with other names for its tables.
    package func renamingTables(_ rename: (String) -> String) -> Layout {
        Layout(
            tables: tables.map { table in
                Table(
                    name: rename(table.name),
                    origin: table.origin,
                    concreteEntities: table.concreteEntities,
                    parents: table.parents,
                    columns: table.columns.map { $0.renamingTables(rename) },
                    indexes: table.indexes,
                    rules: table.rules
                )
            }
        )
    }
}

extension Column {
    fileprivate func renamingTables(_ rename: (String) -> String) -> Column {
        Column(
            name: name,
            owner: owner,
            field: field,
            type: type,
            isNullable: isNullable,
            references: references.map(rename),
            farIdentity: farIdentity,
            isExternal: isExternal,
            isDerived: isDerived,
            seal: seal,
            lookup: lookup
        )
    }
}
