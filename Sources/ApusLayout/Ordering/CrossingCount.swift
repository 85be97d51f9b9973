/// Counts the crossings between two layers: inversions, with a Fenwick tree.
enum CrossingCount {
    /// The number of pairs of links that cross. Links that share an end do not.
    static func crossings(of links: [Int], in graph: LayeredGraph, order: [Int]) -> Int {
        guard links.count > 1 else { return 0 }
        let pairs = links.map { index in
            let link = graph.links[index]
            return (left: key(order[link.left], link.leftPort), right: key(order[link.right], link.rightPort))
        }
        .sorted { ($0.left, $0.right) < ($1.left, $1.right) }
        var ranks: [Int: Int] = [:]
        for (rank, right) in Set(pairs.map(\.right)).sorted().enumerated() { ranks[right] = rank }
        var tree = Array(repeating: 0, count: ranks.count + 1)
        var crossings = 0
        var counted = 0
        var index = 0
        while index < pairs.count {
            var end = index
            while end < pairs.count, pairs[end].left == pairs[index].left { end += 1 }
            for pair in pairs[index..<end] {
                // Those that begin above and end below.
                var position = ranks[pair.right, default: 0] + 1
                var notBelow = 0
                while position > 0 {
                    notBelow += tree[position]
                    position -= position & -position
                }
                crossings += counted - notBelow
            }
            for pair in pairs[index..<end] {
                var position = ranks[pair.right, default: 0] + 1
                while position < tree.count {
                    tree[position] += 1
                    position += position & -position
                }
            }
            counted += end - index
            index = end
        }
        return crossings
    }

    /// Sorts by the order of nodes, then by the port. Ports are below 2²⁰.
    private static func key(_ order: Int, _ port: Int) -> Int { order << 20 | port }
}
