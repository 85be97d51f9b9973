import ApusLayout

extension Page {
    /// What each frame shows, for the script: JSON that consists of numbers, so that no text has to be escaped.
    var numbers: String {
        let box = drawing.viewBox.split(separator: " ").joined(separator: ",")
        let parts = [
            "\"first\":\(first)", "\"whole\":\(hasWhole && album.frames.count > 1 ? 1 : 0)",
            "\"count\":\(album.frames.count)",
            "\"box\":[\(box)]",
            "\"cards\":[\(drawing.cards.indices.map(card).joined(separator: ",\n"))]",
            "\"edges\":[\(drawing.edges.indices.map(edge).joined(separator: ",\n"))]",
        ]
        return "{\(parts.joined(separator: ",\n"))}"
    }

    /// x, y, width, the headers' heights, the rows' heights, and the states: from which frame on, header, folded, height, rows.
    private func card(_ index: Int) -> String {
        let (card, position) = (drawing.cards[index], drawing.placement.positions[index])
        let states = Self.changes(card.states).map { frame, state in
            let rest = state.map { [$0.header, $0.isFolded ? 1 : 0, card.height(in: $0)] + $0.rows } ?? []
            return Self.list([frame] + rest)
        }
        return
            "[\(position.x),\(position.y),\(drawing.widths[index]),\(Self.list(card.headers.map(\.height))),"
            + "\(Self.list(card.rows.map(\.height))),[\(states.joined(separator: ","))]]"
    }

    /// Both cards, the sides, the path, and the states: from which frame on, sign, and for each end row and mark. A row of -1 is the header.
    private func edge(_ index: Int) -> String {
        let (edge, route) = (drawing.edges[index], drawing.placement.routes[index])
        let states = Self.changes(edge.states).map { frame, state in
            guard let state else { return Self.list([frame]) }
            let sign = state.sign.flatMap { Picture.Sign.allCases.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
            func end(_ end: Picture.Edge.End, isSource: Bool) -> [Int] {
                [end.row ?? -1, edge.mark(of: end, isSource: isSource).rawValue]
            }
            return Self.list([frame, sign] + end(state.source, isSource: true) + end(state.target, isSource: false))
        }
        let sides = [route.sourceSide, route.targetSide].map { $0 == .right ? 1 : -1 }
        return Self.list([edge.source, edge.target] + sides).dropLast()
            + ",\(Self.list(route.bends)),[\(states.joined(separator: ","))]]"
    }

    /// The states that differ from the one before them, each with its frame.
    private static func changes<State: Equatable>(_ states: [State?]) -> [(Int, State?)] {
        states.enumerated().filter { index, state in index == 0 || states[index - 1] != state }.map {
            ($0.offset, $0.element)
        }
    }

    private static func list(_ numbers: [Int]) -> String {
        "[\(numbers.map(String.init).joined(separator: ","))]"
    }
}
