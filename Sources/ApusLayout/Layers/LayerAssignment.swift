/// Assigns the boxes of a component to layers of bounded height, so that edges span few layers.
///
/// This is a linear arrangement with capacities, improved by threshold accepting with a fixed seed: moves and swaps of boxes, of which
/// worse ones are accepted less and less. All numbers are whole, so that each machine finds the same layers.
struct LayerAssignment {
    /// The layer of each box.
    private(set) var layers: [Int]
    private var loads: [Int]
    private var members: [[Int]]
    private var slots: [Int]
    private let heights: [Int]
    private let neighbors: Adjacency
    private let capacity: Int
    private let unit: Int
    private var random: SplitMix64

    /// The layers of a component, numbered from 0 without a gap.
    static func layers(
        of component: Component,
        bounds: (count: Int, capacity: Int),
        options: Graph.Options,
        seed: Int
    ) -> [Int] {
        var assignment = LayerAssignment(component: component, bounds: bounds, options: options, seed: seed)
        assignment.anneal()
        assignment.descend()
        return assignment.normalized(component)
    }

    private init(component: Component, bounds: (count: Int, capacity: Int), options: Graph.Options, seed: Int) {
        random = SplitMix64(seed: UInt64(seed))
        heights = component.boxes.map { $0.height + options.boxSpacing }
        neighbors = Adjacency(component: component)
        capacity = bounds.capacity
        unit = max(heights.reduce(0, +) / heights.count, 1)
        layers = Array(repeating: 0, count: heights.count)
        slots = layers
        loads = Array(repeating: 0, count: bounds.count)
        members = Array(repeating: [], count: bounds.count)
        fill(neighbors.breadthFirstOrder())
    }

    /// Fills the layers one after the other.
    private mutating func fill(_ order: [Int]) {
        let share = heights.reduce(0, +) / loads.count
        var layer = 0
        for box in order {
            if layer < loads.count - 1, loads[layer] > 0, loads[layer] + heights[box] / 2 > share { layer += 1 }
            layers[box] = layer
            slots[box] = members[layer].count
            members[layer].append(box)
            loads[layer] += heights[box]
        }
    }

    private mutating func move(_ box: Int, to layer: Int) {
        let old = layers[box]
        let last = members[old].removeLast()
        if last != box {
            members[old][slots[box]] = last
            slots[last] = slots[box]
        }
        slots[box] = members[layer].count
        members[layer].append(box)
        loads[old] -= heights[box]
        loads[layer] += heights[box]
        layers[box] = layer
    }

    // MARK: Costs

    /// What an edge costs that spans some layers, forward if positive.
    private static func cost(span: Int, isDirected: Bool) -> Int {
        // Members of a group attract each other, though no edge is drawn between them.
        guard isDirected else { return span == 0 ? 0 : 20 * abs(span) - 10 }
        // An edge in one layer needs a bow. One against the direction is nearly as good as one along it.
        if span == 0 { return 15 }
        return (span < 0 ? 2 : 0) + 10 + 14 * (abs(span) - 1)
    }

    /// What the excess over the capacity costs: little for a part of a box, much for several boxes.
    private func overload(_ load: Int) -> Int {
        let eighths = max(0, load - capacity) * 8 / unit
        return eighths * 4 + eighths * eighths / 2
    }

    private func edgeCost(of box: Int, in layer: Int) -> Int {
        var sum = 0
        for neighbor in neighbors[box] where neighbor.box != box {
            let span = layers[neighbor.box] - layer
            sum += Self.cost(span: neighbor.isForward ? span : -span, isDirected: neighbor.isDirected)
        }
        return sum
    }

    /// How the cost changes with a move.
    private func change(of box: Int, to layer: Int) -> Int {
        let old = layers[box]
        let height = heights[box]
        return edgeCost(of: box, in: layer) - edgeCost(of: box, in: old)
            + overload(loads[layer] + height) - overload(loads[layer])
            + overload(loads[old] - height) - overload(loads[old])
    }

    // MARK: Search

    private mutating func anneal() {
        guard loads.count > 1 else { return }
        // Bounded for models of any size; boxes with many neighbors are expensive.
        let visits = heights.count + neighbors.count
        let steps = min(200 * heights.count, 4_000_000 * heights.count / visits, 600_000)
        for step in 0..<steps {
            let threshold = 1 + 40 * (steps - step) / steps
            let box = random.next(below: heights.count)
            let layer = proposedLayer(for: box)
            let old = layers[box]
            guard layer != old else { continue }
            let accepted = random.next(below: threshold)
            let change = change(of: box, to: layer)
            if random.next(below: 2) == 0, !members[layer].isEmpty {
                let other = members[layer][random.next(below: members[layer].count)]
                move(box, to: layer)
                let back = self.change(of: other, to: old)
                if change + back <= accepted { move(other, to: old) } else { move(box, to: old) }
            } else if change <= accepted {
                move(box, to: layer)
            }
        }
    }

    /// A layer near a neighbor, or any.
    private mutating func proposedLayer(for box: Int) -> Int {
        let adjacent = neighbors[box]
        if adjacent.isEmpty || random.next(below: 4) == 0 { return random.next(below: loads.count) }
        let neighbor = adjacent[adjacent.startIndex + random.next(below: adjacent.count)]
        let layer = layers[neighbor.box] + [-1, 1, neighbor.isForward ? -1 : 1, 0][random.next(below: 4)]
        return min(max(layer, 0), loads.count - 1)
    }

    /// Moves boxes to better layers until there are none, for a bounded number of rounds.
    private mutating func descend() {
        let visits = (heights.count + neighbors.count) * loads.count
        for _ in 0..<max(1, min(20, 10_000_000 / visits)) {
            var hasMoved = false
            for box in heights.indices {
                var best = (change: 0, layer: layers[box])
                for layer in loads.indices where layer != layers[box] {
                    let change = change(of: box, to: layer)
                    if change < best.change { best = (change, layer) }
                }
                guard best.change < 0 else { continue }
                move(box, to: best.layer)
                hasMoved = true
            }
            if !hasMoved { return }
        }
    }

    /// The layers without empty ones, mirrored if that turns more edges to the right.
    private func normalized(_ component: Component) -> [Int] {
        var numbers: [Int] = []
        var count = 0
        for members in members {
            numbers.append(count)
            if !members.isEmpty { count += 1 }
        }
        let result = layers.map { numbers[$0] }
        let balance = component.edges.reduce(0) { sum, edge in
            sum + (result[edge.target] - result[edge.source]).signum()
        }
        return balance < 0 ? result.map { count - 1 - $0 } : result
    }
}
