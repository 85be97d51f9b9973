/// The path of a line with the marks at its ends. The page's script makes the same of the same numbers when a frame is shown.
struct EdgePath {
    /// What an end looks like.
    enum Mark: Int {
        case none = 0
        /// A crow's foot.
        case many = 1
        /// A bar.
        case one = 2
        /// A ring.
        case optional = 3
        /// A hollow triangle, at the general one of two entities.
        case triangle = 4

        init(_ count: Picture.Edge.Count) {
            switch count {
            case .optional: self = .optional
            case .one: self = .one
            case .many: self = .many
            case .unknown: self = .none
            }
        }
    }

    /// An end at a side of a card.
    struct End {
        var x: Int
        var y: Int
        /// 1 if the line leaves the card to the right, -1 if to the left.
        var direction: Int
        var mark: Mark
    }

    let source: End
    let target: End
    /// See `Placement.Route`.
    let bends: [Int]

    private static let radius = 7

    /// The value of the attribute `d`.
    var data: String {
        marks(of: source) + line + marks(of: target)
    }

    private func marks(of end: End) -> String {
        let (x, y, d) = (end.x, end.y, end.direction)
        return switch end.mark {
        case .none: ""
        case .many: "M\(x) \(y - 5)L\(x + 10 * d) \(y)L\(x) \(y + 5)"
        case .one: "M\(x + 7 * d) \(y - 5)V\(y + 5)"
        case .optional: "M\(x + 5 * d) \(y)a3 3 0 1 0 \(6 * d) 0a3 3 0 1 0 \(-6 * d) 0"
        case .triangle: "M\(x) \(y)l\(11 * d) -6v12z"
        }
    }

    /// Where the line begins, so that no mark is crossed.
    private func start(of end: End) -> Int {
        switch end.mark {
        case .optional, .triangle: end.x + 11 * end.direction
        case .none, .one, .many: end.x
        }
    }

    /// The line with round corners.
    private var line: String {
        var points = [(x: start(of: source), y: source.y)]
        func add(_ x: Int, _ y: Int) {
            guard let last = points.last, last.x != x || last.y != y else { return }
            // A corner that is none.
            if points.count > 1 {
                let before = points[points.count - 2]
                if (before.x == last.x && last.x == x) || (before.y == last.y && last.y == y) { points.removeLast() }
            }
            points.append((x, y))
        }
        var y = source.y
        for (index, bend) in bends.enumerated() {
            if index % 2 == 0 {
                add(bend, y)
            } else {
                y = bend
                add(bends[index - 1], y)
            }
        }
        if let last = bends.last { add(last, target.y) }
        add(start(of: target), target.y)

        var data = "M\(points[0].x) \(points[0].y)"
        for index in points.indices.dropFirst().dropLast() {
            let (before, corner, after) = (points[index - 1], points[index], points[index + 1])
            let radius = min(Self.radius, Self.distance(before, corner) / 2, Self.distance(corner, after) / 2)
            let start = Self.point(from: corner, to: before, at: radius)
            let end = Self.point(from: corner, to: after, at: radius)
            data += "L\(start.x) \(start.y)Q\(corner.x) \(corner.y) \(end.x) \(end.y)"
        }
        let last = points[points.count - 1]
        return data + "L\(last.x) \(last.y)"
    }

    private static func distance(_ a: (x: Int, y: Int), _ b: (x: Int, y: Int)) -> Int {
        abs(a.x - b.x) + abs(a.y - b.y)
    }

    private static func point(from a: (x: Int, y: Int), to b: (x: Int, y: Int), at distance: Int) -> (x: Int, y: Int) {
        (a.x + (b.x - a.x).signum() * distance, a.y + (b.y - a.y).signum() * distance)
    }
}
