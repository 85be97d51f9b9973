import ApusMigration
import ApusSchema

/// One way in which objects of a newer kind come from objects of one older kind: these stay, or an origin takes them.
struct Making: Sendable {
    /// The older kind, and the newer one.
    let oldKind: String
    let kind: String
    /// The index of the origin in its line; `nil` if the objects stay.
    let origin: Int?
    /// How many earlier origins of the line took the older kind as well.
    let ordinal: Int
    /// What an older object must satisfy.
    let condition: String?
    /// Expressions by newer property.
    let values: [String: String]
    /// What `same(…)` can call the objects.
    let name: String?
    /// The list whose elements are the objects; `nil` if older objects are.
    var each: NaiveList?
    /// The expressions by whose values elements are one object.
    var distinct: [String] = []
    /// The older property that each newer one is.
    let pairs: [String: String]
    /// Whether the newer entity is the older one.
    let isMatched: Bool

    var stays: Bool { origin == nil }

    /// Whether it takes an older object, or an element of it.
    func takes(_ object: WorldObject, _ element: NaiveElement? = nil, in world: World, _ older: Reading) throws -> Bool
    {
        guard let condition else { return true }
        return try NaiveExpression(condition).holds(for: object, oldKind, element, in: world, older)
    }

    /// Whether the two make objects for the same reason.
    func isSame(as other: Making) -> Bool {
        (oldKind, kind, origin) == (other.oldKind, other.kind, other.origin)
    }
}

extension Reading {
    /// Whether each object that is made of an older one has its reference: to an object that several may refer to.
    func isCopied(_ found: (unit: Int, side: Int)) -> Bool {
        units[found.unit].sides[found.side].relationship.isToMany == false
            && units[found.unit].opposite(found.side)?.relationship.isToMany != false
    }
}
