/// Moves the nodes of each layer up and down, in their order, so that links are short and those between dummies straight.
struct VerticalCoordinates {
    /// The top of each node.
    private(set) var tops: [Int]
    private let graph: LayeredGraph
    private let layers: [[Int]]
    private let incidence: Incidence
    private let options: Graph.Options
    /// The height of each layer's nodes with the distances between them.
    private var stacks: [Int]
    /// The distance of each node's top from that of its layer, when the nodes are stacked without a gap.
    private var offsets: [Int]

    /// What all nodes are within.
    private let height: Int

    private static let rounds = 12

    /// The tops of all nodes, not above 0.
    static func tops(_ graph: LayeredGraph, layers: [[Int]], options: Graph.Options) -> [Int] {
        var coordinates = VerticalCoordinates(graph, layers: layers, options: options)
        for round in 0..<rounds {
            let isLast = round >= rounds - 4
            coordinates.sweep(fromLeft: round.isMultiple(of: 2), usesBothSides: isLast || round % 4 >= 2)
        }
        // The room above that is not used.
        let highest = coordinates.tops.min() ?? 0
        return coordinates.tops.map { $0 - highest }
    }

    private init(_ graph: LayeredGraph, layers: [[Int]], options: Graph.Options) {
        self.graph = graph
        self.layers = layers
        self.options = options
        incidence = Incidence(graph)
        tops = Array(repeating: 0, count: graph.nodes.count)
        offsets = tops
        stacks = []
        for layer in layers {
            var y = 0
            var last: LayeredGraph.Node?
            for node in layer {
                let value = graph.nodes[node]
                if let last { y += last.height + Self.distance(last, value, options) }
                offsets[node] = y
                last = value
            }
            stacks.append(y + (last?.height ?? 0))
        }
        let highest = stacks.max() ?? 0
        // The highest layer needs room, too, for its boxes to be straight before others.
        height = highest + options.boxSpacing
        for (layer, nodes) in layers.enumerated() {
            for node in nodes { tops[node] = (height - stacks[layer]) / 2 + offsets[node] }
        }
    }

    /// The distance between two neighbors of a layer.
    private static func distance(_ first: LayeredGraph.Node, _ second: LayeredGraph.Node, _ options: Graph.Options)
        -> Int
    {
        switch (first.isDummy, second.isDummy) {
        case (true, true): options.trackSpacing
        case (false, false): options.boxSpacing
        // Boxes keep their distance also with a dummy between them.
        default: max(options.trackSpacing, (options.boxSpacing + 1) / 2)
        }
    }

    private mutating func sweep(fromLeft: Bool, usesBothSides: Bool) {
        for step in layers.indices {
            let layer = fromLeft ? step : layers.count - 1 - step
            let wishes = layers[layer].map { node in
                self.wishes(of: node, left: fromLeft || usesBothSides, right: !fromLeft || usesBothSides)
            }
            let values = IsotonicRegression.values(for: wishes, in: 0...(height - stacks[layer]))
            for (node, value) in zip(layers[layer], values) { tops[node] = value + offsets[node] }
        }
    }

    /// Where a node should be for each of its links to be straight, less its offset.
    private func wishes(of node: Int, left: Bool, right: Bool) -> [IsotonicRegression.Wish] {
        var wishes: [IsotonicRegression.Wish] = []
        func add(_ ends: [Incidence.End]) {
            for end in ends {
                let value = tops[end.node] + end.port - end.ownPort - offsets[node]
                wishes.append(IsotonicRegression.Wish(value: value, weight: weight(node, end.node)))
            }
        }
        if left { add(incidence.left[node]) }
        if right { add(incidence.right[node]) }
        if wishes.isEmpty { wishes = [IsotonicRegression.Wish(value: tops[node] - offsets[node], weight: 1)] }
        return wishes
    }

    /// Kinks of long edges disturb more than those at boxes.
    private func weight(_ first: Int, _ second: Int) -> Int {
        switch (graph.nodes[first].isDummy, graph.nodes[second].isDummy) {
        case (true, true): 16
        case (false, false): 4
        default: 6
        }
    }
}
