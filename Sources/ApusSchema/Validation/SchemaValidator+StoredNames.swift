extension SchemaValidator {
    /// What a table or a column is there for, and the setting that names it.
    private struct Owner {
        let description: String
        let place: ModelPath
        /// The setting that gives the name; `nil` where the element's own name does.
        var key: String?
        /// Whether the name is one that nobody has written so: the store's own, or one made of several.
        var isMade: Bool = false

        var isIdentity: Bool { key == "primaryKey" }
    }

    /// Checks the names of tables and columns as a store will have them.
    mutating func checkStoredNames() {
        var columns: [String: [String: Owner]] = [:]
        var tables: [String: Owner] = [:]
        for entity in schema.entities where entity.parent == nil {
            let place: ModelPath = .entity(entity.name)
            let name: String = entity.tableName
            let owner = Owner(
                description: "entity '\(entity.name)'",
                place: place,
                key: entity.table == nil ? nil : "table"
            )
            checkStoredName(entity.table, of: "'\(entity.name)'", "table", at: place)
            take(name, for: owner, "'\(entity.name)' has the table '\(name)'", in: &tables)
            checkStoredName(entity.primaryKey, of: "'\(entity.name)'", "primaryKey", at: place)
            columns[entity.name, default: [:]][entity.identityName.lowercased()] = Owner(
                description: "the rows' identity",
                place: place,
                key: "primaryKey"
            )
            guard index.hasChildren(entity) else { continue }
            let kind = Owner(description: "the names of the rows' entities", place: place, isMade: true)
            takeColumn(Column.entityName, for: kind, of: entity.name, in: &columns)
        }
        let shapes: [String: CompositeShape] = CompositeShape.shapes(of: schema)
        checkDepths(shapes)
        var counts: [String: Int] = [:]
        for entity in schema.entities { checkColumns(of: entity, shapes, &columns, &counts) }
        for entity in schema.entities where entity.parent == nil { checkCount(counts[entity.name] ?? 0, of: entity) }
        for entity in schema.entities { checkPairTables(of: entity, &tables) }
    }

    private mutating func checkColumns(
        of entity: Entity,
        _ shapes: [String: CompositeShape],
        _ columns: inout [String: [String: Owner]],
        _ counts: inout [String: Int]
    ) {
        let root: String = index.line(of: entity).last?.name ?? entity.name
        for attribute in entity.attributes where attribute.isStored {
            let path = "'\(entity.name).\(attribute.name)'"
            checkStoredName(attribute.column, of: path, "column", at: entity.place(of: attribute))
            let owner = Owner(
                description: path,
                place: entity.place(of: attribute),
                key: attribute.column == nil ? nil : "column"
            )
            guard case .named(let type) = attribute.type, index.enumeration(type) == nil else {
                counts[root, default: 0] += 1
                takeColumn(entity.columnName(of: attribute), for: owner, of: root, in: &columns)
                continue
            }
            // One that is unknown, part of itself or too large is reported as such.
            guard let shape = shapes[type] else { continue }
            counts[root, default: 0] += shape.count
            guard shape.isFine else { continue }
            for leaf in schema.leaves(of: attribute) {
                let name: String = entity.columnName(of: leaf.path, in: attribute)
                var part: Owner = owner
                part.isMade = true
                takeColumn(name, for: part, of: root, in: &columns)
            }
        }
        for relationship in entity.relationships where !relationship.isToMany {
            let nearby: Schema = index.neighbourhood(of: relationship, in: entity)
            let keys: [Extent.Member] = nearby.keys(of: relationship, in: entity)
            guard !keys.isEmpty else { continue }
            let path = "'\(entity.name).\(relationship.name)'"
            let place: ModelPath = entity.place(of: relationship)
            checkStoredName(relationship.column, of: path, "column", at: place)
            counts[root, default: 0] += keys.count
            var owner = Owner(description: path, place: place, key: relationship.column == nil ? nil : "column")
            takeColumn(entity.columnName(of: relationship), for: owner, of: root, in: &columns)
            guard keys.count > 1 else { continue }
            owner.isMade = true
            takeColumn(entity.placeName(of: relationship), for: owner, of: root, in: &columns)
        }
    }

    /// Notes whose a column is, and reports that somebody else has its name.
    private mutating func takeColumn(
        _ name: String,
        for owner: Owner,
        of root: String,
        in columns: inout [String: [String: Owner]]
    ) {
        let key: String = name.lowercased()
        let other: Owner? = columns[root]?[key]
        columns[root, default: [:]][key] = other ?? owner
        guard let other, owner.key != nil || other.key != nil || owner.isMade || other.isMade else { return }
        // A property that is defined twice is reported as such, and so is one named as the identity's column.
        if owner.description == other.description, owner.key == nil { return }
        if other.isIdentity, owner.key == nil, !owner.isMade, key == Column.identityName { return }
        error(
            "\(owner.description) and \(other.description) have one column '\(name)'",
            at: owner.key.map(owner.place.key) ?? owner.place,
            help: ["write another 'column'"]
        )
    }

    /// Reports composites that have composites as parts too deep to be followed.
    private mutating func checkDepths(_ shapes: [String: CompositeShape]) {
        for composite in schema.composites {
            // Where it begins to be too deep is enough.
            guard let shape = shapes[composite.name], shape.depth == CompositeShape.deepest + 1 else { continue }
            error(
                "'\(composite.name)' has composites in composites \(shape.depth) deep, and a store follows at most "
                    + "\(CompositeShape.deepest)",
                at: .element("composites", composite.name),
                help: ["make one in the middle an entity"]
            )
        }
    }

    private mutating func checkCount(_ count: Int, of root: Entity) {
        let own: Int = 1 + (index.hasChildren(root) ? 1 : 0)
        guard count + own > CompositeShape.mostColumns else { return }
        let number: String =
            count > CompositeShape.mostColumns * 10 ? "too many columns" : "\(count + own) columns"
        error(
            "the table of '\(root.name)' would have \(number), and SQLite's tables have at most "
                + "\(CompositeShape.mostColumns)",
            at: .entity(root.name),
            notes: index.hasChildren(root) ? ["the entities below it share its table"] : [],
            help: ["move some attributes to an entity of their own"]
        )
    }

    private mutating func checkPairTables(of entity: Entity, _ tables: inout [String: Owner]) {
        for relationship in entity.relationships where relationship.isToMany {
            let nearby: Schema = index.neighbourhood(of: relationship, in: entity)
            guard nearby.pairs(of: relationship, in: entity) != nil else { continue }
            let path = ElementPath(entity.name, relationship.name)
            let place: ModelPath = entity.place(of: relationship)
            checkStoredName(relationship.table, of: "'\(path)'", "table", at: place)
            let name: String = entity.pairsName(of: relationship)
            let owner = Owner(
                description: "relationship '\(path)'",
                place: place,
                key: relationship.table == nil ? nil : "table"
            )
            take(name, for: owner, "'\(path)' needs a table '\(name)'", in: &tables)
        }
    }

    private mutating func take(_ name: String, for owner: Owner, _ beginning: String, in tables: inout [String: Owner])
    {
        let key: String = name.lowercased()
        let other: Owner? = tables[key]
        tables[key] = owner
        // Two entities of one name are reported as such.
        guard let other, owner.key != nil || other.key != nil || owner.place.steps.count > 2 else { return }
        error(
            "\(beginning), which is also that of \(other.description)",
            at: owner.key.map(owner.place.key) ?? owner.place,
            help: [
                owner.key == nil && other.key == nil
                    ? "rename the entity or the relationship" : "write another 'table'"
            ]
        )
    }

    /// Reports a name for a table or a column that no store can give.
    private mutating func checkStoredName(_ name: String?, of owner: String, _ key: String, at place: ModelPath) {
        guard let name else { return }
        let prefixes: [String] = key == "table" ? ["sqlite_", "apus_"] : ["apus_"]
        if name.isEmpty {
            error("the '\(key)' of \(owner) is empty", at: place.key(key), help: ["write a name, or remove the line"])
        } else if name.unicodeScalars.contains("\0") {
            error("the '\(key)' of \(owner) has a NUL in it", at: place.key(key), help: ["choose another name"])
        } else if let prefix = prefixes.first(where: name.lowercased().hasPrefix) {
            error(
                "the '\(key)' of \(owner) begins with '\(prefix)', which is kept for the store",
                at: place.key(key),
                help: ["choose another name"]
            )
        }
    }
}
