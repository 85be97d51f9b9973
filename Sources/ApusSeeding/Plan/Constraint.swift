import ApusSchema

/// A unique constraint: no two objects of an entity have the same values in some properties.
struct Constraint: Sendable {
    /// The entity that declares it.
    let entity: Entity

    /// The attributes in which objects can differ.
    let attributes: [String]

    /// The to-one relationships whose keys count.
    let keys: [ElementPath]

    /// The constraints of a schema, roots before their sub-entities, and those of an entity with few properties first.
    ///
    /// - Throws: `SeedProblem` if a constraint only covers values that the store computes.
    static func all(of schema: Schema) throws(SeedProblem) -> [Constraint] {
        var constraints: [Constraint] = []
        let depths: [Int] = schema.entities.map { schema.ancestors(of: $0).count }
        for index in schema.entities.indices.sorted(by: { (depths[$0], $0) < (depths[$1], $1) }) {
            let entity: Entity = schema.entities[index]
            var lists: [[String]] = entity.attributes.filter { $0.isUnique && $0.isStored }.map { [$0.name] }
            lists += entity.uniquenessConstraints.sorted { $0.count < $1.count }
            for names in lists {
                if let constraint = try Constraint(names, of: entity, in: schema) { constraints.append(constraint) }
            }
        }
        return constraints
    }

    /// Creates a constraint, or `nil` if it always holds or covers keys alone.
    private init?(_ names: [String], of entity: Entity, in schema: Schema) throws(SeedProblem) {
        var attributes: [String] = []
        var keys: [ElementPath] = []
        var hasComputed = false
        for name in names {
            if let attribute = schema.attribute(name, of: entity) {
                // A value derived from one attribute differs if that attribute does, because the numbers in texts are
                // kept.
                switch attribute.derivation {
                case nil: attributes.append(name)
                case .keyPath(let path) where path.count == 1: attributes.append(path[0])
                case .function(_, let path) where path.count == 1: attributes.append(path[0])
                default: hasComputed = true
                }
            } else if let (owner, relationship) = schema.relationship(name, of: entity) {
                // The inverse has the key, so no two objects refer to the same one.
                guard schema.storage(of: relationship, in: owner) == .ownKey else { return nil }
                keys.append(ElementPath(owner.name, name))
            }
        }
        if attributes.isEmpty {
            guard hasComputed, keys.isEmpty else { return nil }
            throw SeedProblem(
                "'\(entity.name).\(names[0])' is unique, but its values are computed by the store",
                help: ["seed a version without that constraint"]
            )
        }
        self.entity = entity
        self.attributes = attributes
        self.keys = keys
    }

    /// The properties for a message.
    var text: String {
        let names = attributes + keys.compactMap(\.property)
        return names.map { "'\(entity.name).\($0)'" }.joined(separator: " with ")
    }
}
