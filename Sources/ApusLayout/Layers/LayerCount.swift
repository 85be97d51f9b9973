extension Component {
    /// How many layers give a picture of the wished shape, and how high each may be.
    func layerBounds(_ bundles: Bundles, _ options: Graph.Options) -> (count: Int, capacity: Int) {
        let total = boxes.reduce(0) { $0 + $1.height + options.boxSpacing }
        let tallest = boxes.reduce(0) { max($0, $1.height + options.boxSpacing) }
        let width = boxes.reduce(0) { $0 + $1.width } / boxes.count
        // An edge, or a bundle in few channels, needs about half a track: every second one finds a track that is used farther up or down.
        let tracks = bundles.sizes.reduce(0) { $0 + min($1, 4) }
        let trackWidth = Double(tracks * options.trackSpacing) * 0.5
        var best = (count: 1, difference: Double.infinity)
        for count in 1...min(boxes.count, 2_000) {
            let pictureWidth = Double(count * (width + 2 * options.channelMargin)) + trackWidth
            let pictureHeight = max(Double(total) * 1.1 / Double(count), Double(tallest))
            let ratio = pictureWidth / pictureHeight / options.aspectRatio
            let difference = max(ratio, 1 / ratio)
            if difference < best.difference { best = (count, difference) }
        }
        // Few boxes read better beside each other than in the wished shape.
        let count = boxes.count <= 8 ? min(best.count + 1, boxes.count) : best.count
        return (count, max(total * 11 / (count * 10), tallest))
    }
}
