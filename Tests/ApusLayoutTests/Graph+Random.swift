import ApusLayout
import ApusTestSupport

extension Graph {
    /// A graph with hubs, hierarchies, parallel edges, edges of a box to itself and boxes without an edge.
    static func random(seed: UInt64, upTo limit: Int = 40) -> Graph {
        var random = SplitMix64(seed: seed)
        let count = 1 + random.below(limit)
        let density = random.below(300)
        var graph = Graph()
        for _ in 0..<count {
            graph.boxes.append(
                Box(
                    width: 40 + random.below(200),
                    height: random.oneIn(20) ? 0 : 20 + random.below(random.oneIn(10) ? 900 : 200),
                    group: random.oneIn(4) ? random.below(count) / 4 : nil
                )
            )
        }
        for _ in 0..<(count * density / 100) {
            let source = random.below(count)
            let target = random.oneIn(3) ? random.below(1 + count / 10) : random.below(count)
            graph.edges.append(
                Edge(
                    source: source,
                    target: random.oneIn(30) ? source : target,
                    sourcePort: random.oneIn(4) ? nil : random.below(graph.boxes[source].height + 1),
                    targetPort: random.oneIn(2) ? nil : random.below(graph.boxes[target].height + 1)
                )
            )
        }
        return graph
    }

    /// The boxes that are connected, by edges or as members of a group: the first box of its component for each one.
    func componentOfEachBox() -> [Int] {
        var result = Array(boxes.indices)
        var hasChanged = true
        func unite(_ first: Int, _ second: Int) {
            let low = min(result[first], result[second])
            if result[first] != low || result[second] != low { hasChanged = true }
            result[first] = low
            result[second] = low
        }
        while hasChanged {
            hasChanged = false
            for edge in edges { unite(edge.source, edge.target) }
            for first in boxes.indices {
                for second in boxes.indices where boxes[first].group != nil && boxes[first].group == boxes[second].group
                {
                    unite(first, second)
                }
            }
        }
        return result
    }
}
