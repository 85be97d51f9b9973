/// A reference to a related object after the context was deallocated.
struct DetachedReference {
    private let retained: ModelObject?
    private weak var other: ModelObject?

    init(_ object: ModelObject, isRetained: Bool) {
        retained = isRetained ? object : nil
        other = isRetained ? nil : object
    }

    /// Stands for objects that the context had not read.
    static var lost: DetachedReference { DetachedReference() }

    private init() { (retained, other) = (nil, nil) }

    /// The object, if it still exists.
    var object: ModelObject? { retained ?? other }
}
