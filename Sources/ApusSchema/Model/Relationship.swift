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

    /// Whether the relationship may lead to no object. No store refuses an empty to-many relationship that is not
    /// optional: that is a rule for saving.
    public var isOptional: Bool

    /// The far entity's relationship that is this one seen from the other side.
    public var inverse: String?

    /// What becomes of the far end when an object is deleted.
    public var deleteRule: DeleteRule

    /// Whether this side keeps the key of a one-to-one or many-to-many relationship; `nil` leaves it to the rule that
    /// ``Schema/storage(of:in:)`` states.
    public var holdsKey: Bool?

    /// Whether a to-many relationship has an order of its own.
    public var isOrdered: Bool = false

    /// The fewest objects that a to-many relationship leads to, where it leads to any; a rule for saving.
    public var minimumModelCount: Int?

    /// The most objects that a to-many relationship leads to; a rule for saving.
    public var maximumModelCount: Int?

    /// Whether no two objects of the entity may lead to one object (SwiftData's `.unique`); of a to-one relationship.
    public var isUnique: Bool = false

    /// Whether the references live in memory only and no store knows the relationship.
    public var isTransient: Bool = false

    /// The name of the column that holds the key of a to-one relationship, where it is not the relationship's.
    public var column: String?

    /// The name of the table of pairs of a to-many relationship, where it is not Apus' own.
    public var table: String?

    /// A text that tells this version of the relationship from one that looks the same.
    public var hashModifier: String?

    /// What the relationship means, for the people who use the generated class.
    public var documentation: String?

    /// Whatever the model's author keeps with the relationship.
    public var userInfo: [String: String] = [:]

    /// Creates a to-one relationship; what is not a parameter is set afterwards.
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

    /// Creates a to-many relationship; what is not a parameter is set afterwards.
    public static func toMany(
        _ name: String,
        _ destination: String,
        isOptional: Bool = true,
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
            isOptional: isOptional,
            inverse: inverse,
            deleteRule: deleteRule,
            holdsKey: holdsKey
        )
    }
}
