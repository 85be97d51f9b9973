import ApusSchema

/// One set of references: a relationship with its mutual inverse, or one that has none.
struct ReferenceUnit: Sendable {
    /// A relationship, as one end of the references sees them.
    struct Side: Sendable {
        let owner: String
        let relationship: Relationship

        var name: String { relationship.name }
        var path: ElementPath { ElementPath(owner, name) }
    }

    /// One side or two.
    let sides: [Side]
    /// Whether the only side is its own inverse: whoever is led to leads back.
    let isOwnInverse: Bool

    /// Whether a store knows the references.
    var isStored: Bool { sides.contains { !$0.relationship.isTransient } }

    /// The side that sees the references from the other end; `nil` where nothing does.
    func opposite(_ side: Int) -> Side? {
        isOwnInverse ? sides[0] : sides.count == 2 ? sides[1 - side] : nil
    }

    /// Whether references from objects of one kind to objects of another are possible, seen from a side.
    func allows(_ near: String, _ far: String, from side: Int, in reading: Reading) -> Bool {
        let sees: Side = sides[side]
        guard reading.isKind(near, of: sees.owner), reading.isKind(far, of: sees.relationship.destination) else {
            return false
        }
        guard let back = opposite(side) else { return true }
        return reading.isKind(far, of: back.owner) && reading.isKind(near, of: back.relationship.destination)
    }
}
