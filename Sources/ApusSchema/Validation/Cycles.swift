/// Returns the cycles that a depth-first search of a graph finds, each once, with its nodes in the order of the search.
///
/// The search keeps its own stack, so that a long path does not overflow the stack.
func cycles<Node: Hashable>(of nodes: [Node], next: (Node) -> [Node]) -> [[Node]] {
    var cycles: [[Node]] = []
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
                cycles.append(path[depth...].map(\.node))
            } else if !finished.contains(node) {
                depths[node] = path.count
                path.append((node, next(node)[...]))
            }
        }
    }
    return cycles
}
