/// A graph of boxes, to be placed in layers.
///
/// Boxes and edges are known by their indices. The direction of an edge is a hint: most of them run from left to right.
///
/// ```swift
/// let graph = Graph(
///     boxes: [.init(width: 160, height: 90), .init(width: 160, height: 70)],
///     edges: [.init(source: 0, target: 1, sourcePort: 40)]
/// )
/// let placement = graph.placed()
/// ```
///
/// Lengths are in the units of the drawing, such as pixels. Sizes are clamped to `0...1_000_000`.
public struct Graph: Hashable, Sendable {
    /// A box, known by its index.
    public struct Box: Hashable, Sendable {
        /// The width.
        public var width: Int
        /// The height.
        public var height: Int
        /// The boxes of one group, such as a hierarchy of entities, are in one component and stay close.
        public var group: Int?

        /// Makes a box.
        public init(width: Int, height: Int, group: Int? = nil) {
            self.width = width
            self.height = height
            self.group = group
        }
    }

    /// An edge between two boxes, or from a box to itself.
    public struct Edge: Hashable, Sendable {
        /// The index of the box where the edge begins, if possible on the left of the target.
        public var source: Int
        /// The index of the box where the edge ends.
        public var target: Int
        /// Where the edge begins, measured from the box's top; the header if nil.
        public var sourcePort: Int?
        /// Where the edge ends, measured from the box's top; the header if nil. Edges that end at one port share tracks.
        public var targetPort: Int?

        /// Makes an edge.
        public init(source: Int, target: Int, sourcePort: Int? = nil, targetPort: Int? = nil) {
            self.source = source
            self.target = target
            self.sourcePort = sourcePort
            self.targetPort = targetPort
        }
    }

    /// The boxes.
    public var boxes: [Box]
    /// The edges, whose sources and targets are indices of boxes.
    public var edges: [Edge]

    /// Makes a graph.
    public init(boxes: [Box] = [], edges: [Edge] = []) {
        self.boxes = boxes
        self.edges = edges
    }
}
