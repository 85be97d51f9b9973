import ApusSchema

/// What a key path of an older object points to.
struct SourcePath {
    /// A relationship of the path, with the entity that has it there.
    typealias Hop = (entity: Entity, relationship: Relationship)

    /// The relationships of the path, without collection operators.
    let hops: [Hop]
    /// The entity of the objects behind the relationships.
    let entity: Entity
    /// The attribute, which may be a composite or a part of one; `nil` if the path ends at objects.
    let attribute: Attribute?
    /// The collection operator and what follows it, if the path has one; otherwise it gives one value or object.
    let collection: [String]

    /// Follows a path; `nil` if the older schema does not have it.
    ///
    /// - Parameters:
    ///   - steps: The names, and collection operators with their `@`.
    ///   - entity: The entity of the older object.
    ///   - schema: The older schema.
    init?(_ steps: [String], from entity: Entity, in schema: Schema) {
        var (hops, current): ([Hop], Entity) = ([], entity)
        var rest = steps[...]
        var attribute: Attribute?
        while let step = rest.first, !step.hasPrefix("@") {
            if let found = attribute {
                guard case .named(let name) = found.type,
                    let part = schema.composite(name)?.attributes.first(where: { $0.name == step })
                else { return nil }
                attribute = part
            } else if let relationship = schema.relationship(step, of: current)?.relationship {
                guard let next = schema.entity(relationship.destination) else { return nil }
                hops.append((current, relationship))
                current = next
            } else if let found = schema.attribute(step, of: current) {
                attribute = found
            } else {
                return nil
            }
            rest.removeFirst()
        }
        (self.hops, self.entity, self.attribute) = (hops, current, attribute)
        collection = Array(rest)
    }

    /// Whether all relationships are to-one.
    var isSingle: Bool { hops.allSatisfy { !$0.relationship.isToMany } }

    /// The way back, by the inverses of the relationships; `nil` if one of them has none.
    var reversed: [String]? {
        let names = hops.reversed().map(\.relationship.inverse)
        return names.contains(nil) ? nil : names.compactMap { $0 }
    }
}
