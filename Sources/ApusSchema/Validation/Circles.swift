/// The circles that a walk over a graph runs into, each once: the nodes in the order of the walk.
///
/// The walk keeps its own stack, so a long line of nodes does no harm.
func circles<Node: Hashable>(of nodes: [Node], next: (Node) -> [Node]) -> [[Node]] {
    var circles: [[Node]] = []
    var finished: Set<Node> = []
    for start in nodes where !finished.contains(start) {
        var path: [(node: Node, rest: ArraySlice<Node>)] = [(start, next(start)[...])]
        var depths: [Node: Int] = [start: 0]
        while let last = path.indices.last {
            guard let node = path[last].rest.popFirst() else {
                depths[path[last].node] = nil
                finished.insert(path.removeLast().node)
                continue
            }
            if let depth = depths[node] {
                circles.append(path[depth...].map(\.node))
            } else if !finished.contains(node) {
                depths[node] = path.count
                path.append((node, next(node)[...]))
            }
        }
    }
    return circles
}
