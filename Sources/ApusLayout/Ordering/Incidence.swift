/// What each node of a layered graph is linked to.
struct Incidence {
    /// The other end of a link.
    struct End {
        var node: Int
        var port: Int
        /// Where the link meets this node.
        var ownPort: Int
    }

    /// The ends in the layer to the left.
    private(set) var left: [[End]]
    /// The ends in the layer to the right.
    private(set) var right: [[End]]
    /// The boxes of the same layer that should be close.
    private(set) var attractions: [[Int]]
    /// The links in the channel to the right of each layer.
    private(set) var channels: [[Int]]

    init(_ graph: LayeredGraph) {
        left = Array(repeating: [], count: graph.nodes.count)
        right = left
        attractions = Array(repeating: [], count: graph.nodes.count)
        channels = Array(repeating: [], count: graph.layers.count)
        for (index, link) in graph.links.enumerated() {
            left[link.right].append(End(node: link.left, port: link.leftPort, ownPort: link.rightPort))
            right[link.left].append(End(node: link.right, port: link.rightPort, ownPort: link.leftPort))
            channels[graph.nodes[link.left].layer].append(index)
        }
        for attraction in graph.attractions {
            attractions[attraction.first].append(attraction.second)
            attractions[attraction.second].append(attraction.first)
        }
    }

    /// The index of each node in a breadth-first walk, which is a good first order: neighbors in one layer have near neighbors in the next.
    func breadthFirstRanks() -> [Int] {
        var ranks = [Int?](repeating: nil, count: left.count)
        var walk: [Int] = []
        for start in left.indices where ranks[start] == nil {
            ranks[start] = walk.count
            walk.append(start)
            var index = walk.count - 1
            while index < walk.count {
                let node = walk[index]
                for other in left[node].map(\.node) + right[node].map(\.node) + attractions[node]
                where ranks[other] == nil {
                    ranks[other] = walk.count
                    walk.append(other)
                }
                index += 1
            }
        }
        return ranks.map { $0 ?? 0 }
    }
}
