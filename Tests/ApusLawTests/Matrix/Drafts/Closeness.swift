/// How near an edit is to the one before it.
enum Closeness: Int, Comparable, Sendable {
    case elsewhere
    /// On the same entity, or one of its line.
    case entity
    /// On the same element.
    case element

    static func < (lhs: Closeness, rhs: Closeness) -> Bool { lhs.rawValue < rhs.rawValue }
}
