/// A graph of boxes that are to be drawn in layers. All lengths are in the drawing's units.
package struct Graph: Hashable, Sendable {
    /// A box with a size. Its identity is its index.
    package struct Box: Hashable, Sendable {
        /// The width.
        package var width: Int
        /// The height.
        package var height: Int
        /// Boxes of one group are placed close to each other.
        package var group: Int?

        /// Creates a box.
        package init(width: Int, height: Int, group: Int? = nil) {
            self.width = width
            self.height = height
            self.group = group
        }
    }

    /// A line between two boxes. Its direction is a wish.
    package struct Edge: Hashable, Sendable {
        /// The index of the box that is wished further left.
        package var source: Int
        /// The index of the other box.
        package var target: Int
        /// The height in the source, below its top, where the edge usually ends; `nil` for its header.
        package var sourcePort: Int?
        /// The same in the target.
        package var targetPort: Int?

        /// Creates an edge.
        package init(from source: Int, to target: Int, sourcePort: Int? = nil, targetPort: Int? = nil) {
            self.source = source
            self.target = target
            self.sourcePort = sourcePort
            self.targetPort = targetPort
        }
    }

    /// The boxes.
    package var boxes: [Box]
    /// The lines between them.
    package var edges: [Edge]

    /// Creates a graph.
    package init(boxes: [Box] = [], edges: [Edge] = []) {
        self.boxes = boxes
        self.edges = edges
    }
}
