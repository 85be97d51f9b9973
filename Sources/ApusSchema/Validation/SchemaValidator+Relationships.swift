import ApusDiagnostics

extension SchemaValidator {
    mutating func check(_ relationship: Relationship, of entity: Entity) {
        let path = ElementPath(entity.name, relationship.name)
        let modelPath = entity.path(of: relationship)
        guard !index.isUnreadable(modelPath) else { return }
        checkCounts(of: relationship, path, at: modelPath)
        checkKinds(of: relationship, path, at: modelPath)
        switch index.entity(relationship.destination) {
        case .unreadable: return
        case .missing:
            return unknown(
                "'\(path)' points to '\(relationship.destination)', but there is no such entity",
                relationship.destination,
                among: schema.entities.lazy.map(\.name),
                at: modelPath.key(relationship.isToMany ? "toMany" : "to")
            )
        case .found(let far):
            if relationship.inverse != nil {
                checkInverse(of: relationship, path, in: entity, to: far, at: modelPath)
            } else if relationship.holdsKey == false {
                needlessHoldsKey("'\(path)' has no inverse that could hold its key", at: modelPath)
            }
            checkKeySide(of: relationship, path, in: entity, at: modelPath)
            checkValues(of: relationship, path, in: entity, to: far, at: modelPath)
        }
    }

    private mutating func checkCounts(of relationship: Relationship, _ path: ElementPath, at modelPath: ModelPath) {
        guard relationship.isToMany, let maximum = relationship.maximumModelCount else { return }
        if maximum <= 0 {
            warn(
                "'\(path)' has 'maximumModelCount: 0', which means no limit",
                about: Topic("'\(path)'"),
                at: modelPath.key("maximumModelCount"),
                help: ["remove it, or write the maximum number of objects"]
            )
        } else if let minimum = relationship.minimumModelCount, minimum > maximum {
            error(
                "the 'minimumModelCount' \(minimum) of '\(path)' is greater than the 'maximumModelCount' \(maximum)",
                at: modelPath.key("minimumModelCount"),
                help: ["swap them"]
            )
        }
    }

    /// Reports keys that are only for the other kind of relationships.
    private mutating func checkKinds(of relationship: Relationship, _ path: ElementPath, at modelPath: ModelPath) {
        let misplaced: [String] = relationship.setKeys(
            among: relationship.isToMany
                ? ["column", "unique"] : ["ordered", "minimumModelCount", "maximumModelCount", "table"]
        )
        for key in misplaced {
            error(
                relationship.isToMany
                    ? "'\(key)' is for to-one relationships, and '\(path)' is to-many"
                    : "'\(key)' is for to-many relationships, and '\(path)' is to-one",
                at: modelPath.key(key),
                help: [
                    "remove '\(key)', or write '\(relationship.isToMany ? "to" : "toMany"): \(relationship.destination)'"
                ]
            )
        }
        guard relationship.isTransient else { return }
        let excluded: Set = ["column", "table", "unique", "holdsKey", "values"]
        for key in relationship.setKeys(among: excluded) where !misplaced.contains(key) {
            exclude("transient", key, of: path, at: modelPath)
        }
    }

    mutating func needlessHoldsKey(_ message: String, at modelPath: ModelPath) {
        error(message, at: modelPath.key("holdsKey"), help: ["remove 'holdsKey'"])
    }

    /// Checks that a column or a table is set on the side that has it.
    private mutating func checkKeySide(
        of relationship: Relationship,
        _ path: ElementPath,
        in entity: Entity,
        at modelPath: ModelPath
    ) {
        let key = relationship.isToMany ? "table" : "column"
        guard !relationship.isTransient, !relationship.setKeys(among: [key]).isEmpty else { return }
        let nearby = index.neighbourhood(of: relationship, in: entity)
        guard let back = nearby.inverse(of: relationship, in: entity) else { return }
        let backPath = ElementPath(back.entity.name, back.relationship.name)
        switch nearby.storage(of: relationship, in: entity) {
        case .ownKey, .link(_, isOwner: true): return
        case .inverseKey where relationship.isToMany:
            error(
                "'\(path)' has no join table, because '\(backPath)' holds the key",
                at: modelPath.key(key),
                help: ["remove 'table'; for the name of the key's column, set 'column' of '\(backPath)'"]
            )
        case .inverseKey:
            error(
                "'\(path)' has no key, because '\(backPath)' holds it",
                at: modelPath.key(key),
                help: ["move 'column' to '\(backPath)', or write 'holdsKey: true' here"]
            )
        case .link:
            error(
                "'\(path)' does not own the join table, because '\(backPath)' does",
                at: modelPath.key(key),
                help: ["move 'table' to '\(backPath)', or write 'holdsKey: true' here"]
            )
        }
    }
}
