/// The placement of one component, which the packing moves.
struct Picture {
    var component: Component
    var width: Int
    var height: Int
    var positions: [Placement.Point]
    var routes: [Placement.Route]
    /// How often routes cross.
    var crossings: Int
    /// The length of all routes. What a bundle shares is counted once.
    var length: Int
}
