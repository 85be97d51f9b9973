/// Where the boxes of a graph are, and the paths of its edges. The left upper corner of the drawing is 0, 0.
package struct Placement: Hashable, Sendable {
    /// A point.
    package struct Point: Hashable, Sendable {
        package var x: Int
        package var y: Int

        /// Creates a point.
        package init(x: Int, y: Int) {
            self.x = x
            self.y = y
        }
    }

    /// A side of a box.
    package enum Side: Hashable, Sendable { case left, right }

    /// An orthogonal path whose ends are open: its first and last pieces lie at the height of the row at which the edge ends in the
    /// picture that is shown, which a layout for many pictures does not know.
    package struct Route: Hashable, Sendable {
        /// The side at which it leaves the source.
        package var sourceSide: Side
        /// The side at which it enters the target.
        package var targetSide: Side
        /// x0, y1, x1, y2, x2 … xn: horizontally from the source to x0, vertically to y1, horizontally to x1 and so on, at last
        /// vertically to the target's row, and horizontally into it. Their number is odd.
        package var bends: [Int]

        /// Creates a route.
        package init(from sourceSide: Side, to targetSide: Side, bends: [Int]) {
            self.sourceSide = sourceSide
            self.targetSide = targetSide
            self.bends = bends
        }
    }

    /// The width of the drawing.
    package var width: Int
    /// The height of the drawing.
    package var height: Int
    /// The left upper corner of each box.
    package var positions: [Point]
    /// The path of each edge.
    package var routes: [Route]

    /// Creates a placement.
    package init(width: Int, height: Int, positions: [Point], routes: [Route]) {
        self.width = width
        self.height = height
        self.positions = positions
        self.routes = routes
    }
}

extension Graph {
    /// Returns the placement of the boxes and the paths of the edges.
    package func placed() -> Placement {
        var y = 0
        let positions: [Placement.Point] = boxes.map { box in
            defer { y += box.height + 40 }
            return Placement.Point(x: 0, y: y)
        }
        let width = boxes.map(\.width).max() ?? 0
        return Placement(
            width: width + 60,
            height: y,
            positions: positions,
            routes: edges.map { _ in Placement.Route(from: .right, to: .right, bends: [width + 30]) }
        )
    }
}
