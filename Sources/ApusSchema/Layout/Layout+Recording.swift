extension Layout {
    /// What a store records of the changes of its rows, for the history.
    package struct Recording: Hashable, Sendable {
        /// The model's name.
        package let model: String
        /// What is recorded of each table, in the order of the tables.
        package let tables: [RecordedTable]
    }

    /// What a store records of the changes of a table's rows.
    package struct RecordedTable: Hashable, Sendable {
        /// The table's name.
        package let name: String
        /// The root entity of the objects; `nil` for a join table, whose rows are no objects.
        package let root: String?
        /// The properties of the objects that have columns.
        package let properties: [Property]
        /// The relationships of other objects that change with a row: it has their identities.
        package let ends: [End]
        /// The values that a deleted object leaves.
        package let preserved: [Preserved]

        /// A property, and its columns.
        package struct Property: Hashable, Sendable {
            package let name: String
            package let columns: [String]
        }

        /// A relationship of the object that a column refers to.
        package struct End: Hashable, Sendable {
            /// The column with the identity of the object.
            package let column: String
            /// The table of the object.
            package let table: String
            /// The root entity of that table.
            package let root: String
            /// The name of the relationship.
            package let property: String
            /// The columns of the row on which the relationship depends: whose it is, and in which order.
            package let columns: [String]
        }

        /// A value that a deleted object leaves.
        package struct Preserved: Hashable, Sendable {
            /// The name of the attribute, with those of parts behind it.
            package let path: String
            package let column: Column
        }
    }
}

extension LayoutBuilder {
    /// Returns what a store records of the changes in its tables; `nil` if the schema does not have it keep a history.
    func recording(of drafts: Layout) -> Layout.Recording? {
        guard schema.keepsHistory else { return nil }
        return Layout.Recording(model: schema.model, tables: drafts.tables.map { recorded($0, drafts) })
    }

    private func recorded(_ table: Table, _ drafts: Layout) -> Layout.RecordedTable {
        switch table.origin {
        case .hierarchy(let root): recordedObjects(of: root, table, drafts)
        case .joinTable(let path): recordedJoinTable(of: path, table, drafts)
        }
    }

    private func recordedObjects(of root: String, _ table: Table, _ drafts: Layout) -> Layout.RecordedTable {
        var properties: [Layout.RecordedTable.Property] = []
        var ends: [Layout.RecordedTable.End] = []
        var preserved: [Layout.RecordedTable.Preserved] = []
        for owner in entities(of: table) {
            for attribute in owner.attributes where attribute.isStored {
                let columns = schema.leaves(of: attribute).compactMap {
                    table.column(of: .attribute($0.path), in: owner.name)
                }
                properties.append(Layout.RecordedTable.Property(name: attribute.name, columns: columns.map(\.name)))
                guard attribute.preservesValueOnDeletion else { continue }
                for column in columns {
                    guard case .attribute(let path) = column.field else { continue }
                    preserved.append(
                        Layout.RecordedTable.Preserved(path: path.joined(separator: "."), column: column)
                    )
                }
            }
            for relationship in owner.relationships {
                guard let references = schema.references(of: relationship, in: owner), !references.usesJoinTable,
                    references.holder == ElementPath(owner.name, relationship.name),
                    let key = table.column(of: .key(relationship.name), in: owner.name)
                else { continue }
                properties.append(Layout.RecordedTable.Property(name: relationship.name, columns: [key.name]))
                let order = table.column(of: .orderKey(relationship.name), in: owner.name)
                let watched = [key.name] + (order.map { [$0.name] } ?? [])
                if let end = end(at: key.name, of: references.inverse, watched, drafts) { ends.append(end) }
            }
        }
        return Layout.RecordedTable(
            name: table.name,
            root: root,
            properties: properties,
            ends: ends,
            preserved: preserved
        )
    }

    private func recordedJoinTable(
        of path: ElementPath,
        _ table: Table,
        _ drafts: Layout
    ) -> Layout.RecordedTable {
        var ends: [Layout.RecordedTable.End] = []
        if let source = table.column(of: .source)?.name, let target = table.column(of: .target)?.name {
            let (sources, targets) = (table.column(of: .sourceOrderKey), table.column(of: .targetOrderKey))
            let watched = [source, target]
            if let end = end(at: source, of: path, watched + (targets.map { [$0.name] } ?? []), drafts) {
                ends.append(end)
            }
            let entity = schema.entity(path.entity)
            let relationship = entity?.relationships.first { $0.name == path.property }
            // A relationship that is its own inverse has each pair both ways.
            if let entity, let relationship, let inverse = schema.references(of: relationship, in: entity)?.inverse,
                inverse != path,
                let end = end(at: target, of: inverse, watched + (sources.map { [$0.name] } ?? []), drafts)
            {
                ends.append(end)
            }
        }
        return Layout.RecordedTable(name: table.name, root: nil, properties: [], ends: ends, preserved: [])
    }

    /// Returns the relationship of the object that a column refers to; `nil` if it has none.
    private func end(
        at column: String,
        of path: ElementPath?,
        _ columns: [String],
        _ drafts: Layout
    ) -> Layout.RecordedTable.End? {
        guard let path, let property = path.property, let table = drafts.table(ofEntity: path.entity),
            case .hierarchy(let root) = table.origin
        else { return nil }
        return Layout.RecordedTable.End(
            column: column,
            table: table.name,
            root: root,
            property: property,
            columns: columns
        )
    }
}
