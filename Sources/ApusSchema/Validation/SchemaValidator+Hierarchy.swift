import ApusDiagnostics

extension SchemaValidator {
    /// Reports cycles of entities and composites.
    mutating func checkCycles() {
        let parents: [String: String] = Dictionary(
            schema.entities.compactMap { entity in entity.parent.map { (entity.name, $0) } }
        ) { first, _ in first }
        let parentCycles: [[String]] = cycles(of: schema.entities.map(\.name)) { parents[$0].map { [$0] } ?? [] }
        for cycle in parentCycles {
            let modelPath: ModelPath = .entity(cycle[0]).key("parent")
            error(
                cycle.count == 1
                    ? "'\(cycle[0])' has itself as its parent"
                    : "'\(cycle[0])' inherits from itself: \(Self.text(of: cycle))",
                at: modelPath,
                help: [cycle.count == 1 ? "remove 'parent'" : "remove 'parent' from one of them"]
            )
        }
        if parentCycles.isEmpty { checkDepths(parents) }
        for cycle in cycles(of: schema.composites.map(\.name), next: { composites(in: $0) }) {
            error(
                "'\(cycle[0])' is a part of itself: \(Self.text(of: cycle))",
                at: .element("composites", cycle[0]),
                help: ["give one of the parts another type"]
            )
        }
    }

    /// Reports the entity at which a hierarchy becomes too deep.
    private mutating func checkDepths(_ parents: [String: String]) {
        var depths: [String: Int] = [:]
        for entity in schema.entities {
            var line: [String] = []
            var name = entity.name
            while depths[name] == nil {
                line.append(name)
                guard let parent = parents[name] else { break }
                name = parent
            }
            for name in line.reversed() { depths[name] = parents[name].map { (depths[$0] ?? 0) + 1 } ?? 0 }
        }
        for entity in schema.entities where depths[entity.name] == SchemaIndex.deepestHierarchy + 1 {
            error(
                "the hierarchy of '\(entity.name)' is deeper than \(SchemaIndex.deepestHierarchy) entities",
                at: .entity(entity.name).key("parent"),
                help: ["let it inherit from an entity nearer to the root"]
            )
        }
    }

    /// The cycle as messages show it: `A → B → A`, or the beginning of a long one.
    static func text(of cycle: [some CustomStringConvertible]) -> String {
        let isLong = cycle.count > 10
        let shown: [String] = (isLong ? cycle.prefix(5) : cycle[...]).map(\.description)
        let rest: [String] = isLong ? ["… \(cycle.count - 5) more …"] : []
        return (shown + rest + cycle.prefix(1).map(\.description)).joined(separator: " → ")
    }

    private func composites(in name: String) -> [String] {
        (index.composite(name)?.attributes ?? []).compactMap { part in
            guard case .named(let type) = part.type, index.composite(type) != nil else { return nil }
            return type
        }
    }

    mutating func checkHierarchy(of entity: Entity) {
        let modelPath: ModelPath = .entity(entity.name)
        if entity.isAbstract, index.isWhole, !index.hasChildren(entity) {
            warn(
                "'\(entity.name)' is abstract, but has no sub-entities",
                about: Topic("'\(entity.name)'"),
                at: modelPath,
                notes: ["it cannot have objects"],
                help: ["remove 'abstract', or write 'parent: \(entity.name)' in its sub-entities"]
            )
        }
        guard let name = entity.parent else { return }
        switch index.entity(name) {
        case .unreadable: return
        case .missing:
            return unknown(
                "'\(entity.name)' has the parent '\(name)', but there is no such entity",
                name,
                among: schema.entities.lazy.map(\.name).filter { $0 != entity.name },
                at: modelPath.key("parent")
            )
        case .found(let parent):
            checkInheritance(of: entity, from: parent)
        }
    }

    private mutating func checkInheritance(of entity: Entity, from parent: Entity) {
        let modelPath: ModelPath = .entity(entity.name)
        let ancestors = Array(index.line(of: entity).dropFirst())
        guard let root = ancestors.last else { return }
        for (key, value) in [("table", entity.table), ("primaryKey", entity.primaryKey)] where value != nil {
            error(
                "'\(entity.name)' shares the table of '\(root.name)', so it cannot have a '\(key)'",
                at: modelPath.key(key),
                help: ["move it to '\(root.name)', or remove it"]
            )
        }
        if let own = entity.access, let inherited = parent.access, own.rank > inherited.rank {
            error(
                "the class of '\(entity.name)' is \(own.rawValue), but that of its parent '\(parent.name)' is "
                    + "\(inherited.rawValue)",
                at: modelPath.key("access"),
                help: ["a Swift class cannot be more visible than its superclass"]
            )
        }
        let own: [(name: String, modelPath: ModelPath)] =
            entity.properties.map { ($0.name, entity.path(of: $0)) }
            + entity.fetchedProperties.map { ($0.name, modelPath.element("fetchedProperties", $0.name)) }
        for (name, modelPath) in own {
            guard let other = index.inherited(name, by: ancestors) else { continue }
            error(
                other.name == name
                    ? "'\(entity.name).\(name)' is already defined in '\(other.owner)', from which it inherits"
                    : "'\(entity.name).\(name)' and the inherited '\(other.owner).\(other.name)' "
                        + "differ only in case, which SQLite does not distinguish",
                at: modelPath,
                help: [other.name == name ? "rename it, or remove it here" : "rename one of them"]
            )
        }
    }
}

extension AccessLevel {
    fileprivate var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
