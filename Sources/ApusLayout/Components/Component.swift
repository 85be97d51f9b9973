/// A part of a graph whose boxes are connected by edges or groups, with indices of its own.
struct Component {
    /// The boxes, clamped to sizes that cannot overflow.
    var boxes: [Graph.Box] = []
    /// The edges between them, with ports inside their boxes.
    var edges: [Edge] = []
    /// The index of each box in the whole graph.
    var boxIndices: [Int] = []
    /// The index of each edge in the whole graph.
    var edgeIndices: [Int] = []

    /// An edge whose ports are known.
    struct Edge {
        var source: Int
        var target: Int
        var sourcePort: Int
        var targetPort: Int
    }

    /// The components of a graph in the order of their first boxes: those of several boxes, and those of one.
    static func components(of graph: Graph) -> (connected: [Component], singletons: [Component]) {
        var sets = DisjointSets(count: graph.boxes.count)
        for edge in graph.edges { sets.unite(edge.source, edge.target) }
        var firsts: [Int: Int] = [:]
        for (index, box) in graph.boxes.enumerated() {
            guard let group = box.group else { continue }
            if let first = firsts[group] { sets.unite(first, index) } else { firsts[group] = index }
        }
        var components: [Component] = []
        var componentOfRoot = [Int?](repeating: nil, count: graph.boxes.count)
        var component = [Int](repeating: 0, count: graph.boxes.count)
        var local = component
        for (index, box) in graph.boxes.enumerated() {
            let root = sets.root(of: index)
            let own = componentOfRoot[root] ?? components.count
            if own == components.count {
                components.append(Component())
                componentOfRoot[root] = own
            }
            component[index] = own
            local[index] = components[own].boxes.count
            components[own].boxes.append(box.clamped)
            components[own].boxIndices.append(index)
        }
        for index in graph.edges.canonicalOrder() {
            let edge = graph.edges[index]
            let own = component[edge.source]
            components[own].edges.append(
                Edge(
                    source: local[edge.source],
                    target: local[edge.target],
                    sourcePort: graph.boxes[edge.source].clamped.port(edge.sourcePort),
                    targetPort: graph.boxes[edge.target].clamped.port(edge.targetPort)
                )
            )
            components[own].edgeIndices.append(index)
        }
        return (components.filter { $0.boxes.count > 1 }, components.filter { $0.boxes.count == 1 })
    }
}

extension [Graph.Edge] {
    /// The indices of edges in an order that does not depend on theirs, so that the same edges in another order have the same routes.
    fileprivate func canonicalOrder() -> [Int] {
        indices.sorted { first, second in
            let (left, right) = (self[first], self[second])
            if (left.source, left.target) != (right.source, right.target) {
                return (left.source, left.target) < (right.source, right.target)
            }
            return (left.sourcePort ?? -1, left.targetPort ?? -1, first)
                < (right.sourcePort ?? -1, right.targetPort ?? -1, second)
        }
    }
}

extension Graph.Box {
    /// The box with a size that cannot overflow, whatever is added up.
    fileprivate var clamped: Graph.Box {
        Graph.Box(width: min(max(width, 0), 1_000_000), height: min(max(height, 0), 1_000_000), group: group)
    }

    /// A port's distance from the top; the middle of a usual header if the port is nil.
    fileprivate func port(_ port: Int?) -> Int { min(max(port ?? 14, 0), height) }
}
