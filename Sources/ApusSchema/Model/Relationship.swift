/// References from objects of one entity to objects of another, as in Core Data.
public struct Relationship: Hashable, Sendable {
    /// What happens to the destination when an object is deleted.
    public enum DeleteRule: String, CaseIterable, Hashable, Sendable {
        /// Nothing; the app must update the inverse.
        case noAction
        /// The inverse is set to `nil`.
        case nullify
        /// The destination is deleted too.
        case cascade
        /// The deletion is refused while there is a destination.
        case deny
    }

    /// How the structure for an object's values has a relationship.
    public enum ValueForm: String, CaseIterable, Hashable, Sendable {
        /// The identifiers of the related objects.
        case identifier
        /// The values of the related objects.
        case nested
    }

    /// The name, which is also the Swift property's.
    public var name: String

    /// The name in an older version, if the relationship was renamed.
    public var originalName: String?

    /// The entity that the relationship points to.
    public var destination: String

    /// Whether the relationship points to any number of objects instead of at most one.
    public var isToMany: Bool

    /// Whether the relationship may be empty. For a to-many relationship, this is checked when saving, not by the
    /// store.
    public var isOptional: Bool

    /// The inverse relationship of the destination.
    public var inverse: String?

    /// What happens to the destination when an object is deleted.
    public var deleteRule: DeleteRule

    /// Whether this side keeps the key of a one-to-one or many-to-many relationship; `nil` for the rule of
    /// ``Schema/storage(of:in:)``.
    public var holdsKey: Bool?

    /// Whether a to-many relationship is ordered.
    public var isOrdered: Bool = false

    /// The minimum number of objects in a to-many relationship that is not empty, which is checked when saving.
    public var minimumModelCount: Int?

    /// The maximum number of objects in a to-many relationship, which is checked when saving.
    public var maximumModelCount: Int?

    /// How the structure for an object's values has the relationship; `nil` if it does not have it.
    public var valueForm: ValueForm?

    /// Whether no two objects may point to the same object through a to-one relationship (SwiftData's `.unique`).
    public var isUnique: Bool = false

    /// Whether the references are in memory only, so that stores do not contain the relationship.
    public var isTransient: Bool = false

    /// The name of a to-one relationship's key column, if it is not the relationship's.
    public var column: String?

    /// The name of a to-many relationship's join table, if it is not the default.
    public var table: String?

    /// A string that distinguishes this version of the relationship from one that looks the same.
    public var hashModifier: String?

    /// The documentation comment in generated code.
    public var documentation: String?

    /// The author's own strings about the relationship.
    public var userInfo: [String: String] = [:]

    /// Creates a to-one relationship. Further properties can be set afterwards.
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

    /// Creates a to-many relationship. Further properties can be set afterwards.
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

extension Relationship {
    /// Whether each object must have a related one when it is saved.
    ///
    /// As in Core Data, a to-many relationship that is not optional may be empty unless it has a minimum.
    package var needsObject: Bool { !isOptional && (!isToMany || minimumModelCount ?? 0 > 0) }
}
