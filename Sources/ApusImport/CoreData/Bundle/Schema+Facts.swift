import ApusSchema

/// A part of a schema's contents.
enum SchemaFact: Hashable {
    case entity(String, parent: String?, isAbstract: Bool)
    case name(String, String?)
    case attribute(String, Attribute)
    case relationship(String, Relationship)
    case index(String, Entity.Index)
    case constraint(String, [String])
    case composite(Composite)
}

extension Schema {
    /// The contents of the schema as single facts, to count the differences between two schemas.
    var facts: Set<SchemaFact> {
        var facts: Set<SchemaFact> = []
        for entity in entities {
            let name = entity.name
            facts.insert(.name(name, nil))
            facts.insert(.entity(name, parent: entity.parent, isAbstract: entity.isAbstract))
            for attribute in entity.attributes {
                facts.insert(.name(name, attribute.name))
                facts.insert(.attribute(name, attribute))
            }
            for relationship in entity.relationships {
                facts.insert(.name(name, relationship.name))
                facts.insert(.relationship(name, relationship))
            }
            facts.formUnion(entity.indexes.map { .index(name, $0) })
            facts.formUnion(entity.uniquenessConstraints.map { .constraint(name, $0) })
        }
        facts.formUnion(composites.map { .composite($0) })
        return facts
    }
}
