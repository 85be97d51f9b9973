/// The bundle of each edge: those that end at one port of a target or, if these are more, begin at one port of a source.
struct Bundles {
    /// The number of each edge's bundle.
    private(set) var numbers: [Int] = []
    /// Whether the edges of a bundle have their target in common, and not their source.
    private(set) var endTogether: [Bool] = []
    /// The number of edges of each bundle.
    private(set) var sizes: [Int] = []

    private struct Key: Hashable {
        var end: LayeredGraph.End
        var isTarget: Bool
    }

    init(edges: [Component.Edge]) {
        func target(_ edge: Component.Edge) -> Key {
            Key(end: LayeredGraph.End(node: edge.target, port: edge.targetPort), isTarget: true)
        }
        func source(_ edge: Component.Edge) -> Key {
            Key(end: LayeredGraph.End(node: edge.source, port: edge.sourcePort), isTarget: false)
        }
        var counts: [Key: Int] = [:]
        for edge in edges {
            counts[target(edge), default: 0] += 1
            counts[source(edge), default: 0] += 1
        }
        var known: [Key: Int] = [:]
        for edge in edges {
            let isTarget = counts[target(edge), default: 0] >= counts[source(edge), default: 0]
            let key = isTarget ? target(edge) : source(edge)
            let number = known[key] ?? sizes.count
            if number == sizes.count {
                known[key] = number
                endTogether.append(isTarget)
                sizes.append(0)
            }
            numbers.append(number)
            sizes[number] += 1
        }
    }
}
