import ApusSchema

/// An entity with what planning asks of it again and again.
///
/// Neighbouring versions that agree on an entity share it, so that most of a schema is never looked at.
final class IndexedEntity: Sendable {
    /// The entity.
    let entity: Entity

    /// Its names.
    let naming: NameMatcher.Name

    /// The name of its parent, where it has one.
    var parent: String? { entity.parent }

    /// The properties that it declares.
    let properties: [OwnedProperty]

    /// The entities that its own relationships lead to, some of them more than once.
    let destinations: [String]

    /// The model's enums and composites, and unknown ones, that its own attributes have as their type, some of them more
    /// than once.
    let types: [String]

    /// Whether a value of its own attributes may follow from those of other objects.
    let looksElsewhere: Bool

    /// Indexes an entity.
    ///
    /// - Parameters:
    ///   - entity: The entity.
    ///   - older: What it was in a neighbouring version, to share the properties that are the same.
    init(_ entity: Entity, like older: IndexedEntity?) {
        self.entity = entity
        naming = NameMatcher.Name(name: entity.name, originalName: entity.originalName)
        let older: IndexedEntity? = older?.entity.name == entity.name ? older : nil
        var types: [String] = []
        var looksElsewhere: Bool = false
        var properties: [OwnedProperty] = []
        properties.reserveCapacity(entity.attributes.count + entity.relationships.count)
        for place in entity.attributes.indices {
            properties.append(
                older?.property(like: entity.attributes[place], at: place)
                    ?? OwnedProperty(owner: entity.name, property: .attribute(entity.attributes[place]))
            )
            if case .named(let name) = entity.attributes[place].type { types.append(name) }
            if entity.attributes[place].derivation?.looksElsewhere == true { looksElsewhere = true }
        }
        for place in entity.relationships.indices {
            properties.append(
                older?.property(like: entity.relationships[place], at: place)
                    ?? OwnedProperty(owner: entity.name, property: .relationship(entity.relationships[place]))
            )
        }
        self.properties = properties
        self.types = types
        self.looksElsewhere = looksElsewhere
        destinations = entity.relationships.map(\.destination)
    }

    /// The same attribute, where it stands at the same place.
    private func property(like attribute: Attribute, at place: Int) -> OwnedProperty? {
        guard place < entity.attributes.count, entity.attributes[place] == attribute else { return nil }
        return properties[place]
    }

    /// The same relationship, where it stands at the same place among them.
    private func property(like relationship: Relationship, at place: Int) -> OwnedProperty? {
        guard place < entity.relationships.count, entity.relationships[place] == relationship else { return nil }
        return properties[entity.attributes.count + place]
    }

    /// Whether another version of the entity is the same to those who lead to it.
    func isRelated(as other: IndexedEntity) -> Bool {
        entity.name == other.entity.name && entity.parent == other.entity.parent
            && entity.isAbstract == other.entity.isAbstract
            && entity.relationships == other.entity.relationships
    }
}

extension Derivation {
    /// Whether the value may follow from those of other objects.
    fileprivate var looksElsewhere: Bool {
        switch self {
        case .keyPath(let path), .function(_, let path): path.count > 1
        case .count, .sum: true
        case .now: false
        }
    }
}
