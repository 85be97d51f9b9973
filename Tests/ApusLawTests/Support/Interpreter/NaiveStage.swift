import ApusSchema

/// What one stage does, found out by the design's own words and nothing else.
struct NaiveStage {
    let older: Schema
    let newer: Schema
    let accepted: Set<ElementPath>

    /// The older entity's name under the newer one's.
    let entities: [String: String]

    /// The older property under the newer one that keeps its values.
    private(set) var properties: [ElementPath: ElementPath]

    /// Matches two schemas, and splits what changes beyond recognition into a removal and an addition where that loss
    /// is accepted.
    ///
    /// - Throws: `Refused` where the match cannot be told, or where a change loses or invents a value.
    init(from older: Schema, to newer: Schema, accepted: Set<ElementPath>) throws {
        self.older = older
        self.newer = newer
        self.accepted = accepted
        let matcher = NaiveMatcher(
            older: older.entities.map { .init(name: $0.name, originalName: $0.originalName) },
            newer: newer.entities.map { .init(name: $0.name, originalName: $0.originalName) },
            kind: "entity",
            isAccepted: { accepted.contains(ElementPath($0)) }
        )
        entities = try matcher.match()
        properties = [:]
        for (name, oldName) in entities {
            guard let old = older.entity(oldName), let new = newer.entity(name) else { continue }
            let matcher = NaiveMatcher(
                older: old.properties.map { .init(name: $0.name, originalName: $0.originalName) },
                newer: new.properties.map { .init(name: $0.name, originalName: $0.originalName) },
                kind: "property",
                isAccepted: { accepted.contains(ElementPath(oldName, $0)) }
            )
            for (property, oldProperty) in try matcher.match() {
                properties[ElementPath(name, property)] = ElementPath(oldName, oldProperty)
            }
        }
        // Where the references are kept decides before the other side, which only looks at them.
        try settle { older.isKeeper($0) }
        try settle { !older.isKeeper($0) }
        try checkLosses()
    }

    /// Lets go of the pairs that cannot keep their values, if that is accepted.
    private mutating func settle(_ isMeant: (ElementPath) -> Bool) throws {
        for (path, oldPath) in properties.sorted(by: { $0.key < $1.key }) where isMeant(oldPath) {
            guard let reason = obstacle(path, oldPath) else { continue }
            guard accepted.contains(oldPath) else { throw Refused("\(oldPath) → \(path): \(reason)") }
            properties[path] = nil
        }
    }

    private func checkLosses() throws {
        for entity in older.entities {
            if !entities.values.contains(entity.name) {
                guard accepted.contains(ElementPath(entity.name)) else {
                    throw Refused("entity '\(entity.name)' would be lost")
                }
                continue
            }
            for property in entity.properties {
                let path = ElementPath(entity.name, property.name)
                guard properties.values.contains(path) || accepted.contains(path) else {
                    throw Refused("'\(path)' would be lost")
                }
            }
        }
    }

    /// Why the newer property cannot keep the older one's values; `nil` where it can.
    private func obstacle(_ path: ElementPath, _ oldPath: ElementPath) -> String? {
        switch (older.property(oldPath), newer.property(path)) {
        case (.attribute(let old), .attribute(let new)):
            return NaiveConversion.targets(of: old.columnType).contains(new.columnType)
                ? nil : "\(old.type.name) does not become \(new.type.name) without loss"
        case (.relationship(let old), .relationship(let new)):
            return obstacle(old, oldPath, new, path)
        default:
            return "an attribute and a relationship"
        }
    }

    private func obstacle(
        _ old: Relationship,
        _ oldPath: ElementPath,
        _ new: Relationship,
        _ path: ElementPath
    ) -> String? {
        if old.isToMany != new.isToMany { return "to-one and to-many" }
        if entities[new.destination] != old.destination { return "another destination" }
        guard let place = older.place(of: oldPath), let newPlace = newer.place(of: path), place.kind == newPlace.kind
        else { return "the references are kept elsewhere" }
        if !place.isHere, properties[newPlace.keeper] != place.keeper { return "another inverse" }
        if older.isOwnInverse(oldPath) != newer.isOwnInverse(path) { return "its own inverse" }
        if place.isHere, !old.isToMany, newer.hasToOneInverse(path), !older.hasToOneInverse(oldPath) {
            return "the references become unique"
        }
        return nil
    }
}

extension Schema {
    /// A property by its path.
    func property(_ path: ElementPath) -> Property? {
        entity(path.entity)?.properties.first { $0.name == path.property }
    }

    /// A relationship by its path.
    func relationship(_ path: ElementPath) -> Relationship? {
        path.property.flatMap { entity(path.entity)?.relationship($0) }
    }

    /// Where a relationship's references are.
    func place(of path: ElementPath) -> (kind: String, isHere: Bool, keeper: ElementPath)? {
        guard let entity = entity(path.entity), let relationship = relationship(path) else { return nil }
        let inverse: ElementPath = relationship.inverse.map { ElementPath(relationship.destination, $0) } ?? path
        switch storage(of: relationship, in: entity) {
        case .ownKey: return ("own key", true, path)
        case .inverseKey: return ("inverse's key", false, inverse)
        case .link(let owner, isOwner: true): return ("own pairs", true, owner)
        case .link(let owner, isOwner: false): return ("inverse's pairs", false, owner)
        }
    }

    /// Whether a property's values are kept in a column or a table of its own.
    func isKeeper(_ path: ElementPath) -> Bool {
        place(of: path)?.isHere ?? true
    }

    /// Whether a relationship is the same seen from the other side.
    func isOwnInverse(_ path: ElementPath) -> Bool {
        guard let relationship = relationship(path) else { return false }
        return relationship.inverse == path.property && relationship.destination == path.entity
    }

    /// Whether the far side leads to one object at most.
    func hasToOneInverse(_ path: ElementPath) -> Bool {
        guard let relationship = relationship(path) else { return false }
        return entity(path.entity).flatMap { inverse(of: relationship, in: $0) }?.relationship.isToMany == false
    }
}
