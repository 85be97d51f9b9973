import ApusSchema

extension StageDraft {
    mutating func change(entity name: String, _ body: (inout Entity) -> Void) {
        guard let index = schema.entities.firstIndex(where: { $0.name == name }) else { return }
        body(&schema.entities[index])
    }

    mutating func change(attribute path: ElementPath, _ body: (inout Attribute) -> Void) {
        change(entity: path.entity) { entity in
            guard let index = entity.attributes.firstIndex(where: { $0.name == path.property }) else { return }
            body(&entity.attributes[index])
        }
    }

    mutating func change(relationship path: ElementPath, _ body: (inout Relationship) -> Void) {
        change(entity: path.entity) { entity in
            guard let index = entity.relationships.firstIndex(where: { $0.name == path.property }) else { return }
            body(&entity.relationships[index])
        }
    }

    mutating func change(composite name: String, _ body: (inout Composite) -> Void) {
        guard let index = schema.composites.firstIndex(where: { $0.name == name }) else { return }
        body(&schema.composites[index])
    }

    mutating func change(part path: ElementPath, _ body: (inout Attribute) -> Void) {
        change(composite: path.entity) { composite in
            guard let index = composite.attributes.firstIndex(where: { $0.name == path.property }) else { return }
            body(&composite.attributes[index])
        }
    }

    mutating func change(enumeration name: String, _ body: (inout Enumeration) -> Void) {
        guard let index = schema.enumerations.firstIndex(where: { $0.name == name }) else { return }
        body(&schema.enumerations[index])
    }

    mutating func change(case path: ElementPath, _ body: (inout Enumeration.Case) -> Void) {
        change(enumeration: path.entity) { enumeration in
            guard let index = enumeration.cases.firstIndex(where: { $0.name == path.property }) else { return }
            body(&enumeration.cases[index])
        }
    }

    /// Changes every attribute of entities and composites.
    mutating func changeAllAttributes(_ body: (inout Attribute) -> Void) {
        for entity in schema.entities.indices {
            for index in schema.entities[entity].attributes.indices {
                body(&schema.entities[entity].attributes[index])
            }
        }
        for composite in schema.composites.indices {
            for index in schema.composites[composite].attributes.indices {
                body(&schema.composites[composite].attributes[index])
            }
        }
    }

    /// Takes a property away, what another entity's inverse says of it, and what is computed from it.
    mutating func remove(_ path: ElementPath) {
        let derived: [ElementPath] = attributes { entity, attribute in
            attribute.derivation?.firstName == path.property && schema.isKind(entity.name, of: path.entity)
        }
        for derived in derived where derived != path { remove(derived) }
        if let back = inverse(path) {
            change(relationship: back) {
                $0.inverse = nil; $0.holdsKey = nil
            }
        }
        change(entity: path.entity) { entity in
            entity.attributes.removeAll { $0.name == path.property }
            entity.relationships.removeAll { $0.name == path.property }
        }
    }

    /// Takes an entity away, and every relationship that leads to it.
    mutating func remove(entity name: String) {
        for path in relationships({ entity, relationship in
            relationship.destination == name || entity.name == name
        }) { remove(path) }
        schema.entities.removeAll { $0.name == name }
    }
}

extension Derivation {
    /// The property that a derivation begins at.
    fileprivate var firstName: String? {
        switch self {
        case .keyPath(let path), .function(_, let path), .count(let path), .sum(let path, _): path.first
        case .now: nil
        }
    }
}
