import ApusLayout
import ApusTestSupport
import Testing

/// Small graphs whose pictures a reader can imagine.
@Suite struct PlacementExampleTests {
    private static let box = Graph.Box(width: 160, height: 80)

    @Test("A source is on the left of its target, and their ports are on one line")
    func pair() {
        let graph = Graph(
            boxes: [Self.box, Graph.Box(width: 100, height: 200)],
            edges: [Graph.Edge(source: 1, target: 0, sourcePort: 150, targetPort: 30)]
        )
        let placement = graph.placed()
        let (target, source) = (placement.positions[0], placement.positions[1])
        #expect(source == Placement.Point(x: 0, y: 0))
        #expect(target == Placement.Point(x: 136, y: 120))
        #expect(placement.routes == [Placement.Route(sourceSide: .right, targetSide: .left, bends: [118])])
        #expect((placement.width, placement.height) == (296, 200))
    }

    @Test("Edges from one layer to a port share a vertical piece, and those to other ports have their own")
    func bundle() {
        var graph = Graph(boxes: Array(repeating: Self.box, count: 7))
        for source in 1...6 {
            graph.edges.append(Graph.Edge(source: source, target: 0, targetPort: source > 4 ? 10 * source : nil))
        }
        let routes = graph.placed().routes
        for side in [Placement.Side.left, .right] {
            #expect(Set(routes[0..<4].filter { $0.targetSide == side }.map { $0.bends.last }).count <= 1)
        }
        let shared = Set(routes[0..<4].map { $0.bends.last })
        #expect(!shared.contains(routes[4].bends.last) && !shared.contains(routes[5].bends.last))
    }

    @Test(
        "A tree in three layers has no edge that passes a layer, and edges cross at most at a box with both kinds of ports"
    )
    func tree() {
        var graph = Graph(boxes: Array(repeating: Self.box, count: 10))
        for box in 1..<10 { graph.edges.append(Graph.Edge(source: box, target: (box - 1) / 3, sourcePort: 40)) }
        let placement = graph.placed()
        #expect(placement.routes.allSatisfy { $0.bends.count == 1 })
        #expect(crossings(placement, graph) <= 1)
    }

    /// The pairs of pieces that cross, if every edge has one vertical piece and leaves its source at 40.
    private func crossings(_ placement: Placement, _ graph: Graph) -> Int {
        var count = 0
        for (edge, route) in zip(graph.edges, placement.routes) {
            for (other, otherRoute) in zip(graph.edges, placement.routes) {
                let x = route.bends[0]
                let span = range(placement.positions[edge.source].y + 40, placement.positions[edge.target].y + 14)
                // The horizontal pieces of the other edge, at its source and at its target.
                for (box, port, side) in [
                    (other.source, 40, otherRoute.sourceSide), (other.target, 14, otherRoute.targetSide),
                ] {
                    let position = placement.positions[box]
                    let reach = range(side == .left ? position.x : position.x + 160, otherRoute.bends[0])
                    let y = position.y + port
                    if reach.lowerBound < x, x < reach.upperBound, span.lowerBound < y, y < span.upperBound {
                        count += 1
                    }
                }
            }
        }
        return count
    }

    @Test("Boxes without an edge are in rows at the end, in columns of one width")
    func singletons() {
        var graph = Graph(boxes: Array(repeating: Self.box, count: 8))
        graph.boxes[7].width = 100
        graph.edges = [Graph.Edge(source: 0, target: 1)]
        let placement = graph.placed()
        let connected = placement.positions[0...1]
        let grid = placement.positions[2...]
        let end = connected.map { $0.y }.max().map { $0 + 80 } ?? 0
        let right = connected.map { $0.x }.max().map { $0 + 160 } ?? 0
        #expect(grid.allSatisfy { $0.y >= end + 56 } || grid.allSatisfy { $0.x >= right + 56 })
        let left = grid.map(\.x).min() ?? 0
        #expect(grid.allSatisfy { ($0.x - left).isMultiple(of: 160 + 28) })
    }

    @Test("The boxes of a group are closer to each other than without the group, though no edge connects them")
    func group() {
        var (grouped, alone) = (0, 0)
        for seed in 1...6 as ClosedRange<UInt64> {
            var random = SplitMix64(seed: seed)
            var graph = Graph(boxes: Array(repeating: Self.box, count: 30))
            for box in 1..<30 { graph.edges.append(Graph.Edge(source: box, target: random.below(box))) }
            let members = random.shuffled(Array(0..<30)).prefix(4)
            alone += extent(of: members, in: graph.placed())
            for box in members { graph.boxes[box].group = 1 }
            grouped += extent(of: members, in: graph.placed())
        }
        #expect(3 * grouped < 2 * alone, "\(grouped) of \(alone)")
    }

    private func extent(of boxes: ArraySlice<Int>, in placement: Placement) -> Int {
        let points = boxes.map { placement.positions[$0] }
        func extent(_ numbers: [Int]) -> Int { (numbers.max() ?? 0) - (numbers.min() ?? 0) }
        return extent(points.map(\.x)) + extent(points.map(\.y))
    }
}
