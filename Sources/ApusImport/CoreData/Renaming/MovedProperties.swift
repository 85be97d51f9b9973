import ApusSchema

/// Finds properties that moved to another entity of their hierarchy and were renamed at the same time.
struct MovedProperties {
    private let older: CoreDataVersion
    private let newer: CoreDataVersion
    /// The older name of each newer entity that matches.
    private let entities: [String: String]
    /// The paths of older and newer properties that match in the entities that declare them.
    private var olderMatched: Set<ModelPath> = []
    private var newerMatched: Set<ModelPath> = []

    init(older: CoreDataVersion, newer: CoreDataVersion, entities: [String: String]) {
        (self.older, self.newer, self.entities) = (older, newer, entities)
    }

    /// Excludes the properties that match in the entity that declares them.
    mutating func leaveOut(_ match: IdentifierMatch, _ section: String, of entity: String) {
        guard let olderEntity = entities[entity] else { return }
        for (name, olderName) in match.olderNames {
            newerMatched.insert(.entity(entity).element(section, name))
            olderMatched.insert(.entity(olderEntity).element(section, olderName))
        }
    }

    /// The older name of a renamed property, if exactly one property of its hierarchy has its renaming identifier.
    func olderName(of name: String, _ section: String, of entity: String) -> String? {
        guard let olderEntity = entities[entity], !newerMatched.contains(.entity(entity).element(section, name)),
            let element = newer.elements([name], in: section, of: .entity(entity)).first, !element.isAmbiguous
        else { return nil }
        let others: [IdentifierMatch.Element] = older.schema.relatives(of: olderEntity).flatMap { owner in
            older.elements(names(section, of: owner), in: section, of: .entity(owner.name)).filter { other in
                !olderMatched.contains(.entity(owner.name).element(section, other.name))
            }
        }
        // The planner finds a property under its own name.
        if others.contains(where: { $0.name == name }) { return nil }
        let found = Set(
            others.filter { !$0.isAmbiguous && $0.effectiveIdentifier == element.effectiveIdentifier }.map(\.name)
        )
        return found.count == 1 ? found.first : nil
    }

    private func names(_ section: String, of entity: Entity) -> [String] {
        section == "attributes" ? entity.attributes.map(\.name) : entity.relationships.map(\.name)
    }
}

extension Schema {
    /// The entities that an entity inherits from, and those that inherit from it.
    func relatives(of entity: String) -> [Entity] {
        let ancestors = Set(self.entity(entity).map(ancestors)?.map(\.name) ?? [])
        return entities.filter { other in
            other.name != entity
                && (ancestors.contains(other.name) || other.parent != nil && isKind(other.name, of: entity))
        }
    }
}
