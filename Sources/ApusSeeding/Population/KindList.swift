import ApusSchema

/// The kinds of a schema, so ordered that the objects of an entity and of its sub-entities are neighbours.
struct KindList: Sendable {
    /// The kinds: hierarchy after hierarchy, a parent before its children.
    let kinds: [Kind]

    /// The places of the kinds that are an entity or inherit from it, by its name.
    private let spans: [String: Range<Int>]

    /// The kinds of a valid schema.
    init(_ schema: Schema) {
        var children: [String: [Entity]] = [:]
        for entity in schema.entities { if let parent = entity.parent { children[parent, default: []].append(entity) } }
        var kinds: [Kind] = []
        var spans: [String: Range<Int>] = [:]
        func visit(_ entity: Entity, _ ancestors: [Entity]) {
            let first: Int = kinds.count
            let line: [Entity] = [entity] + ancestors
            if !entity.isAbstract { kinds.append(Kind(entity: entity, line: line)) }
            for child in children[entity.name] ?? [] { visit(child, line) }
            spans[entity.name] = first..<kinds.count
        }
        for entity in schema.entities where entity.parent == nil { visit(entity, []) }
        self.kinds = kinds
        self.spans = spans
    }

    /// The places of the kinds that are an entity or inherit from it.
    func span(_ entity: String) -> Range<Int> {
        spans[entity] ?? 0..<0
    }
}
