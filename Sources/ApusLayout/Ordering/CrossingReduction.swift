/// Orders the nodes within each layer so that few links cross: weighted medians and transposition, for a bounded number of rounds.
struct CrossingReduction {
    private(set) var layers: [[Int]]
    /// The index of each node in its layer.
    private var order: [Int]
    /// The distance of each node's top from the middle of its layer, when the nodes are stacked.
    private var tops: [Int]
    private let graph: LayeredGraph
    private let incidence: Incidence
    private let spacing: Int

    private static let rounds = 16
    private static let roundsWithoutSuccess = 5

    /// The layers of a graph, ordered.
    static func ordered(_ graph: LayeredGraph, options: Graph.Options) -> [[Int]] {
        var reduction = CrossingReduction(graph, spacing: options.boxSpacing)
        reduction.reduce()
        return reduction.layers
    }

    private init(_ graph: LayeredGraph, spacing: Int) {
        self.graph = graph
        self.spacing = spacing
        incidence = Incidence(graph)
        layers = graph.layers
        order = Array(repeating: 0, count: graph.nodes.count)
        tops = order
        let rank = incidence.breadthFirstRanks()
        for layer in layers.indices {
            layers[layer].sort { rank[$0] < rank[$1] }
            place(layer)
        }
    }

    private mutating func reduce() {
        transpose()
        var best = (cost: cost(), layers: layers)
        var failures = 0
        for round in 0..<Self.rounds where failures < Self.roundsWithoutSuccess && best.cost > 0 {
            sort(fromLeft: round.isMultiple(of: 2), usesBothSides: round % 4 >= 2)
            transpose()
            let cost = cost()
            failures += 1
            if cost < best.cost {
                best = (cost, layers)
                failures = 0
            }
        }
        layers = best.layers
        for layer in layers.indices { place(layer) }
        sift()
    }

    /// Numbers and stacks the nodes of a layer.
    private mutating func place(_ layer: Int) {
        var y = 0
        for (index, node) in layers[layer].enumerated() {
            order[node] = index
            tops[node] = y
            y += graph.nodes[node].height + spacing
        }
        for node in layers[layer] { tops[node] -= y / 2 }
    }

    // MARK: Medians

    private mutating func sort(fromLeft: Bool, usesBothSides: Bool) {
        for step in layers.indices {
            let layer = fromLeft ? step : layers.count - 1 - step
            var wishes: [(wish: Int, node: Int)] = []
            for node in layers[layer] {
                let wish = wish(of: node, left: fromLeft || usesBothSides, right: !fromLeft || usesBothSides)
                wishes.append((wish, node))
            }
            wishes.sort { ($0.wish, order[$0.node]) < ($1.wish, order[$1.node]) }
            layers[layer] = wishes.map(\.node)
            place(layer)
        }
    }

    /// Where the middle of a node would be, so that half of its links go up and half of them down.
    private func wish(of node: Int, left: Bool, right: Bool) -> Int {
        let height = graph.nodes[node].height
        var values: [Int] = []
        if left { for end in incidence.left[node] { values.append(tops[end.node] + end.port - end.ownPort) } }
        if right { for end in incidence.right[node] { values.append(tops[end.node] + end.port - end.ownPort) } }
        for other in incidence.attractions[node] {
            values.append(tops[other] + (graph.nodes[other].height - height) / 2)
        }
        return (weightedMedian(&values) ?? tops[node]) + height / 2
    }

    /// Gansner's weighted median: between the two middle values, nearer to the side where the values are closer together.
    private func weightedMedian(_ values: inout [Int]) -> Int? {
        if values.isEmpty { return nil }
        values.sort()
        let middle = values.count / 2
        if !values.count.isMultiple(of: 2) { return values[middle] }
        if values.count == 2 { return (values[0] + values[1]) / 2 }
        let left = values[middle - 1] - values[0]
        let right = values[values.count - 1] - values[middle]
        if left + right == 0 { return (values[middle - 1] + values[middle]) / 2 }
        return (values[middle - 1] * right + values[middle] * left) / (left + right)
    }

    // MARK: Transposition

    /// Swaps neighbors while that saves crossings, for a bounded number of rounds.
    private mutating func transpose() {
        for _ in 0..<10 {
            var hasChanged = false
            for layer in layers.indices where layers[layer].count > 1 {
                for index in 0..<layers[layer].count - 1 {
                    let (upper, lower) = (layers[layer][index], layers[layer][index + 1])
                    guard gain(upper, lower) > 0 else { continue }
                    layers[layer].swapAt(index, index + 1)
                    order[upper] = index + 1
                    order[lower] = index
                    hasChanged = true
                }
                place(layer)
            }
            if !hasChanged { return }
        }
    }

    /// Moves each node past others of its layer to its best index (Matuszewski, Schönfeld and Molitor's sifting), for a bounded number of rounds.
    private mutating func sift() {
        let visits = layers.reduce(0) { $0 + $1.count * $1.count }
        for _ in 0..<min(6, 400_000 / max(visits, 1)) {
            var hasChanged = false
            for layer in layers.indices {
                for node in layers[layer] where sift(node, in: layer) { hasChanged = true }
            }
            if !hasChanged { return }
        }
    }

    private mutating func sift(_ node: Int, in layer: Int) -> Bool {
        let index = order[node]
        var best = (gain: 0, index: index)
        var sum = 0
        for other in stride(from: index - 1, through: 0, by: -1) {
            sum += gain(layers[layer][other], node)
            if sum > best.gain { best = (sum, other) }
        }
        sum = 0
        for other in layers[layer].indices.dropFirst(index + 1) {
            sum += gain(node, layers[layer][other])
            if sum > best.gain { best = (sum, other) }
        }
        guard best.index != index else { return false }
        layers[layer].remove(at: index)
        layers[layer].insert(node, at: best.index)
        for changed in min(index, best.index)...max(index, best.index) { order[layers[layer][changed]] = changed }
        return true
    }

    /// How many crossings a swap of two neighbors saves.
    private func gain(_ upper: Int, _ lower: Int) -> Int {
        var gain =
            self.gain(incidence.left[upper], incidence.left[lower])
            + self.gain(incidence.right[upper], incidence.right[lower])
        for other in incidence.attractions[upper] where other != lower {
            gain += order[other] > order[lower] ? 1 : -1
        }
        for other in incidence.attractions[lower] where other != upper {
            gain += order[other] > order[lower] ? -1 : 1
        }
        return gain
    }

    /// How many crossings of links with one neighboring layer a swap saves.
    private func gain(_ above: [Incidence.End], _ below: [Incidence.End]) -> Int {
        // Hubs are not moved past each other here; their medians say where they belong.
        guard !above.isEmpty, !below.isEmpty, above.count * below.count <= 1024 else { return 0 }
        var gain = 0
        for first in above {
            let index = order[first.node]
            for second in below {
                let other = order[second.node]
                if other < index || (other == index && second.port < first.port) {
                    gain += 1
                } else if other > index || second.port > first.port {
                    gain -= 1
                }
            }
        }
        return gain
    }

    // MARK: Cost

    /// Crossings of links, and nodes between those that attract each other.
    private func cost() -> Int {
        var sum = 0
        for links in incidence.channels { sum += CrossingCount.crossings(of: links, in: graph, order: order) }
        for attraction in graph.attractions { sum += abs(order[attraction.first] - order[attraction.second]) - 1 }
        return sum
    }
}
