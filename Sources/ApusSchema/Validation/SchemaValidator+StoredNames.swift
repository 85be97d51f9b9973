extension SchemaValidator {
    /// What a table or a column is there for, and the setting that names it.
    private struct Owner {
        let description: String
        let place: ModelPath
        /// The setting that gives the name; `nil` where the element's own name does.
        let key: String?

        var isIdentity: Bool { key == "primaryKey" }
    }

    /// Checks the names of tables and columns as a store will have them.
    mutating func checkStoredNames() {
        var columns: [String: [String: Owner]] = [:]
        var tables: [String: Owner] = [:]
        for entity in schema.entities where entity.parent == nil {
            let place: ModelPath = .entity(entity.name)
            let name: String = entity.table ?? entity.name
            let owner = Owner(
                description: "entity '\(entity.name)'",
                place: place,
                key: entity.table == nil ? nil : "table"
            )
            checkStoredName(entity.table, of: "'\(entity.name)'", "table", at: place)
            take(name, for: owner, "'\(entity.name)' has the table '\(name)'", in: &tables)
            checkStoredName(entity.primaryKey, of: "'\(entity.name)'", "primaryKey", at: place)
            let identity: String = entity.primaryKey ?? Column.identityName
            columns[entity.name, default: [:]][identity.lowercased()] = Owner(
                description: "the rows' identity",
                place: place,
                key: "primaryKey"
            )
        }
        for entity in schema.entities { checkColumns(of: entity, &columns) }
        for entity in schema.entities { checkPairTables(of: entity, &tables) }
    }

    private mutating func checkColumns(of entity: Entity, _ columns: inout [String: [String: Owner]]) {
        let root: String = index.line(of: entity).last?.name ?? entity.name
        var own: [(name: String, column: String?, place: ModelPath)] = []
        for attribute in entity.attributes where !attribute.isTransient && !attribute.isEphemeral {
            // A composite has a column a part.
            if case .named(let type) = attribute.type, index.enumeration(type) == nil { continue }
            own.append((attribute.name, attribute.column, entity.place(of: attribute)))
        }
        for relationship in entity.relationships where !relationship.isToMany && !relationship.isTransient {
            let nearby: Schema = index.neighbourhood(of: relationship, in: entity)
            guard nearby.storage(of: relationship, in: entity) == .ownKey else { continue }
            own.append((relationship.name, relationship.column, entity.place(of: relationship)))
        }
        for (name, column, place) in own {
            checkStoredName(column, of: "'\(entity.name).\(name)'", "column", at: place)
            // So that a new entity never renames another one's column.
            let final: String = column ?? (entity.parent == nil ? name : "\(entity.name).\(name)")
            let description = "'\(entity.name).\(name)'"
            let owner = Owner(description: description, place: place, key: column == nil ? nil : "column")
            let other: Owner? = columns[root]?[final.lowercased()]
            if let other, owner.key != nil || other.key != nil {
                let isSaidByName: Bool = owner.key == nil && final.lowercased() == Column.identityName
                if !(other.isIdentity && isSaidByName) {
                    error(
                        "\(description) and \(other.description) have one column '\(final)'",
                        at: owner.key.map(place.key) ?? place,
                        help: ["write another 'column'"]
                    )
                }
            }
            columns[root, default: [:]][final.lowercased()] = other ?? owner
        }
    }

    private mutating func checkPairTables(of entity: Entity, _ tables: inout [String: Owner]) {
        for relationship in entity.relationships where relationship.isToMany && !relationship.isTransient {
            let nearby: Schema = index.neighbourhood(of: relationship, in: entity)
            guard case .link(_, isOwner: true) = nearby.storage(of: relationship, in: entity) else { continue }
            let path = ElementPath(entity.name, relationship.name)
            let place: ModelPath = entity.place(of: relationship)
            checkStoredName(relationship.table, of: "'\(path)'", "table", at: place)
            let name: String = relationship.table ?? "\(entity.name)_\(relationship.name)"
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
