/// A component in layers: its boxes, and dummies where edges pass a layer.
///
/// The edges of a bundle share their dummies and, in each channel, a vertical piece.
struct LayeredGraph {
    /// A box (its index is that of the component) or a dummy.
    struct Node {
        var layer: Int
        var height: Int
        var isDummy: Bool
    }

    /// A piece between two nodes of neighboring layers.
    struct Link {
        var left: Int
        var leftPort: Int
        var right: Int
        var rightPort: Int
    }

    /// Two boxes of one layer that should be close.
    struct Attraction {
        var first: Int
        var second: Int
    }

    /// The vertical piece of a bundle in a channel, with the horizontal ones that it joins.
    struct Net {
        /// The channel left of the layer of the same number.
        var channel: Int
        var left: [End] = []
        var right: [End] = []
    }

    /// Where a horizontal piece meets a node.
    struct End: Hashable {
        var node: Int
        var port: Int
    }

    /// The nets of an edge, and the dummies between them.
    struct Path {
        var sourceSide: Placement.Side
        var targetSide: Placement.Side
        var nets: [Int]
        var dummies: [Int]
    }

    var nodes: [Node]
    var links: [Link] = []
    var attractions: [Attraction] = []
    var nets: [Net] = []
    var paths: [Path] = []
    /// The nodes of each layer, from top to bottom.
    var layers: [[Int]]
}

extension LayeredGraph {
    /// Divides the edges of a component into pieces between neighboring layers.
    init(component: Component, bundles: Bundles, layers assigned: [Int]) {
        nodes = zip(component.boxes, assigned).map { Node(layer: $1, height: $0.height, isDummy: false) }
        layers = Array(repeating: [], count: (assigned.max() ?? 0) + 1)
        var builder = BundleBuilder(bundles: bundles)
        // Edges within a layer come last, as they join a net that their bundle has anyway.
        let isWithin = component.edges.map { assigned[$0.source] == assigned[$0.target] }
        var paths = [Path?](repeating: nil, count: component.edges.count)
        for (index, edge) in component.edges.enumerated() where !isWithin[index] {
            paths[index] = builder.path(of: edge, index: index, in: &self)
        }
        for (index, edge) in component.edges.enumerated() where isWithin[index] {
            paths[index] = builder.bow(of: edge, index: index, in: &self)
            if edge.source != edge.target {
                attractions.append(Attraction(first: edge.source, second: edge.target))
            }
        }
        self.paths = paths.compactMap(\.self)
        attract(component.attractions)
        for (node, value) in nodes.enumerated() { layers[value.layer].append(node) }
    }

    /// Keeps boxes close: those of one layer by an attraction, those of neighboring layers by a link that no net draws, unless they have one.
    private mutating func attract(_ pairs: [(Int, Int)]) {
        if pairs.isEmpty { return }
        let linked = Set(links.lazy.map { Pair(left: $0.left, right: $0.right) })
        for (first, second) in pairs {
            let span = nodes[second].layer - nodes[first].layer
            if span == 0 { attractions.append(Attraction(first: first, second: second)) }
            guard abs(span) == 1 else { continue }
            let pair = span > 0 ? Pair(left: first, right: second) : Pair(left: second, right: first)
            if linked.contains(pair) { continue }
            links.append(Link(left: pair.left, leftPort: 0, right: pair.right, rightPort: 0))
        }
    }

    private struct Pair: Hashable {
        var left: Int
        var right: Int
    }
}
