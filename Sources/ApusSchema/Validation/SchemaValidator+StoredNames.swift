import ApusDiagnostics
import Foundation

extension SchemaValidator {
    /// The owner of a table or a column, and the setting that names it.
    private struct Owner {
        let description: String
        let modelPath: ModelPath
        /// The setting with the name; `nil` if it is the element's name.
        var key: String?
        /// Whether the name is not in the model as such: a name of the store, or one that is composed of several.
        var isGenerated = false

        var isIdentity: Bool { key == "primaryKey" }
    }

    /// Checks the names of tables and columns as a store will have them.
    mutating func checkStoredNames() {
        var columns: [String: [String: Owner]] = [:]
        var tables: [String: Owner] = [:]
        for entity in schema.entities where entity.parent == nil {
            let modelPath: ModelPath = .entity(entity.name)
            let name = entity.tableName
            let owner = Owner(
                description: "entity '\(entity.name)'",
                modelPath: modelPath,
                key: entity.table == nil ? nil : "table"
            )
            checkStoredName(entity.table, of: "'\(entity.name)'", "table", at: modelPath)
            take(name, for: owner, "'\(entity.name)' has the table '\(name)'", in: &tables)
            checkStoredName(entity.primaryKey, of: "'\(entity.name)'", "primaryKey", at: modelPath)
            columns[entity.name, default: [:]][entity.identityName.lowercased()] = Owner(
                description: "the primary key",
                modelPath: modelPath,
                key: "primaryKey"
            )
            guard index.hasChildren(entity) else { continue }
            let kind = Owner(description: "the entity column", modelPath: modelPath, isGenerated: true)
            takeColumn(Column.entityName, for: kind, of: entity.name, in: &columns)
        }
        let shapes = CompositeShape.shapes(of: schema)
        checkDepths(shapes)
        var counts: [String: Int] = [:]
        for entity in schema.entities { checkColumns(of: entity, shapes, &columns, &counts) }
        for entity in schema.entities where entity.parent == nil { checkCount(counts[entity.name] ?? 0, of: entity) }
        for entity in schema.entities { checkJoinTables(of: entity, &tables) }
    }

    private mutating func checkColumns(
        of entity: Entity,
        _ shapes: [String: CompositeShape],
        _ columns: inout [String: [String: Owner]],
        _ counts: inout [String: Int]
    ) {
        let root = index.line(of: entity).last?.name ?? entity.name
        for attribute in entity.attributes where attribute.isStored {
            let path = "'\(entity.name).\(attribute.name)'"
            checkStoredName(attribute.column, of: path, "column", at: entity.path(of: attribute))
            let owner = Owner(
                description: path,
                modelPath: entity.path(of: attribute),
                key: attribute.column == nil ? nil : "column"
            )
            guard case .named(let type) = attribute.type, index.enumeration(type) == nil else {
                counts[root, default: 0] += 1
                takeColumn(entity.columnName(of: attribute), for: owner, of: root, in: &columns)
                takeLookups(of: attribute, [attribute.name], attribute, in: entity, owner, root, &columns, &counts)
                continue
            }
            // An unknown, recursive or too large composite is reported elsewhere.
            guard let shape = shapes[type] else { continue }
            counts[root, default: 0] += shape.count
            guard shape.isFine else { continue }
            for leaf in schema.leaves(of: attribute) {
                let name = entity.columnName(of: leaf.path, in: attribute)
                var part = owner
                part.isGenerated = true
                takeColumn(name, for: part, of: root, in: &columns)
                takeLookups(of: leaf.attribute, leaf.path, attribute, in: entity, owner, root, &columns, &counts)
            }
        }
        for relationship in entity.relationships where !relationship.isToMany {
            let nearby = index.neighbourhood(of: relationship, in: entity)
            let keys = nearby.keys(of: relationship, in: entity)
            guard !keys.isEmpty else { continue }
            let path = "'\(entity.name).\(relationship.name)'"
            let modelPath = entity.path(of: relationship)
            checkStoredName(relationship.column, of: path, "column", at: modelPath)
            counts[root, default: 0] += keys.count
            var owner = Owner(description: path, modelPath: modelPath, key: relationship.column == nil ? nil : "column")
            takeColumn(entity.columnName(of: relationship), for: owner, of: root, in: &columns)
            guard keys.count > 1 else { continue }
            owner.isGenerated = true
            takeColumn(entity.orderKeyName(of: relationship), for: owner, of: root, in: &columns)
        }
    }

    /// Records the column of the lookups of an attribute or a part, if it has one.
    private mutating func takeLookups(
        of leaf: Attribute,
        _ path: [String],
        _ attribute: Attribute,
        in entity: Entity,
        _ owner: Owner,
        _ root: String,
        _ columns: inout [String: [String: Owner]],
        _ counts: inout [String: Int]
    ) {
        guard leaf.encryptionKey != nil, leaf.allowsLookup else { return }
        counts[root, default: 0] += 1
        var lookups = owner
        lookups.isGenerated = true
        takeColumn(entity.lookupName(of: path, in: attribute), for: lookups, of: root, in: &columns)
    }

    /// Records the owner of a column, and reports another column with the same name.
    private mutating func takeColumn(
        _ name: String,
        for owner: Owner,
        of root: String,
        in columns: inout [String: [String: Owner]]
    ) {
        let key = name.lowercased()
        let other = columns[root]?[key]
        columns[root, default: [:]][key] = other ?? owner
        guard let other, owner.key != nil || other.key != nil || owner.isGenerated || other.isGenerated else { return }
        // A duplicate property, and one with the primary key's name, are reported elsewhere.
        if owner.description == other.description, owner.key == nil { return }
        if other.isIdentity, owner.key == nil, !owner.isGenerated, key == Column.identityName { return }
        error(
            "\(owner.description) and \(other.description) have the same column '\(name)'",
            at: owner.key.map(owner.modelPath.key) ?? owner.modelPath,
            help: ["write another 'column'"]
        )
    }

    /// Reports composites that are nested too deep.
    private mutating func checkDepths(_ shapes: [String: CompositeShape]) {
        for composite in schema.composites {
            // Reported only where it begins to be too deep.
            guard let shape = shapes[composite.name], shape.depth == CompositeShape.deepest + 1 else { continue }
            error(
                "composites in '\(composite.name)' are nested \(shape.depth) levels deep (expected at most "
                    + "\(CompositeShape.deepest))",
                at: .element("composites", composite.name),
                help: ["replace one of them with an entity"]
            )
        }
    }

    private mutating func checkCount(_ count: Int, of root: Entity) {
        let own = 1 + (index.hasChildren(root) ? 1 : 0)
        guard count + own > CompositeShape.mostColumns else { return }
        let number = count > CompositeShape.mostColumns * 10 ? "too many columns" : "\(count + own) columns"
        error(
            "the table of '\(root.name)' would have \(number), and SQLite's tables have at most "
                + "\(CompositeShape.mostColumns)",
            at: .entity(root.name),
            notes: index.hasChildren(root) ? ["its sub-entities share the table"] : [],
            help: ["move some attributes to another entity"]
        )
    }

    private mutating func checkJoinTables(of entity: Entity, _ tables: inout [String: Owner]) {
        for relationship in entity.relationships where relationship.isToMany {
            let nearby = index.neighbourhood(of: relationship, in: entity)
            guard nearby.joinTable(of: relationship, in: entity) != nil else { continue }
            let path = ElementPath(entity.name, relationship.name)
            let modelPath = entity.path(of: relationship)
            checkStoredName(relationship.table, of: "'\(path)'", "table", at: modelPath)
            let name = entity.pairsName(of: relationship)
            let owner = Owner(
                description: "relationship '\(path)'",
                modelPath: modelPath,
                key: relationship.table == nil ? nil : "table"
            )
            take(name, for: owner, "'\(path)' needs a table '\(name)'", in: &tables)
        }
    }

    private mutating func take(_ name: String, for owner: Owner, _ beginning: String, in tables: inout [String: Owner])
    {
        let key = name.lowercased()
        let other = tables[key]
        tables[key] = owner
        // Entities with the same name are reported elsewhere.
        guard let other, owner.key != nil || other.key != nil || owner.modelPath.steps.count > 2 else { return }
        error(
            "\(beginning), which is also that of \(other.description)",
            at: owner.key.map(owner.modelPath.key) ?? owner.modelPath,
            help: [
                owner.key == nil && other.key == nil
                    ? "rename the entity or the relationship" : "write another 'table'"
            ]
        )
    }

    /// Reports a name that is not valid for a table or a column.
    private mutating func checkStoredName(_ name: String?, of owner: String, _ key: String, at modelPath: ModelPath) {
        guard let name else { return }
        let prefixes: [String] = key == "table" ? ["sqlite_", "apus_"] : ["apus_"]
        if name.isEmpty {
            error(
                "the '\(key)' of \(owner) is empty",
                at: modelPath.key(key),
                help: ["write a name, or remove the line"]
            )
        } else if name.unicodeScalars.contains("\0") {
            error("the '\(key)' of \(owner) contains a NUL", at: modelPath.key(key), help: ["choose another name"])
        } else if !name.isComposed {
            error(
                "the '\(key)' of \(owner) contains a decomposed character, which SQLite distinguishes from the composed one",
                at: modelPath.key(key),
                help: ["retype the name with composed characters (Unicode normalization form C)"]
            )
        } else if let prefix = prefixes.first(where: name.lowercased().hasPrefix) {
            error(
                "the '\(key)' of \(owner) begins with '\(prefix)', which is reserved for the store",
                at: modelPath.key(key),
                help: ["choose another name"]
            )
        }
    }
}

extension String {
    /// Whether all characters are in Unicode's normalization form C.
    var isComposed: Bool { precomposedStringWithCanonicalMapping.isSame(as: self) }
}
