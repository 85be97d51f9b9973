import ApusSchema

extension StageDraft {
    func entities(_ isWanted: (Entity) -> Bool) -> [ElementPath] {
        schema.entities.filter(isWanted).map { ElementPath($0.name) }
    }

    func attributes(_ isWanted: (Entity, Attribute) -> Bool) -> [ElementPath] {
        schema.entities.flatMap { entity in
            entity.attributes.filter { isWanted(entity, $0) }.map { ElementPath(entity.name, $0.name) }
        }
    }

    func relationships(_ isWanted: (Entity, Relationship) -> Bool) -> [ElementPath] {
        schema.entities.flatMap { entity in
            entity.relationships.filter { isWanted(entity, $0) }.map { ElementPath(entity.name, $0.name) }
        }
    }

    func parts(_ isWanted: (Composite, Attribute) -> Bool) -> [ElementPath] {
        schema.composites.flatMap { composite in
            composite.attributes.filter { isWanted(composite, $0) }.map { ElementPath(composite.name, $0.name) }
        }
    }

    func cases(_ isWanted: (Enumeration, Enumeration.Case) -> Bool) -> [ElementPath] {
        schema.enumerations.flatMap { enumeration in
            enumeration.cases.filter { isWanted(enumeration, $0) }.map { ElementPath(enumeration.name, $0.name) }
        }
    }

    /// Stored attributes that are not computed.
    func plainAttributes(_ isWanted: (Attribute) -> Bool = { _ in true }) -> [ElementPath] {
        attributes { $1.isPlain && isWanted($1) }
    }

    func attribute(_ path: ElementPath) -> Attribute? {
        path.property.flatMap { schema.entity(path.entity)?.attribute($0) }
    }

    func relationship(_ path: ElementPath) -> Relationship? {
        path.property.flatMap { schema.entity(path.entity)?.relationship($0) }
    }

    func part(_ path: ElementPath) -> Attribute? {
        schema.composite(path.entity)?.attributes.first { $0.name == path.property }
    }

    /// The other side of a pair.
    func inverse(_ path: ElementPath) -> ElementPath? {
        guard let entity = schema.entity(path.entity), let relationship = relationship(path) else { return nil }
        return schema.inverse(of: relationship, in: entity).map { ElementPath($0.entity.name, $0.relationship.name) }
    }
}

extension Attribute {
    /// Whether the attribute is stored and not derived.
    var isPlain: Bool { !isTransient && !isEphemeral && derivation == nil }
}
