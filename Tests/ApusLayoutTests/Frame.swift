import ApusLayout
import ApusTestSupport

/// The heights of rows in a frame that is shown: in each box they keep their order.
struct Frame {
    private var heights: [[Int: Int]]

    /// A frame in which the rows of a box are where their ports are, or as high or as low as possible.
    init(of graph: Graph, random: inout SplitMix64) {
        var ports = Array(repeating: Set<Int>(), count: graph.boxes.count)
        for edge in graph.edges {
            ports[edge.source].insert(graph.port(edge.sourcePort, of: edge.source))
            ports[edge.target].insert(graph.port(edge.targetPort, of: edge.target))
        }
        heights = zip(graph.boxes, ports).map { box, ports in
            let choice = random.below(3)
            let pairs = ports.sorted().enumerated().map { rank, port in
                (port, [port, rank, box.height - (ports.count - 1 - rank)][choice])
            }
            return Dictionary(uniqueKeysWithValues: pairs)
        }
    }

    /// The distance of a port's row from the top of its box.
    func height(_ port: Int, of box: Int) -> Int { heights[box][port, default: port] }
}

extension Graph {
    /// A port within its box.
    func port(_ port: Int?, of box: Int) -> Int { min(port ?? 14, boxes[box].height) }
}

extension Placement {
    /// The vertical pieces of a route as they are in a frame.
    func verticalPieces(_ edge: Int, of graph: Graph, in frame: Frame) -> [Rectangle] {
        let (route, edge) = (routes[edge], graph.edges[edge])
        let source = frame.height(graph.port(edge.sourcePort, of: edge.source), of: edge.source)
        let target = frame.height(graph.port(edge.targetPort, of: edge.target), of: edge.target)
        var heights = [positions[edge.source].y + source]
        for index in stride(from: 1, to: route.bends.count, by: 2) { heights.append(route.bends[index]) }
        heights.append(positions[edge.target].y + target)
        return heights.indices.dropLast().map { index in
            let x = route.bends[2 * index]
            return Rectangle(x: x...x, y: range(heights[index], heights[index + 1]))
        }
    }
}
