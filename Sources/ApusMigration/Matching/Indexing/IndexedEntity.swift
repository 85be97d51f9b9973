import ApusSchema

/// An entity with the facts that planning needs repeatedly.
///
/// Neighbouring versions share an entity that does not differ, so that most of a schema is never compared in detail.
final class IndexedEntity: Sendable {
    /// The entity.
    let entity: Entity

    /// Its name and original name.
    let naming: NameMatcher.Name

    /// The name of its parent, if it has one.
    var parent: String? { entity.parent }

    /// The properties that it declares.
    let properties: [OwnedProperty]

    /// The destinations of its own relationships, possibly with duplicates.
    let destinations: [String]

    /// The names of the enums and composites, known or not, that its own attributes have as their type, possibly with
    /// duplicates.
    let types: [String]

    /// Whether one of its own attributes may be derived from other objects.
    let readsOtherObjects: Bool

    /// Indexes an entity.
    ///
    /// - Parameters:
    ///   - entity: The entity.
    ///   - older: The entity in a neighbouring version, to share the unchanged properties.
    init(_ entity: Entity, like older: IndexedEntity?) {
        self.entity = entity
        naming = NameMatcher.Name(name: entity.name, originalName: entity.originalName)
        let older: IndexedEntity? = older?.entity.name == entity.name ? older : nil
        var types: [String] = []
        var readsOtherObjects = false
        var properties: [OwnedProperty] = []
        properties.reserveCapacity(entity.attributes.count + entity.relationships.count)
        for index in entity.attributes.indices {
            properties.append(
                older?.property(like: entity.attributes[index], at: index)
                    ?? OwnedProperty(owner: entity.name, property: .attribute(entity.attributes[index]))
            )
            if case .named(let name) = entity.attributes[index].type { types.append(name) }
            if entity.attributes[index].derivation?.readsOtherObjects == true { readsOtherObjects = true }
        }
        for index in entity.relationships.indices {
            properties.append(
                older?.property(like: entity.relationships[index], at: index)
                    ?? OwnedProperty(owner: entity.name, property: .relationship(entity.relationships[index]))
            )
        }
        self.properties = properties
        self.types = types
        self.readsOtherObjects = readsOtherObjects
        destinations = entity.relationships.map(\.destination)
    }

    /// Returns the property of an equal attribute with the same index.
    private func property(like attribute: Attribute, at index: Int) -> OwnedProperty? {
        guard index < entity.attributes.count, entity.attributes[index] == attribute else { return nil }
        return properties[index]
    }

    /// Returns the property of an equal relationship with the same index.
    private func property(like relationship: Relationship, at index: Int) -> OwnedProperty? {
        guard index < entity.relationships.count, entity.relationships[index] == relationship else { return nil }
        return properties[entity.attributes.count + index]
    }

    /// Returns whether another version of the entity is the same for the relationships that point to it.
    func isRelated(as other: IndexedEntity) -> Bool {
        entity.name == other.entity.name && entity.parent == other.entity.parent
            && entity.isAbstract == other.entity.isAbstract
            && entity.relationships == other.entity.relationships
    }
}

extension Derivation {
    /// Whether the value may be derived from other objects.
    var readsOtherObjects: Bool {
        switch self {
        case .keyPath(let path), .function(_, let path): path.count > 1
        case .count, .sum: true
        case .now: false
        }
    }
}
