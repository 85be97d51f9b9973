/// Lays out one component, phase by phase.
struct LayeredLayout {
    let component: Component
    let options: Graph.Options

    /// The boxes in columns, and the routes between them.
    func picture() -> Picture {
        let layers = LayerAssignment.layers(of: component, options: options)
        var graph = LayeredGraph(component: component, layers: layers)
        graph.layers = CrossingReduction.ordered(graph, options: options)
        let tops = VerticalCoordinates.tops(graph, layers: graph.layers, options: options)
        return Routing(component: component, graph: graph, tops: tops, options: options).picture()
    }
}
