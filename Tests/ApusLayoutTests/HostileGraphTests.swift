import ApusLayout
import ApusTestSupport
import Testing

/// Graphs that no one draws: placing them ends, and nothing overflows.
@Suite struct HostileGraphTests {
    private static let box = Graph.Box(width: 160, height: 80)

    /// Whether all boxes and bends are in the picture.
    private func expectInside(_ graph: Graph, _ placement: Placement) {
        #expect(placement.positions.count == graph.boxes.count)
        #expect(placement.routes.count == graph.edges.count)
        #expect(placement.positions.allSatisfy { (0...placement.width).contains($0.x) })
        #expect(placement.positions.allSatisfy { (0...placement.height).contains($0.y) })
        for route in placement.routes {
            #expect(!route.bends.count.isMultiple(of: 2))
            for (index, bend) in route.bends.enumerated() {
                let limit = index.isMultiple(of: 2) ? placement.width : placement.height
                if !(0...limit).contains(bend) { Issue.record("\(bend) is outside of 0...\(limit)") }
            }
        }
        #expect(Set(placement.positions).count == graph.boxes.count)
    }

    @Test("An empty graph is an empty picture")
    func empty() {
        #expect(Graph().placed() == Placement(width: 0, height: 0, positions: [], routes: []))
    }

    @Test("One box, with and without an edge to itself")
    func single() {
        let alone = Graph(boxes: [Self.box]).placed()
        #expect((alone.width, alone.height) == (160, 80))
        let looped = Graph(boxes: [Self.box], edges: [Graph.Edge(source: 0, target: 0, sourcePort: 20)]).placed()
        #expect(looped.routes == [Placement.Route(sourceSide: .right, targetSide: .right, bends: [178])])
        #expect((looped.width, looped.height) == (178, 80))
    }

    @Test("A chain of 10,000 boxes is folded into the wished shape")
    func chain() {
        let count = 10_000
        let graph = Graph(
            boxes: Array(repeating: Self.box, count: count),
            edges: (1..<count).map { Graph.Edge(source: $0 - 1, target: $0) }
        )
        let placement = graph.placed()
        expectInside(graph, placement)
        #expect((0.5...4).contains(Double(placement.width) / Double(placement.height)))
    }

    @Test("A star of 10,000 boxes, into its centre and out of it", arguments: [true, false])
    func star(isInward: Bool) {
        let count = 10_000
        let graph = Graph(
            boxes: Array(repeating: Self.box, count: count),
            edges: (1..<count).map { Graph.Edge(source: isInward ? $0 : 0, target: isInward ? 0 : $0) }
        )
        expectInside(graph, graph.placed())
    }

    @Test("A complete graph of 60 boxes, with a port for each edge")
    func complete() {
        let count = TestScale.large(60)
        var graph = Graph(boxes: Array(repeating: Self.box, count: count))
        for source in 0..<count {
            for target in 0..<source {
                graph.edges.append(Graph.Edge(source: source, target: target, targetPort: source))
            }
        }
        expectInside(graph, graph.placed())
    }

    @Test("Sizes, ports, groups and distances of any number")
    func sizes() {
        let numbers = [Int.min, -1, 0, 1, 1_000_000, Int.max]
        var graph = Graph()
        for width in numbers {
            for height in numbers { graph.boxes.append(Graph.Box(width: width, height: height, group: height)) }
        }
        for (index, port) in numbers.enumerated() {
            graph.edges.append(Graph.Edge(source: index, target: 7 * index % 36, sourcePort: port, targetPort: port))
        }
        let ratios = [0, -1, 1e300, Double.infinity, -Double.infinity, Double.nan]
        for (distance, ratio) in zip(numbers, ratios) {
            let options = Graph.Options(
                boxSpacing: distance,
                trackSpacing: distance,
                channelMargin: distance,
                componentSpacing: distance,
                aspectRatio: ratio
            )
            expectInside(graph, graph.placed(options))
        }
    }
}
