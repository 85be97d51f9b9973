import ApusSchema

extension Schema {
    /// The contents of the schema as single facts, to count the differences between two schemas.
    var facts: Set<String> {
        var facts: Set<String> = []
        for entity in entities {
            facts.insert(entity.name)
            facts.insert("\(entity.name) < \(entity.parent ?? "") \(entity.isAbstract)")
            for attribute in entity.attributes {
                facts.insert("\(entity.name).\(attribute.name)")
                facts.insert("\(entity.name).\(attribute)")
            }
            for relationship in entity.relationships {
                facts.insert("\(entity.name).\(relationship.name)")
                facts.insert("\(entity.name).\(relationship)")
            }
            facts.formUnion(entity.indexes.map { "\(entity.name) \($0)" })
            facts.formUnion(entity.uniquenessConstraints.map { "\(entity.name) \($0)" })
        }
        facts.formUnion(composites.map { "\($0)" })
        return facts
    }
}
