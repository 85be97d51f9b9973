/// Lays out one component, phase by phase.
struct LayeredLayout {
    let component: Component
    let options: Graph.Options
    private let bundles: Bundles

    init(component: Component, options: Graph.Options) {
        self.component = component
        self.options = options
        bundles = Bundles(edges: component.edges)
    }

    /// The boxes in columns, and the routes between them: the best of several pictures, or the only one of a large component.
    func picture() -> Picture {
        var best = picture(seed: 0)
        for seed in 1..<attempts {
            let other = picture(seed: seed)
            if cost(other) < cost(best) { best = other }
        }
        return best
    }

    /// The fewer, the larger the component is.
    private var attempts: Int {
        component.boxes.count == 1 ? 1 : min(max(3_000 / (component.boxes.count + component.edges.count), 1), 12)
    }

    /// What makes a picture bad: a crossing is as bad as lines of 600, or as 60 more of the picture's width.
    private func cost(_ picture: Picture) -> Double {
        let side = max(Double(picture.width), Double(picture.height) * options.aspectRatio)
        return 2 * Double(picture.crossings) + Double(picture.length) / 300 + side / 30
    }

    private func picture(seed: Int) -> Picture {
        let bounds = component.layerBounds(bundles, options)
        let layers = LayerAssignment.layers(of: component, bounds: bounds, options: options, seed: seed)
        var graph = LayeredGraph(component: component, bundles: bundles, layers: layers)
        graph.layers = CrossingReduction.ordered(graph, options: options)
        let tops = VerticalCoordinates.tops(graph, layers: graph.layers, options: options)
        return Routing(component: component, graph: graph, tops: tops, options: options).picture()
    }
}
