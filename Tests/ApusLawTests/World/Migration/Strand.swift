/// References of one older kind that a newer relationship goes on with.
struct Strand: Hashable, Sendable {
    /// The older set of references, and the side of it that the older relationship is.
    let unit: Int
    let oldSide: Int
    /// The side of the newer set that the newer relationship is.
    let side: Int
    /// The objects that the references begin at, before and now.
    let oldKind: String
    let kind: String
}
