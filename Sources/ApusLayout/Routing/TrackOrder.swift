/// Orders the vertical pieces of a channel from left to right, so that few horizontal ones cross them.
struct TrackOrder {
    /// The indices of the pieces from left to right.
    private(set) var order: [Int]
    private let count: Int
    /// For each pair of pieces, how many more crossings there are if the first one is on the left of the second one.
    private var excess: [Int]

    /// Orders pieces.
    init(of pieces: [Channel.Piece]) {
        count = pieces.count
        order = pieces.indices.sorted { first, second in
            (Self.sortKey(pieces[first]), first) < (Self.sortKey(pieces[second]), second)
        }
        excess = Array(repeating: 0, count: count * count)
        for first in pieces.indices {
            for second in pieces.indices where first < second && pieces[first].touches(pieces[second]) {
                let value =
                    Self.cost(left: pieces[first], right: pieces[second])
                    - Self.cost(left: pieces[second], right: pieces[first])
                excess[first * count + second] = value
                excess[second * count + first] = -value
            }
        }
        improve()
    }

    /// Whether it matters which one of two pieces is on the left.
    func matters(_ first: Int, _ second: Int) -> Bool { excess[first * count + second] != 0 }

    /// Pieces that go down to the right: the lowest first; pieces that go up: the highest first. So they do not cross among themselves.
    private static func sortKey(_ piece: Channel.Piece) -> Int {
        guard let left = piece.left.first, let right = piece.right.first else { return 0 }
        return left < right ? -left : left
    }

    /// Moves each piece to its best index while that saves crossings, for a bounded number of rounds.
    private mutating func improve() {
        let sorted = order
        for _ in 0..<8 {
            var hasMoved = false
            for piece in sorted {
                guard let index = order.firstIndex(of: piece) else { continue }
                var best = (change: 0, index: index)
                var change = 0
                for other in stride(from: index - 1, through: 0, by: -1) {
                    change += excess[piece * count + order[other]]
                    if change < best.change { best = (change, other) }
                }
                change = 0
                for other in order.indices.dropFirst(index + 1) {
                    change += excess[order[other] * count + piece]
                    if change < best.change { best = (change, other) }
                }
                guard best.index != index else { continue }
                order.remove(at: index)
                order.insert(piece, at: best.index)
                hasMoved = true
            }
            if !hasMoved { return }
        }
    }

    /// Crossings, and horizontal pieces on top of each other, which are worse.
    private static func cost(left: Channel.Piece, right: Channel.Piece) -> Int {
        var cost = 0
        for y in left.right where right.span.contains(y) { cost += 1 }
        for y in right.left where left.span.contains(y) { cost += 1 }
        // Both are sorted.
        var index = 0
        for y in left.right {
            while index < right.left.count, right.left[index] <= y - 3 { index += 1 }
            if index < right.left.count, right.left[index] < y + 3 { cost += 30 }
        }
        return cost
    }
}
