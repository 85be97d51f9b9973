<<<<<<< HEAD
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
=======
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
>>>>>>> a162e61f2359e92cfe58fb277904cef234649e47
            self.width = width
            self.height = height
            self.group = group
        }
    }

<<<<<<< HEAD
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
=======
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
>>>>>>> a162e61f2359e92cfe58fb277904cef234649e47
            self.source = source
            self.target = target
            self.sourcePort = sourcePort
            self.targetPort = targetPort
        }
    }

    /// The boxes.
<<<<<<< HEAD
    package var boxes: [Box]
    /// The lines between them.
    package var edges: [Edge]

    /// Creates a graph.
    package init(boxes: [Box] = [], edges: [Edge] = []) {
=======
    public var boxes: [Box]
    /// The edges, whose sources and targets are indices of boxes.
    public var edges: [Edge]

    /// Makes a graph.
    public init(boxes: [Box] = [], edges: [Edge] = []) {
>>>>>>> a162e61f2359e92cfe58fb277904cef234649e47
        self.boxes = boxes
        self.edges = edges
    }
}
