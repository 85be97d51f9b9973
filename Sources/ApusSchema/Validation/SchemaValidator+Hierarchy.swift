extension SchemaValidator {
    /// Reports entities, composites and derived attributes that lead back to themselves.
    mutating func checkCircles() {
        let parents: [String: String] = Dictionary(
            schema.entities.compactMap { entity in entity.parent.map { (entity.name, $0) } }
        ) { first, _ in first }
        let parentCircles: [[String]] = circles(of: schema.entities.map(\.name)) { parents[$0].map { [$0] } ?? [] }
        for circle in parentCircles {
            let place: ModelPath = .entity(circle[0]).key("parent")
            error(
                circle.count == 1
                    ? "'\(circle[0])' has itself as its parent"
                    : "'\(circle[0])' inherits from itself: \(Self.text(of: circle))",
                at: place,
                help: [circle.count == 1 ? "remove 'parent'" : "remove 'parent' from one of them"]
            )
        }
        if parentCircles.isEmpty { checkDepths(parents) }
        for circle in circles(of: schema.composites.map(\.name), next: { composites(in: $0) }) {
            error(
                "'\(circle[0])' is a part of itself: \(Self.text(of: circle))",
                at: .element("composites", circle[0]),
                help: ["give one of the parts another type"]
            )
        }
    }

    /// Reports the entity at which a hierarchy becomes too deep.
    private mutating func checkDepths(_ parents: [String: String]) {
        var depths: [String: Int] = [:]
        for entity in schema.entities {
            var line: [String] = []
            var name: String = entity.name
            while depths[name] == nil {
                line.append(name)
                guard let parent = parents[name] else { break }
                name = parent
            }
            for name in line.reversed() { depths[name] = parents[name].map { (depths[$0] ?? 0) + 1 } ?? 0 }
        }
        for entity in schema.entities where depths[entity.name] == SchemaIndex.deepestHierarchy + 1 {
            error(
                "'\(entity.name)' inherits from more than \(SchemaIndex.deepestHierarchy) entities, one from the other",
                at: .entity(entity.name).key("parent"),
                help: ["let it inherit from an entity nearer to the root"]
            )
        }
    }

    /// `A → B → A`; of a long circle the beginning.
    static func text(of circle: [some CustomStringConvertible]) -> String {
        let isLong: Bool = circle.count > 10
        let shown: [String] = (isLong ? circle.prefix(5) : circle[...]).map(\.description)
        let rest: [String] = isLong ? ["… \(circle.count - 5) more …"] : []
        return (shown + rest + circle.prefix(1).map(\.description)).joined(separator: " → ")
    }

    private func composites(in name: String) -> [String] {
        (index.composite(name)?.attributes ?? []).compactMap { part in
            guard case .named(let type) = part.type, index.composite(type) != nil else { return nil }
            return type
        }
    }

    mutating func checkHierarchy(of entity: Entity) {
        let place: ModelPath = .entity(entity.name)
        if entity.isAbstract, index.isWhole, !index.hasChildren(entity) {
            warn(
                "'\(entity.name)' is abstract, but no entity has it as its parent",
                at: place,
                notes: ["there can be no object of it"],
                help: ["remove 'abstract', or write 'parent: \(entity.name)' at its sub-entities"]
            )
        }
        guard let name = entity.parent else { return }
        switch index.entity(name) {
        case .unreadable: return
        case .missing:
            return unknown(
                "'\(entity.name)' has the parent '\(name)', but there is no such entity",
                name,
                among: schema.entities.map(\.name).filter { $0 != entity.name },
                at: place.key("parent")
            )
        case .found(let parent):
            checkInheritance(of: entity, from: parent)
        }
    }

    private mutating func checkInheritance(of entity: Entity, from parent: Entity) {
        let place: ModelPath = .entity(entity.name)
        let ancestors: [Entity] = Array(index.line(of: entity).dropFirst())
        guard let root = ancestors.last else { return }
        for (key, value) in [("table", entity.table), ("primaryKey", entity.primaryKey)] where value != nil {
            error(
                "'\(entity.name)' shares the table of '\(root.name)', so it has no '\(key)' of its own",
                at: place.key(key),
                help: ["say it at '\(root.name)', or remove it"]
            )
        }
        if let own = entity.access, let inherited = parent.access, own.rank > inherited.rank {
            error(
                "the class of '\(entity.name)' is \(own.rawValue), but that of its parent '\(parent.name)' is "
                    + "\(inherited.rawValue)",
                at: place.key("access"),
                help: ["no Swift class is more visible than the one that it inherits from"]
            )
        }
        let own: [(name: String, place: ModelPath)] =
            entity.properties.map { ($0.name, entity.place(of: $0)) }
            + entity.fetchedProperties.map { ($0.name, place.element("fetchedProperties", $0.name)) }
        for (name, place) in own {
            guard let other = index.inherited(name, by: ancestors) else { continue }
            error(
                other.name == name
                    ? "'\(entity.name).\(name)' is also in '\(other.owner)', which it inherits from"
                    : "'\(entity.name).\(name)' and '\(other.owner).\(other.name)', which it inherits, "
                        + "differ only in case, which SQLite does not tell apart",
                at: place,
                help: [other.name == name ? "rename it, or remove it here" : "rename one of them"]
            )
        }
    }
}

extension AccessLevel {
    fileprivate var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
