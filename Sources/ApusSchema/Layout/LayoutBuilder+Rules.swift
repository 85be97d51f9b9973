extension LayoutBuilder {
    /// Returns the rules of a table.
    func rules(of table: Table) -> [Table.Rule] {
        var rules: [Table.Rule] = []
        if let entity = table.entity { rules.append(Table.Rule(entity.name, .concreteEntity)) }
        for entity in entities(of: table) {
            // A root's columns apply to all rows, a sub-entity's only to its own.
            let entities: [String]? = entity.parent == nil ? nil : table.concreteEntities(of: entity.name)
            var own: [Table.Rule] = []
            for attribute in entity.attributes { own += self.rules(of: attribute, entity, entities, in: table) }
            for relationship in entity.relationships {
                own += self.rules(of: relationship, entity, entities, in: table)
            }
            let columns: [Column] = table.columns.filter { $0.owner == entity.name }
            if let entities, !columns.isEmpty {
                let inside = Set(entities)
                let others: [String] = table.concreteEntities.filter { !inside.contains($0) }
                if !others.isEmpty { own += columns.map { Table.Rule($0.name, .absent, entities: others) } }
            }
            rules += own
        }
        return rules
    }

    private func rules(
        of attribute: Attribute,
        _ entity: Entity,
        _ entities: [String]?,
        in table: Table
    ) -> [Table.Rule] {
        let leaves: [Schema.Leaf] = schema.leaves(of: attribute)
        return leaves.flatMap { leaf -> [Table.Rule] in
            guard let column = table.column(of: .attribute(leaf.path), in: entity.name) else { return [] }
            var constraints: [Table.Rule.Constraint] = attribute.usesExternalStorage ? [.external] : []
            if attribute.derivation == nil {
                // Otherwise, the table's definition requires it.
                if !leaf.isNullable, entities != nil { constraints.append(.present) }
                if let depth = schema.optionalDepth(around: leaf, in: attribute), !leaf.attribute.isOptional {
                    let all: [String] = leaves.filter { $0.path.starts(with: leaf.path.prefix(depth)) }
                        .map { entity.columnName(of: $0.path, in: attribute) }
                    if all.count > 1 { constraints.append(.presentIfAny(all)) }
                }
            }
            return (constraints + self.constraints(on: leaf)).map { Table.Rule(column.name, $0, entities: entities) }
        }
    }

    /// Returns the constraints on the non-null values of an attribute or a part.
    private func constraints(on leaf: Schema.Leaf) -> [Table.Rule.Constraint] {
        var constraints: [Table.Rule.Constraint] = []
        if case .named(let name) = leaf.attribute.type, let enumeration = schema.enumeration(name) {
            constraints.append(.cases(of: name, enumeration.cases.map(\.rawValue.stored)))
        } else if leaf.type.isNarrowerThanStorage {
            constraints.append(.type(leaf.type))
        }
        if let minimum = leaf.attribute.minimum { constraints.append(.minimum(minimum)) }
        if let maximum = leaf.attribute.maximum { constraints.append(.maximum(maximum)) }
        if let length = leaf.attribute.length { constraints.append(.length(length)) }
        if let pattern = leaf.attribute.pattern { constraints.append(.pattern(pattern)) }
        return constraints
    }

    private func rules(
        of relationship: Relationship,
        _ entity: Entity,
        _ entities: [String]?,
        in table: Table
    ) -> [Table.Rule] {
        guard let key = table.column(of: .key(relationship.name), in: entity.name), key.owner == entity.name else {
            return []
        }
        var rules: [Table.Rule] = []
        if !relationship.isOptional, key.isNullable {
            rules.append(Table.Rule(key.name, .present, entities: entities))
        }
        if let orderKey = table.column(of: .orderKey(relationship.name), in: entity.name), orderKey.isNullable {
            rules.append(Table.Rule(orderKey.name, .presentIfAny([key.name]), entities: entities))
        }
        return rules
    }
}

extension ScalarType {
    /// Whether a column can hold values outside the type.
    fileprivate var isNarrowerThanStorage: Bool {
        switch self {
        case .int16, .int32, .bool, .uuid, .date, .float, .decimal: true
        case .int64, .double, .string, .data, .url: false
        }
    }
}
