import ApusSchema

extension Schema {
    /// The schema without what means nothing to a store: what a diff may leave out.
    var stored: Schema {
        var copy: Schema = self
        copy.documentation = nil
        copy.versionIdentifier = nil
        copy.localization = [:]
        copy.fetchRequests = []
        copy.configurations = []
        for index in copy.entities.indices {
            var entity: Entity = copy.entities[index]
            entity.originalName = nil
            entity.documentation = nil
            entity.userInfo = [:]
            entity.codegen = .class
            entity.className = nil
            entity.access = nil
            entity.hasValueType = false
            entity.fetchedProperties = []
            entity.attributes = entity.attributes.map(\.stored)
            for index in entity.relationships.indices {
                let storage: RelationshipStorage = storage(of: entity.relationships[index], in: entities.named(entity))
                // State the default side explicitly: the storage is the same.
                entity.relationships[index].holdsKey = storage.isInverse ? false : true
                entity.relationships[index].originalName = nil
                entity.relationships[index].documentation = nil
                entity.relationships[index].userInfo = [:]
            }
            copy.entities[index] = entity
        }
        let used: Set<String> = namesOfUsedTypes
        copy.composites.removeAll { !used.contains($0.name) }
        copy.enumerations.removeAll { !used.contains($0.name) }
        for index in copy.composites.indices {
            let composite: Composite = copy.composites[index]
            copy.composites[index] = Composite(composite.name, attributes: composite.attributes.map(\.stored))
        }
        for index in copy.enumerations.indices {
            let type: Enumeration = copy.enumerations[index]
            let cases: [Enumeration.Case] = type.cases.map { .init($0.name, $0.rawValue) }
            copy.enumerations[index] = Enumeration(type.name, type: type.type, cases: cases)
        }
        return copy.normalized
    }

    /// The composites and enums that an entity's attributes have, down to the last part.
    private var namesOfUsedTypes: Set<String> {
        var names: Set<String> = []
        var open: [Attribute] = entities.flatMap(\.attributes)
        while let attribute = open.popLast() {
            guard case .named(let name) = attribute.type, names.insert(name).inserted else { continue }
            open += composite(name)?.attributes ?? []
        }
        return names
    }
}

extension Attribute {
    fileprivate var stored: Attribute {
        var copy: Attribute = self
        copy.originalName = nil
        copy.documentation = nil
        copy.userInfo = [:]
        return copy
    }
}

extension RelationshipStorage {
    fileprivate var isInverse: Bool {
        switch self {
        case .inverseKey, .link(_, isOwner: false): true
        case .ownKey, .link: false
        }
    }
}

extension [Entity] {
    fileprivate func named(_ entity: Entity) -> Entity {
        first { $0.name == entity.name } ?? entity
    }
}
