import ApusSchema

/// A schema under edit. Each element has a number that stays the same whatever it is called, so that the generator
/// knows which element of the older schema an element is without any rule of matching.
struct Draft: Sendable {
    /// An entity under edit.
    struct Entity: Sendable {
        let id: Int
        var name: String
        var originalName: String?
        var attributes: [Attribute] = []
        var relationships: [Relationship] = []

        /// The names that a new property cannot have.
        var propertyNames: [String] { attributes.map(\.value.name) + relationships.map(\.name) }
    }

    /// An attribute under edit.
    struct Attribute: Sendable {
        let id: Int
        var value: ApusSchema.Attribute
    }

    /// A relationship under edit, with its ends by number, so that they follow every rename.
    struct Relationship: Sendable {
        let id: Int
        var name: String
        var originalName: String?
        var destination: Int
        var isToMany: Bool
        var isOptional = true
        var isOrdered = false
        var inverse: Int?
        var deleteRule: ApusSchema.Relationship.DeleteRule = .nullify
        var holdsKey: Bool?
    }

    var entities: [Entity] = []

    /// The schema as it stands.
    func schema(model: String) -> Schema {
        let names = Dictionary(uniqueKeysWithValues: entities.map { ($0.id, $0.name) })
        let ends: [Int: String] = Dictionary(
            uniqueKeysWithValues: entities.flatMap(\.relationships).map { ($0.id, $0.name) }
        )
        return Schema(
            model: model,
            entities: entities.map { entity in
                ApusSchema.Entity(
                    entity.name,
                    originalName: entity.originalName,
                    attributes: entity.attributes.map(\.value),
                    relationships: entity.relationships.map { relationship in
                        var property: ApusSchema.Relationship = .toOne(
                            relationship.name,
                            names[relationship.destination] ?? "?",
                            isOptional: relationship.isOptional,
                            inverse: relationship.inverse.flatMap { ends[$0] },
                            deleteRule: relationship.deleteRule,
                            originalName: relationship.originalName,
                            holdsKey: relationship.holdsKey
                        )
                        (property.isToMany, property.isOrdered) = (relationship.isToMany, relationship.isOrdered)
                        return property
                    }
                )
            }
        )
    }

    /// The path of every element under its number.
    var paths: [Int: ElementPath] {
        var paths: [Int: ElementPath] = [:]
        for entity in entities {
            paths[entity.id] = ElementPath(entity.name)
            for attribute in entity.attributes { paths[attribute.id] = ElementPath(entity.name, attribute.value.name) }
            for relationship in entity.relationships {
                paths[relationship.id] = ElementPath(entity.name, relationship.name)
            }
        }
        return paths
    }

    /// The `originalName` line of every element that has one, under its number.
    var lines: [Int: String] {
        var lines: [Int: String] = [:]
        for entity in entities {
            lines[entity.id] = entity.originalName
            for attribute in entity.attributes { lines[attribute.id] = attribute.value.originalName }
            for relationship in entity.relationships { lines[relationship.id] = relationship.originalName }
        }
        return lines
    }

    /// The number of the relationship that keeps the references, under the number of each side.
    var keepers: [Int: Int] {
        let schema: Schema = schema(model: "")
        var keepers: [Int: Int] = [:]
        for (entity, value) in zip(entities, schema.entities) {
            for (relationship, property) in zip(entity.relationships, value.relationships) {
                switch schema.storage(of: property, in: value) {
                case .ownKey, .link(_, isOwner: true): keepers[relationship.id] = relationship.id
                case .inverseKey, .link: keepers[relationship.id] = relationship.inverse
                }
            }
        }
        return keepers
    }

    /// Changes the relationship of that number.
    mutating func update(_ id: Int, _ body: (inout Relationship) -> Void) {
        for entity in entities.indices {
            for index in entities[entity].relationships.indices where entities[entity].relationships[index].id == id {
                body(&entities[entity].relationships[index])
            }
        }
    }

    /// Gives every element the line that `line` says, from its number and the line that it has.
    mutating func rewriteLines(_ line: (_ id: Int, _ current: String?) -> String?) {
        for entity in entities.indices {
            entities[entity].originalName = line(entities[entity].id, entities[entity].originalName)
            for index in entities[entity].attributes.indices {
                let attribute: Attribute = entities[entity].attributes[index]
                entities[entity].attributes[index].value.originalName = line(attribute.id, attribute.value.originalName)
            }
            for index in entities[entity].relationships.indices {
                let relationship: Relationship = entities[entity].relationships[index]
                entities[entity].relationships[index].originalName = line(relationship.id, relationship.originalName)
            }
        }
    }
}
