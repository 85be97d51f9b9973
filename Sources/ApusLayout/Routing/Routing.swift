/// Gives the vertical pieces of each channel tracks, and the layers their horizontal coordinates.
struct Routing {
    let component: Component
    let graph: LayeredGraph
    let tops: [Int]
    let options: Graph.Options

    /// The picture: boxes in columns, whose left sides are aligned, and routes.
    func picture() -> Picture {
        let nets = netsOfChannels()
        let channels = nets.map { nets in Channel(nets.map { piece(of: graph.nets[$0]) }) }
        var x = 0
        var lefts: [Int] = []
        var netX = Array(repeating: 0, count: graph.nets.count)
        for channel in channels.indices {
            let isOutside = channel == 0 || channel == channels.count - 1
            let width = channels[channel].width(isOutside: isOutside, options: options)
            let first = channel == 0 ? 0 : x + options.channelMargin
            for (net, track) in zip(nets[channel], channels[channel].tracks) {
                netX[net] = first + track * options.trackSpacing
            }
            x += width
            guard channel < graph.layers.count else { continue }
            lefts.append(x)
            x += graph.layers[channel].reduce(0) { graph.nodes[$1].isDummy ? $0 : max($0, component.boxes[$1].width) }
        }
        let routes = graph.paths.map { path in
            var bends: [Int] = []
            for (index, net) in path.nets.enumerated() {
                bends.append(netX[net])
                if index < path.dummies.count { bends.append(tops[path.dummies[index]]) }
            }
            return Placement.Route(sourceSide: path.sourceSide, targetSide: path.targetSide, bends: bends)
        }
        let boxes = component.boxes.indices
        return Picture(
            component: component,
            width: x,
            height: graph.nodes.indices.reduce(0) { max($0, tops[$1] + graph.nodes[$1].height) },
            positions: boxes.map { Placement.Point(x: lefts[graph.nodes[$0].layer], y: tops[$0]) },
            routes: routes
        )
    }

    /// The nets of each channel; the last one is on the right of all layers.
    private func netsOfChannels() -> [[Int]] {
        var result = [[Int]](repeating: [], count: graph.layers.count + 1)
        for (index, net) in graph.nets.enumerated() { result[net.channel].append(index) }
        return result
    }

    private func piece(of net: LayeredGraph.Net) -> Channel.Piece {
        let left = net.left.map { tops[$0.node] + $0.port }.sorted()
        let right = net.right.map { tops[$0.node] + $0.port }.sorted()
        let nodes = (net.left + net.right).map(\.node)
        let top = nodes.reduce(Int.max) { min($0, tops[$1]) }
        let bottom = nodes.reduce(0) { max($0, tops[$1] + graph.nodes[$1].height) }
        let ports = left + right
        let highest = ports.min() ?? top
        return Channel.Piece(
            left: left,
            right: right,
            // Two pieces in one track keep the distance of two tracks.
            extent: top...(max(top, bottom) + options.trackSpacing),
            span: highest...max(highest, ports.max() ?? highest)
        )
    }
}

extension Channel {
    /// How wide the channel is. One outside of all layers has a margin on one side only.
    fileprivate func width(isOutside: Bool, options: Graph.Options) -> Int {
        let tracks = max(count - 1, 0) * options.trackSpacing
        if isOutside { return count == 0 ? 0 : options.channelMargin + tracks }
        return 2 * options.channelMargin + tracks
    }
}
