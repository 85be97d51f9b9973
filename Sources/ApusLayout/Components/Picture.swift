/// The placement of one component, which the packing moves.
struct Picture {
    var component: Component
    var width: Int
    var height: Int
    var positions: [Placement.Point]
    var routes: [Placement.Route]
}
