/// A reference from objects of one entity to objects of another, as in Core Data.
public struct Relationship: Hashable, Sendable {
    /// What becomes of the objects at the far end when the object at this end is deleted.
    public enum DeleteRule: String, CaseIterable, Hashable, Sendable {
        /// Nothing; the far end's reference back is left to the app.
        case noAction
        /// The far end's reference back is set to nil.
        case nullify
        /// The far end is deleted too.
        case cascade
        /// The deletion is refused while there is a far end.
        case deny
    }

    /// The name, which is also the Swift property's.
    public var name: String

    /// The name in an older version, where the relationship was renamed.
    public var originalName: String?

    /// The entity at the far end.
    public var destination: String

    /// Whether the relationship leads to any number of objects rather than to at most one.
    public var isToMany: Bool

    /// Whether a to-one relationship may lead to no object. Always true of a to-many relationship, which may be empty.
    public var isOptional: Bool

    /// The far entity's relationship that is this one seen from the other side.
    public var inverse: String?

    /// What becomes of the far end when an object is deleted.
    public var deleteRule: DeleteRule

    /// Whether this side keeps the key of a one-to-one or many-to-many relationship; `nil` leaves it to the rule that
    /// ``Schema/storage(of:in:)`` states.
    public var holdsKey: Bool?

    /// Creates a to-one relationship.
    public static func toOne(
        _ name: String,
        _ destination: String,
        isOptional: Bool = false,
        inverse: String? = nil,
        deleteRule: DeleteRule = .nullify,
        originalName: String? = nil,
        holdsKey: Bool? = nil
    ) -> Relationship {
        Relationship(
            name: name,
            originalName: originalName,
            destination: destination,
            isToMany: false,
            isOptional: isOptional,
            inverse: inverse,
            deleteRule: deleteRule,
            holdsKey: holdsKey
        )
    }

    /// Creates a to-many relationship.
    public static func toMany(
        _ name: String,
        _ destination: String,
        inverse: String? = nil,
        deleteRule: DeleteRule = .nullify,
        originalName: String? = nil,
        holdsKey: Bool? = nil
    ) -> Relationship {
        Relationship(
            name: name,
            originalName: originalName,
            destination: destination,
            isToMany: true,
            isOptional: true,
            inverse: inverse,
            deleteRule: deleteRule,
            holdsKey: holdsKey
        )
    }
}
