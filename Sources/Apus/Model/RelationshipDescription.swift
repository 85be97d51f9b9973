/// What the runtime knows about a relationship before any store is open. Generated code makes it.
public struct RelationshipDescription: Sendable {
    /// Where the references are kept.
    public enum Storage: Hashable, Sendable {
        /// In a column of the entity's own table.
        case ownKey
        /// In the column of the inverse.
        case inverseKey
        /// In the table of pairs that this relationship owns.
        case ownPairs
        /// In the table of pairs that the inverse owns.
        case inversePairs
    }

    /// What becomes of the objects at the far end when the object at this end is deleted.
    public enum DeleteRule: Hashable, Sendable {
        /// Nothing; the far end's reference back is left to the app.
        case noAction
        /// The far end's reference back is set to nil.
        case nullify
        /// The far end is deleted too.
        case cascade
        /// The deletion is refused while there is a far end.
        case deny
    }

    /// The relationship's name.
    public let name: String

    /// The class at the far end.
    public let destination: any PersistentModel.Type

    /// Whether it leads to any number of objects.
    public let isToMany: Bool

    /// Whether a to-one relationship may lead to no object.
    public let isOptional: Bool

    /// The position of the far entity's relationship back; `nil` where there is none.
    public let inverse: Int?

    /// What becomes of the far end when an object is deleted.
    public let deleteRule: DeleteRule

    /// Where the references are kept.
    public let storage: Storage

    /// Describes a to-one relationship.
    public static func toOne(
        _ name: String,
        _ destination: any PersistentModel.Type,
        isOptional: Bool,
        inverse: Int? = nil,
        deleteRule: DeleteRule = .nullify,
        storage: Storage = .ownKey
    ) -> RelationshipDescription {
        RelationshipDescription(
            name: name,
            destination: destination,
            isToMany: false,
            isOptional: isOptional,
            inverse: inverse,
            deleteRule: deleteRule,
            storage: storage
        )
    }

    /// Describes a to-many relationship.
    public static func toMany(
        _ name: String,
        _ destination: any PersistentModel.Type,
        inverse: Int? = nil,
        deleteRule: DeleteRule = .nullify,
        storage: Storage
    ) -> RelationshipDescription {
        RelationshipDescription(
            name: name,
            destination: destination,
            isToMany: true,
            isOptional: true,
            inverse: inverse,
            deleteRule: deleteRule,
            storage: storage
        )
    }

    /// The far end's relationship back, or `nil`.
    var inverseDescription: RelationshipDescription? {
        inverse.map { destination.apusEntity.relationship(at: $0) }
    }
}
