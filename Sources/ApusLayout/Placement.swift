/// Where the boxes of a graph are, and how its edges run.
public struct Placement: Hashable, Sendable {
    /// A point; `y` grows downwards.
    public struct Point: Hashable, Sendable {
        /// The distance from the left side of the picture.
        public var x: Int
        /// The distance from the top of the picture.
        public var y: Int

        /// Makes a point.
        public init(x: Int, y: Int) {
            self.x = x
            self.y = y
        }
    }

    /// A side of a box.
    public enum Side: Hashable, Sendable {
        /// The left side.
        case left
        /// The right side.
        case right
    }

    /// An orthogonal path with open ends.
    ///
    /// The first and the last horizontal piece are at the height of the row where the edge ends in the frame that is shown. The drawing
    /// knows that height and the layout does not, so a route is correct for any height within the box, if the rows of a box keep their order.
    public struct Route: Hashable, Sendable {
        /// The side where the route leaves its source.
        public var sourceSide: Side
        /// The side where the route enters its target.
        public var targetSide: Side
        /// `x0, y1, x1, y2, x2 … xn`: horizontally from the source to `x0`, vertically to `y1`, horizontally to `x1`, …, at `xn` vertically to
        /// the target's row, and horizontally into it. The count is odd.
        public var bends: [Int]

        /// Makes a route.
        public init(sourceSide: Side, targetSide: Side, bends: [Int]) {
            self.sourceSide = sourceSide
            self.targetSide = targetSide
            self.bends = bends
        }
    }

    /// The width of the picture.
    public var width: Int
    /// The height of the picture.
    public var height: Int
    /// The top left corner of each box.
    public var positions: [Point]
    /// The route of each edge.
    public var routes: [Route]

    /// Makes a placement.
    public init(width: Int, height: Int, positions: [Point], routes: [Route]) {
        self.width = width
        self.height = height
        self.positions = positions
        self.routes = routes
    }
}
