extension Channel {
    /// A vertical piece, and the heights where horizontal ones join it.
    struct Piece {
        /// Where pieces from the left join, rising.
        var left: [Int]
        /// Where pieces from the right join, rising.
        var right: [Int]
        /// What it may fill, whatever rows of its boxes it ends at.
        var extent: ClosedRange<Int>
        /// What it fills if it ends at its ports.
        var span: ClosedRange<Int>
        /// The port where its upper end is, if that is in one box and everything else is below that box.
        var top: LayeredGraph.End?
        /// The port where its lower end is, if that is in one box and everything else is above that box.
        var bottom: LayeredGraph.End?

        /// Whether the pieces could touch in one track, in a frame with other heights of the rows.
        func touches(_ other: Piece) -> Bool {
            extent.overlaps(other.extent) && !isAbove(other) && !other.isAbove(self)
        }

        /// Whether the piece ends at a row of a box where the other one begins at a lower row. Rows keep their order in all frames.
        private func isAbove(_ other: Piece) -> Bool {
            guard let bottom, let top = other.top else { return false }
            return bottom.node == top.node && bottom.port < top.port
        }
    }
}
