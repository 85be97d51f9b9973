import ApusLayout
import ApusTestSupport
import Testing

/// What holds for the placement of any graph.
@Suite struct PlacementLawTests {
    static let seeds = TestScale.seeds(24, from: TestSeed.chosen(usual: 1))

    /// The graphs of all seeds and their placements, which each law looks at.
    private static let placed = Dictionary(
        uniqueKeysWithValues: seeds.map { seed in
            let graph = Graph.random(seed: seed)
            return (seed, (graph: graph, placement: graph.placed()))
        }
    )

    @Test("Boxes keep their distance and are inside the picture", arguments: seeds)
    func boxes(seed: UInt64) throws {
        let (graph, placement) = try #require(Self.placed[seed])
        let picture = Rectangle(x: 0...placement.width, y: 0...placement.height)
        let rectangles = graph.boxes.indices.map { placement.rectangle($0, of: graph) }
        #expect(rectangles.count == placement.positions.count, "seed \(seed)")
        for (index, rectangle) in rectangles.enumerated() {
            #expect(picture.union(rectangle) == picture, "seed \(seed): box \(index) is outside")
            for other in rectangles.indices where other < index {
                if rectangle.isNear(rectangles[other], Graph.Options().boxSpacing) {
                    Issue.record("seed \(seed): boxes \(other) and \(index)")
                }
            }
        }
    }

    @Test("Routes leave and enter at the sides that they name, in front of them", arguments: seeds)
    func sides(seed: UInt64) throws {
        let (graph, placement) = try #require(Self.placed[seed])
        #expect(placement.routes.count == graph.edges.count, "seed \(seed)")
        let margin = Graph.Options().channelMargin
        for (edge, route) in zip(graph.edges, placement.routes) {
            let first = try #require(route.bends.first, "seed \(seed)")
            let last = try #require(route.bends.last, "seed \(seed)")
            #expect(!route.bends.count.isMultiple(of: 2), "seed \(seed)")
            let source = placement.rectangle(edge.source, of: graph).x
            let target = placement.rectangle(edge.target, of: graph).x
            #expect(
                route.sourceSide == .left ? first <= source.lowerBound - margin : first >= source.upperBound + margin,
                "seed \(seed): the source of \(edge)"
            )
            #expect(
                route.targetSide == .left ? last <= target.lowerBound - margin : last >= target.upperBound + margin,
                "seed \(seed): the target of \(edge)"
            )
        }
    }

    @Test("No route passes through a box, at whatever rows it ends, or leaves the picture", arguments: seeds)
    func routes(seed: UInt64) throws {
        let (graph, placement) = try #require(Self.placed[seed])
        let picture = Rectangle(x: 0...placement.width, y: 0...placement.height)
        let rectangles = graph.boxes.indices.map { placement.rectangle($0, of: graph) }
        for edge in graph.edges.indices {
            for piece in placement.pieces(edge, of: graph) {
                if picture.union(piece) != picture { Issue.record("seed \(seed): route \(edge) is outside") }
                for (box, rectangle) in rectangles.enumerated() where piece.overlaps(rectangle) {
                    Issue.record("seed \(seed): route \(edge) passes through box \(box)")
                }
            }
        }
    }

    @Test("Vertical pieces do not touch in any frame, unless their edges end or begin at one port", arguments: seeds)
    func tracks(seed: UInt64) throws {
        let (graph, placement) = try #require(Self.placed[seed])
        var random = SplitMix64(seed: seed)
        for _ in 0..<5 {
            let frame = Frame(of: graph, random: &random)
            let pieces = graph.edges.indices.map { placement.verticalPieces($0, of: graph, in: frame) }
            for first in graph.edges.indices {
                for second in graph.edges.indices where first < second && !graph.areBundled(first, second) {
                    for piece in pieces[first] {
                        for other in pieces[second] where piece.isNear(other, 1) {
                            Issue.record("seed \(seed): routes \(first) and \(second) at \(piece) and \(other)")
                        }
                    }
                }
            }
        }
    }

    @Test("Components are apart from each other", arguments: seeds)
    func components(seed: UInt64) throws {
        let (graph, placement) = try #require(Self.placed[seed])
        let component = graph.componentOfEachBox()
        var rectangles: [Int: Rectangle] = [:]
        func add(_ rectangle: Rectangle, to component: Int) {
            rectangles[component] = rectangles[component]?.union(rectangle) ?? rectangle
        }
        for box in graph.boxes.indices { add(placement.rectangle(box, of: graph), to: component[box]) }
        for (index, edge) in graph.edges.enumerated() {
            for piece in placement.pieces(index, of: graph) { add(piece, to: component[edge.source]) }
        }
        for (first, rectangle) in rectangles {
            for (second, other) in rectangles where first < second {
                if rectangle.isNear(other, Graph.Options().boxSpacing) {
                    Issue.record("seed \(seed): the components of \(first) and \(second)")
                }
            }
        }
    }

    @Test("Equal graphs have equal placements, and so have graphs with edges in another order", arguments: seeds)
    func order(seed: UInt64) throws {
        let (graph, placement) = try #require(Self.placed[seed])
        #expect(graph.placed() == placement, "seed \(seed)")
        var random = SplitMix64(seed: seed)
        // Edges without a difference are not told apart by their routes either.
        let order = random.shuffled(Array(graph.edges.indices))
        let other = Graph(boxes: graph.boxes, edges: order.map { graph.edges[$0] }).placed()
        #expect(other.positions == placement.positions, "seed \(seed)")
        #expect(other.routes == order.map { placement.routes[$0] }, "seed \(seed)")
    }

    @Test("What is beside a component does not change its picture", arguments: seeds)
    func independence(seed: UInt64) throws {
        let (graph, alone) = try #require(Self.placed[seed])
        var both = graph
        both.boxes += graph.boxes.map { box in
            Graph.Box(width: box.width, height: box.height, group: box.group.map { $0 + 1000 })
        }
        let offset = graph.boxes.count
        for edge in graph.edges {
            var copy = edge
            copy.source += offset
            copy.target += offset
            both.edges.append(copy)
        }
        let together = both.placed()
        for (box, first) in graph.componentOfEachBox().enumerated() {
            let expected = alone.positions[box].minus(alone.positions[first])
            #expect(together.positions[box].minus(together.positions[first]) == expected, "seed \(seed)")
            let copy = together.positions[box + offset].minus(together.positions[first + offset])
            #expect(copy == expected, "seed \(seed)")
        }
    }
}

extension Placement.Point {
    fileprivate func minus(_ other: Self) -> Self { Self(x: x - other.x, y: y - other.y) }
}

extension Graph {
    /// Whether two edges end at one port, or begin at one, where they may share their pieces.
    fileprivate func areBundled(_ first: Int, _ second: Int) -> Bool {
        let (first, second) = (edges[first], edges[second])
        let endTogether =
            first.target == second.target
            && port(first.targetPort, of: first.target) == port(second.targetPort, of: second.target)
        let beginTogether =
            first.source == second.source
            && port(first.sourcePort, of: first.source) == port(second.sourcePort, of: second.source)
        return endTogether || beginTogether
    }
}
