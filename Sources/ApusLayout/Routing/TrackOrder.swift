/// Orders the vertical pieces of a channel from left to right, so that few horizontal ones cross them.
struct TrackOrder {
    /// Above this many pieces, they are only sorted.
    private static let limit = 300

    /// The indices of the pieces from left to right.
    static func order(of pieces: [Channel.Piece]) -> [Int] {
        let sorted = pieces.indices.sorted { first, second in
            (sortKey(pieces[first]), first) < (sortKey(pieces[second]), second)
        }
        guard pieces.count > 1, pieces.count <= limit else { return sorted }
        return improved(sorted, pieces)
    }

    /// Pieces that go down to the right: the lowest first; pieces that go up: the highest first. So they do not cross among themselves.
    private static func sortKey(_ piece: Channel.Piece) -> Int {
        guard let left = piece.left.first, let right = piece.right.first else { return 0 }
        return left < right ? -left : left
    }

    /// Moves each piece to its best index while that saves crossings, for a bounded number of rounds.
    private static func improved(_ sorted: [Int], _ pieces: [Channel.Piece]) -> [Int] {
        // How many more crossings there are if the first one is on the left of the second one.
        var excess = Array(repeating: 0, count: pieces.count * pieces.count)
        for first in pieces.indices {
            for second in pieces.indices where first < second && pieces[first].extent.overlaps(pieces[second].extent) {
                let value =
                    cost(left: pieces[first], right: pieces[second])
                    - cost(left: pieces[second], right: pieces[first])
                excess[first * pieces.count + second] = value
                excess[second * pieces.count + first] = -value
            }
        }
        var order = sorted
        for _ in 0..<8 {
            var hasMoved = false
            for piece in sorted {
                guard let index = order.firstIndex(of: piece) else { continue }
                var best = (change: 0, index: index)
                var change = 0
                for other in stride(from: index - 1, through: 0, by: -1) {
                    change += excess[piece * pieces.count + order[other]]
                    if change < best.change { best = (change, other) }
                }
                change = 0
                for other in order.indices.dropFirst(index + 1) {
                    change += excess[order[other] * pieces.count + piece]
                    if change < best.change { best = (change, other) }
                }
                guard best.index != index else { continue }
                order.remove(at: index)
                order.insert(piece, at: best.index)
                hasMoved = true
            }
            if !hasMoved { break }
        }
        return order
    }

    /// Crossings, and horizontal pieces on top of each other, which are worse.
    private static func cost(left: Channel.Piece, right: Channel.Piece) -> Int {
        var cost = 0
        for y in left.right where right.span.contains(y) { cost += 1 }
        for y in right.left where left.span.contains(y) { cost += 1 }
        for y in left.right {
            for other in right.left where abs(other - y) < 3 { cost += 6 }
        }
        return cost
    }
}
