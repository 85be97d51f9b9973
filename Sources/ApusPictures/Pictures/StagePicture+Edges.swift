import ApusMigration
import ApusSchema

extension StagePicture {
    /// The newer schema's edges, then those that only the older one has.
    var edges: [Picture.Edge] {
        let before = edges(of: stage.old, olderCards[.entities] ?? [:], \.older)
        let after = edges(of: stage.new, newerCards[.entities] ?? [:], \.newer)
        var rest: [Ends: Picture.Edge] = [:]
        for edge in before { rest[Ends(edge)] = edge }
        // Edges that are the same go first: an edge that has only one row in common with an older one must not take it.
        let same = after.map { rest.removeValue(forKey: Ends($0)) }
        let changed = changedRows
        let known = before.map(Ends.init)
        // Those that are left, by their rows.
        var left: [[Int?]: [Int]] = [:]
        for index in before.indices where rest[known[index]] != nil {
            for row in before[index].rows { left[row, default: []].append(index) }
        }
        let signed = zip(after, same).map { edge, same -> Picture.Edge in
            var edge = edge
            if let same {
                edge.sign = same.counts == edge.counts && !edge.hasRow(of: changed) ? nil : .changed
            } else if let other = edge.rows.flatMap({ left[$0] ?? [] }).filter({ index in
                rest[known[index]] != nil && before[index].isLike(edge)
            }).min() {
                rest[known[other]] = nil
                edge.sign = .changed
            } else {
                edge.sign = .added
            }
            return edge
        }
        let removed = before.indices.filter { rest[known[$0]] != nil }.map { index -> Picture.Edge in
            var edge = before[index]
            edge.sign = .removed
            return edge
        }
        return signed + removed
    }

    private func edges(
        of schema: Schema,
        _ cards: [String: Int],
        _ rows: @escaping (Draft) -> [ElementCard.Key: Int]
    ) -> [Picture.Edge] {
        SchemaEdges(
            schema: schema,
            card: { name in cards[name].map { drafts[$0].card.id } },
            row: { entity, name in cards[entity].flatMap { rows(drafts[$0])[.element(name)] } }
        ).all
    }

    /// The rows that are changed, each with the identity of its card.
    private var changedRows: Set<[Int?]> {
        Set(
            drafts.flatMap { draft in
                draft.card.rows.indices.filter { draft.card.rows[$0].sign == .changed }.map { [draft.card.id, $0] }
            }
        )
    }

    /// The two ends of an edge, whichever is the source.
    private struct Ends: Hashable {
        private let kind: Picture.Edge.Kind
        private let ends: Set<[Int?]>

        init(_ edge: Picture.Edge) {
            kind = edge.kind
            ends = [[edge.source.card, edge.source.row], [edge.target.card, edge.target.row]]
        }
    }
}

extension Picture.Edge {
    /// Whether one of its ends is at one of some rows.
    fileprivate func hasRow(of rows: Set<[Int?]>) -> Bool {
        [source, target].contains { rows.contains([$0.card, $0.row]) }
    }

    /// How many objects there are at each end.
    fileprivate var counts: [[Int?]: Count] {
        Dictionary([source, target].map { ([$0.card, $0.row], $0.count) }) { first, _ in first }
    }

    /// Whether two relationships connect the same cards, and one row has both: only its inverse has changed.
    fileprivate func isLike(_ other: Self) -> Bool {
        guard kind == other.kind, Set([source.card, target.card]) == Set([other.source.card, other.target.card]) else {
            return false
        }
        return !Set(rows).isDisjoint(with: other.rows)
    }

    /// The rows of its ends, each with the identity of its card.
    fileprivate var rows: [[Int?]] { [source, target].filter { $0.row != nil }.map { [$0.card, $0.row] } }
}
