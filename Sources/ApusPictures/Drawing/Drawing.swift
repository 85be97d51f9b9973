import ApusLayout

/// An album with positions: what its pictures and its page are drawn from.
struct Drawing {
    /// What is drawn.
    let album: Album
    /// The cards of all frames, in the order in which frames first have them.
    let cards: [CardDrawing]
    /// The width of each card.
    let widths: [Int]
    /// The lines of all frames.
    let edges: [EdgeDrawing]
    /// Where the cards are, and the paths of the lines.
    let placement: Placement
    /// Whether signs need space.
    let hasSigns: Bool

    /// Lays out all frames of an album at once, so that nothing moves between them.
    init(_ album: Album) {
        self.album = album
        var cards: [CardDrawing] = []
        var indices: [Int: Int] = [:]
        for (frame, picture) in album.frames.map(\.picture).enumerated() {
            var seen: Set<Int> = []
            for card in picture.cards where seen.insert(card.id).inserted {
                let index = indices[card.id] ?? cards.count
                if index == cards.count { cards.append(CardDrawing(id: card.id)) }
                indices[card.id] = index
                cards[index].add(card, frame: frame)
            }
        }
        for index in cards.indices { cards[index].skip(to: album.frames.count) }
        let hasSigns = album.frames.contains { frame in
            frame.picture.cards.contains { $0.sign != nil || $0.rows.contains { $0.sign != nil } }
        }
        self.hasSigns = hasSigns
        self.cards = cards
        widths = cards.map { $0.width(hasSigns: hasSigns) }
        edges = EdgeDrawing.lines(of: album, cards: indices)
        placement = Graph(cards: cards, widths: widths, edges: edges).placed()
    }

    /// The part of the plane that is drawn, with space around it, as SVG's `viewBox`.
    var viewBox: String {
        let margin = CardMetrics.margin
        return "\(-margin) \(-margin) \(placement.width + 2 * margin) \(placement.height + 2 * margin)"
    }

    /// Returns the path of a line in a frame, or `nil` if the frame does not have it.
    func path(of edge: Int, in frame: Int) -> EdgePath? {
        let (line, route) = (edges[edge], placement.routes[edge])
        guard let state = line.states[frame] else { return nil }
        func end(isSource: Bool) -> EdgePath.End? {
            let (card, end) = isSource ? (line.source, state.source) : (line.target, state.target)
            guard let shown = cards[card].states[frame] else { return nil }
            let position = placement.positions[card]
            let isRight = (isSource ? route.sourceSide : route.targetSide) == .right
            return EdgePath.End(
                x: position.x + (isRight ? widths[card] : 0),
                y: position.y + cards[card].middle(ofRow: end.row, in: shown),
                direction: isRight ? 1 : -1,
                mark: line.mark(of: end, isSource: isSource)
            )
        }
        guard let source = end(isSource: true), let target = end(isSource: false) else { return nil }
        return EdgePath(source: source, target: target, bends: route.bends)
    }
}

extension Graph {
    fileprivate init(cards: [CardDrawing], widths: [Int], edges: [EdgeDrawing]) {
        // A hierarchy is a group. The root is found by going up; the number of steps is bounded, whatever the lines say.
        var parents: [Int: Int] = [:]
        for edge in edges where edge.kind == .inheritance { parents[edge.target] = edge.source }
        func root(of card: Int) -> Int {
            var root = card
            for _ in cards {
                guard let parent = parents[root] else { break }
                root = parent
            }
            return root
        }
        let roots = Set(parents.values)
        self.init(
            boxes: zip(cards, widths).enumerated().map { index, card in
                let group = parents[index] != nil || roots.contains(index) ? root(of: index) : nil
                return Box(width: card.1, height: card.0.height, group: group)
            },
            edges: edges.map { edge in
                func port(_ end: KeyPath<EdgeDrawing.State, Picture.Edge.End>, of card: CardDrawing) -> Int? {
                    // Where most frames that show rows have it.
                    for (frame, state) in edge.states.enumerated() {
                        guard let state, let shown = card.states[frame], !shown.isFolded,
                            let row = state[keyPath: end].row
                        else { continue }
                        return card.middle(ofRow: row, in: shown)
                    }
                    return nil
                }
                return Edge(
                    source: edge.source,
                    target: edge.target,
                    sourcePort: port(\.source, of: cards[edge.source]),
                    targetPort: port(\.target, of: cards[edge.target])
                )
            }
        )
    }
}
