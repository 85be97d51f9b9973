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
            routes: routes,
            crossings: channels.reduce(0) { $0 + $1.crossings },
            length: length(netX, lefts: lefts)
        )
    }

    /// The length of all pieces between ports. What a bundle shares is counted once.
    private func length(_ netX: [Int], lefts: [Int]) -> Int {
        var length = 0
        for (index, net) in graph.nets.enumerated() {
            var heights: [Int] = []
            for (ends, isLeft) in [(net.left, true), (net.right, false)] {
                for end in ends {
                    heights.append(tops[end.node] + end.port)
                    let left = lefts[graph.nodes[end.node].layer]
                    let width = component.boxes.indices.contains(end.node) ? component.boxes[end.node].width : 0
                    length += isLeft ? netX[index] - left - width : left - netX[index]
                }
            }
            length += (heights.max() ?? 0) - (heights.min() ?? 0)
        }
        return length
    }

    /// The nets of each channel; the last one is on the right of all layers.
    private func netsOfChannels() -> [[Int]] {
        var result = [[Int]](repeating: [], count: graph.layers.count + 1)
        for (index, net) in graph.nets.enumerated() { result[net.channel].append(index) }
        return result
    }

    private func piece(of net: LayeredGraph.Net) -> Channel.Piece {
        let ends = net.left + net.right
        let left = net.left.map { tops[$0.node] + $0.port }.sorted()
        let right = net.right.map { tops[$0.node] + $0.port }.sorted()
        let top = ends.reduce(Int.max) { min($0, tops[$1.node]) }
        let bottom = ends.reduce(top) { max($0, self.bottom(of: $1.node)) }
        let highest = min(left.first ?? Int.max, right.first ?? Int.max)
        return Channel.Piece(
            left: left,
            right: right,
            // Two pieces in one track keep the distance of two tracks.
            extent: top...(bottom + options.trackSpacing),
            span: highest...max(highest, left.last ?? 0, right.last ?? 0),
            top: end(ends, at: top, isTop: true),
            bottom: end(ends, at: bottom, isTop: false)
        )
    }

    private func bottom(of node: Int) -> Int { tops[node] + graph.nodes[node].height }

    /// The outermost port in the box that reaches a height, if all other boxes of a piece are beyond that box.
    private func end(_ ends: [LayeredGraph.End], at height: Int, isTop: Bool) -> LayeredGraph.End? {
        var result: LayeredGraph.End?
        for end in ends where (isTop ? tops[end.node] : bottom(of: end.node)) == height {
            guard let known = result else {
                result = end
                continue
            }
            if known.node != end.node { return nil }
            if isTop ? end.port < known.port : end.port > known.port { result = end }
        }
        guard let result else { return nil }
        let isAlone = ends.allSatisfy { end in
            end.node == result.node
                || (isTop ? tops[end.node] >= bottom(of: result.node) : bottom(of: end.node) <= tops[result.node])
        }
        return isAlone ? result : nil
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
