import ApusSchema

/// One object of a world.
struct WorldObject: Sendable {
    /// The values of stored attributes by attribute and parts; what the store computes itself is not among them.
    var values: [[String]: StoredValue] = [:]

    /// Where each stored relationship leads, on both sides of a pair: in the list's order, or else in that of
    /// identities.
    var references: [String: [Int64]] = [:]
}
