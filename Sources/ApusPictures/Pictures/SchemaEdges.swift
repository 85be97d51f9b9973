import ApusSchema

/// The edges of a schema, between cards and rows that may be those of a picture of two schemas.
struct SchemaEdges {
    /// The schema.
    let schema: Schema
    /// Returns the identity of an entity's card.
    let card: (String) -> Int?
    /// Returns the index of a relationship's row in the card of its entity.
    let row: (_ entity: String, _ relationship: String) -> Int?

    /// The edges: the relationships of each entity, a pair as one, then its edge from its parent. What has no card is left out.
    var all: [Picture.Edge] {
        schema.entities.flatMap { entity -> [Picture.Edge] in
            guard let own = card(entity.name) else { return [] }
            let relationships = entity.relationships.compactMap { edge(of: $0, in: entity, own) }
            guard let parent = entity.parent.flatMap(card) else { return relationships }
            let inheritance = Picture.Edge(
                .inheritance,
                from: .init(card: parent, count: .one),
                to: .init(card: own, count: .optional)
            )
            return relationships + [inheritance]
        }
    }

    private func edge(of relationship: Relationship, in entity: Entity, _ own: Int) -> Picture.Edge? {
        guard let far = card(relationship.destination) else { return nil }
        let near = Picture.Edge.End(card: own, row: row(entity.name, relationship.name), count: .unknown)
        guard let back = schema.inverse(of: relationship, in: entity) else {
            return Picture.Edge(.relationship, from: near, to: .init(card: far, count: relationship.count))
        }
        guard isSource(relationship, of: entity, back) else { return nil }
        return Picture.Edge(
            .relationship,
            from: .init(card: near.card, row: near.row, count: back.relationship.count),
            to: .init(card: far, row: row(back.entity.name, back.relationship.name), count: relationship.count)
        )
    }

    /// Whether the edge of a pair starts at a relationship: the one without a key, the one that has many, or the one that owns the
    /// join table.
    private func isSource(
        _ relationship: Relationship,
        of entity: Entity,
        _ back: (entity: Entity, relationship: Relationship)
    ) -> Bool {
        if back.entity.name == entity.name, back.relationship.name == relationship.name { return true }
        return switch schema.storage(of: relationship, in: entity) {
        case .ownKey: false
        case .inverseKey: true
        case .link(_, let isOwner): isOwner
        }
    }
}

extension Relationship {
    fileprivate var count: Picture.Edge.Count { isToMany ? .many : isOptional ? .optional : .one }
}
