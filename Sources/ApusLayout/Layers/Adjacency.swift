/// The neighbors of each box: along edges in both directions, and along the attraction within groups.
struct Adjacency {
    /// One neighbor of a box.
    struct Neighbor {
        var box: Int
        /// Whether the edge runs to the neighbor.
        var isForward: Bool
        /// Whether it is an edge, and not the attraction within a group.
        var isDirected: Bool
    }

    private let starts: [Int]
    private let neighbors: [Neighbor]

    /// The number of all neighbors.
    var count: Int { neighbors.count }

    subscript(box: Int) -> ArraySlice<Neighbor> { neighbors[starts[box]..<starts[box + 1]] }

    init(component: Component) {
        let pairs =
            component.edges.lazy.filter { $0.source != $0.target }.map { ($0.source, $0.target, true) }
            + component.attractions.map { ($0.0, $0.1, false) }
        var starts = Array(repeating: 0, count: component.boxes.count + 1)
        for pair in pairs {
            starts[pair.0 + 1] += 1
            starts[pair.1 + 1] += 1
        }
        for index in component.boxes.indices { starts[index + 1] += starts[index] }
        var next = starts
        var neighbors = Array(
            repeating: Neighbor(box: 0, isForward: false, isDirected: false),
            count: starts[component.boxes.count]
        )
        for pair in pairs {
            neighbors[next[pair.0]] = Neighbor(box: pair.1, isForward: true, isDirected: pair.2)
            neighbors[next[pair.1]] = Neighbor(box: pair.0, isForward: false, isDirected: pair.2)
            next[pair.0] += 1
            next[pair.1] += 1
        }
        self.starts = starts
        self.neighbors = neighbors
    }

    /// All boxes, breadth first from one that is far from the others.
    func breadthFirstOrder() -> [Int] {
        guard let far = breadthFirstOrder(from: 0).last else { return [] }
        return breadthFirstOrder(from: far)
    }

    private func breadthFirstOrder(from start: Int) -> [Int] {
        var isKnown = Array(repeating: false, count: starts.count - 1)
        var order = [start]
        isKnown[start] = true
        var index = 0
        while index < order.count {
            for neighbor in self[order[index]] where !isKnown[neighbor.box] {
                isKnown[neighbor.box] = true
                order.append(neighbor.box)
            }
            index += 1
        }
        return order
    }
}
