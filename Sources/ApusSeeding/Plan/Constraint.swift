import ApusSchema

/// That no two objects of an entity have the same values in some properties.
struct Constraint: Sendable {
    /// The entity that says so.
    let entity: Entity

    /// The attributes that objects can differ in.
    let attributes: [String]

    /// The relationships that keep keys.
    let keys: [ElementPath]

    /// The constraints of a schema, those of roots first, and of one entity those of few properties first.
    ///
    /// - Throws: `SeedProblem` where only what the store computes would have to differ.
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

    /// A constraint; `nil` where it holds by itself, or by the keys alone.
    private init?(_ names: [String], of entity: Entity, in schema: Schema) throws(SeedProblem) {
        var attributes: [String] = []
        var keys: [ElementPath] = []
        var hasComputed = false
        for name in names {
            if let attribute = schema.attribute(name, of: entity) {
                // What follows from one attribute differs where that one does: the numbers in texts stay.
                switch attribute.derivation {
                case nil: attributes.append(name)
                case .keyPath(let path) where path.count == 1: attributes.append(path[0])
                case .function(_, let path) where path.count == 1: attributes.append(path[0])
                default: hasComputed = true
                }
            } else if let (owner, relationship) = schema.relationship(name, of: entity) {
                // The far side's key: no two objects lead to one.
                guard schema.storage(of: relationship, in: owner) == .ownKey else { return nil }
                keys.append(ElementPath(owner.name, name))
            }
        }
        if attributes.isEmpty {
            guard hasComputed, keys.isEmpty else { return nil }
            throw SeedProblem(
                "'\(entity.name).\(names[0])' is unique, but the store computes it",
                help: ["seed a version without that constraint"]
            )
        }
        self.entity = entity
        self.attributes = attributes
        self.keys = keys
    }

    /// The properties, for a message.
    var text: String {
        let names: [String] = attributes + keys.compactMap(\.property)
        return names.map { "'\(entity.name).\($0)'" }.joined(separator: " with ")
    }
}
