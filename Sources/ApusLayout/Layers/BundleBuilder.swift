/// Divides edges into nets and dummies, which the edges of a bundle share.
struct BundleBuilder {
    private let bundles: Bundles
    private var nets: [Key: Int] = [:]
    private var dummies: [Key: Int] = [:]
    private var ends: Set<NetEnd> = []
    private var loads: [Int: Int] = [:]

    /// A bundle in a channel, or in a layer.
    private struct Key: Hashable {
        var bundle: Int
        var column: Int
        var isFromLeft: Bool
    }

    private struct NetEnd: Hashable {
        var net: Int
        var end: LayeredGraph.End
        var isLeft: Bool
    }

    init(bundles: Bundles) { self.bundles = bundles }

    /// The path of an edge between two layers.
    mutating func path(of edge: Component.Edge, index: Int, in graph: inout LayeredGraph) -> LayeredGraph.Path {
        let source = graph.nodes[edge.source].layer
        let target = graph.nodes[edge.target].layer
        let isFromLeft = source < target
        let bundle = bundles.numbers[index]
        var path = LayeredGraph.Path(
            sourceSide: isFromLeft ? .right : .left,
            targetSide: isFromLeft ? .left : .right,
            nets: [],
            dummies: []
        )
        var end = LayeredGraph.End(node: edge.source, port: edge.sourcePort)
        var layer = source
        let step = isFromLeft ? 1 : -1
        while layer != target {
            let next = layer + step
            let channel = isFromLeft ? next : layer
            let net = self.net(bundle, channel: channel, isFromLeft: isFromLeft, in: &graph)
            var nextEnd = LayeredGraph.End(node: edge.target, port: edge.targetPort)
            if next != target {
                nextEnd = LayeredGraph.End(
                    node: dummy(bundle, layer: next, isFromLeft: isFromLeft, in: &graph),
                    port: 0
                )
                path.dummies.append(nextEnd.node)
            }
            path.nets.append(net)
            let isNewBefore = join(end, to: net, isLeft: isFromLeft, in: &graph)
            let isNewBehind = join(nextEnd, to: net, isLeft: !isFromLeft, in: &graph)
            if isNewBefore || isNewBehind {
                let (left, right) = isFromLeft ? (end, nextEnd) : (nextEnd, end)
                graph.links.append(
                    LayeredGraph.Link(left: left.node, leftPort: left.port, right: right.node, rightPort: right.port)
                )
            }
            end = nextEnd
            layer = next
        }
        return path
    }

    /// The path of an edge within a layer: out and back on one side.
    mutating func bow(of edge: Component.Edge, index: Int, in graph: inout LayeredGraph) -> LayeredGraph.Path {
        let layer = graph.nodes[edge.source].layer
        let bundle = bundles.numbers[index]
        // Other edges of the bundle come from the left to a common target, and go to the left from a common source.
        let endsTogether = bundles.endTogether[bundle]
        let left = Key(bundle: bundle, column: layer, isFromLeft: endsTogether)
        let right = Key(bundle: bundle, column: layer + 1, isFromLeft: !endsTogether)
        let isLeft: Bool
        if nets[left] != nil {
            isLeft = true
        } else if nets[right] != nil {
            isLeft = false
        } else {
            // A channel outside of all layers is free of other edges, but makes the picture wider.
            isLeft = layer > 0 && loads[layer, default: 0] < loads[layer + 1, default: 0]
        }
        let channel = isLeft ? layer : layer + 1
        let net = self.net(bundle, channel: channel, isFromLeft: isLeft == endsTogether, in: &graph)
        let ends = [
            LayeredGraph.End(node: edge.source, port: edge.sourcePort),
            LayeredGraph.End(node: edge.target, port: edge.targetPort),
        ]
        for end in ends { join(end, to: net, isLeft: !isLeft, in: &graph) }
        let side = isLeft ? Placement.Side.left : .right
        return LayeredGraph.Path(sourceSide: side, targetSide: side, nets: [net], dummies: [])
    }

    private mutating func net(
        _ bundle: Int,
        channel: Int,
        isFromLeft: Bool,
        in graph: inout LayeredGraph
    ) -> Int {
        let key = Key(bundle: bundle, column: channel, isFromLeft: isFromLeft)
        if let known = nets[key] { return known }
        graph.nets.append(LayeredGraph.Net(channel: channel))
        nets[key] = graph.nets.count - 1
        loads[channel, default: 0] += 1
        return graph.nets.count - 1
    }

    private mutating func dummy(
        _ bundle: Int,
        layer: Int,
        isFromLeft: Bool,
        in graph: inout LayeredGraph
    ) -> Int {
        let key = Key(bundle: bundle, column: layer, isFromLeft: isFromLeft)
        if let known = dummies[key] { return known }
        graph.nodes.append(LayeredGraph.Node(layer: layer, height: 0, isDummy: true))
        dummies[key] = graph.nodes.count - 1
        return graph.nodes.count - 1
    }

    /// Joins an end to a net, unless it is joined.
    @discardableResult
    private mutating func join(
        _ end: LayeredGraph.End,
        to net: Int,
        isLeft: Bool,
        in graph: inout LayeredGraph
    ) -> Bool {
        guard ends.insert(NetEnd(net: net, end: end, isLeft: isLeft)).inserted else { return false }
        if isLeft { graph.nets[net].left.append(end) } else { graph.nets[net].right.append(end) }
        return true
    }
}
