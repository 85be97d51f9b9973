/// A line between two cards in all frames of an album.
struct EdgeDrawing {
    /// What a frame shows of the line.
    struct State: Hashable {
        /// The end at the first card.
        var source: Picture.Edge.End
        /// The end at the second card.
        var target: Picture.Edge.End
        /// Whether it was added, removed or changed.
        var sign: Picture.Sign?
    }

    /// What it stands for.
    let kind: Picture.Edge.Kind
    /// The index of the first card.
    let source: Int
    /// The index of the second card.
    let target: Int
    /// What each frame shows, or `nil` if it does not have the line.
    private(set) var states: [State?] = []

    /// Returns what an end looks like.
    func mark(of end: Picture.Edge.End, isSource: Bool) -> EdgePath.Mark {
        switch kind {
        case .inheritance: isSource ? .triangle : .none
        case .relationship: EdgePath.Mark(end.count)
        }
    }

    /// Says that the frames up to one do not have the line, unless they were added.
    mutating func skip(to frame: Int) {
        while states.count < frame { states.append(nil) }
    }

    /// Returns the lines of all frames. One keeps its identity if its relationships keep or change their names, and if its ends
    /// are exchanged because another entity has many now.
    static func lines(of album: Album, cards: [Int: Int]) -> [EdgeDrawing] {
        var lines: [EdgeDrawing] = []
        var known: [Key: Int] = [:]
        for (frame, picture) in album.frames.map(\.picture).enumerated() {
            let rows = Dictionary(picture.cards.map { ($0.id, $0.rows) }) { first, _ in first }
            var used: Set<Int> = []
            for edge in picture.edges {
                guard let source = cards[edge.source.card], let target = cards[edge.target.card],
                    rows[edge.source.card] != nil, rows[edge.target.card] != nil
                else { continue }
                let keys = Key.candidates(of: edge, rows: rows)
                let found = keys.lazy.compactMap { known[$0] }.first { !used.contains($0) }
                let index = found ?? lines.count
                if found == nil { lines.append(EdgeDrawing(kind: edge.kind, source: source, target: target)) }
                used.insert(index)
                known[keys[0]] = index
                lines[index].skip(to: frame)
                // A loop is exchanged, too, if its names say so; its ends are at one card in any case.
                let isExchanged = lines[index].source != source
                lines[index].states.append(
                    State(
                        source: isExchanged ? edge.target : edge.source,
                        target: isExchanged ? edge.source : edge.target,
                        sign: edge.sign
                    )
                )
            }
        }
        for index in lines.indices { lines[index].skip(to: album.frames.count) }
        return lines
    }
}

extension EdgeDrawing {
    /// The identity of a line: its two ends, in any order.
    private struct Key: Hashable {
        struct End: Hashable {
            var card: Int
            var name: String?
        }

        var kind: Picture.Edge.Kind
        var ends: Set<End>

        /// The key with the newer names, then those with older ones, under which an earlier frame may have the line.
        static func candidates(of edge: Picture.Edge, rows: [Int: [Picture.Row]]) -> [Key] {
            func ends(_ end: Picture.Edge.End) -> [End] {
                guard let index = end.row, let rows = rows[end.card], rows.indices.contains(index) else {
                    return [End(card: end.card, name: nil)]
                }
                return [rows[index].name, rows[index].formerName].compactMap { $0 }.map {
                    End(card: end.card, name: $0)
                }
            }
            let targets = ends(edge.target)
            return ends(edge.source).flatMap { source in targets.map { Key(kind: edge.kind, ends: [source, $0]) } }
        }
    }
}
