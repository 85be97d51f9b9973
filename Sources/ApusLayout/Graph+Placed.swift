extension Graph {
    /// The graph as a picture of layers.
    ///
    /// Each connected component is laid out by itself: its boxes are assigned to layers, which are columns of bounded height, ordered
    /// within them so that few edges cross, and moved up and down so that edges are short. Then the components are packed. Boxes without an
    /// edge to another box are in a grid at the end.
    ///
    /// Equal graphs have equal placements.
    ///
    /// - Precondition: Sources and targets are indices of boxes.
    public func placed(_ options: Options = Options()) -> Placement {
        let options = options.clamped
        let components = Component.components(of: self)
        let pictures = components.connected.map { LayeredLayout(component: $0, options: options).picture() }
        return Packing(options: options).packed(
            pictures,
            singletons: components.singletons.map { LayeredLayout(component: $0, options: options).picture() },
            boxes: boxes.count,
            edges: edges.count
        )
    }
}
