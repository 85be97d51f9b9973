extension LayoutBuilder {
    /// Returns the indexes of a table: those for references, then uniqueness constraints and the model's own indexes.
    func indexes(of table: Table) -> [Table.Index] {
        guard !table.isJoinTable else { return joinTableIndexes(of: table) }
        var indexes: [Table.Index] = []
        var plain: [[Table.Index.Element]: Int] = [:]
        var others: Set<Table.Index> = []
        func add(_ index: Table.Index) {
            // One index is enough for equal elements; a unique one wins.
            if index.isPlain, let known = plain[index.elements] {
                if index.isUnique { indexes[known] = index }
            } else if index.isPlain {
                plain[index.elements] = indexes.count
                indexes.append(index)
            } else if others.insert(index).inserted {
                indexes.append(index)
            }
        }
        let entities: [Entity] = entities(of: table)
        for entity in entities {
            for relationship in entity.relationships {
                self.index(over: relationship, of: entity, in: table).map(add)
            }
        }
        for entity in entities {
            for attribute in entity.attributes where attribute.isUnique {
                uniqueness(over: [attribute.name], of: entity, in: table).map(add)
            }
            for names in entity.uniquenessConstraints { uniqueness(over: names, of: entity, in: table).map(add) }
            for index in entity.indexes where index.kind == .binary {
                self.index(index, of: entity, in: table).map(add)
            }
        }
        for column in table.columns where column.lookup != nil { add(Table.Index([column.name])) }
        return indexes
    }

    private func joinTableIndexes(of table: Table) -> [Table.Index] {
        guard let source = table.column(of: .source), let target = table.column(of: .target) else { return [] }
        var indexes: [Table.Index] = [Table.Index([target.name, source.name])]
        if let orderKey = table.column(of: .targetOrderKey) {
            indexes.append(Table.Index([source.name, orderKey.name]))
        }
        if let orderKey = table.column(of: .sourceOrderKey) {
            indexes.append(Table.Index([target.name, orderKey.name]))
        }
        return indexes
    }

    /// Returns the index over a key. It is never limited to some entities, because SQLite would not use a partial index
    /// for foreign keys.
    private func index(over relationship: Relationship, of entity: Entity, in table: Table) -> Table.Index? {
        guard let key = table.column(of: .key(relationship.name), in: entity.name), key.owner == entity.name else {
            return nil
        }
        let isOneToOne = schema.inverse(of: relationship, in: entity)?.relationship.isToMany == false
        if isOneToOne || relationship.isUnique { return Table.Index([key.name], isUnique: true) }
        let orderKey: Column? = table.column(of: .orderKey(relationship.name), in: entity.name)
        return Table.Index([key.name] + (orderKey.map { [$0.name] } ?? []))
    }

    private func uniqueness(over names: [String], of entity: Entity, in table: Table) -> Table.Index? {
        let columns: [Column] = names.compactMap { comparable(of: [$0], for: entity, in: table) }
        // A relationship without a column here is unique by the index over the other side's key.
        guard !columns.isEmpty, columns.count == names.count else { return nil }
        return index(
            columns.map { Table.Index.Element(.column($0.name)) },
            over: columns,
            isUnique: true,
            where: nil,
            of: entity,
            in: table
        )
    }

    private func index(_ index: Entity.Index, of entity: Entity, in table: Table) -> Table.Index? {
        let rows = rowScope(entity, table)
        var columns: [Column] = []
        var elements: [Table.Index.Element] = []
        for element in index.elements {
            switch element.term {
            case .property(let names):
                // The other side of a one-to-one relationship holds the key and an index over it.
                guard let column = comparable(of: names, for: entity, in: table) else { continue }
                columns.append(column)
                elements.append(Table.Index.Element(.column(column.name), isDescending: element.isDescending))
            case .expression(let text):
                // Validation warns of an index that SQLite's own functions cannot compute; the layout omits it.
                guard let value = try? rows.expression(text) else { return nil }
                columns += value.leaves.compactMap(table.column)
                elements.append(Table.Index.Element(.expression(value), isDescending: element.isDescending))
            }
        }
        guard let predicate = self.predicate(index.predicate, rows), !elements.isEmpty else { return nil }
        return self.index(elements, over: columns, isUnique: false, where: predicate, of: entity, in: table)
    }

    /// Returns a predicate: `.some(nil)` if there is none, `nil` if SQLite's own functions cannot compute it.
    private func predicate(_ text: String?, _ rows: RowScope) -> RowCondition?? {
        guard let text else { return .some(nil) }
        return (try? rows.condition(text)).map { .some($0) }
    }

    private func rowScope(_ entity: Entity, _ table: Table) -> RowScope {
        RowScope { names in
            column(of: names, for: entity, in: table).map { column in
                RowScope.Source(column: column.name, type: column.type, isExternal: column.isExternal)
            }
        }
    }

    private func index(
        _ elements: [Table.Index.Element],
        over columns: [Column],
        isUnique: Bool,
        where predicate: RowCondition?,
        of entity: Entity,
        in table: Table
    ) -> Table.Index? {
        let entities: [String]? = entities(over: columns, of: entity, in: table)
        return entities == []
            ? nil : Table.Index(elements, isUnique: isUnique, entities: entities, predicate: predicate)
    }

    /// Returns the concrete entities whose rows an entity's index contains; `nil` if it needs no such condition. An
    /// index over a column that a sub-entity declares needs none, because other rows have no value there.
    private func entities(over columns: [Column], of entity: Entity, in table: Table) -> [String]? {
        entity.parent == nil || columns.contains { $0.owner == entity.name }
            ? nil : table.concreteEntities(of: entity.name)
    }

    /// Returns the column by which the store compares a property: that of the lookups if the values are encrypted.
    private func comparable(of names: [String], for entity: Entity, in table: Table) -> Column? {
        table.column(of: .lookup(names), in: entity.name) ?? column(of: names, for: entity, in: table)
    }

    /// Returns the column of an attribute, of a composite's part, or of a to-one relationship's key.
    private func column(of names: [String], for entity: Entity, in table: Table) -> Column? {
        table.column(of: .attribute(names), in: entity.name)
            ?? (names.count == 1 ? table.column(of: .key(names[0]), in: entity.name) : nil)
    }

    /// Returns the R-trees of a table.
    func rtrees(of table: Table) -> [Table.RTree] {
        entities(of: table).flatMap { entity -> [Table.RTree] in
            entity.indexes.filter { $0.kind == .rtree }.compactMap { index in
                let columns: [Column] = index.elements.compactMap { element in
                    guard case .property(let names) = element.term else { return nil }
                    return column(of: names, for: entity, in: table)
                }
                let predicate: RowCondition?? = predicate(index.predicate, rowScope(entity, table))
                let entities: [String]? = entities(over: columns, of: entity, in: table)
                guard columns.count == index.elements.count, let predicate, entities != [] else { return nil }
                return Table.RTree(
                    name: entity.rtreeName(of: index),
                    columns: columns.map(\.name),
                    entities: entities,
                    predicate: predicate
                )
            }
        }
    }
}
