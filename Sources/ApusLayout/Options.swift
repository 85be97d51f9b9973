extension Graph {
    /// The distances of a placement, and its shape. Distances are clamped to `1...10_000`.
    public struct Options: Hashable, Sendable {
        /// The vertical distance between two boxes.
        public var boxSpacing: Int
        /// The distance between two parallel pieces of edges.
        public var trackSpacing: Int
        /// The horizontal distance between a box and the nearest vertical piece: room for the marks at the ends of edges.
        public var channelMargin: Int
        /// The distance between two components.
        public var componentSpacing: Int
        /// The wished ratio of width to height.
        public var aspectRatio: Double

        /// Makes options.
        public init(
            boxSpacing: Int = 28,
            trackSpacing: Int = 10,
            channelMargin: Int = 18,
            componentSpacing: Int = 56,
            aspectRatio: Double = 1.6
        ) {
            self.boxSpacing = boxSpacing
            self.trackSpacing = trackSpacing
            self.channelMargin = channelMargin
            self.componentSpacing = componentSpacing
            self.aspectRatio = aspectRatio
        }

        /// The same options with values that cannot overflow.
        var clamped: Options {
            func clamped(_ distance: Int) -> Int { min(max(distance, 1), 10_000) }
            return Options(
                boxSpacing: clamped(boxSpacing),
                trackSpacing: clamped(trackSpacing),
                channelMargin: clamped(channelMargin),
                componentSpacing: clamped(componentSpacing),
                aspectRatio: aspectRatio.isFinite ? min(max(aspectRatio, 0.05), 20) : 1.6
            )
        }
    }
}
