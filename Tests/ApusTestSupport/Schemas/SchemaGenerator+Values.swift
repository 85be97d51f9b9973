import ApusSchema

extension SchemaGenerator {
    /// Gives structures for values relationships and uids. Nothing is drawn, so that a seed goes on meaning the schema that it
    /// meant.
    mutating func addValues() {
        let types: [AttributeType] = [.string, .int16, .int32, .int64, .uuid].map { .scalar($0) }
        for index in schema.entities.indices {
            let entity = schema.entities[index]
            let family = schema.entities.filter { schema.isKind($0.name, of: entity.name) }
            if entity.parent == nil {
                schema.entities[index].uid =
                    entity.attributes.first { attribute in
                        let isUnique = attribute.isUnique || entity.uniquenessConstraints.contains([attribute.name])
                        return isUnique && !attribute.isOptional && attribute.derivation == nil
                            && !attribute.isTransient
                            && types.contains(attribute.type)
                    }?.name
            }
            guard family.contains(where: \.hasValueType) else { continue }
            for number in entity.relationships.indices where !entity.relationships[number].isTransient {
                let far = schema.entity(entity.relationships[number].destination)
                let canNest =
                    far.map { far in
                        far.hasValueType && ([far] + schema.ancestors(of: far)).allSatisfy { $0.relationships.isEmpty }
                    } ?? false
                schema.entities[index].relationships[number].valueForm = canNest ? .nested : .identifier
            }
        }
    }
}
