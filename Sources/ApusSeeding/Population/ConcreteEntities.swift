import ApusSchema

/// The concrete entities of a schema, so ordered that an entity and its sub-entities are neighbours.
struct ConcreteEntities: Sendable {
    /// The concrete entities, by hierarchy, a parent before its children.
    let entities: [ConcreteEntity]

    /// For each entity's name, the indices of the concrete entities that are it or inherit from it.
    private let spans: [String: Range<Int>]

    /// The concrete entities of a valid schema.
    init(_ schema: Schema) {
        var children: [String: [Entity]] = [:]
        for entity in schema.entities { if let parent = entity.parent { children[parent, default: []].append(entity) } }
        var entities: [ConcreteEntity] = []
        var spans: [String: Range<Int>] = [:]
        func visit(_ entity: Entity, _ ancestors: [Entity]) {
            let first = entities.count
            let line: [Entity] = [entity] + ancestors
            if !entity.isAbstract { entities.append(ConcreteEntity(entity: entity, line: line)) }
            for child in children[entity.name] ?? [] { visit(child, line) }
            spans[entity.name] = first..<entities.count
        }
        for entity in schema.entities where entity.parent == nil { visit(entity, []) }
        self.entities = entities
        self.spans = spans
    }

    /// The indices of the concrete entities that are an entity or inherit from it.
    func span(_ entity: String) -> Range<Int> {
        spans[entity] ?? 0..<0
    }
}
