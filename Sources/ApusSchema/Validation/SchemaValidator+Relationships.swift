extension SchemaValidator {
    mutating func check(_ relationship: Relationship, of entity: Entity) {
        let path = ElementPath(entity.name, relationship.name)
        let place: ModelPath = entity.place(of: relationship)
        guard !index.isUnreadable(place) else { return }
        checkCounts(of: relationship, path, at: place)
        checkKinds(of: relationship, path, at: place)
        switch index.entity(relationship.destination) {
        case .unreadable: return
        case .missing:
            return unknown(
                "'\(path)' leads to '\(relationship.destination)', but there is no such entity",
                relationship.destination,
                among: schema.entities.map(\.name),
                at: place.key(relationship.isToMany ? "toMany" : "to")
            )
        case .found(let far):
            if relationship.inverse != nil {
                checkInverse(of: relationship, path, in: entity, to: far, at: place)
            } else if relationship.holdsKey == false {
                needlessHoldsKey("'\(path)' has no inverse, so no other side can hold its key", at: place)
            }
            checkPlaceOfKey(of: relationship, path, in: entity, at: place)
        }
    }

    private mutating func checkCounts(of relationship: Relationship, _ path: ElementPath, at place: ModelPath) {
        guard relationship.isToMany, let maximum = relationship.maximumModelCount else { return }
        if maximum <= 0 {
            warn(
                "'\(path)' has 'maximumModelCount: 0', which means no limit",
                at: place.key("maximumModelCount"),
                help: ["remove it, or write how many objects there are at most"]
            )
        } else if let minimum = relationship.minimumModelCount, minimum > maximum {
            error(
                "the 'minimumModelCount' \(minimum) of '\(path)' is greater than the 'maximumModelCount' \(maximum)",
                at: place.key("minimumModelCount"),
                help: ["exchange them"]
            )
        }
    }

    /// Checks for keys that only the other kind of relationships has.
    private mutating func checkKinds(of relationship: Relationship, _ path: ElementPath, at place: ModelPath) {
        let misplaced: [String] = relationship.said(
            of: relationship.isToMany
                ? ["column", "unique"] : ["ordered", "minimumModelCount", "maximumModelCount", "table"]
        )
        for key in misplaced {
            error(
                relationship.isToMany
                    ? "'\(key)' is for to-one relationships, and '\(path)' leads to many objects"
                    : "'\(key)' is for to-many relationships, and '\(path)' leads to one object",
                at: place.key(key),
                help: [
                    "remove '\(key)', or write '\(relationship.isToMany ? "to" : "toMany"): \(relationship.destination)'"
                ]
            )
        }
        guard relationship.isTransient else { return }
        for key in relationship.said(of: ["column", "table", "unique", "holdsKey"]) where !misplaced.contains(key) {
            exclude("transient", key, of: path, at: place)
        }
    }

    mutating func needlessHoldsKey(_ message: String, at place: ModelPath) {
        error(message, at: place.key("holdsKey"), help: ["remove 'holdsKey'"])
    }

    /// Checks that the side that names a column or a table is the one that has it.
    private mutating func checkPlaceOfKey(
        of relationship: Relationship,
        _ path: ElementPath,
        in entity: Entity,
        at place: ModelPath
    ) {
        let key: String = relationship.isToMany ? "table" : "column"
        guard !relationship.isTransient, !relationship.said(of: [key]).isEmpty else { return }
        let nearby: Schema = index.neighbourhood(of: relationship, in: entity)
        guard let back = nearby.inverse(of: relationship, in: entity) else { return }
        let backPath = ElementPath(back.entity.name, back.relationship.name)
        switch nearby.storage(of: relationship, in: entity) {
        case .ownKey, .link(_, isOwner: true): return
        case .inverseKey where relationship.isToMany:
            error(
                "'\(path)' has no table of pairs: '\(backPath)' keeps the key",
                at: place.key(key),
                help: ["remove 'table'; the key's column is named by 'column' of '\(backPath)'"]
            )
        case .inverseKey:
            error(
                "'\(path)' keeps no key: '\(backPath)' does",
                at: place.key(key),
                help: ["move 'column' to '\(backPath)', or write 'holdsKey: true' here"]
            )
        case .link:
            error(
                "'\(path)' has no table of its own: '\(backPath)' owns the pairs",
                at: place.key(key),
                help: ["move 'table' to '\(backPath)', or write 'holdsKey: true' here"]
            )
        }
    }
}
